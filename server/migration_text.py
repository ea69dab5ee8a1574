"""A migration session as Markdown: the result of the step that waits, and what may be decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from graphs.migration_decisions import Question
    from graphs.migrations import Migration
    from nodes.migrating.values import (
        Analysis,
        Baseline,
        Listed,
        Plan,
        Revision,
        Step,
        Updates,
        Validation,
    )

TITLES: Final[dict[Step, str]] = {
    "validate_current": "Validate the current text",
    "analyse_changes": "Analyse the changes of the specification",
    "identify_updates": "Identify the updates",
    "plan_updates": "Plan the updates",
    "write_updates": "Write the updated text",
    "validate_updated": "Validate the updated text",
}

_SHORT: Final = 160


def migration_text(migration: Migration) -> str:
    """Return a session as Markdown."""
    state = migration.state
    lines = [f"Session {migration.session.handle}: {migration.session.title}"]
    if state:
        lines.append(
            f"From {state['current_version']} to {state['target_version']}, {state['scope']}. "
            f"Status: {migration.status}"
            if "scope" in state
            else f"Status: {migration.status}"
        )
    lines += [f"Note: {note}" for note in migration.notes]
    if migration.question:
        lines += ["", question_text(migration.question)]
    elif migration.status in ("finished", "stopped") and "revision" in state:
        lines += ["", *_revision(state["revision"])]
    return "\n".join(lines)


def question_text(question: Question) -> str:
    """Return the result of a step, and what may be decided."""
    step = question["step"]
    lines = [f"## Step {question['number']} of 6: {TITLES[step]}", ""]
    if question["problem"]:
        lines += [f"The last answer was not taken: {question['problem']}", ""]
    lines += step_lines(step, cast("Mapping[str, Any]", question["output"]))
    feedback = question["output"]["feedback"]
    lines += [f"Feedback kept: {text}" for text in feedback]
    lines += ["", f"Decide: {', '.join(question['choices'])}."]
    return "\n".join(lines)


def step_lines(step: Step, output: Mapping[str, Any]) -> list[str]:
    """Return the result of a step as lines of Markdown."""
    given: Any = output
    match step:
        case "validate_current":
            return _baseline(given)
        case "analyse_changes":
            return _analysis(given)
        case "identify_updates":
            return _updates(given)
        case "plan_updates":
            return _plan(given)
        case "write_updates":
            return _revision(given)
        case "validate_updated":
            return _validation(given)


def listed_lines(listed: Sequence[Listed]) -> Iterator[str]:
    """Yield what a person has to decide."""
    for item in listed:
        yield f"- {item['update_id']}, line {item['line']}: “{item['text']}”"
        yield f"  {item['why']}"
        yield from (f"  now: {place}" for place in item["after_places"])


def _baseline(output: Baseline) -> list[str]:
    counts = ", ".join(f"{n} {label}" for label, n in output["counts"].items()) or "no claims"
    lines = [f"Claims in {output['spec_version']}: {counts}."]
    lines += [
        f"- {item['id']}, line {item['line']}: “{item['text']}”: {_one_line(item['why'])}"
        for item in output["findings"]
    ]
    return lines if output["findings"] else [*lines, "Nothing was found wrong."]


def _analysis(output: Analysis) -> list[str]:
    if not output["changes"]:
        return ["Nothing that the text is about changed."]
    rows = [
        (
            row["id"],
            row["kind"],
            _said(row["before"]),
            _said(row["after"]),
            ", ".join(row["sentences"]),
        )
        for row in output["changes"]
    ]
    header = ("", "change", output["from_version"], output["to_version"], "sentences")
    return list(_table(header, rows))


def _updates(output: Updates) -> list[str]:
    groups = {
        "pre_existing": "Wrong already",
        "required": "Required",
        "recommended": "Recommended",
    }
    lines: list[str] = []
    for group, title in groups.items():
        found = [item for item in output["updates"] if item["group"] == group]
        if found:
            lines += [f"### {title}", ""]
        for item in found:
            put = f" → “{item['replacement']}”" if item["replacement"] else ""
            lines.append(f"- {item['id']}, line {item['span']['line']}: “{item['text']}”{put}")
            lines.append(f"  {item['kind']}: {_one_line(item['why'])}")
    return lines or ["Nothing has to be updated."]


def _plan(output: Plan) -> list[str]:
    rows = [
        (item["update_id"], str(item["line"]), item["action"], item["text"], item["why"])
        for item in output["items"]
    ]
    header = ("", "line", "action", "text", "why")
    return [output["strategy"], "", *_table(header, rows)]


def _revision(output: Revision) -> list[str]:
    lines = ["```diff", output["diff"].rstrip("\n") or "(nothing changes)", "```"]
    for hunk in output["hunks"]:
        lines.append(f"- {hunk['update_id'] or 'by hand'}, line {hunk['line']}: {hunk['why']}")
        lines += [f"  was: {place}" for place in hunk["before_places"]]
        lines += [f"  now: {place}" for place in hunk["after_places"]]
    lines += [f"Not used: {text}" for text in output["refused"]]
    if output["listed"]:
        lines += [
            "",
            f"### For a person: {len(output['listed'])}",
            "",
            *listed_lines(output["listed"]),
        ]
    return lines


def _validation(output: Validation) -> list[str]:
    before, after = output["counts_before"], output["counts_after"]
    rows = [
        (label, str(before.get(label, 0)), str(after.get(label, 0)))
        for label in dict.fromkeys((*before, *after))
    ]
    word = "passed" if output["ok"] else "failed"
    lines = [
        f"Checked against {output['spec_version']}: {word}.",
        "",
        *_table(("claims", "before", "after"), rows),
        "",
        f"Accurate claims that became wrong: {len(output['regressions'])}.",
    ]
    lines += [
        f"- line {item['line']}: “{item['before']}” → “{item['after']}”: {item['why']}"
        for item in output["regressions"]
    ]
    same = "is the same" if output["unchanged_identical"] else "IS NOT THE SAME"
    lines.append(f"Text outside the changes {same}, byte for byte.")
    lines.append(f"Still wrong: {len(output['still_wrong'])}.")
    lines += [f"- line {item['line']}: “{item['text']}”" for item in output["still_wrong"]]
    lines.append(f"For a person to decide: {output['for_a_person']}.")
    return lines


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{' --- |' * len(header)}"
    for row in rows:
        yield f"| {' | '.join(_cell(cell) for cell in row)} |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _said(passages: Sequence[Mapping[str, Any]]) -> str:
    return " ".join(str(entry["statement"]) for entry in passages[:2]) or "–"


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 2 * _SHORT else f"{line[: 2 * _SHORT]}…"
