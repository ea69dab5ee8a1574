"""The words in which the local judge gives its reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nodes.judging.comparison import Comparison
from nodes.judging.features import Weighed
from nodes.reading.sentence import Reading
from nodes.reading.terms import spelled
from nodes.verdicts import Finding, FindingKind
from retrieval.evidence import Evidence

_KINDS: Final[dict[str, FindingKind]] = {
    "level": "level",
    "actor": "actor",
    "polarity": "polarity",
    "words": "polarity",
    "number": "number",
    "version": "version",
    "identifier": "identifier",
}
"""What a finding is called, by the check that found it."""


def nearest_passage(weighed: Weighed, evidence: Sequence[Evidence]) -> str:
    """Return what stands nearest to a claim that was not decided by it."""
    if not weighed.comparisons:
        return "Nothing was found."
    passage = evidence[weighed.comparisons[0].number - 1]
    return f"The nearest passage ({passage['page']}, {passage['heading']}) says: {passage['text']}"


def silence(weighed: Weighed) -> str:
    """Return why a version is taken to be silent on a claim."""
    why = "no passage of this version speaks of it"
    if weighed.foreign:
        why = f"only other versions know {_listed(weighed.foreign)}"
    elif weighed.unknown:
        words = spelled(weighed.claim.text, weighed.unknown)
        why = f"this version never speaks of {_listed(words)}"
    return f"Neither stated nor denied: {why}"


def said_by(passage: Evidence) -> str:
    """Return a passage with its level and place, as explanations show it."""
    level = f", {passage['level']}" if passage["level"] != "none" else ""
    return f"{_sentence(passage['text'])} ({passage['page']}, {passage['heading']}{level})"


def disagreements(claim: Reading, conflict: Comparison, passage: Evidence) -> list[Finding]:
    """Return what the checks found at odds between a claim and a passage."""
    return [
        Finding(kind=_KINDS[check], message=_disagreement(check, claim, conflict, passage))
        for check in conflict.conflicts
    ]


def joined(findings: Sequence[Finding]) -> str:
    """Return findings as one sentence."""
    return _sentence("; ".join(item["message"] for item in findings))


def _disagreement(check: str, claim: Reading, conflict: Comparison, passage: Evidence) -> str:
    if check == "level":
        claimed = "not required" if claim.level == "OPTIONAL" else claim.level
        spec = passage["level"] if passage["level"] != "none" else "otherwise"
        if claim.level == "none":
            return f"the specification forbids it ({spec})"
        strength = f" ({conflict.level})" if conflict.level != "opposite" else ""
        return f"the claim says {claimed}, the specification {spec}{strength}"
    if check == "actor":
        return f"the claim speaks of the {claim.actor}, the specification of the {passage['actor']}"
    return {
        "polarity": "one affirms what the other denies",
        "words": "the specification says the opposite",
        "number": f"the specification gives another number than {_listed(claim.numbers)}",
        "version": "the specification names another version",
        "identifier": f"the specification names something else than {_listed(claim.identifiers)}",
    }[check]


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"“{name}”" for name in sorted(names, key=str.lower))


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."
