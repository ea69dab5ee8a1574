"""Name the second thing of two where a sentence says that the first is the only one."""

from __future__ import annotations

import re
from typing import Final

from nodes.migrating.determined.same_subject import says_the_same
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence
from nodes.reading.names import identifiers

_ALONE: Final = re.compile(r"(?P<name>`[^`]+`),? and nothing else\b,?")
_CODE: Final = re.compile(r"`[^`]+`")


def both_names(sentence: JudgedSentence, signal: Signal, _: Ground) -> str | None:
    """Return "`X` and `Y`" for "`X` and nothing else", where the entry names one thing more."""
    found = list(_ALONE.finditer(sentence["text"]))
    entry = signal.after[0] if signal.after else None
    if signal.kind != "names" or entry is None or len(found) != 1:
        return None
    said = identifiers(sentence["statement"])
    more = [name for name in _CODE.findall(entry["statement"]) if not identifiers(name) & said]
    bare: JudgedSentence = {**sentence, "statement": _ALONE.sub("", sentence["statement"])}
    if len(more) != 1 or not says_the_same(bare, entry):
        return None
    return _ALONE.sub(lambda match: f"{match['name']} and {more[0]}", sentence["text"])
