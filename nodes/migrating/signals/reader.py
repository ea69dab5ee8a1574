"""Read the strongest sign that a sentence does not hold in the target.

A sentence that the judge supports in the target is only doubted for a number that its passage has
otherwise, or where it plainly says what an entry said that has changed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from nodes.migrating.checked_text import WRONG
from nodes.migrating.matches import Matches
from nodes.migrating.signals.at_odds import another_level, another_number, more_names
from nodes.migrating.signals.changed_entry import rests_on_change
from nodes.migrating.signals.contradicted import contradicted
from nodes.migrating.signals.ground import SAME_DUTY, Ground
from nodes.migrating.signals.lost_names import with_lost_names
from nodes.migrating.signals.news import brought
from nodes.migrating.signals.signal import Signal
from nodes.migrating.signals.table_news import news_about, table_news
from nodes.migrating.values import JudgedSentence
from nodes.verdicts import Label
from retrieval.changes import passage

_NO_CLAIM: Final = 0.04
"""What is added to what is near enough for a sentence that was not read as a claim."""


_SUPPORTED: Final = 0.16
"""The same for a sentence that the judge supports: it must all but repeat what has changed."""


def read_signal(
    ground: Ground, sentence: JudgedSentence, now: Label | None, matches: Matches
) -> Signal | None:
    """Return the strongest sign; `now` is the label in the version it was written for."""
    if sentence["label"] == "supported":
        found = another_number(ground, sentence, matches) or rests_on_change(
            ground, matches, _SUPPORTED
        )
    else:
        found = _found(ground, sentence, now, matches)
        found = with_lost_names(ground, sentence, matches, found)
    if found is None:
        return None
    near = ground.nearest(matches, SAME_DUTY)
    return replace(
        found,
        nearest=passage(near, ground.target) if near else None,
        names=tuple(news_about(ground, sentence, matches)),
    )


def _found(
    ground: Ground, sentence: JudgedSentence, now: Label | None, matches: Matches
) -> Signal | None:
    if sentence["label"] in WRONG:
        return contradicted(ground, sentence, now, matches)
    strict = 0.0 if sentence["label"] else _NO_CLAIM
    return (
        rests_on_change(ground, matches, strict)
        or table_news(ground, sentence, matches)
        or another_level(ground, sentence, matches, strict)
        or another_number(ground, sentence, matches)
        or more_names(ground, sentence, matches, strict)
        or brought(ground, sentence, matches, strict)
    )
