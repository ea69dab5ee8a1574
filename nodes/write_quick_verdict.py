"""Node: write the verdict as the quick check's text."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.verdicts import Verdict


class Input(TypedDict):
    """What the node reads."""

    verdict: Verdict
    notes: list[str]


class Update(TypedDict):
    """What the node changes."""

    text: str


def write_quick_verdict(state: Input) -> Update:
    """Return verdict line, explanation, correct information and confidence, blank lines between."""
    verdict = state["verdict"]
    blocks = [f"{verdict['verdict']}: {verdict['claim']}", verdict["explanation"]]
    if verdict["correction"] and verdict["label"] in ("contradicted", "partial"):
        blocks.append(f"Correct information: {verdict['correction']}")
    if verdict["label"] != "undecided":
        blocks.append(f"Confidence: {verdict['confidence']:.2f}")
    blocks += [f"Note: {note}." for note in state.get("notes", [])]
    return Update(text="\n\n".join(blocks))
