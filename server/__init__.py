"""The MCP server and the command line: thin adapters over the graphs."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("mcp-fact-check")
except PackageNotFoundError:  # a source tree that was never installed
    __version__ = "0+unknown"
