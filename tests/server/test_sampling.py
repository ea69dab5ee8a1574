"""The client's own model as judge: asked by request or by round trips, and never required."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import (
    CreateMessageRequestParams,
    CreateMessageResult,
    ErrorData,
    TextContent,
)

from retrieval.settings import Settings
from server.app import build_server
from tests.server.caller import CONTENT, VERSION, right, wrong
from tests.server.connections import ERAS, MODES, Era, text_of, values_of
from tests.server.processes import environment, script

Judges = Callable[[list[dict[str, Any]]], str]

MANY: Final = "\n\n".join(f"Servers must log every tool call in file {n}." for n in range(1, 9))


@pytest.fixture
def data_dir(index_dir: Path, tmp_path: Path) -> Path:
    (index_dir / "indexes").mkdir(exist_ok=True)
    (tmp_path / "indexes").symlink_to(index_dir / "indexes")
    return tmp_path


class Model:
    """The client's model, scripted: answers each request by the next of its judges."""

    def __init__(self, *script: Judges | ErrorData) -> None:
        self._script = list(script)
        self.asked: list[list[str]] = []

    async def __call__(
        self, context: object, params: CreateMessageRequestParams
    ) -> CreateMessageResult | ErrorData:
        (message,) = params.messages
        assert isinstance(message.content, TextContent)
        assert params.system_prompt is not None
        claims = json.loads(message.content.text)
        self.asked.append([claim["claimId"] for claim in claims])
        judge = self._script.pop(0)
        if isinstance(judge, ErrorData):
            return judge
        content = TextContent(type="text", text=judge(claims))
        return CreateMessageResult(role="assistant", content=content, model="scripted")


def well(claims: Sequence[dict[str, Any]]) -> str:
    return f"Here you are:\n```json\n{json.dumps([right(claim) for claim in claims])}\n```"


def badly(claims: Sequence[dict[str, Any]]) -> str:
    return json.dumps([answer for claim in claims for answer in wrong(claim)])


def saying(text: str) -> Judges:
    def judge(claims: Sequence[dict[str, Any]]) -> str:
        return text

    return judge


async def checked(
    server: Any, era: Era, model: Model | None, content: str = CONTENT
) -> tuple[dict[str, Any], str]:
    async with Client(server, mode=MODES[era], sampling_callback=model) as client:
        arguments = {"content": content, "specVersion": VERSION, "judge": "sampling"}
        result = await client.call_tool("check-mcp-claims", arguments)
    return values_of(result), text_of(result)


each_era = pytest.mark.parametrize("era", ERAS)


@pytest.mark.anyio
@each_era
async def test_the_clients_model_judges_what_is_open(era: Era, data_dir: Path) -> None:
    model = Model(well)
    values, text = await checked(build_server(Settings(data_dir=data_dir)), era, model)
    assert [(claim["label"], claim["judge"]) for claim in values["claims"]] == [
        ("not_mentioned", "sampling:scripted"),
        ("supported", "sampling:scripted"),
        ("not_mentioned", "sampling:scripted"),
        ("contradicted", "local"),
    ]
    assert model.asked == [["c1", "c2", "c3"]]
    assert values["waits"] is None
    assert "- Judged by: sampling:scripted" in text


@pytest.mark.anyio
@each_era
@pytest.mark.parametrize("judge", [badly, saying("I cannot tell."), saying("[1, {]")])
async def test_what_the_model_gets_wrong_stays_open(
    era: Era, data_dir: Path, judge: Judges
) -> None:
    model = Model(judge)
    values, _ = await checked(build_server(Settings(data_dir=data_dir)), era, model)
    assert [claim["label"] for claim in values["claims"]][:3] == ["undecided"] * 3
    assert values["waits"]["openTotal"] == 3
    assert len(model.asked) == 1


@pytest.mark.anyio
@each_era
async def test_many_claims_are_asked_about_in_batches(era: Era, data_dir: Path) -> None:
    model = Model(well, well)
    values, _ = await checked(build_server(Settings(data_dir=data_dir)), era, model, MANY)
    assert [len(batch) for batch in model.asked] == [6, 2]
    assert {claim["label"] for claim in values["claims"]} == {"not_mentioned"}


@pytest.mark.anyio
@each_era
async def test_when_the_budget_is_spent_the_rest_waits(era: Era, data_dir: Path) -> None:
    settings = Settings(data_dir=data_dir, sampling_budget_calls=1)
    values, text = await checked(build_server(settings), era, Model(well), MANY)
    assert values["waits"]["openTotal"] == 2
    assert "Note: the budget of 1 sampling requests is spent." in text


@pytest.mark.anyio
@each_era
async def test_a_client_without_sampling_gets_the_local_report(era: Era, data_dir: Path) -> None:
    values, text = await checked(build_server(Settings(data_dir=data_dir)), era, None)
    assert {claim["judge"] for claim in values["claims"]} == {"local"}
    assert "the client offers no sampling, so the local judge judged alone" in text
    assert values["waits"]["handle"] in text


@pytest.mark.anyio
async def test_a_client_that_declines_gets_the_local_report(data_dir: Path) -> None:
    model = Model(ErrorData(code=-1, message="User rejected sampling request"))
    server = build_server(Settings(data_dir=data_dir))
    values, text = await checked(server, "handshake", model)
    assert {claim["judge"] for claim in values["claims"]} == {"local"}
    assert "the client declined to sample (User rejected sampling request)" in text
    assert values["waits"]["openTotal"] == 3


@pytest.mark.anyio
@each_era
async def test_it_works_over_stdio(era: Era, data_dir: Path, tmp_path: Path) -> None:
    command = StdioServerParameters(
        command=script("mcp-fact-check"),
        args=["serve"],
        env=environment(data_dir),
        cwd=tmp_path,
    )
    values, _ = await checked(stdio_client(command), era, Model(well))
    assert values["waits"] is None
