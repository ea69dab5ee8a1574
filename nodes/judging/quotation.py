"""Words that stand in a source as they are: white space and typography are forgiven."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

from retrieval.evidence import Evidence
from retrieval.sentences import split_sentences

LEAST_WORDS: Final = 5
"""Words of a sentence from which it says something by itself."""

_COLON: Final = re.compile(r":(?=\s|$)")
_JOINS: Final = re.compile(r"^(?:however|therefore|additionally|also|instead|thus|in addition), ")

_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("‐‑‒–—−", "-"),
        "…": "...",
        **dict.fromkeys("\u00ad\u200b\u2060\ufeff", ""),  # soft hyphen, spaces of no width
    }
)


def normal_text(text: str) -> str:
    """Return a text for comparison: no white space, typography, code marks or case that differ."""
    plain = text.translate(_PLAIN)
    return " ".join(re.sub(r"[`*_]", "", plain).lower().split()).strip(" .\"'")


def quoted_passage(claim: str, evidence: Sequence[Evidence]) -> int | None:
    """Return the number of the first official passage that has the claim word for word.

    The claim must be whole sentences of it: words out of the midst of one may say something else.
    An item of a list counts with the sentence that introduces it ("Servers MUST: check ..."), and
    neither the colon between them nor a first word like "However," makes a difference.
    """
    said = _sentence(html.unescape(claim))
    if len(said.split()) < LEAST_WORDS or said.endswith("?"):
        return None
    for number, passage in enumerate(evidence, start=1):
        if passage["corpus"] == "official" and said in _sentence(passage["text"]):
            sentences = split_sentences(passage["text"])
            for first in range(len(sentences)):
                for last in range(first, len(sentences)):
                    if _sentence(" ".join(sentences[first : last + 1])) == said:
                        return number
    return None


def _sentence(text: str) -> str:
    """Return a sentence for comparison, without what only joins it to others."""
    return _JOINS.sub("", _COLON.sub("", normal_text(text))).strip()
