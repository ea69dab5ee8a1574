"""Name the transport that took the place of HTTP+SSE among the standard ones."""

from __future__ import annotations

import re
from typing import Final

from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence

_OLD: Final = re.compile(
    r"\bHTTP (?:with|and|over|\+) ?(?:SSE|Server-Sent Events)\b|\bHTTP\+SSE\b", re.I
)
_STANDARD: Final = re.compile(r"\bstandard transports?\b|\btwo transports\b", re.I)


def standard_transport(sentence: JudgedSentence, signal: Signal, ground: Ground) -> str | None:
    """Return the sentence with the new transport, where it tells which are the standard ones."""
    text = sentence["text"]
    after = signal.change["after"] if signal.change else []
    came = [row.name for row in ground.tables.transports if row.standard and ground.came(row)]
    told = [name for name in came if any(name in entry["statement"] for entry in after)]
    if len(told) != 1 or not _STANDARD.search(text) or len(_OLD.findall(text)) != 1:
        return None
    return _OLD.sub(lambda _: told[0], text)
