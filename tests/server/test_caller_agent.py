"""A LangGraph agent that knows nothing but what the tools say finishes a report by itself."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any, Final

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from tests.server.caller import CONTENT, FORMAT, VERSION, right, wrong
from tests.server.connections import (
    Connection,
    connect_over_http,
    connect_to_process,
    text_of,
)
from tests.server.processes import environment, script

_CLAIM: Final = re.compile(r"^\*\*(c[\d.]+)\*\*: (.*)\n\(look at: .*\)\n((?:\d+\. .*\n?)+)", re.M)
_PASSAGE: Final = re.compile(r"^(\d+)\. \[.*?\] (.*) \(.*?\)$", re.M)


class ScriptedModel(BaseChatModel):
    """A chat model that goes by the text of the last tool message, as a real one would."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        answer = self._next([item for item in messages if isinstance(item, ToolMessage)])
        return ChatResult(generations=[ChatGeneration(message=answer)])

    def _next(self, results: list[ToolMessage]) -> AIMessage:
        if not results:
            return calls("check-mcp-claims", content=CONTENT, specVersion=VERSION)
        text = str(results[-1].content)
        opened = [
            {
                "claimId": name,
                "claim": claim,
                "evidence": [
                    {"number": int(number), "text": passage}
                    for number, passage in _PASSAGE.findall(evidence)
                ],
            }
            for name, claim, evidence in _CLAIM.findall(text)
        ]
        named = re.search(r"call the tool `([a-z-]+)` with handle `([0-9a-f-]+)`", text)
        if named is None:
            return AIMessage(text)
        tool, handle = named.groups()
        first = len(results) == 1  # it invents first, and learns from what is refused
        judgements = wrong(opened[0]) if first else [right(claim) for claim in opened]
        return calls(tool, handle=handle, judgements=judgements)


def calls(tool: str, **arguments: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": tool, "args": arguments, "id": "1"}])


def agent(connection: Connection) -> Any:
    model = ScriptedModel()

    def think(state: MessagesState) -> dict[str, list[AnyMessage]]:
        return {"messages": [model.invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("think", think)
    builder.add_node("tools", ToolNode(tools_of(connection)))
    builder.add_edge(START, "think")
    builder.add_conditional_edges("think", tools_condition)
    builder.add_edge("tools", "think")
    return builder.compile()


def tools_of(connection: Connection) -> list[BaseTool]:
    def as_tool(name: str, schema: dict[str, Any], description: str) -> BaseTool:
        def call(**arguments: Any) -> str:
            return text_of(connection.call(name, **arguments))

        return StructuredTool.from_function(
            call, name=name, description=description, args_schema=schema
        )

    return [
        as_tool(tool.name, tool.input_schema, tool.description or "") for tool in connection.tools()
    ]


@pytest.fixture(params=["stdio", "http"])
def connection(
    request: pytest.FixtureRequest, index_dir: Path, tmp_path: Path
) -> Generator[Connection]:
    (index_dir / "indexes").mkdir(exist_ok=True)
    (tmp_path / "indexes").symlink_to(index_dir / "indexes")
    env, log = environment(tmp_path), tmp_path / "stderr.txt"
    command = script("mcp-fact-check")
    if request.param == "stdio":
        with connect_to_process("modern", command, env, log) as connected:
            yield connected
    else:
        with connect_over_http("handshake", command, env, log) as connected:
            yield connected


def test_an_agent_is_led_from_the_check_to_the_finished_report(connection: Connection) -> None:
    state = agent(connection).invoke({"messages": [HumanMessage("Check this page.")]})
    report = state["messages"][-1].text
    assert "**c1** ○ NOT IN SPEC" in report
    assert "**c2** ✓ ACCURATE" in report
    assert "**c4** ✗ INCORRECT" in report
    assert report.count("- Judged by: caller") == 3
    assert "Judgements taken: 3. Refused: 0." in report
    (_, refused, _) = [item for item in state["messages"] if isinstance(item, ToolMessage)]
    assert "Refused: 6" in str(refused.content)
    assert "words that do not stand in the evidence" in str(refused.content)
    asked = [item.tool_calls[0]["name"] for item in state["messages"] if tool_calls(item)]
    assert asked == ["check-mcp-claims", "submit-judgements", "submit-judgements"]
    assert FORMAT in json.dumps(state["messages"][-3].tool_calls)


def tool_calls(message: BaseMessage) -> bool:
    return isinstance(message, AIMessage) and bool(message.tool_calls)
