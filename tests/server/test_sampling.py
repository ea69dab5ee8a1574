"""The client's own model as judge: asked by request or by round trips, and never required."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server.mcpserver import MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CreateMessageRequestParams,
    CreateMessageResult,
    ErrorData,
    ImageContent,
    TextContent,
)

from retrieval.settings import Settings
from server.app import build_server
from tests.server.caller import CONTENT, VERSION, right, wrong
from tests.server.connections import ERAS, MODES, Era, text_of, values_of
from tests.server.processes import environment, script

Judges = Callable[[list[dict[str, Any]]], str]

V1: Final = Path(
    os.environ.get("MCP_V1_PYTHON")
    or Path(__file__).resolve().parent.parent.parent / ".venv-mcp1" / "bin" / "python"
)
"""A Python of an environment of its own with mcp 1.x: both SDKs cannot be in one."""

MANY: Final = "\n\n".join(f"Servers must log every tool call in file {n}." for n in range(1, 9))


@pytest.fixture(scope="module")
def data_dir(index_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory with sessions of its own and the indexes of all tests."""
    folder = tmp_path_factory.mktemp("data")
    (index_dir / "indexes").mkdir(exist_ok=True)
    (folder / "indexes").symlink_to(index_dir / "indexes")
    return folder


@pytest.fixture(scope="module")
def server(data_dir: Path) -> MCPServer:
    """Return a server whose models are loaded once for all tests."""
    return build_server(Settings(data_dir=data_dir, judge="local"))


class Model:
    """The client's model, scripted: answers each request by the next of its judges."""

    def __init__(self, *script: Judges | ErrorData | ImageContent) -> None:
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
        content = (
            judge
            if isinstance(judge, ImageContent)
            else TextContent(type="text", text=judge(claims))
        )
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
async def test_the_clients_model_judges_what_is_open(era: Era, server: MCPServer) -> None:
    model = Model(well)
    values, text = await checked(server, era, model)
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
async def test_what_the_model_gets_wrong_stays_open(era: Era, server: MCPServer) -> None:
    model = Model(badly)
    values, _ = await checked(server, era, model)
    assert [claim["label"] for claim in values["claims"]][:3] == ["undecided"] * 3
    assert values["waits"]["openTotal"] == 3
    assert len(model.asked) == 1


@pytest.mark.anyio
@each_era
@pytest.mark.parametrize(
    "reply",
    [
        saying("I cannot tell."),
        saying("[1, {]"),
        ImageContent(type="image", data="aGk=", mime_type="image/png"),
    ],
    ids=["prose", "broken", "image"],
)
async def test_a_reply_that_cannot_be_read_leaves_the_rest_open_and_is_told(
    era: Era, server: MCPServer, reply: Judges | ImageContent
) -> None:
    model = Model(reply)
    values, text = await checked(server, era, model, MANY)
    assert (values["waits"]["openTotal"], len(model.asked)) == (8, 1)
    assert "Note: the client's model gave no answer that can be read" in text
    assert values["waits"]["handle"] in text


@pytest.mark.anyio
@each_era
async def test_many_claims_are_asked_about_in_batches(era: Era, server: MCPServer) -> None:
    model = Model(well, well)
    values, _ = await checked(server, era, model, MANY)
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
async def test_a_client_without_sampling_gets_the_local_report(era: Era, server: MCPServer) -> None:
    values, text = await checked(server, era, None)
    assert {claim["judge"] for claim in values["claims"]} == {"local"}
    assert "the client offers no sampling, so the local judge judged alone" in text
    assert values["waits"]["handle"] in text


DECLINES: Final = ErrorData(code=-1, message="User rejected sampling request")


@pytest.mark.anyio
async def test_a_client_that_declines_gets_the_local_report(server: MCPServer) -> None:
    values, text = await checked(server, "handshake", Model(DECLINES))
    assert {claim["judge"] for claim in values["claims"]} == {"local"}
    assert "the client declined to sample (User rejected sampling request)" in text
    assert values["waits"]["openTotal"] == 3


@pytest.mark.anyio
async def test_a_client_that_ends_the_call_when_it_declines_gets_the_report_when_it_calls_again(
    server: MCPServer,
) -> None:
    given = {"content": CONTENT, "specVersion": VERSION, "judge": "sampling"}
    model = Model(DECLINES)
    async with Client(server, mode=MODES["modern"], sampling_callback=model) as client:
        with pytest.raises(MCPError, match="User rejected sampling request"):
            await client.call_tool("check-mcp-claims", given)
        result = await client.call_tool("check-mcp-claims", given)
    values, text = values_of(result), text_of(result)
    assert len(model.asked) == 1
    assert {claim["judge"] for claim in values["claims"]} == {"local"}
    assert "Note: the client ended the call in which it was asked to sample." in text
    assert (values["waits"]["openTotal"], values["waits"]["handle"] in text) == (3, True)
    willing = Model(well)
    values, _ = await checked(server, "modern", willing)
    assert (values["waits"], len(willing.asked)) == (None, 1)


@pytest.mark.anyio
async def test_it_works_over_stdio(data_dir: Path, tmp_path: Path) -> None:
    command = StdioServerParameters(
        command=script("mcp-fact-check"),
        args=["serve"],
        env=environment(data_dir),
        cwd=tmp_path,
    )
    values, _ = await checked(stdio_client(command), "modern", Model(well))
    assert values["waits"] is None


@pytest.mark.skipif(
    not V1.is_file(), reason=f"no Python with mcp 1.x at {V1}; MCP_V1_PYTHON names another"
)
def test_a_client_of_the_old_sdk_is_asked_and_without_sampling_judges_itself(
    data_dir: Path, tmp_path: Path
) -> None:
    given = {"content": CONTENT, "specVersion": VERSION, "judge": "sampling"}
    command = [script("mcp-fact-check"), "serve"]
    done = subprocess.run(
        [str(V1), str(Path(__file__).with_name("old_client.py")), json.dumps([command, given])],
        env=environment(data_dir),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    sampled, unsampled, submitted = json.loads(done.stdout)
    judges = ["sampling:old", "sampling:old", "sampling:old", "local"]
    assert [claim["judge"] for claim in sampled["claims"]] == judges
    assert sampled["waits"] is None
    assert "the client offers no sampling" in unsampled["notes"][0]
    assert unsampled["waits"]["openTotal"] == 3
    assert (submitted["taken"], submitted["refused"], submitted["finished"]) == (3, [], True)
