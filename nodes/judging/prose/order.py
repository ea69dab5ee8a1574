"""Order: whether what stands on the two sides of a word has changed places.

"A before B" is "B after A"; "Acme bought it from Bolt" is "Bolt sold it to Acme".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from nodes.judging.prose.words import Word

Order = Literal["kept", "turned", "unknown"]

PLACED: Final = frozenset(
    """
    before after above below larger smaller bigger greater higher lower more less fewer older
    younger earlier later faster slower longer shorter heavier lighter stronger weaker wider
    narrower deeper hotter warmer colder cooler north south east west
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
"""Words that what they compare with comes after, wherever the two stand in the sentence."""

_BY: Final = 3
"""Words after a verb among which the "by" of a passive is."""


def order_of(claim: Sequence[Word], mine: Word, sentence: Sequence[Word], theirs: Word) -> Order:
    """Return whether the sides of a word of a claim are those of a word of a sentence.

    Of "before" and the like what comes after tells, of a verb who stands before it, and of a verb
    with "by" after it the reverse.
    """
    before, after = _sides(claim, mine)
    if _placed(sentence, theirs):
        here = [word for word in sentence if word.start > theirs.start]
        turned = _passive(claim, mine) if not _placed(claim, mine) else False
        return _told(here, after, before, turned=turned)
    here = [word for word in reversed(sentence) if word.start < theirs.start]
    turned = _passive(claim, mine) != _passive(sentence, theirs)
    return _told(here, before, after, turned=turned)


def turned_around(claim: Sequence[Word], sentence: Sequence[Word]) -> str | None:
    """Return the "A before B" of a claim, or the like, where a sentence has "B before A"."""
    for mine in claim:
        for theirs in sentence:
            if mine.stem != theirs.stem or not _placed(claim, mine):
                continue
            if order_of(claim, mine, sentence, theirs) == "turned":
                return _beside(claim, mine)
    return None


def _placed(words: Sequence[Word], word: Word) -> bool:
    """Return whether what a word compares with comes after it: "before A", "taller than A"."""
    following = next((item for item in words if item.start > word.start), None)
    than = following is not None and following.text.lower() == "than"
    return than or word.text.lower() in PLACED


def _beside(words: Sequence[Word], middle: Word) -> str:
    """Return a word with the content words on its two sides, as written."""
    content = [word for word in words if word.content or word == middle]
    place = content.index(middle)
    return " ".join(word.text for word in content[max(0, place - 1) : place + 2])


def _told(
    words: Sequence[Word], same: frozenset[str], other: frozenset[str], *, turned: bool
) -> Order:
    """Return what the nearest word tells that stands on one side of the claim only."""
    for word in words:
        if word.stem in same ^ other:
            return "kept" if (word.stem in same) != turned else "turned"
    return "unknown"


def _sides(words: Sequence[Word], middle: Word) -> tuple[frozenset[str], frozenset[str]]:
    content = [word for word in words if word.content]
    return (
        frozenset(word.stem for word in content if word.start < middle.start),
        frozenset(word.stem for word in content if word.start > middle.start),
    )


def _passive(words: Sequence[Word], verb: Word) -> bool:
    following = [word for word in words if word.start > verb.start][:_BY]
    return any(word.text.lower() == "by" for word in following)
