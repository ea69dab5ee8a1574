"""The MCP prompts, one a file."""
