"""The MCP tools, one a file: validated arguments in, one graph run, text and values out."""
