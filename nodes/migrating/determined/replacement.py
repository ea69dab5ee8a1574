"""The sentence as it should read, where that is determined; all else is for a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nodes.migrating.checked_text import WRONG
from nodes.migrating.determined.codes import error_code, status
from nodes.migrating.determined.denials import none_but
from nodes.migrating.determined.enumerations import enumeration
from nodes.migrating.determined.levels import changed_level, level_at_odds
from nodes.migrating.determined.methods import method
from nodes.migrating.determined.only_names import both_names
from nodes.migrating.determined.transports import standard_transport
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence

Rule = Callable[[JudgedSentence, Signal, Ground], str | None]

_RULES: Final[tuple[Rule, ...]] = (
    standard_transport,
    error_code,
    changed_level,
    enumeration,
    none_but,
    method,
    both_names,
    status,
    level_at_odds,
)


def replacement(sentence: JudgedSentence, signal: Signal, ground: Ground) -> str | None:
    """Return the sentence with what is wrong put right, or None where that is not determined."""
    if sentence["label"] in WRONG and sentence["swap"]:
        return sentence["swap"]
    for rule in _RULES:
        put = rule(sentence, signal, ground)
        if put is not None:
            return put
    return None
