"""The work of the graphs: one file a node, each a function from state to the keys it changes."""
