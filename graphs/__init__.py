"""The state machines: one file a graph, with its state, its builder and its routers."""
