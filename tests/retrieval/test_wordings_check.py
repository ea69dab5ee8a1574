"""The wordings that stand beside the catalogue."""

from __future__ import annotations

import pytest

from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.wordings import load_more_wordings
from retrieval.wordings_check import check_wordings
from tests.retrieval.small import belief, requirement

LAMP = requirement(id="tools.lamp", statement="A server must dim every lamp.")
BRIGHT = belief(id="tools.bright", belief="Lamps are never dimmed.", refuted_by=["tools.lamp"])
SMALL = Catalogue((LAMP,), (BRIGHT,))


def test_the_wordings_that_ship_have_no_problems() -> None:
    assert list(check_wordings(load_catalogue(), load_more_wordings())) == []


@pytest.mark.parametrize(
    ("name", "texts", "problem"),
    [
        ("tools.gone", ["Some lamp is dimmed."], "no such entry or misconception"),
        ("tools.lamp", ["Dim lamps"], "has 9 characters"),
        ("tools.lamp", ["A server MUST dim every lamp!"], "says twice"),
        ("tools.bright", ["Lamps stay bright.", "lamps stay bright"], "says twice"),
        ("tools.lamp", ["Lamps are never dimmed"], "both true and false in one version"),
    ],
)
def test_what_is_wrong_is_told_with_its_name(name: str, texts: list[str], problem: str) -> None:
    (found,) = check_wordings(SMALL, {name: texts})
    assert problem in found
    assert found.startswith((f"{name}: ", "wordings: "))


def test_new_wordings_of_either_side_are_no_problem() -> None:
    more = {"tools.lamp": ["No lamp stays bright."], "tools.bright": ["All lamps stay bright."]}
    assert list(check_wordings(SMALL, more)) == []
