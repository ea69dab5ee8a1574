"""What a migration passes from step to step: plain values, kept in checkpoints, edited by people.

Each step has one output; who continues a session may hand it back in another form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, get_args

from typing_extensions import TypedDict

from nodes.documents import Span
from nodes.verdicts import Label
from retrieval.changes import ChangeKind, Passage
from retrieval.versions import SpecVersion

Scope = Literal["comprehensive", "critical_only", "enhancement_focused"]
SCOPES: Final[tuple[Scope, ...]] = get_args(Scope)

Step = Literal[
    "validate_current",
    "analyse_changes",
    "identify_updates",
    "plan_updates",
    "write_updates",
    "validate_updated",
]
STEPS: Final[tuple[Step, ...]] = get_args(Step)

SKIPPABLE: Final[tuple[Step, ...]] = (
    "validate_current",
    "analyse_changes",
    "write_updates",
    "validate_updated",
)
"""Steps whose result may be left out: without updates or a plan there is nothing to go on with."""

Group = Literal["pre_existing", "required", "recommended"]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)

Action = Literal["change", "note", "list", "leave"]
"""What the plan does with an update: change its span, put a comment below it, list it for a person,
or nothing."""


class JudgedSentence(TypedDict):
    """A sentence of the text and what was found about it in one version."""

    id: str
    span: Span
    text: str
    statement: str
    label: Label | None
    """None for a sentence that is no claim."""
    explanation: str
    correction: str | None
    swap: str | None
    """The sentence with the one word changed that was wrong, where the judge confirmed that."""


class CheckedText(TypedDict):
    """A text as it was judged against a version."""

    spec_version: SpecVersion
    sentences: list[JudgedSentence]


class Finding(TypedDict):
    """A claim that is wrong in the version that it was checked against."""

    id: str
    line: int
    text: str
    label: Label
    why: str
    correction: str | None


class Baseline(TypedDict):
    """Output of step 1: how good the text is for the version that it was written for."""

    spec_version: SpecVersion
    counts: dict[str, int]
    """Claims by label."""
    findings: list[Finding]
    feedback: list[str]


class RelevantChange(TypedDict):
    """Something that differs between the versions and that sentences of the text are about."""

    id: str
    kind: ChangeKind
    before: list[Passage]
    after: list[Passage]
    sentences: list[str]
    """Ids of the sentences."""


class Analysis(TypedDict):
    """Output of step 2: what changed between the versions, as far as the text is about it."""

    from_version: SpecVersion
    to_version: SpecVersion
    changes: list[RelevantChange]
    feedback: list[str]


class Update(TypedDict):
    """Something in the text that should not stay as it is."""

    id: str
    group: Group
    kind: str
    """The kind of change, or what is wrong, in a word or two."""
    span: Span
    text: str
    """The source, word for word."""
    why: str
    before: list[Passage]
    after: list[Passage]
    replacement: str | None
    """What should stand in place of the span, where the catalogue or the judge determines it."""
    gone: bool
    """Whether what the span is about is no longer in the target version."""


class Updates(TypedDict):
    """Output of step 3."""

    updates: list[Update]
    feedback: list[str]


class PlannedUpdate(TypedDict):
    """What is done with an update."""

    update_id: str
    group: Group
    action: Action
    line: int
    text: str
    replacement: str | None
    why: str


class Plan(TypedDict):
    """Output of step 4."""

    scope: Scope
    strategy: str
    items: list[PlannedUpdate]
    feedback: list[str]


class Hunk(TypedDict):
    """One change of the text, with its reason and the places of both versions."""

    update_id: str | None
    """None for a change that a person made by hand."""
    line: int
    """In the text as it was given."""
    before: str
    after: str
    why: str
    before_places: list[str]
    after_places: list[str]


class Listed(TypedDict):
    """What a person has to decide."""

    update_id: str
    group: Group
    line: int
    text: str
    why: str
    before_places: list[str]
    after_places: list[str]


class Revision(TypedDict):
    """Output of step 5: the text as it reads now."""

    text: str
    diff: str
    """A unified diff of the whole text."""
    hunks: list[Hunk]
    listed: list[Listed]
    refused: list[str]
    """Rewritings of a language model that were not used, and why."""
    feedback: list[str]


class Regression(TypedDict):
    """A claim that was accurate for the target before the text was changed, and is wrong now."""

    line: int
    before: str
    after: str
    why: str


class Validation(TypedDict):
    """Output of step 6."""

    spec_version: SpecVersion
    ok: bool
    """Whether no accurate claim became wrong and all text outside the hunks is the same."""
    counts_before: dict[str, int]
    """Claims by label, of the text as it was given, in the target version."""
    counts_after: dict[str, int]
    regressions: list[Regression]
    still_wrong: list[Finding]
    unchanged_identical: bool
    for_a_person: int
    feedback: list[str]


Output = Baseline | Analysis | Updates | Plan | Revision | Validation

OUTPUT_KEYS: Final[dict[Step, str]] = {
    "validate_current": "baseline",
    "analyse_changes": "analysis",
    "identify_updates": "updates",
    "plan_updates": "plan",
    "write_updates": "revision",
    "validate_updated": "validation",
}

DecisionKind = Literal["approve", "revise", "edit", "skip", "back", "stop"]
DECISIONS: Final[tuple[DecisionKind, ...]] = get_args(DecisionKind)


class Decision(TypedDict):
    """What was decided after a step."""

    number: int
    step: Step
    decision: DecisionKind
    feedback: str | None
    to: Step | None
    """For `back`: the step whose decision is taken again."""
    at: str


def add_decisions(kept: Sequence[Decision], new: Sequence[Decision]) -> list[Decision]:
    """Reducer: the decisions in order, each number once."""
    return sorted(
        {item["number"]: item for item in (*kept, *new)}.values(), key=lambda item: item["number"]
    )


def place_of(passage: Passage) -> str:
    """Return where a passage stands, as one line."""
    return f"{passage['version']} {passage['page']}#{passage['heading']}: {passage['statement']}"
