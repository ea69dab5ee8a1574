"""Agreement of two quantities."""

from __future__ import annotations

import pytest

from nodes.judging.prose.agreement import agreement
from nodes.judging.prose.quantities import quantities


@pytest.mark.parametrize(
    ("claimed", "given", "expected"),
    [
        ("in 1931", "in May 1931", "same"),
        ("in 1931", "in the 1930s", "same"),
        ("in 1931", "in 1948", "different"),
        ("around 1931", "in 1932", "same"),
        ("on 4 March 1912", "on 5 March 1912", "different"),
        ("on 4 March", "in 1912", "unrelated"),
        ("the 12th century", "the 13th century", "different"),
        ("300 boats", "300 boats", "same"),
        ("300 boats", "240 boats", "different"),
        ("300 boats", "240 rooms", "unrelated"),
        ("301 boats", "300 boats", "same"),
        ("6 boats", "7 boats", "different"),
        ("about 300 boats", "280 boats", "same"),
        ("over 300 boats", "340 boats", "same"),
        ("over 300 boats", "240 boats", "different"),
        ("up to 300 boats", "240 boats", "same"),
        ("half of the boats", "50 % of the boats", "same"),
        ("half of the boats", "30 % of the boats", "different"),
        ("300 boats", "in 1931", "unrelated"),
    ],
)
def test_two_quantities(claimed: str, given: str, expected: str) -> None:
    assert agreement(quantities(claimed)[0], quantities(given)[0]) == expected
