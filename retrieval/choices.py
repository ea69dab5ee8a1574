"""Read a word of a caller that has to be one of a few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from retrieval.errors import LimitError

_Choice = TypeVar("_Choice", bound=str)


def one_of(field: str, given: str | None, allowed: Sequence[_Choice]) -> _Choice | None:
    """Return the choice that a word stands for; case does not count, and None stays None.

    Raises:
        LimitError: it is none of the allowed ones, which the message lists.

    """
    if given is None:
        return None
    for value in allowed:
        if given.strip().lower() == value.lower():
            return value
    raise LimitError(field, f"one of: {', '.join(allowed)}", repr(given))
