"""Search by words: BM25 over the passages of one collection.

A vector knows what a text is about; words know which method, field or header it names. Names are
kept whole and split, so that `notifications/tools/list_changed` finds the passages that name it,
and those that speak of tools, lists and changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float32]

K1: Final = 1.2
B: Final = 0.75
"""The usual parameters of BM25 (Robertson and Zaragoza 2009, section 3.3); not tuned here."""

_MOST_WORDS: Final = 512
"""Words of a query that count; a longer one would only take longer."""

_NAME: Final = re.compile(r"\w+(?:[/.:$-]+\w+)*")
_PART: Final = re.compile(
    r"[A-Z]{2,}s?(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|[A-Z]|\d+"  # HTTP|Server, IDs, list|Changed
)


class LexicalIndex:
    """Passages by their words."""

    def __init__(self, passages: Iterable[str]) -> None:
        import bm25s  # noqa: PLC0415 - brings numpy, which tools/list does not need

        self._rows = {text: row for row, text in enumerate(dict.fromkeys(passages))}
        texts = [words(text) for text in self._rows]
        # With scipy it would do the same, after a second of import.
        self._index: Any = bm25s.BM25(k1=K1, b=B, method="lucene", csc_backend="numpy")
        self._has_words = any(texts)
        if self._has_words:
            self._index.index(texts, show_progress=False)

    def fits(self, queries: Sequence[str], passages: Sequence[str]) -> list[float | None]:
        """Return how well each passage fits the best of the queries; None where it is not here.

        The passage of the collection that fits a query best has 1, one without any of its words 0.
        """
        scores = [self._scores(query) for query in queries]
        rows = [self._rows.get(text) for text in passages]
        return [
            None if row is None else max((float(each[row]) for each in scores), default=0.0)
            for row in rows
        ]

    def _scores(self, query: str) -> Scores:
        import numpy as np  # noqa: PLC0415

        known = self._index.get_tokens_ids(words(query)[:_MOST_WORDS]) if self._has_words else []
        if not known:
            return np.zeros(len(self._rows), dtype=np.float32)
        scores: Scores = self._index.get_scores_from_ids(known)
        return scores / scores.max()


def searched_text(heading: str, text: str) -> str:
    """Return a passage as its words are searched: under what it stands tells what it is about."""
    return f"{heading}\n{text}"


def words(text: str) -> list[str]:
    """Return the words of a text in lower case: a name of several parts whole, and then those."""
    return [word for name in _NAME.findall(text) for word in _words_of(name)]


@lru_cache(maxsize=16_384)
def _words_of(name: str) -> tuple[str, ...]:
    parts = tuple(_stem(part.lower()) for part in _PART.findall(name))
    return parts if len(parts) < 2 else (name.lower(), *parts)


def _stem(word: str) -> str:
    """Return a word without the ending of the plural: the S-stemmer of Harman (1991)."""
    if len(word) < 3:  # "s" would be left without a letter, which bm25s cannot look up
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return f"{word[:-3]}y"
    if word.endswith("es") and not word.endswith(("aes", "ees", "oes")):
        return word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")):
        return word[:-1]
    return word
