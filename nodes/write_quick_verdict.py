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
    """Return verdict line, explanation, correct information and confidence, blank lines between.

    Where no passage is official, it says so, and how to get the official text.
    """
    verdict = state["verdict"]
    blocks = [f"{verdict['verdict']}: {verdict['claim']}", verdict["explanation"]]
    if verdict["correction"] and verdict["label"] in ("contradicted", "partial"):
        blocks.append(f"Correct information: {verdict['correction']}")
    if verdict["label"] != "undecided":
        blocks.append(f"Confidence: {verdict['confidence']:.2f}")
    corpora = {passage["corpus"] for passage in verdict["evidence"]}
    if corpora and "official" not in corpora:
        blocks.append(
            "From the requirement catalogue, in our own words; to have the official text quoted: "
            f"mcp-fact-check specs extract --version {verdict['spec_version']}"
        )
    blocks += [f"Note: {note}." for note in state.get("notes", [])]
    return Update(text="\n\n".join(blocks))
