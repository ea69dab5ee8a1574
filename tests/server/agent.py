"""A LangGraph agent that knows nothing but what the tools of a server say to it."""

from __future__ import annotations

import re
from typing import Any, Final

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from tests.server.caller import CONTENT, VERSION, right, wrong
from tests.server.connections import Connection, text_of

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
    """Return what a model says to call a tool."""
    return AIMessage("", tool_calls=[{"name": tool, "args": arguments, "id": "1"}])


def agent(connection: Connection) -> Any:
    """Return an agent with a scripted model and the tools of a connected server."""
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
    """Return the tools of a server as LangChain has them."""

    def as_tool(name: str, schema: dict[str, Any], description: str) -> BaseTool:
        def call(**arguments: Any) -> str:
            return text_of(connection.call(name, **arguments))

        return StructuredTool.from_function(
            call, name=name, description=description, args_schema=schema
        )

    return [
        as_tool(tool.name, tool.input_schema, tool.description or "") for tool in connection.tools()
    ]
