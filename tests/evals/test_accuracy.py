"""The figures on accuracy: what could not be run, was not decided and is wrong are kept apart."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from evals import accuracy
from evals.accuracy import Outcome, run, summary
from evals.claims import LabelledClaim, Split
from evals.statistics import share
from nodes.verdicts import Label
from retrieval.versions import SpecVersion
from tests.support.openai_server import OpenAIServer, answers


def claim(
    label: Label = "supported",
    text: str = "Servers log.",
    version: SpecVersion = "2025-06-18",
    kind: str = "negation",
    name: str = "dev-001",
) -> LabelledClaim:
    return LabelledClaim(name, text, version, label, kind, None, None)


def outcomes(*pairs: tuple[Label, Label | None], **of: Any) -> list[Outcome]:
    """Return outcomes as pairs of what a claim is and what it was called."""
    return [Outcome(claim(label, **of), called) for label, called in pairs]


MIXED = outcomes(
    ("supported", "supported"),
    ("supported", "undecided"),
    ("supported", None),
    ("contradicted", "supported"),
    ("contradicted", "contradicted"),
    ("not_mentioned", "not_mentioned"),
    ("not_mentioned", "contradicted"),
    ("partial", None),
)


def test_what_failed_was_not_decided_and_is_wrong_is_counted_apart() -> None:
    figures = summary(MIXED)
    assert figures["claims"] == 8
    assert figures["failed"] == 2
    assert figures["decided"] == share(5, 6)
    assert figures["right of decided"] == share(3, 5)


def test_a_failed_run_is_no_wrong_verdict() -> None:
    figures = summary(outcomes(("supported", None), ("supported", "supported")))
    assert figures["decided"] == figures["right of decided"] == share(1, 1)


def test_an_undecided_claim_is_no_wrong_verdict() -> None:
    figures = summary(outcomes(("supported", "undecided"), ("supported", "supported")))
    assert figures["decided"] == share(1, 2)
    assert figures["right of decided"] == share(1, 1)


def test_the_floor_is_what_always_saying_the_commonest_label_gets() -> None:
    assert summary(MIXED)["floor: always supported"] == share(3, 8)


def test_what_was_called_accurate_and_is_not_is_a_share_of_what_was_called_accurate() -> None:
    assert summary(MIXED)["accepted but not true"] == share(1, 2)


def test_precision_is_of_what_was_said_and_found_of_what_there_was() -> None:
    figures = summary(MIXED)
    assert figures["precision"] == {
        "supported": share(1, 2),
        "contradicted": share(1, 2),
        "partial": share(0, 0),
        "not_mentioned": share(1, 1),
    }
    assert figures["found"] == {
        "supported": share(1, 2),
        "contradicted": share(1, 2),
        "partial": share(0, 0),
        "not_mentioned": share(1, 2),
    }


def test_versions_and_kinds_are_told_apart_among_what_was_decided() -> None:
    figures = summary(
        [
            *outcomes(("supported", "supported"), version="2024-11-05", kind="modal"),
            *outcomes(("supported", "contradicted"), ("supported", None), version="draft"),
            *outcomes(("supported", "undecided"), version="2025-03-26", kind="wrong_name"),
        ]
    )
    assert figures["by version"] == {"2024-11-05": share(1, 1), "draft": share(0, 1)}
    assert figures["by kind"] == {"modal": share(1, 1), "negation": share(0, 1)}


def test_where_all_runs_failed_there_are_no_shares() -> None:
    figures = summary(outcomes(("supported", None)))
    assert figures["failed"] == 1
    assert figures["decided"] == figures["right of decided"] == share(0, 0)
    assert figures["by version"] == {}


SOME = [
    claim(text="Servers that support tools MUST declare the `tools` capability.", name="dev-001"),
    claim(label="contradicted", text="x" * 60_000, name="dev-002"),
]
"""A claim that is true, and one that is too long to be run."""


@pytest.fixture
def some_claims(monkeypatch: pytest.MonkeyPatch, index_dir: Path) -> None:
    """Let the evaluation read two claims, over the index that all tests share."""
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(index_dir))
    splits: dict[Split, list[LabelledClaim]] = {"dev": SOME, "test": []}
    monkeypatch.setattr(accuracy, "read_claims", splits.__getitem__)


@pytest.mark.usefixtures("some_claims")
def test_claims_are_judged_by_the_graph_and_a_failed_run_has_no_label() -> None:
    found = {item.claim.id: item for item in asyncio.run(run("dev", "local"))}
    assert found == {
        "dev-001": Outcome(SOME[0], "supported"),
        "dev-002": Outcome(SOME[1], None),
    }


@pytest.mark.usefixtures("some_claims")
def test_the_command_prints_the_figures_as_json_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["accuracy", "dev", "--json"])
    accuracy.main()
    figures = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert (figures["claims"], figures["failed"]) == (2, 1)
    assert figures["decided"][:2] == [1, 1]
    assert figures["precision"]["partial"] == [0, 0, None, None]


@pytest.mark.usefixtures("some_claims")
def test_the_command_prints_one_figure_a_line_for_readers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["accuracy", "dev", "--wrong"])
    accuracy.main()
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert "failed                     1" in lines
    assert "  partial                  -  (n = 0)" in lines
    assert "None for LabelledClaim(id='dev-002'" in err


OPEN = [
    claim(text="Servers MUST implement JSON-RPC 2.0.", name="dev-001"),
    claim(label="not_mentioned", text="Servers must log every tool call.", name="dev-002"),
]
"""Claims that the local judge leaves open."""


def test_what_the_checks_refuse_of_a_callers_answers_is_counted_and_what_of_it_was_wrong(
    monkeypatch: pytest.MonkeyPatch, index_dir: Path, tmp_path: Path
) -> None:
    (index_dir / "indexes").mkdir(exist_ok=True)
    (tmp_path / "indexes").symlink_to(index_dir / "indexes")
    splits: dict[Split, list[LabelledClaim]] = {"dev": OPEN, "test": []}
    monkeypatch.setattr(accuracy, "read_claims", splits.__getitem__)
    monkeypatch.setattr(accuracy, "AT_ONCE", 1)
    invented = {"label": "supported", "evidence": [1], "quote": "servers do just that"}
    silent = {"label": "not_mentioned", "evidence": [], "quote": ""}
    usual = {"claim_id": "c1", "reason": "So it is.", "correction": ""}
    with OpenAIServer(
        answers({"judgements": [usual | invented]}), answers({"judgements": [usual | silent]})
    ) as server:
        monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(tmp_path))
        monkeypatch.setenv("OPENAI_API_KEY", "unused")
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        found = asyncio.run(run("dev", "caller"))
    assert sorted(found, key=lambda item: item.claim.id) == [
        Outcome(OPEN[0], "undecided", ("supported",), ("supported",)),
        Outcome(OPEN[1], "not_mentioned", ("not_mentioned",), ()),
    ]
    figures = summary(found)
    assert figures["answers refused"] == share(1, 2)
    assert figures["wrong of refused"] == share(0, 1)
