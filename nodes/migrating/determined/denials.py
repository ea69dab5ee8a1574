"""Name the one thing that came in a sentence which says that there is none of its kind."""

from __future__ import annotations

import re
from typing import Final

from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.signals.wording import NONE_OF
from nodes.migrating.values import JudgedSentence

_WHOLE: Final = re.compile(
    rf"{NONE_OF.pattern}(?:ies|y|s)?(?: of (?:its|their) own)?(?![\w-])", re.I
)


def none_but(sentence: JudgedSentence, signal: Signal, ground: Ground) -> str | None:
    """Return "no header but `X`" for "no header", where X alone came, and is required."""
    found = list(_WHOLE.finditer(sentence["text"]))
    if len(found) != 1 or len(signal.names) != 1 or f"`{signal.names[0]}`" in sentence["text"]:
        return None
    (name,) = signal.names
    came = [row for row in ground.tables.headers if row.name == name and ground.came(row)]
    if any(row.level != "MUST" for row in came):
        return None
    end = found[0].end()
    return f"{sentence['text'][:end]} but `{name}`{sentence['text'][end:]}"
