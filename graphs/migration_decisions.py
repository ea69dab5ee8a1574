"""The decisions of a migration: what is shown after a step, and what may be answered."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from langgraph.types import interrupt
from pydantic import TypeAdapter, ValidationError
from typing_extensions import TypedDict

from nodes.migrating.text_edits import edits_between, unified_diff
from nodes.migrating.values import (
    DECISIONS,
    OUTPUT_KEYS,
    SKIPPABLE,
    STEPS,
    Analysis,
    Baseline,
    Decision,
    DecisionKind,
    Hunk,
    Listed,
    Output,
    Plan,
    Revision,
    Step,
    Updates,
    Validation,
)
from nodes.reading.positions import Lines
from nodes.split_content import MAX_CONTENT
from retrieval.errors import DecisionError

if TYPE_CHECKING:
    from graphs.migrate_content import MigrationState

MAX_FEEDBACK: Final = 10_000

_OUTPUTS: Final[dict[Step, Any]] = {
    "validate_current": Baseline,
    "analyse_changes": Analysis,
    "identify_updates": Updates,
    "plan_updates": Plan,
    "write_updates": Revision,
    "validate_updated": Validation,
}


class Question(TypedDict):
    """What a stop of the run shows: the result of a step, and what may be decided."""

    step: Step
    number: int
    """From 1 to 6."""
    output: Output
    choices: list[DecisionKind]
    back_to: list[Step]
    problem: str | None
    """What was wrong with the last answer."""


class Answer(TypedDict):
    """How a run goes on.

    A caller may leave out what the decision does not need, or give it alone as a plain text.
    """

    decision: DecisionKind
    feedback: str | None
    output: Any
    """For `edit`: the whole result of the step; for write_updates also the text alone."""
    to: Step | None
    """For `back`: the step to decide on again."""


class DecideNode(Protocol):
    """A node of this graph."""

    def __call__(self, state: MigrationState) -> dict[str, Any]:
        """Return what the decision changes."""
        ...


def decide(step: Step) -> DecideNode:
    """Return the node that waits for the decision on a step."""

    def wait(state: MigrationState) -> dict[str, Any]:
        problem: str | None = None
        while True:
            answer = interrupt(question(state, step, problem))
            try:
                return taken(read_answer(answer, step), state, step)
            except DecisionError as error:
                problem = str(error)

    return wait


def question(state: MigrationState, step: Step, problem: str | None = None) -> Question:
    """Return what is asked after a step."""
    return Question(
        step=step,
        number=STEPS.index(step) + 1,
        output=cast("Output", state[OUTPUT_KEYS[step]]),
        choices=choices(step),
        back_to=list(STEPS[: STEPS.index(step)]),
        problem=problem,
    )


def choices(step: Step) -> list[DecisionKind]:
    """Return what may be decided after a step."""
    left_out = {"skip"} if step not in SKIPPABLE else set[str]()
    left_out |= {"back"} if step == STEPS[0] else set[str]()
    return [kind for kind in DECISIONS if kind not in left_out]


def read_answer(answer: object, step: Step) -> Answer:
    """Return an answer that fits the step.

    Raises:
        DecisionError: it does not; the message says what would.

    """
    if isinstance(answer, str):
        answer = {"decision": answer}
    if not isinstance(answer, Mapping):
        raise DecisionError(f"answer with one of: {', '.join(choices(step))}")
    given = cast("Mapping[str, Any]", answer)
    kind = str(given.get("decision", "")).strip().lower()
    if kind not in choices(step):
        raise DecisionError(
            f"{kind or 'nothing'!r} cannot be decided after {step}; "
            f"choose one of: {', '.join(choices(step))}"
        )
    feedback = given.get("feedback") or ""
    if not isinstance(feedback, str) or len(feedback) > MAX_FEEDBACK:
        raise DecisionError(f"feedback must be a text of up to {MAX_FEEDBACK:,} characters")
    if kind == "revise" and not feedback.strip():
        raise DecisionError("revise needs feedback: say what should be otherwise")
    return Answer(
        decision=kind,
        feedback=feedback.strip() or None,
        output=_edited(given.get("output"), step) if kind == "edit" else None,
        to=_earlier(given.get("to"), step) if kind == "back" else None,
    )


def taken(answer: Answer, state: MigrationState, step: Step) -> dict[str, Any]:
    """Return what an answer changes in the state."""
    kind = answer["decision"]
    words = answer["feedback"]
    changed: dict[str, Any] = {"decisions": [decided(state, step, kind, words, answer["to"])]}
    if words:
        kept = state.get("feedback", {})
        changed["feedback"] = {**kept, step: [*kept.get(step, []), words]}
    skipped = [item for item in state.get("skipped", []) if item != step]
    changed["skipped"] = [*skipped, step] if kind == "skip" else skipped
    if kind == "edit":
        changed |= _put(answer["output"], state, step)
    if kind == "skip" and step == "write_updates":
        changed |= _unwritten(state)
    return changed


def decided(
    state: MigrationState, step: Step, kind: DecisionKind, feedback: str | None, to: Step | None
) -> Decision:
    """Return the decision as the history keeps it."""
    numbers = [item["number"] for item in state.get("decisions", [])]
    return Decision(
        number=max(numbers, default=0) + 1,
        step=step,
        decision=kind,
        feedback=feedback,
        to=to,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _earlier(name: object, step: Step) -> Step:
    earlier = STEPS[: STEPS.index(step)]
    for item in earlier:
        if name == item:
            return item
    raise DecisionError(f"{name!r} is no earlier step; go back to one of: {', '.join(earlier)}")


def _edited(output: object, step: Step) -> Any:
    if step == "write_updates" and isinstance(output, str):
        if not output.strip() or len(output) > MAX_CONTENT:
            raise DecisionError(f"the text must have 1 to {MAX_CONTENT:,} characters")
        return output
    try:
        return _adapter(step).validate_python(output)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "output"
        raise DecisionError(
            f"the edited result of {step} does not have its form: {place}: {first['msg']}; "
            "hand back the whole result that was shown, changed"
        ) from error


@cache
def _adapter(step: Step) -> TypeAdapter[Any]:
    return TypeAdapter(_OUTPUTS[step])


def _put(output: Any, state: MigrationState, step: Step) -> dict[str, Any]:
    if step != "write_updates":
        return {OUTPUT_KEYS[step]: output}
    content = state["content"]
    text: str = output if isinstance(output, str) else output["text"]
    revision: Revision = state["revision"] if isinstance(output, str) else output
    if text == state["revision"]["text"]:
        return {"revision": {**revision, "diff": state["revision"]["diff"]}}
    edits = edits_between(content, text)
    lines = Lines(content)
    hunks = [
        Hunk(
            update_id=None,
            line=lines.span(edit["start"], edit["end"])["line"],
            before=content[edit["start"] : edit["end"]],
            after=edit["after"],
            why="written by hand",
            before_places=[],
            after_places=[],
        )
        for edit in edits
    ]
    by_plan = [hunk for hunk in revision["hunks"] if hunk["after"] in text]
    mine = [hunk for hunk in hunks if not any(h["after"] in hunk["after"] for h in by_plan)]
    diff = unified_diff(content, text, state.get("name") or "document.md")
    return {
        "edits": edits,
        "revision": {**revision, "text": text, "diff": diff, "hunks": [*by_plan, *mine]},
    }


def _unwritten(state: MigrationState) -> dict[str, Any]:
    """Return the text as it was, with what would have been changed listed."""
    revision = state["revision"]
    updates = {item["id"]: item for item in state["updates"]["updates"]}
    listed = [
        Listed(
            update_id=update["id"],
            group=update["group"],
            line=hunk["line"],
            text=update["text"],
            why=f"{hunk['why']} (writing was skipped; it would read: {hunk['after']})",
            before_places=hunk["before_places"],
            after_places=hunk["after_places"],
        )
        for hunk in revision["hunks"]
        if (update := updates.get(hunk["update_id"] or ""))
    ]
    seen = {item["update_id"] for item in listed}
    others = [item for item in revision["listed"] if item["update_id"] not in seen]
    return {
        "edits": [],
        "revision": {
            **revision,
            "text": state["content"],
            "diff": "",
            "hunks": [],
            "listed": sorted([*listed, *others], key=lambda item: item["line"]),
        },
    }
