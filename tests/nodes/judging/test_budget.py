"""What one check may spend on a language model."""

from __future__ import annotations

import pytest

from nodes.judging.budget import Budget, Budgets, BudgetSpentError, Spent
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


def test_what_was_spent_before_counts_but_not_the_time_in_between() -> None:
    clock = Clock()
    spent = Spent(calls=1, tokens=40, seconds=50.0)
    budget = Budget(2, 100, 60.0, clock, spent)
    clock.now += 4
    assert budget.start() == 6
    budget.add_tokens(10)
    kept = budget.spent
    assert kept == Spent(calls=2, tokens=50, seconds=54.0)
    clock.now += 3_600
    assert Budget(9, 100, 60.0, clock, kept).start() == 6


def test_a_step_of_a_session_has_what_the_session_has_left() -> None:
    budgets = Budgets(Settings(session_budget_calls=2))
    step = budgets.of_session("step", Spent(calls=1, tokens=0, seconds=0.0))
    assert budgets.of("step") is step
    step.start()
    with pytest.raises(BudgetSpentError, match="2 of 2 calls"):
        budgets.of("step").start()


def test_the_budgets_of_checks_long_past_are_forgotten() -> None:
    budgets = Budgets(Settings())
    first = budgets.of("first")
    for number in range(300):
        budgets.of(str(number))
    assert budgets.of("first") is not first
    assert budgets.of("299") is budgets.of("299")
