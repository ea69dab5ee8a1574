"""A client of the MCP SDK 1.x, run by a Python that has it: with sampling, then without.

It is given a command and a call as JSON, and prints what three calls gave: with sampling, without,
and the judgements that it then hands in itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from importlib import import_module
from typing import Any, Final

import mcp.types as types
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

RIGHT: Final = import_module("caller").right
"""Run as a script, this file finds its neighbour, which imports nothing of the project."""


def judgements(claims: Any) -> list[Any]:
    """Judge as the other clients of these tests do."""
    return [RIGHT(claim) for claim in claims]


async def sample(context: Any, params: Any) -> Any:
    """Answer as the client's model."""
    text = json.dumps(judgements(json.loads(params.messages[0].content.text)))
    content = types.TextContent(type="text", text=text)
    return types.CreateMessageResult(role="assistant", content=content, model="old")


async def run(command: list[str], given: dict[str, Any]) -> list[Any]:
    """Call with and without sampling."""
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    results: list[Any] = []
    for callback in (sample, None):
        async with (
            stdio_client(server) as (reading, writing),
            ClientSession(reading, writing, sampling_callback=callback) as session,
        ):
            await session.initialize()
            result: Any = await session.call_tool("check-mcp-claims", given)
            results.append(result.structuredContent)
            if waits := results[-1]["waits"]:
                answers = {"handle": waits["handle"], "judgements": judgements(waits["open"])}
                result = await session.call_tool("submit-judgements", answers)
                results.append(result.structuredContent)
    return results


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(run(*json.loads(sys.argv[1])))))
