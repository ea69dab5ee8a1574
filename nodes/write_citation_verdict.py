"""Node: write the verdict on a citation, as values and as `<label>: <one sentence>`."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from nodes.citations import (
    CitationLabel,
    CitationVerdict,
    CitedPage,
    Elsewhere,
    Passage,
    Quote,
    page_name,
)
from nodes.judging.prose.screening import MOST_READ
from nodes.reading.prose import plain
from nodes.reading.quotes import find_quote
from nodes.verdicts import Judgement, Label


class Input(TypedDict):
    """What the node reads."""

    claim: str
    cited: CitedPage
    passages: list[Passage]
    judgement: Judgement
    elsewhere: NotRequired[list[Elsewhere]]
    notes: list[str]


class Update(TypedDict):
    """What the node changes."""

    verdict: CitationVerdict
    text: str


def write_citation_verdict(state: Input) -> Update:
    """Return the verdict; its reasoning names the page where the claim is found instead."""
    judgement, cited = state["judgement"], state["cited"]
    label = citation_label(judgement["label"])
    # Where the caller bears out what the judge left open, other pages were searched before.
    elsewhere = state.get("elsewhere", []) if label != "supported" else []
    reasoning = _sentence(judgement["reason"], elsewhere)
    verdict = CitationVerdict(
        claim=state["claim"],
        document=cited["document"],
        page=cited["number"],
        page_label=cited["label"],
        label=label,
        reasoning=reasoning,
        confidence=judgement["confidence"],
        quote=_quote(judgement, state["passages"]),
        elsewhere=elsewhere,
        judge=judgement["judge"],
        notes=[*state["notes"], *_not_read(judgement, len(state["passages"]))],
    )
    return Update(verdict=verdict, text=f"{label}: {reasoning}")


def citation_label(label: Label) -> CitationLabel:
    """Return what is said of a citation: text that bears out a part does not bear out the claim."""
    return "not_mentioned" if label == "partial" else label


def _sentence(reason: str, elsewhere: list[Elsewhere]) -> str:
    """Return a reason as one sentence, with the pages where the claim is found."""
    text = plain(reason).rstrip(".")
    if elsewhere:
        pages = ", ".join(page_name(item["page"], item["label"]) for item in elsewhere)
        text += f"; found on {pages}: “{elsewhere[0]['quote']}”"
    stop = "" if text.endswith((".”", "!”", "?”", "!", "?", "…")) else "."
    return f"{text[:1].upper()}{text[1:]}{stop}"


def _not_read(judgement: Judgement, passages: int) -> list[str]:
    """Return what the local judge left out of a page that is very long."""
    if passages <= MOST_READ or not judgement["judge"].startswith("local"):
        return []
    return [
        f"the page is long: of its {passages} passages, the {MOST_READ} that share most words with "
        "the claim were read"
    ]


def _quote(judgement: Judgement, passages: list[Passage]) -> Quote | None:
    """Return where a quote stands in the text of the page."""
    if not judgement["quote"]:
        return None
    for number in judgement["cited"]:
        passage = passages[number - 1]
        place = find_quote(judgement["quote"], passage["text"])
        if place:
            start, end = (passage["start"] + offset for offset in place)
            return Quote(text=passage["text"][place[0] : place[1]], start=start, end=end)
    return None
