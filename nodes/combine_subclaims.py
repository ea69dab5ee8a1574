"""Node: combine the judgements of the subclaims into the verdict of the claim."""

from __future__ import annotations

from typing_extensions import TypedDict

from nodes.verdicts import VERDICT_LINES, Label, SubclaimVerdict, Verdict
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion


class Input(TypedDict):
    """What the node reads."""

    claim: str
    spec_version: SpecVersion
    subverdicts: list[SubclaimVerdict]


class Update(TypedDict):
    """What the node changes."""

    verdict: Verdict


def combine_subclaims(state: Input) -> Update:
    """Return the verdict: accurate only if every part is, and as sure as its least sure part."""
    parts = sorted(state["subverdicts"], key=lambda part: part["index"])
    label = combined_label([part["judgement"]["label"] for part in parts])
    deciding = [part for part in parts if _decides(part["judgement"]["label"], label)]
    judges = sorted({part["judgement"]["judge"] for part in parts})
    corrections = [
        part["judgement"]["correction"] for part in parts if part["judgement"]["correction"]
    ]
    return Update(
        verdict=Verdict(
            claim=state["claim"],
            spec_version=state["spec_version"],
            label=label,
            verdict=VERDICT_LINES[label],
            confidence=round(min(part["judgement"]["confidence"] for part in deciding), 2),
            explanation=_explanation(parts),
            correction=" ".join(dict.fromkeys(corrections)) or None,
            evidence=_evidence(parts),
            judge=", ".join(judges),
            parts=parts,
        )
    )


def combined_label(labels: list[Label]) -> Label:
    """Return the label of a claim from those of its parts.

    All supported: supported. Some supported and some wrong or absent: partial. None supported: the
    worst of them. A part that is undecided leaves the whole undecided, unless another is
    contradicted, or the others already make it partial.
    """
    found = set(labels)
    if found == {"supported"}:
        return "supported"
    wrong = found & {"contradicted", "not_mentioned", "partial"}
    if "supported" in found and wrong:
        return "partial"
    if "contradicted" in found:
        return "contradicted"
    if "undecided" in found:
        return "undecided"
    return "partial" if "partial" in found else "not_mentioned"


def _decides(part: Label, whole: Label) -> bool:
    """Return whether a part bears on the label of the whole."""
    if whole in ("supported", "partial"):
        return part != "undecided"
    return part == whole


def _explanation(parts: list[SubclaimVerdict]) -> str:
    if len(parts) == 1:
        return parts[0]["judgement"]["reason"]
    return "\n".join(
        f"{part['index'] + 1}. {VERDICT_LINES[part['judgement']['label']]}: {part['subclaim']}\n"
        f"   {part['judgement']['reason']}"
        for part in parts
    )


def _evidence(parts: list[SubclaimVerdict]) -> list[Evidence]:
    """Return each passage once: those that are cited first, then the others by similarity."""
    cited: dict[str, Evidence] = {}
    others: dict[str, Evidence] = {}
    for part in parts:
        for number, passage in enumerate(part["evidence"], start=1):
            key = f"{passage['link']} {passage['text']}"
            kept = cited if number in part["judgement"]["cited"] else others
            kept.setdefault(key, passage)
    rest = sorted(
        (passage for key, passage in others.items() if key not in cited),
        key=lambda passage: -passage["similarity"],
    )
    return [*cited.values(), *rest]
