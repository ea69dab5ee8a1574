"""Claims of a document with their verdicts, with the keys that a test does not care about."""

from __future__ import annotations

from typing import Any, cast

from nodes.combine_subclaims import combine_subclaims
from nodes.documents import CheckedClaim, ExtractedClaim, Span
from nodes.verdicts import SubclaimVerdict, Verdict
from tests.nodes.values import judgement


def span_of(text: str, content: str) -> Span:
    """Return where a text stands in a content, which must have it once."""
    assert content.count(text) == 1
    start = content.index(text)
    before = content[:start]
    return Span(
        start=start,
        end=start + len(text),
        line=before.count("\n") + 1,
        column=start - before.rfind("\n"),
    )


def claim(text: str, content: str | None = None, **changes: Any) -> ExtractedClaim:
    """Return a claim that reads alone as it stands."""
    values: dict[str, Any] = {
        "id": "c1",
        "kind": "sentence",
        "text": text,
        "statement": text,
        "span": span_of(text, content if content is not None else text),
        "headings": [],
        "spec_version": "2025-06-18",
        **changes,
    }
    return cast("ExtractedClaim", values)


def verdict(statement: str, *parts: SubclaimVerdict, version: str = "2025-06-18") -> Verdict:
    """Return the verdict that its parts give."""
    return combine_subclaims(
        cast("Any", {"claim": statement, "spec_version": version, "subverdicts": list(parts)})
    )["verdict"]


def judged(subclaim: str, label: str = "supported", index: int = 0, **changes: Any) -> Any:
    """Return a part with its judgement; `evidence` and the keys of a judgement can be given."""
    evidence = changes.pop("evidence", [])
    return SubclaimVerdict(
        index=index, subclaim=subclaim, judgement=judgement(label, **changes), evidence=evidence
    )


def checked(
    item: ExtractedClaim, *parts: SubclaimVerdict, label: str = "supported"
) -> CheckedClaim:
    """Return a claim with the verdict of its parts, or of one part with a label."""
    given = parts or (judged(item["statement"], label),)
    return CheckedClaim(claim=item, verdict=verdict(item["statement"], *given))
