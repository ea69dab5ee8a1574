"""How true the verdicts on labelled claims are: the figures of `mcp-fact-check eval`."""
