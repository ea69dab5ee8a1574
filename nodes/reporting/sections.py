"""The sections of the report on a document, as Markdown.

Whatever comes from the document or from a judge goes through `quoted` or `fenced`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from nodes.document_report import Correction, MissingPractice, ModalVerb, Summary, Uncorrected
from nodes.documents import CheckedClaim, SkipReason
from nodes.reading.modality import ClaimLevel
from nodes.reporting.quoting import fenced, quoted
from nodes.reporting.summary import LABELS, REPORT_LINES, is_wrong, place
from nodes.verdicts import SubclaimVerdict
from retrieval.evidence import Evidence

_MOST_EVIDENCE: Final = 2
_MANY: Final = 60
"""Claims from which a report is brief on what needs no work: a model reads all of it."""

_BRIEF: Final = 200
"""Characters of a reason in such a report."""

_SKIPPED: Final[dict[SkipReason, str]] = {
    "opinion": "opinions",
    "instruction": "instructions to the reader",
    "not_about_mcp": "not about MCP",
    "code": "code",
    "no_statement": "without a statement",
}

_CLAIMED: Final[dict[ClaimLevel, str]] = {
    "none": "states it as a fact",
    "OPTIONAL": "says it is not required",
}


def extraction(checked: Sequence[CheckedClaim], summary: Summary) -> str:
    """Return step 1: the claims, with the parts of those that are compound, and what is none."""
    lines = ["## Step 1: Claim Extraction", ""]
    lines += [line for item in checked for line in _claim(item)] or ["No claim was found."]
    skipped = ", ".join(
        f"{_SKIPPED[reason]} ({count})" for reason, count in summary["skipped"].items()
    )
    if skipped:
        lines += ["", f"Sentences that are no claims: {skipped}."]
    if summary["ignored"]:
        lines += ["", f"Claims left out by a comment in the text: {summary['ignored']}."]
    return "\n".join(lines)


def _claim(item: CheckedClaim) -> Iterator[str]:
    claim, parts = item["claim"], item["verdict"]["parts"]
    yield f"- **{claim['id']}** ({place(claim['span'])}): {quoted(claim['statement'])}"
    if len(parts) > 1:
        yield from (f"  - {quoted(part['subclaim'])}" for part in parts)


def results(checked: Sequence[CheckedClaim]) -> str:
    """Return step 2: the verdict on each claim, with evidence and correction."""
    lines = ["## Step 2: Validation Results"]
    brief = len(checked) > _MANY
    for item in checked:
        lines += ["", *_result(item, brief=brief and not is_wrong(item))]
    return "\n".join(lines) if checked else f"{lines[0]}\n\nNothing to validate."


def _result(item: CheckedClaim, *, brief: bool) -> Iterator[str]:
    claim, verdict = item["claim"], item["verdict"]
    line = REPORT_LINES[verdict["label"]]
    sure = f" (confidence {verdict['confidence']:.2f})" if verdict["confidence"] else ""
    yield f"**{claim['id']}** {line}: {quoted(claim['statement'])}{sure}"
    if len(verdict["parts"]) > 1:
        for part in verdict["parts"]:
            yield f"- {REPORT_LINES[part['judgement']['label']]}: {quoted(part['subclaim'])}"
            yield from (f"  {text}" for text in _grounds(part, claim["spec_version"], brief))
    else:
        yield from _grounds(verdict["parts"][0], claim["spec_version"], brief)
    if verdict["correction"] and verdict["label"] in ("contradicted", "partial"):
        yield f"- Correction: {quoted(verdict['correction'])}"
    if verdict["judge"] != "local":
        yield f"- Judged by: {quoted(verdict['judge'])}"


def _grounds(part: SubclaimVerdict, version: str, brief: bool) -> Iterator[str]:
    """Yield the reason of a judgement, and the passages that it rests on or that are nearest."""
    judgement = part["judgement"]
    if brief:
        yield _brief_ground(part, version)
        return
    cited = [part["evidence"][number - 1] for number in judgement["cited"]]
    if judgement["label"] != "supported" or not cited:
        yield f"- Reason: {quoted(judgement['reason'])}"
    for passage in cited[:_MOST_EVIDENCE]:
        yield f"- Evidence ({version}): {_passage(passage)}"
    official = [item for item in part["evidence"] if item["corpus"] == "official"]
    for passage in [item for item in official if item not in cited][:1]:
        yield f"- Official text ({version}): {_passage(passage)}"
    # A judge that could not tell may have named the nearest passage in its reason.
    if (
        not cited
        and not official
        and part["evidence"]
        and part["evidence"][0]["text"] not in judgement["reason"]
    ):
        yield f"- Nearest passage ({version}): {_passage(part['evidence'][0])}"


def _brief_ground(part: SubclaimVerdict, version: str) -> str:
    cited = part["judgement"]["cited"]
    if not cited:
        return f"- Reason: {quoted(part['judgement']['reason'], _BRIEF)}"
    return f"- Evidence ({version}): {_link(part['evidence'][cited[0] - 1])}"


def _passage(passage: Evidence) -> str:
    level = f"{passage['level']}: " if passage["level"] != "none" else ""
    return f"{level}“{quoted(passage['text'], 300)}” ({_link(passage)})"


def _link(passage: Evidence) -> str:
    link = passage.get("permalink") or passage["link"]
    return f"[{quoted(passage['page'])}, {quoted(passage['heading'])}]({link})"


def practices(missing: Sequence[MissingPractice]) -> str:
    """Return step 3: recommendations that the text does not mention."""
    lines = [
        f"{number}. {item['level']} ({item['actor']}): {quoted(item['statement'])} "
        f"([{item['page']}, {item['heading']}]({item['link']})"
        f"{', beside ' + item['near'] if item['near'] else ''})"
        for number, item in enumerate(missing, start=1)
    ]
    body = "\n".join(lines) or "None found for the topics of this text."
    return f"## Step 3: Missing Best Practices\n\n{body}"


def modal_verbs(rows: Sequence[ModalVerb]) -> str:
    """Return step 4: levels of claims against levels of requirements."""
    shown = [row for row in rows if row["outcome"] != "same"] if len(rows) > _MANY else rows
    lines = [
        f"- **{row['claim_id']}** {_outcome(row)}: the claim {_claims(row)}, "
        f"“{quoted(row['said'])}”; the specification {_requires(row)}, “{quoted(row['required'])}” "
        f"([{row['page']}, {row['heading']}]({row['link']}))"
        for row in shown
    ]
    if len(shown) < len(rows):
        lines.append(f"- {len(rows) - len(shown)} more have the level of their requirement.")
    body = "\n".join(lines) or "No claim was decided by a requirement."
    return f"## Step 4: Modal Verb Analysis\n\n{body}"


def _outcome(row: ModalVerb) -> str:
    if row["outcome"] == "unclear" and row["claim_level"] == "none" and row["level"] != "none":
        return "stated as a fact"
    return row["outcome"]


def _claims(row: ModalVerb) -> str:
    return _CLAIMED.get(row["claim_level"], f"says {row['claim_level']}")


def _requires(row: ModalVerb) -> str:
    if row["level"] == "none":
        return "states a fact"
    return f"says {row['level']} for the {row['actor']}"


def summary_section(summary: Summary) -> str:
    """Return confidence, counts, issues and suggestions."""
    confidence = summary["confidence"]
    counts = ", ".join(f"{REPORT_LINES[label]} {summary['counts'][label]}" for label in LABELS)
    lines = [
        "## Summary",
        "",
        f"- Confidence: {'-' if confidence is None else f'{confidence:.2f}'}",
        f"- Claims: {sum(summary['counts'].values())} ({counts})",
        *_list("Issues", summary["issues"]),
        *_list("Suggestions", summary["suggestions"]),
    ]
    return "\n".join(lines)


def _list(title: str, items: Sequence[str]) -> list[str]:
    if not items:
        return [f"- {title}: none"]
    return [f"- {title}:", *(f"  - {quoted(item)}" for item in items)]


def corrected_version(
    corrected: str | None,
    corrections: Sequence[Correction],
    uncorrected: Sequence[Uncorrected],
) -> str:
    """Return the corrected text, what was changed in it and what was not."""
    if not corrections and not uncorrected:
        return "## Corrected Version\n\nNothing to correct."
    lines = ["## Corrected Version", ""]
    lines += [
        f"- {change['claim_id']} ({place(change['span'])}): “{quoted(change['before'])}” is now "
        f"“{quoted(change['after'])}”"
        for change in corrections
    ]
    lines += [
        f"- {item['claim_id']} was not corrected: {quoted(item['reason'])}"
        + (f". True is: {quoted(item['suggestion'])}" if item["suggestion"] else "")
        for item in uncorrected
    ]
    if corrected is None:
        return "\n".join(lines)
    return "\n".join([*lines, "", fenced(corrected)])
