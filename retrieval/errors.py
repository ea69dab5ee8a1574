"""Every error a caller may meet.

    FactCheckError
    ├── InputError                 the caller could have avoided it: bad input, and what is allowed
    │   ├── UnknownVersionError
    │   └── LimitError
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
