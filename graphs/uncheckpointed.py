"""Subgraphs that keep no checkpoints: what is between their steps is large, and soon made again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from langchain_core.runnables.base import RunnableBinding

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable, RunnableConfig
    from langgraph.graph import StateGraph

_ASYNC: Final[RunnableConfig] = {"configurable": {"__pregel_durability": "async"}}


def without_checkpoints(builder: StateGraph[Any, Any, Any, Any]) -> Runnable[Any, Any]:
    """Return a graph that keeps none, also where it runs within one that does.

    A graph that is run with `durability="sync"` hands that down, and LangGraph 1.2 then fails in
    waiting for a checkpoint that nobody writes (its issue is in `AsyncPregelLoop`: without a
    checkpointer there is no `_put_checkpoint_fut`). What is bound here is stronger than what is
    handed down; given as an argument instead, LangGraph would warn that there is nothing to write.
    """
    graph = builder.compile(checkpointer=False)
    return RunnableBinding(bound=graph, config_factories=[lambda _: _ASYNC])
