"""The sign of a sentence that speaks of what the one above it says."""

from __future__ import annotations

from nodes.migrating.matches import Matches
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.signals.wording import LEANS, LEANS_AT_ONCE
from nodes.migrating.values import JudgedSentence


def leaning(
    ground: Ground, sentence: JudgedSentence, matches: Matches, above: Signal, own: Signal | None
) -> Signal | None:
    """Return that a sentence leans on one that does not hold, or else its own sign.

    What the sentence above rests on tells more than what the target brought elsewhere.
    """
    text = sentence["text"]
    if sentence["label"] in (None, "supported") or not LEANS.search(text):
        return own
    if own is not None and not (own.kind == "added" and LEANS_AT_ONCE.match(text)):
        return own
    why = f"It speaks of what the sentence before it says, which does not hold: {above.why}"
    near = ground.passages(item["id"] for item in matches["after"][:2])
    return Signal(
        group=above.group,
        kind=f"follows from {above.kind}",
        why=f"{why} {own.why}" if own else why,
        before=above.before,
        after=(*above.after, *(own.after if own else near)),
    )
