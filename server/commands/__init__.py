"""The commands, one a file: parse, run a graph, print."""
