"""How near a text is to what the catalogue states, and to what it denies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from retrieval.catalogue import Catalogue
from retrieval.embeddings import Progress
from retrieval.wordings import Scores, Wordings, all_wordings
from tests.retrieval.small import belief, requirement

LOG: Final = requirement(
    id="tools.log",
    statement="A server must log every tool call.",
    phrasings=["Tool calls go into a log."],
)
ASK: Final = requirement(id="tools.ask", statement="The host may show a tool call to the user.")
NEWER: Final = requirement(
    id="tools.hue",
    statement="The `hueName` of a lamp tells its colour.",
    places=[{"versions": ["2026-07-28"], "page": "server/lamps", "heading": "Lamps"}],
)
UNLOGGED: Final = belief(
    id="tools.unlogged",
    belief="Servers never log any tool call.",
    phrasings=["Nobody keeps a log of calls."],
    refuted_by=["tools.log"],
)
VERSION: Final = "2025-03-26"
CATALOGUE: Final = Catalogue((LOG, ASK, NEWER), (UNLOGGED,))
MORE: Final = {
    "tools.log": ["No call of a tool goes unlogged."],
    "tools.unlogged": ["A server keeps no record of calls."],
}


class Places:
    """Gives each text of the catalogue an axis of its own, and any other text the sum of all."""

    id = "places"

    def __init__(self) -> None:
        self._axes = {text: axis for axis, text in enumerate(all_wordings(CATALOGUE, MORE))}
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> NDArray[np.float32]:
        self.asked += texts
        rows = np.zeros((len(texts), len(self._axes)), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            if text in self._axes:
                row[self._axes[text]] = 1.0
            else:
                row[:] = np.arange(1, len(row) + 1) / 10
        return rows


@pytest.mark.parametrize("wording", [LOG.statement, *LOG.phrasings, *MORE[LOG.id]])
def test_an_entry_is_as_near_as_the_nearest_of_its_wordings(wording: str) -> None:
    near = Wordings(CATALOGUE, Places(), Places(), lambda: MORE).near([wording], VERSION)[0]
    assert dict(near.true) == {"tools.log": 1.0, "tools.ask": 0.0}
    assert dict(near.false) == {"tools.unlogged": 0.0}


@pytest.mark.parametrize("wording", [UNLOGGED.belief, *UNLOGGED.phrasings, *MORE[UNLOGGED.id]])
def test_a_misconception_is_as_near_as_the_nearest_of_its_wordings(wording: str) -> None:
    near = Wordings(CATALOGUE, Places(), Places(), lambda: MORE).near([wording], VERSION)[0]
    assert dict(near.false) == {"tools.unlogged": 1.0}
    assert set(near.true.values()) == {0.0}


def test_of_several_wordings_the_nearest_counts_on_either_side() -> None:
    near = Wordings(CATALOGUE, Places(), Places(), lambda: MORE).near(["A new text"], VERSION)[0]
    assert dict(near.true) == pytest.approx({"tools.log": 0.7, "tools.ask": 0.3})
    assert dict(near.false) == pytest.approx({"tools.unlogged": 0.8})


def test_only_what_a_version_says_is_near_in_it() -> None:
    wordings = Wordings(CATALOGUE, Places(), Places(), lambda: MORE)
    assert "tools.hue" not in wordings.near(["A new text"], VERSION)[0].true
    assert wordings.near([NEWER.statement], "2026-07-28")[0].true["tools.hue"] == 1.0


def test_a_catalogue_without_misconceptions_has_nothing_false_near() -> None:
    near = Wordings(Catalogue((LOG,), ()), Places(), Places()).near(["A new text"], VERSION)[0]
    assert dict(near.false) == {}
    assert set(near.true) == {"tools.log"}


def test_wordings_are_looked_up_once_a_version_and_each_text_is_embedded() -> None:
    texts, prepared = Places(), Places()
    wordings = Wordings(CATALOGUE, texts, prepared, lambda: MORE)
    for text in ("One text", "Another text"):
        wordings.near([text], VERSION)
    assert texts.asked == ["One text", "Another text"]
    assert len(prepared.asked) == len(set(prepared.asked)) == 7


def test_the_highest_scores_come_first_and_no_more_than_are_wanted() -> None:
    scores = Scores.of({"a": 0.25, "b": 0.75, "c": 0.5})
    assert scores.best(2) == ["b", "c"]
    assert scores.best(9) == ["b", "c", "a"]
    assert scores.best(0) == Scores.of({}).best(3) == []
    assert (scores.highest(), Scores.of({}).highest()) == (0.75, 0.0)
