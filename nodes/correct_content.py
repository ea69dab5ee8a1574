"""Node: put the corrections that the judge found right into the text, and list the rest."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import TypedDict

from nodes.batches import StatementVerdict
from nodes.document_report import Candidate, Correction, Uncorrected
from nodes.documents import CheckedClaim
from nodes.verdicts import VERDICT_LINES, Label, Verdict


class Input(TypedDict):
    """What the node reads."""

    content: str
    checked: list[CheckedClaim]
    candidates: list[Candidate]
    refusals: dict[str, str]
    verdicts: list[StatementVerdict]


class Update(TypedDict):
    """What the node changes."""

    corrections: list[Correction]
    uncorrected: list[Uncorrected]
    corrected: str | None


def correct_content(state: Input) -> Update:
    """Return the corrected text, None where nothing was changed.

    Of the candidates for a claim the first is taken that makes it right; outside the spans of the
    changes, the text is the same, character for character.
    """
    verdicts = {item["key"]: item["verdict"] for item in state["verdicts"]}
    corrections: list[Correction] = []
    uncorrected: list[Uncorrected] = []
    end = 0
    for item in sorted(state["checked"], key=lambda item: item["claim"]["span"]["start"]):
        claim, verdict = item["claim"], item["verdict"]
        if verdict["label"] not in ("contradicted", "partial") or claim["kind"] == "question":
            continue
        candidates = [c for c in state["candidates"] if c["claim_id"] == claim["id"]]
        chosen = next((c for c in candidates if is_right(verdict, verdicts[c["key"]])), None)
        if chosen is None or claim["span"]["start"] < end:
            reason = "it overlaps a sentence that was changed"
            if chosen is None:
                reason = _why_not(item, candidates, verdicts, state["refusals"])
            uncorrected.append(
                Uncorrected(claim_id=claim["id"], reason=reason, suggestion=verdict["correction"])
            )
            continue
        end = claim["span"]["end"]
        corrections.append(
            Correction(
                claim_id=claim["id"],
                kind=chosen["kind"],
                span=chosen["span"],
                before=chosen["before"],
                after=chosen["after"],
            )
        )
    return Update(
        corrections=corrections,
        uncorrected=uncorrected,
        corrected=apply(state["content"], corrections) if corrections else None,
    )


def apply(content: str, corrections: Sequence[Correction]) -> str:
    """Return the text with the changes, which are in its order and do not overlap."""
    kept: list[str] = []
    end = 0
    for change in corrections:
        kept += [content[end : change["span"]["start"]], change["after"]]
        end = change["span"]["end"]
    return "".join([*kept, content[end:]])


def is_right(old: Verdict, new: Verdict) -> bool:
    """Return whether a change makes a claim right: what was wrong is supported, nothing is lost.

    Parts on which the specification is silent may stay: they were not what was wrong.
    """
    if new["label"] == "supported":
        return True
    before, after = _labels(old), _labels(new)
    return (
        len(before) > 1
        and len(before) == len(after)
        and all(
            now == "supported" if was == "contradicted" else now == was
            for was, now in zip(before, after, strict=True)
        )
    )


def _labels(verdict: Verdict) -> list[Label]:
    return [part["judgement"]["label"] for part in verdict["parts"]]


def _why_not(
    item: CheckedClaim,
    candidates: Sequence[Candidate],
    verdicts: dict[str, Verdict],
    refusals: dict[str, str],
) -> str:
    claim_id = item["claim"]["id"]
    if candidates:
        tried = candidates[0]
        found = VERDICT_LINES[verdicts[tried["key"]]["label"]]
        return f"the nearest change, “{tried['after']}”, was not confirmed ({found})"
    if claim_id in refusals:
        return refusals[claim_id]
    if "contradicted" not in _labels(item["verdict"]):
        return "the specification does not say what would be right in its place"
    return "no single word is what is wrong, and the whole sentence could not be replaced safely"
