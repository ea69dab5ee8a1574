"""Quote outside text inside the report: it is data, and cannot become part of its structure."""

from __future__ import annotations

import re
from typing import Final

_UNSEEN: Final = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
"""Controls, and characters that are not seen or turn the direction of writing."""

_ACTIVE: Final = re.compile(r"<|!\[|\]\(|\]\[|&(?=#?\w+;)")
"""What could open a tag or comment, an image, a link or an entity."""

_MOST: Final = 600


def quoted(text: str, most: int = _MOST) -> str:
    """Return a text as one line without active markup, at most about `most` characters."""
    line = " ".join(_UNSEEN.sub("", text).split())
    if len(line) > most:
        line = line[:most].rsplit(" ", 1)[0] + " …"
    if line.count("`") % 2:  # one that opens code and closes none would take in what follows
        line = line.replace("`", "\\`")
    return _ACTIVE.sub(lambda found: f"{found.group()[:-1]}\\{found.group()[-1]}", line)


def fenced(text: str) -> str:
    """Return a text as a block of code whose fence no line of the text can close."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}markdown\n{text}\n{fence}"
