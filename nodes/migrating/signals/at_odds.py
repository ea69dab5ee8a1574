"""Signs that a sentence is at odds with the entry of the target that it is nearest to."""

from __future__ import annotations

import re
from typing import Final

from nodes.judging.level_comparison import compare_levels
from nodes.migrating.code_numbers import code_numbers
from nodes.migrating.matches import Matches
from nodes.migrating.signals.ground import RESTS_ON, SAME_DUTY, Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.signals.wording import DENIAL
from nodes.migrating.values import JudgedSentence
from nodes.reading.names import identifiers
from nodes.reading.sentence import read_sentence
from retrieval.catalogue import Requirement

_ONLY: Final = re.compile(r"\b(?:only|nothing else|no other)\b", re.I)


def another_level(
    ground: Ground, sentence: JudgedSentence, matches: Matches, strict: float
) -> Signal | None:
    """Return that the entry is more or less binding than the sentence says."""
    claimed = read_sentence(sentence["statement"]).level
    entry = ground.nearest(matches, SAME_DUTY + strict)
    if entry is None or claimed == "none" or entry.level == "none":
        return None
    outcome = compare_levels(claimed, entry.level, entry.informal_level)
    # Two denials ("has an ID that is not null") make the opposite of an opposite.
    if outcome in ("same", "unclear") or (
        outcome == "opposite" and DENIAL.search(sentence["text"])
    ):
        return None
    said = f"The sentence says {claimed}, which is {outcome}"
    return _at_odds(ground, entry, matches, "level", said)


def another_number(ground: Ground, sentence: JudgedSentence, matches: Matches) -> Signal | None:
    """Return that the entry has another code or status."""
    entry = ground.nearest(matches, SAME_DUTY)
    if entry is None:
        return None
    said, true = code_numbers(sentence["statement"]), code_numbers(entry.statement)
    if not said or not true or said & true:
        return None
    words = f"The sentence says {', '.join(sorted(said))}, not {', '.join(sorted(true))}"
    return _at_odds(ground, entry, matches, "number", words)


def more_names(
    ground: Ground, sentence: JudgedSentence, matches: Matches, strict: float
) -> Signal | None:
    """Return that the entry has names beside those that the sentence calls the only ones."""
    entry = ground.nearest(matches, RESTS_ON + strict)
    said = identifiers(sentence["statement"])
    if entry is None or not said or not _ONLY.search(sentence["text"]):
        return None
    more = identifiers(entry.statement) - said
    if not more:
        return None
    words = f"The sentence leaves out {', '.join(sorted(more))}"
    return _at_odds(ground, entry, matches, "names", words)


def _at_odds(ground: Ground, entry: Requirement, matches: Matches, kind: str, said: str) -> Signal:
    old = entry.place_in(ground.current) is not None
    level = "" if entry.level == "none" else f"({entry.level}) "
    return Signal(
        group="pre_existing" if old else "required",
        kind=kind,
        why=f"{said}: {level}{entry.statement}",
        before=ground.before(matches),
        after=ground.passages([entry.id, *(near["id"] for near in matches["after"][:2])]),
    )
