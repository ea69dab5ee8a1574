"""What one check, or one session, may spend on a language model: calls, tokens and seconds."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from typing_extensions import TypedDict

from retrieval.settings import Settings

_MOST_KEPT: Final = 256
"""Checks whose spending is remembered: more than one process has under way."""


class BudgetSpentError(Exception):
    """The model may not be asked again in this check; the message says what was spent."""


class Spent(TypedDict):
    """What was spent of a budget; kept in the state of what goes on in another process."""

    calls: int
    tokens: int
    seconds: float


NOTHING_SPENT: Final = Spent(calls=0, tokens=0, seconds=0.0)


class Budget:
    """Counts what a check spends; `start` says no once any of the three is spent."""

    def __init__(
        self,
        calls: int,
        tokens: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        spent: Spent = NOTHING_SPENT,
    ) -> None:
        self._most_calls = calls
        self._most_tokens = tokens
        self._seconds = seconds
        self._clock = clock
        self._since = clock() - spent["seconds"]
        self.calls = spent["calls"]
        self.tokens = spent["tokens"]

    @property
    def spent(self) -> Spent:
        """What has been spent; seconds pass whether or not the model is asked."""
        return Spent(calls=self.calls, tokens=self.tokens, seconds=self._clock() - self._since)

    def start(self) -> float:
        """Count a call; return how many seconds it may take at most.

        Raises:
            BudgetSpentError: there is nothing left for it.

        """
        left = self._seconds - (self._clock() - self._since)
        if self.calls >= self._most_calls:
            raise BudgetSpentError(f"budget spent: {self.calls} of {self._most_calls} calls")
        if self.tokens >= self._most_tokens:
            raise BudgetSpentError(f"budget spent: {self.tokens} of {self._most_tokens} tokens")
        if left <= 0:
            raise BudgetSpentError(f"budget spent: {self._seconds:g} seconds")
        self.calls += 1
        return left

    def add_tokens(self, used: int) -> None:
        """Count what a call has used, as the endpoint says."""
        self.tokens += used


class Budgets:
    """The budget of each check under way in this process, by the id that the check's state has."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._kept: OrderedDict[str, Budget] = OrderedDict()
        self._lock = Lock()

    def of(self, check_id: str) -> Budget:
        """Return the budget of a check; a check that is new has all of it."""
        with self._lock:
            known = self._kept.get(check_id)
            return self._keep(
                check_id,
                known
                or Budget(
                    self._settings.llm_budget_calls,
                    self._settings.llm_budget_tokens,
                    self._settings.llm_budget_seconds,
                ),
            )

    def of_session(self, check_id: str, spent: Spent) -> Budget:
        """Return what is left to a migration session, under an id of the step that spends it."""
        budget = Budget(
            self._settings.session_budget_calls,
            self._settings.session_budget_tokens,
            self._settings.session_budget_seconds,
            spent=spent,
        )
        with self._lock:
            return self._keep(check_id, budget)

    def _keep(self, check_id: str, budget: Budget) -> Budget:
        self._kept[check_id] = budget
        self._kept.move_to_end(check_id)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return budget
