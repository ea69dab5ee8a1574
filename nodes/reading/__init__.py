"""Read a sentence about MCP: who, how binding, denied or not, which names, numbers and terms."""
