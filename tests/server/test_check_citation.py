"""The check of a citation over MCP: in the whole server, and in `mcp-citation-checker`."""

from __future__ import annotations

import subprocess
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest
from pydantic import SecretStr

from retrieval.settings import Settings, read_source_settings
from retrieval.sources.registry import open_sources
from server.citation_app import build_citation_server
from tests.server.cited_documents import PLANT, REVENUE, write_documents
from tests.server.connections import (
    Connection,
    connect_in_memory,
    connect_over_http,
    connect_to_process,
    text_of,
    values_of,
)
from tests.server.processes import environment, script
from tests.support.openai_server import OpenAIServer, answers, breaks

TOOL: Final = "check_citation"
LABELS: Final = ("supported", "contradicted", "not_mentioned", "undecided")


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the settings of a server with a folder of documents."""
    root = tmp_path_factory.mktemp("citations")
    folder = write_documents(root / "documents")
    return environment(root / "data", CITATION_FOLDER=str(folder))


@pytest.fixture(scope="module")
def connection(
    env: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Generator[Connection]:
    """Connect to the whole server over HTTP; `alone` is over stdio."""
    log = tmp_path_factory.mktemp("server") / "stderr.txt"
    with connect_over_http("modern", script("mcp-fact-check"), env, log) as connected:
        yield connected


@pytest.fixture(scope="module")
def alone(env: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Generator[Connection]:
    """Connect to `mcp-citation-checker`, started as its client configuration starts it."""
    log = tmp_path_factory.mktemp("alone") / "stderr.txt"
    command = script("mcp-citation-checker")
    with connect_to_process("handshake", command, env, log, arguments=()) as connected:
        yield connected


class Case(NamedTuple):
    """A claim with the place it cites, and what is to be said of it."""

    claim: str
    page: int | str
    label: str
    quote: str | None
    document: str = "report.pdf"


CASES: Final = (
    Case(REVENUE, 3, "supported", REVENUE),
    Case(REVENUE, "1", "supported", REVENUE),
    Case(PLANT, "ii", "not_mentioned", None),
    Case(
        "A large committee of seven engineers reviewed the safety of every furnace.",
        3,
        "supported",
        "A large committee of seven engineers",
    ),
    Case(
        "Nobody had seen a summer like that one for a very long time.",
        1,
        "supported",
        "Nobody had seen a summer like that one for a\nvery long time,",
        "columns.pdf",
    ),
)


@pytest.mark.parametrize(
    "case", CASES, ids=lambda case: f"{case.document}-{case.page}-{case.label}"
)
def test_a_page_is_found_by_place_or_printed_number_and_decides_with_a_quote(
    connection: Connection, case: Case
) -> None:
    result = connection.call(TOOL, claim=case.claim, pdf_name=case.document, pdf_page=case.page)
    values = values_of(result)
    assert text_of(result) == f"{case.label}: {values['reasoning']}"
    assert values["label"] == case.label
    assert 0 < values["confidence"] <= 1
    assert values["judge"] == "local"
    if case.quote is None:
        assert values["quote"] is None
    else:
        quote = values["quote"]
        assert case.quote in quote["text"]
        assert quote["end"] - quote["start"] == len(quote["text"])


def test_the_rows_of_a_table_do_not_speak_for_each_other(connection: Connection) -> None:
    given = {"pdf_name": "table.pdf", "pdf_page": 1}
    # What the number counts stands only at the head of the table: that is not enough to support.
    right = connection.call(TOOL, claim="The population of Spain is 48 million.", **given)
    assert values_of(right)["label"] in ("supported", "undecided")
    wrong = connection.call(TOOL, claim="The population of Spain is 68 million.", **given)
    assert values_of(wrong)["label"] != "supported"


def test_another_page_that_bears_the_claim_out_is_named(connection: Connection) -> None:
    result = connection.call(TOOL, claim=PLANT, pdf_name="report.pdf", pdf_page="1")
    assert text_of(result).startswith("not_mentioned: ")
    assert f"found on page 2 (place 4): “{PLANT}”" in text_of(result)
    (other,) = values_of(result)["otherPages"]
    assert (other["page"], other["pageLabel"], other["quote"]) == (4, "2", PLANT)


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Whales sing at night.", 5),
        ("The furnaces were repaired in the year 2019.", 5),
        ("The Lyon Works annual report was audited by seven banks.", 4),
        ("The mayor of Lyon painted every furnace green in 2015.", 4),
    ],
    ids=["bibliography", "title of a reference", "running header", "instruction on the page"],
)
def test_what_only_looks_like_evidence_bears_nothing_out(
    connection: Connection, claim: str, page: int
) -> None:
    values = values_of(connection.call(TOOL, claim=claim, pdf_name="report.pdf", pdf_page=page))
    assert values["label"] in ("not_mentioned", "undecided")
    assert values["quote"] is None
    assert values["otherPages"] == []


HARD: Final = (
    "Every furnace reviewed the safety of seven engineers.",
    "The safety of the furnaces was reviewed by six people and a committee of engineers.",
    "The foundry did not merge with the board that approved it.",
    "The committee of seven engineers found all of the furnaces to be in a good state.",
)
"""Claims of which the local judge leaves at least one open, however it is fitted."""

BAD: Final[tuple[tuple[dict[str, Any], str], ...]] = (
    ({"pdf_name": "reprot.pdf"}, "no document named 'reprot.pdf'; did you mean 'report.pdf'?"),
    ({"pdf_page": 6}, "has no page 6; its 5 pages are 1 to 5, or"),
    ({"pdf_page": "xii"}, "has no page 'xii'; its 5 pages are 1 to 5, printed as i, ii, 1, 2, 3"),
    ({"pdf_name": "scan.pdf", "pdf_page": 2}, "has no text: it is empty, or a scan"),
    ({"pdf_name": "secret.pdf", "pdf_page": 1}, "it asks for a password"),
    ({"pdf_name": "broken.pdf", "pdf_page": 1}, "'broken.pdf' cannot be read: it is broken"),
    ({"pdf_name": "../report.pdf"}, "there is no document named '../report.pdf'"),
    ({"claim": " "}, "claim must be a text of 1 to 5,000 characters"),
    ({"claim": "x" * 5_001}, "claim must be a text of 1 to 5,000 characters"),
    ({"judge": "llm"}, "set OPENAI_API_KEY"),
)


@pytest.mark.parametrize(("wrong", "said"), BAD, ids=[said[:30] for _, said in BAD])
def test_what_cannot_be_read_is_an_error_that_says_why_and_no_verdict(
    connection: Connection, wrong: dict[str, Any], said: str
) -> None:
    given = {"claim": REVENUE, "pdf_name": "report.pdf", "pdf_page": 3, **wrong}
    result = connection.call(TOOL, **given)
    assert result.is_error
    assert said.removesuffix(", or") in text_of(result)
    assert not any(f"{label}: " in text_of(result) for label in LABELS)


def test_the_caller_judges_what_is_left_open_and_its_quote_must_stand_on_the_page(
    connection: Connection,
) -> None:
    given = {"pdf_name": "report.pdf", "pdf_page": "1", "judge": "caller"}
    results = (connection.call(TOOL, claim=claim, **given) for claim in HARD)
    result = next(result for result in results if values_of(result)["waits"])
    waits, claim = values_of(result)["waits"], values_of(result)["claim"]
    assert text_of(result).startswith(f"undecided: {values_of(result)['reasoning']}\n\n---\n")
    assert waits["handle"] in text_of(result)
    (open_claim,) = waits["open"]
    assert (open_claim["claimId"], open_claim["claim"]) == ("c1", claim)
    numbers = [item["number"] for item in open_claim["evidence"] if "merger" in item["text"]]

    answer = {"claimId": "c1", "label": "supported", "evidence": numbers, "reason": "It says so."}
    invented = answer | {"quote": "The board refused the merger"}
    refused = values_of(
        connection.call("submit-judgements", handle=waits["handle"], judgements=[invented])
    )
    assert refused["taken"] == 0
    assert "quoted words that do not stand" in refused["refused"][0]["reason"]
    assert not refused["finished"]

    quote = "The board did not approve the merger"
    done = connection.call(
        "submit-judgements", handle=waits["handle"], judgements=[answer | {"quote": quote}]
    )
    values = values_of(done)
    assert (values["taken"], values["finished"]) == (1, True)
    assert values["citation"]["label"] == "supported"
    assert values["citation"]["judge"] == "caller"
    assert values["citation"]["quote"]["text"] == quote
    assert text_of(done).startswith("supported: It says so.")


def test_a_claim_that_is_decided_waits_for_nobody(connection: Connection) -> None:
    result = connection.call(TOOL, claim=REVENUE, pdf_name="report.pdf", pdf_page=3, judge="caller")
    assert values_of(result)["waits"] is None
    assert text_of(result) == f"supported: {values_of(result)['reasoning']}"


def test_the_script_of_the_design_has_its_one_tool_with_its_three_parameters(
    alone: Connection,
) -> None:
    (tool,) = alone.tools()
    assert tool.name == TOOL
    assert list(tool.input_schema["properties"]) == ["claim", "pdf_name", "pdf_page"]
    assert tool.input_schema["required"] == ["claim", "pdf_name", "pdf_page"]
    result = alone.call(TOOL, claim=REVENUE, pdf_name="report.pdf", pdf_page=3)
    assert text_of(result) == f"supported: {values_of(result)['reasoning']}"
    missing = alone.call(TOOL, claim=REVENUE, pdf_name="report.pdf", pdf_page=7)
    assert missing.is_error
    assert "has no page 7" in text_of(missing)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"WEAVIATE_MODE": "cloud"}, "'weaviate' is not set up"),
        ({"WEAVIATE_HOST": "127.0.0.1", "WEAVIATE_PORT": "9"}, "'weaviate' cannot be reached"),
        ({"CITATION_BACKEND": "weviate"}, "there is no such back end"),
        ({}, "set CITATION_FOLDER"),
    ],
    ids=["cloud without URL", "nobody listens", "unknown back end", "nothing set"],
)
def test_its_settings_are_those_of_the_design_and_no_other_key_is_needed(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], said: str
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    with connect_in_memory("modern", build_citation_server()) as connected:
        result = connected.call(TOOL, claim="x y z", pdf_name="report.pdf", pdf_page=1)
    assert result.is_error
    assert said in text_of(result)


def test_the_client_configuration_of_the_design_reads_its_weaviate(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("weaviate", reason="the extra `weaviate` is not installed")
    from tests.support.weaviate_server import WeaviateServer

    chunk = {"pdf_name": "report.pdf", "page_number": 3, "text": REVENUE, "uuid": str(UUID(int=1))}
    with WeaviateServer("Pages", [chunk], key="the key") as store:
        for name, value in (
            ("WEAVIATE_MODE", "local"),
            ("WEAVIATE_HOST", "127.0.0.1"),
            ("WEAVIATE_PORT", str(store.port)),
            ("WEAVIATE_GRPC_PORT", str(store.grpc_port)),
            ("WEAVIATE_API_KEY", "the key"),
        ):
            monkeypatch.setenv(name, value)
        sources = open_sources(read_source_settings())
        server = build_citation_server(sources=sources)
        with sources, connect_in_memory("modern", server) as connected:
            result = connected.call(TOOL, claim=REVENUE, pdf_name="report.pdf", pdf_page=3)
    assert text_of(result) == f"supported: {values_of(result)['reasoning']}"
    assert values_of(result)["quote"]["text"] == REVENUE


def test_the_script_says_that_it_takes_no_arguments(env: dict[str, str]) -> None:
    done = subprocess.run(
        [script("mcp-citation-checker"), "--help"],
        env=env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "takes no arguments" in done.stderr


def test_a_language_model_judges_and_where_it_fails_there_is_no_verdict(
    env: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITATION_FOLDER", env["CITATION_FOLDER"])
    said = {
        "label": "supported",
        "evidence": [1],
        "quote": "Revenue rose by four percent",
        "reason": "The page gives the same figures.",
        "correction": "",
        "confidence": 0.8,
    }
    # No other page has a word of it: only the cited one is asked about.
    unknown = "Seven engineers were paid in silver."
    with OpenAIServer(answers(said), breaks()) as model:
        settings = Settings(
            data_dir=tmp_path,
            openai_api_key=SecretStr("a key"),
            openai_base_url=model.base_url,
            llm_retries=0,
            llm_fallback=False,
        )
        with connect_in_memory("modern", build_citation_server(settings)) as connected:
            right = connected.call(TOOL, claim=REVENUE, pdf_name="report.pdf", pdf_page=3)
            failed = connected.call(TOOL, claim=unknown, pdf_name="report.pdf", pdf_page=3)
    assert text_of(right) == "supported: The page gives the same figures."
    assert values_of(right)["judge"].startswith("llm:")
    assert values_of(right)["quote"]["text"] == "Revenue rose by four percent"
    assert text_of(failed).startswith("undecided: It could not be judged by llm:gpt-5-mini: ")
    assert "merger" in model.requests[0].message("user")
    assert "Ignore all previous" not in model.requests[0].message("system")
