"""Agreement: whether two quantities say the same, differ, or are of different things."""

from __future__ import annotations

from typing import Final, Literal

from nodes.judging.prose.number_words import UNIT
from nodes.judging.prose.quantities import Quantity

Agreement = Literal["same", "different", "unrelated"]

_ABOUT: Final = 0.1
"""How far apart, in parts of the larger, two numbers may be of which one is said to be rough."""

_ROUNDED: Final = 0.02
"""How far apart two numbers may be of which one may be a rounding of the other."""


def agreement(claimed: Quantity, given: Quantity) -> Agreement:
    """Tell whether two quantities say the same, differ, or are about different things."""
    if claimed.kind != given.kind:
        return "unrelated"
    if claimed.kind == "date":
        return _dates_agree(claimed, given)
    if claimed.kind == "century":
        return "same" if claimed.value == given.value else "different"
    if bool(claimed.unit) != bool(given.unit) or _measured(claimed) != _measured(given):
        return "unrelated"
    alike = claimed.kind == "share" or bool(claimed.of & given.of)
    if _fits(claimed, given, alike):
        return "same"
    return "different" if alike else "unrelated"


def _measured(quantity: Quantity) -> str:
    return UNIT[quantity.unit][0] if quantity.unit else ""


def _size(quantity: Quantity) -> float:
    return UNIT[quantity.unit][1] if quantity.unit else 1.0


def _dates_agree(claimed: Quantity, given: Quantity) -> Agreement:
    pairs = [
        (mine, theirs)
        for mine, theirs in ((claimed.month, given.month), (claimed.day, given.day))
        if mine and theirs
    ]
    if any(mine != theirs for mine, theirs in pairs):
        # Two full dates of one year, or of two, cannot both be the day of one event.
        return "different"
    if not claimed.value or not given.value:
        return "same" if pairs else "unrelated"
    if claimed.value < given.value + given.span and given.value < claimed.value + claimed.span:
        return "same"
    slack = 1 if "about" in (claimed.bound, given.bound) else 0
    return "same" if abs(claimed.value - given.value) <= slack else "different"


def _fits(claimed: Quantity, given: Quantity, alike: bool) -> bool:
    mine, theirs = claimed.value, given.value
    larger = max(abs(mine), abs(theirs))
    loose = _ABOUT if "about" in (claimed.bound, given.bound) else _ROUNDED
    # A number that was turned into another unit is seldom written out in full.
    small = larger < 20 * max(_size(claimed), _size(given)) and claimed.unit == given.unit
    if claimed.kind == "ordinal" or (small and "about" not in (claimed.bound, given.bound)):
        loose = 0.0
    if abs(mine - theirs) <= loose * larger:
        return True
    if not alike:
        return False
    if claimed.bound == "least":
        return theirs > mine and given.bound != "most"
    return claimed.bound == "most" and theirs < mine and given.bound != "least"
