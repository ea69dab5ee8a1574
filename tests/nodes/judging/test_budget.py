"""What one check may spend on a language model."""

from __future__ import annotations

import pytest

from nodes.judging.budget import Budget, Budgets, BudgetSpentError
from retrieval.settings import Settings


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_calls_are_counted_up_to_the_limit() -> None:
    budget = Budget(2, 100, 60.0, Clock())
    budget.start()
    budget.start()
    with pytest.raises(BudgetSpentError, match="budget spent: 2 of 2 calls"):
        budget.start()
    assert budget.calls == 2


def test_tokens_that_are_used_up_end_it() -> None:
    budget = Budget(9, 100, 60.0, Clock())
    budget.start()
    budget.add_tokens(99)
    budget.start()
    budget.add_tokens(1)
    with pytest.raises(BudgetSpentError, match="budget spent: 100 of 100 tokens"):
        budget.start()


def test_time_that_is_up_ends_it_and_a_call_has_no_longer_than_what_is_left() -> None:
    clock = Clock()
    budget = Budget(9, 100, 60.0, clock)
    clock.now += 45
    assert budget.start() == 15
    clock.now += 15
    with pytest.raises(BudgetSpentError, match="budget spent: 60 seconds"):
        budget.start()


def test_each_check_has_its_own_budget_as_the_settings_say() -> None:
    budgets = Budgets(Settings(llm_budget_calls=1))
    budgets.of("a").start()
    budgets.of("b").start()
    assert budgets.of("a") is budgets.of("a")
    with pytest.raises(BudgetSpentError):
        budgets.of("a").start()


def test_the_budgets_of_checks_long_past_are_forgotten() -> None:
    budgets = Budgets(Settings())
    first = budgets.of("first")
    for number in range(300):
        budgets.of(str(number))
    assert budgets.of("first") is not first
    assert budgets.of("299") is budgets.of("299")
