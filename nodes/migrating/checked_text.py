"""A text with what was found in it, made from the check of a whole document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from nodes.context import RunContext
from nodes.document_report import Correction
from nodes.documents import CheckedClaim, SkippedText
from nodes.migrating.values import CheckedText, Finding, JudgedSentence
from retrieval.versions import SpecVersion

WRONG: Final = ("contradicted", "partial")

_SENTENCE: Final = re.compile(r"[.!:;?][*_)\"'”]*$")
_LEAST_WORDS: Final = 5
_WISH: Final = re.compile(r"(?P<before>mcp-fact-check:\s*)spec-version\b")
_MODAL: Final = re.compile(r"(?:must|should|shall|may|can)(?: not)?", re.I)


Check = Callable[[str, SpecVersion, RunContext], Awaitable[CheckedText]]
"""Checks a text against a version; what an error of it says reaches the caller."""


def checked_text(
    version: SpecVersion,
    checked: Sequence[CheckedClaim],
    skipped: Sequence[SkippedText],
    corrections: Iterable[Correction],
) -> CheckedText:
    """Return the sentences in document order.

    A claim about another version ("in 2025-03-26, ...") tells history and stays as it is.
    """
    swaps = {item["claim_id"]: swap for item in corrections if (swap := _swap(item))}
    claims = [
        JudgedSentence(
            id="",
            span=item["claim"]["span"],
            text=item["claim"]["text"],
            statement=item["claim"]["statement"],
            label=item["verdict"]["label"],
            explanation=item["verdict"]["explanation"],
            correction=item["verdict"]["correction"],
            swap=swaps.get(item["claim"]["id"]),
        )
        for item in checked
        if item["claim"]["spec_version"] == version and item["claim"]["kind"] != "question"
    ]
    others = [
        JudgedSentence(
            id="",
            span=item["span"],
            text=item["text"],
            statement=item["text"].strip("*_ "),
            label=None,
            explanation="",
            correction=None,
            swap=None,
        )
        for item in skipped
        if item["reason"] != "code" and _is_sentence(item["text"])
    ]
    ordered = sorted([*claims, *others], key=lambda item: item["span"]["start"])
    for number, item in enumerate(ordered, start=1):
        item["id"] = f"s{number}"
    return CheckedText(spec_version=version, sentences=ordered)


def without_version_wish(content: str) -> str:
    """Return the text, of the same length, without a comment that asks for another version.

    Such a comment names what the text is about: the check of another version has to read it, too.
    """
    return _WISH.sub(lambda match: match["before"] + "spec_version", content)


def counts(text: CheckedText) -> dict[str, int]:
    """Return how many claims have each label."""
    return dict(Counter(item["label"] for item in text["sentences"] if item["label"]))


def findings(text: CheckedText) -> list[Finding]:
    """Return the claims that are wrong."""
    return [
        Finding(
            id=item["id"],
            line=item["span"]["line"],
            text=item["text"],
            label=item["label"],
            why=item["explanation"],
            correction=item["correction"],
        )
        for item in text["sentences"]
        if item["label"] in WRONG
    ]


def _is_sentence(text: str) -> bool:
    return bool(_SENTENCE.search(text)) and len(text.split()) >= _LEAST_WORDS


def _swap(correction: Correction) -> str | None:
    """Return the corrected sentence where one modal verb took the place of another.

    Whole sentences are suggestions: what else the old one said would be lost with it.
    """
    before, after = correction["before"], correction["after"]
    if correction["kind"] != "level":
        return None
    old, new = before.split(), after.split()
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    gone, came = (" ".join(words[head : len(words) - tail]) for words in (old, new))
    # "must" and "must not" share a word, so one side may be empty or a single "not".
    changed = all(_MODAL.fullmatch(words) or words.lower() in ("", "not") for words in (gone, came))
    return after if changed else None


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return with how many words in common two sentences begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
