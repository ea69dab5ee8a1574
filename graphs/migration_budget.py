"""The budget of a migration session: each step spends what the steps before it left.

A session goes on in many processes, so what was spent is kept in its state. Only the steps count:
the time in which a person thinks does not.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from langgraph.runtime import Runtime

from nodes.context import RunContext
from nodes.judging.budget import NOTHING_SPENT

if TYPE_CHECKING:
    from graphs.migrate_content import MigrationState
    from graphs.services import Services

Step = Callable[[Any, Runtime[RunContext]], Awaitable[Any]]


class SpendingNode(Protocol):
    """A node of this graph."""

    async def __call__(self, state: MigrationState, runtime: Runtime[RunContext]) -> dict[str, Any]:
        """Return what the step changes, and what was spent."""
        ...


def spending(services: Services, make: Callable[[str], Step]) -> SpendingNode:
    """Return the node of a step; `make` gets the id under which the session's budget is kept."""

    async def spend(state: MigrationState, runtime: Runtime[RunContext]) -> dict[str, Any]:
        check_id = uuid4().hex
        budget = services.session_budget(check_id, state.get("spent", NOTHING_SPENT))
        changed = await make(check_id)(state, runtime)
        return {**changed, "spent": budget.spent}

    return spend
