"""A server that answers bad prompt requests with -32602, as the specification says.

The SDK masks an unknown prompt or a missing argument as an internal error in 2026-07-28, and gives
code 0 before.
"""

from __future__ import annotations

from typing import Any

from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, GetPromptResult, InputRequiredResult


class PromptServer(MCPServer):
    """`MCPServer` with the right errors for prompts."""

    async def get_prompt(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        context: Context[Any, Any] | None = None,
    ) -> GetPromptResult | InputRequiredResult:
        """Return a prompt.

        Raises:
            MCPError: there is no such prompt, or an argument that it needs is missing.

        """
        prompts = {prompt.name: prompt for prompt in await self.list_prompts()}
        if name not in prompts:
            known = ", ".join(prompts)
            raise MCPError(INVALID_PARAMS, f"Unknown prompt: {name}; there is: {known}")
        given = arguments or {}
        needed = [item.name for item in prompts[name].arguments or [] if item.required]
        missing = [item for item in needed if item not in given]
        if missing:
            raise MCPError(INVALID_PARAMS, f"Missing required arguments: {', '.join(missing)}")
        return await super().get_prompt(name, arguments, context)
