"""Every error a caller may meet.

    FactCheckError
    ├── InputError                 the caller could have avoided it: bad input, and what is allowed
    │   ├── UnknownVersionError
    │   ├── LimitError
    │   └── UnknownSessionError
    ├── SessionConflictError       somebody else is at this session
    ├── OutdatedSessionError       a session that another release made
    ├── ConfigurationError         a setting is missing or does not fit: which one, and what to set
    │   └── EmbedderMismatchError
    ├── DataError                  a file that ships or was built is damaged: which, how to renew it
    └── UnavailableError           something outside did not answer: what, and whether to try again

Each has a stable `kind`, which is what `--json` prints, and a message that names the thing, the
reason and the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar


class FactCheckError(RuntimeError):
    """Base of all errors of this project.

    A `RuntimeError`: LangGraph runs no node again for it, and Studio shows its message.
    """

    kind: ClassVar[str] = "error"


class InputError(FactCheckError):
    """The caller gave something that cannot be worked with."""

    kind: ClassVar[str] = "invalid_input"


class UnknownVersionError(InputError):
    """A spec version that does not exist. Fields: `name`, `valid`."""

    kind: ClassVar[str] = "unknown_version"

    def __init__(self, name: str, valid: Sequence[str]) -> None:
        self.name = name
        self.valid = tuple(valid)
        super().__init__(
            f"unknown MCP specification version {name!r}; use one of: {', '.join(valid)}"
        )


class LimitError(InputError):
    """A value outside its limits. Fields: `field`, `allowed`, `given`."""

    kind: ClassVar[str] = "out_of_limits"

    def __init__(self, field: str, allowed: str, given: str) -> None:
        self.field = field
        self.allowed = allowed
        self.given = given
        super().__init__(f"{field} must be {allowed}; got {given}")


class UnknownSessionError(InputError):
    """A session that does not exist, or not any more. Fields: `handle`."""

    kind: ClassVar[str] = "unknown_session"

    def __init__(self, handle: str, what: str) -> None:
        self.handle = handle
        super().__init__(
            f"there is no {what} session {handle!r}: it was never started here, was deleted or has "
            "expired; start a new one, or list those that there are"
        )


class SessionConflictError(FactCheckError):
    """A session that somebody else is going on with. Fields: `handle`."""

    kind: ClassVar[str] = "conflict"

    def __init__(self, handle: str) -> None:
        self.handle = handle
        super().__init__(
            f"session {handle} is being continued by somebody else right now; look at its state, "
            "then try again"
        )


class OutdatedSessionError(FactCheckError):
    """A session whose state has the form of another release. Fields: `handle`."""

    kind: ClassVar[str] = "outdated_session"

    def __init__(self, handle: str, made: int, known: int) -> None:
        self.handle = handle
        super().__init__(
            f"session {handle} was made by another release of mcp-fact-check (state format {made}, "
            f"this release has {known}); go on with that release, or delete it and start anew"
        )


class ConfigurationError(FactCheckError):
    """A setting is missing or does not fit."""

    kind: ClassVar[str] = "configuration"


class EmbedderMismatchError(ConfigurationError):
    """An index was made by another embedder than the one that would search it."""

    kind: ClassVar[str] = "embedder_mismatch"

    def __init__(self, made_by: str, asked_by: str, where: str) -> None:
        self.made_by = made_by
        self.asked_by = asked_by
        super().__init__(
            f"the index at {where} was made with {made_by} and cannot be searched with {asked_by}; "
            "set the embeddings back, or remove that folder to have it built anew"
        )


class DataError(FactCheckError):
    """A shipped or built file is missing or damaged."""

    kind: ClassVar[str] = "damaged_data"


class UnavailableError(FactCheckError):
    """A service outside this process did not answer."""

    kind: ClassVar[str] = "unavailable"
