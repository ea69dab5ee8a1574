"""Where an extracted text is from, and the links into it."""

from __future__ import annotations

import re
from typing import Final, Literal

from pydantic import BaseModel

_GITHUB: Final = re.compile(
    r"(?:https://(?:[^@/]+@)?github\.com/|ssh://git@github\.com/|git@github\.com:)"
    r"(?P<owner>[\w.-]+)/(?P<name>[\w.-]+?)(?:\.git)?/?"
)


class Origin(BaseModel, frozen=True):
    """The source of an extraction."""

    kind: Literal["git", "folder"]
    repository: str
    """The address of a repository (never with a password), or the path of a folder."""
    ref: str | None
    """The branch or tag, as the repository calls it; None for a plain folder."""
    commit: str | None
    """None for a plain folder."""


def permalink(origin: Origin, file: str, lines: tuple[int, int]) -> str:
    """Return a link to lines of a file (its path below the root of the source).

    On GitHub it names the commit, so that it always shows what was extracted. Of other sources it
    is the path of the file, after the address and the commit where there are such.
    """
    first, last = lines
    anchor = f"#L{first}" if first == last else f"#L{first}-L{last}"
    github = _GITHUB.fullmatch(origin.repository)
    if github and origin.commit:
        place = f"{github['owner']}/{github['name']}/blob/{origin.commit}/{file}"
        # Without `plain` a page is shown as it renders, without lines.
        return f"https://github.com/{place}?plain=1{anchor}"
    at = f"@{origin.commit}" if origin.commit else ""
    return f"{origin.repository.rstrip('/')}{at}/{file}{anchor}"
