"""The numbers of a sentence that are codes or statuses, not counts."""

from __future__ import annotations

from nodes.reading.names import numbers


def code_numbers(text: str) -> frozenset[str]:
    """Return error codes and HTTP statuses: numbers of three digits and more."""
    return frozenset(number for number in numbers(text) if len(number.lstrip("-")) >= 3)
