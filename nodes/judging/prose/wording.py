"""The words in which the prose judge gives its reasons: one sentence each."""

from __future__ import annotations

from typing import Final

from nodes.judging.prose.conflicts import Conflict
from nodes.judging.prose.features import Weighed
from nodes.judging.prose.shortfall import Shortfall, shortfall

_MOST_SHOWN: Final = 240
_MOST_WORDS: Final = 4


def agreement(quote: str) -> str:
    """Return why a claim is supported."""
    return f"the page says: “{shortened(quote)}”"


def objection(conflict: Conflict, quote: str) -> str:
    """Return why a claim is contradicted."""
    return f"{disagreement(conflict)}: “{shortened(quote)}”"


def disagreement(conflict: Conflict) -> str:
    """Return what a page says otherwise, without the words in which it does."""
    claimed, given = conflict.claimed, conflict.given
    return {
        "number": f"the claim says “{claimed}” where the page says “{given}”",
        "denial": f"the claim says “{claimed}” where the page says “{given}”",
        "aside": f"the claim says “{claimed}” where the page says “{given}”",
        "answer": "the page asks whether it is so, and answers no",
        "opposite": f"the claim says “{claimed}” where the page says “{given}”",
        "name": f"the claim names “{claimed}” where the page names “{given}”",
        "roles": f"the claim says “{claimed}”, the page has it the other way round",
    }[conflict.kind]


def incomplete(weighed: Weighed, quote: str, conflict: Conflict | None) -> str:
    """Return why a claim that comes near to what a page says is not taken to be supported."""
    why = "no sentence of the page says all of it"
    if conflict is not None:
        why = disagreement(conflict)
    elif less := shortfall(weighed.alignment, weighed.best):
        why = _lack(less)
    return f"{why}; the nearest is: “{shortened(quote)}”"


def _lack(less: Shortfall) -> str:
    return {
        "hedge": f"the claim says it outright, the page with “{less.given}”",
        "amount": f"the claim says “{less.claimed}” where the page says “{less.given}”",
        "other": f"the claim speaks of the {less.claimed}, the page of the {less.given}",
        "words": f"that sentence has nothing for {less.claimed}",
    }[less.kind]


def absence(weighed: Weighed | None) -> str:
    """Return why a page is taken to be silent on a claim."""
    absent = absent_words(weighed) if weighed else ""
    return f"the page does not speak of {absent}" if absent else "the page does not say this"


def doubt(quote: str) -> str:
    """Return why nothing was decided."""
    return (
        "the page speaks of this, and it is not plain whether it says so; the nearest is: "
        f"“{shortened(quote)}”"
    )


def absent_words(weighed: Weighed) -> str:
    """Return the words of a claim that stand nowhere in a stretch of text, the telling ones."""
    alignment = weighed.alignment
    missing = alignment.missing
    words = [
        (float(weight), alignment.claim.words[place].text)
        for place, weight in zip(alignment.places, alignment.weights, strict=True)
        if alignment.claim.words[place].stem in missing
    ]
    telling = sorted(words, key=lambda item: -item[0])[:_MOST_WORDS]
    kept = [text for _, text in words if text in {word for _, word in telling}]
    return ", ".join(f"“{text}”" for text in dict.fromkeys(kept))


def shortened(text: str) -> str:
    """Return a quote that fits into a sentence; it is cut between words, and shows that."""
    if len(text) <= _MOST_SHOWN:
        return text
    return text[: text.rfind(" ", 0, _MOST_SHOWN)].rstrip(" ,;:") + " ..."
