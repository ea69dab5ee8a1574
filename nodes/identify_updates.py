"""Node, step 3 of a migration: tie what changed to the spans of the text that it touches."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final, NotRequired

from typing_extensions import TypedDict

from nodes.migrating.determined.replacement import replacement
from nodes.migrating.feedback import wishes
from nodes.migrating.matches import Changes, Matches, read_changes, relevant
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.leaning import leaning
from nodes.migrating.signals.reader import read_signal
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import (
    Analysis,
    Baseline,
    CheckedText,
    JudgedSentence,
    Updates,
)
from nodes.migrating.values import Update as TextUpdate
from nodes.migrating.version_names import version_mentions
from nodes.reading.positions import Lines
from nodes.verdicts import Label
from retrieval.catalogue import Catalogue
from retrieval.tables import load_tables
from retrieval.versions import SpecVersion

_NEXT: Final = 3
"""Characters between a sentence and the next one of its paragraph."""


class Input(TypedDict):
    """What the node reads."""

    content: str
    current_version: SpecVersion
    target_version: SpecVersion
    current_check: CheckedText
    target_check: CheckedText
    matches: list[Matches]
    baseline: Baseline
    analysis: Analysis
    skipped: NotRequired[list[str]]
    feedback: NotRequired[dict[str, list[str]]]


class Update(TypedDict):
    """What the node changes."""

    updates: Updates


async def identify_updates(state: Input, *, catalogue: Catalogue) -> Update:
    """Return the updates in document order."""
    changes = await asyncio.to_thread(
        read_changes, catalogue, load_tables(), state["current_version"], state["target_version"]
    )
    feedback = state.get("feedback", {}).get("identify_updates", [])
    return Update(
        updates=Updates(
            updates=_numbered(_found(state, changes, catalogue), feedback), feedback=feedback
        )
    )


def _found(state: Input, changes: Changes, catalogue: Catalogue) -> list[TextUpdate]:
    found = [*_of_sentences(state, changes, catalogue), *_of_version_names(state)]
    return sorted(found, key=lambda item: item["span"]["start"])


def _numbered(found: list[TextUpdate], feedback: list[str]) -> list[TextUpdate]:
    """Give ids, and do what feedback asks for."""
    for number, item in enumerate(found, start=1):
        item["id"] = f"u{number}"
    asked = {wish.id: wish for wish in wishes(feedback)}
    kept: list[TextUpdate] = []
    for item in found:
        wish = asked.get(item["id"])
        if wish and wish.verb == "drop":
            continue
        if wish and wish.verb == "change" and wish.words:
            item["replacement"] = wish.words
        kept.append(item)
    return kept


def _of_sentences(state: Input, changes: Changes, catalogue: Catalogue) -> Iterator[TextUpdate]:
    skipped = state.get("skipped", [])
    ground = Ground(catalogue, load_tables(), changes, _left_out(state, changes))
    now: dict[int, Label | None] = {
        item["span"]["start"]: item["label"] for item in state["current_check"]["sentences"]
    }
    dismissed = _dismissed(state)
    matches = {item["sentence"]: item for item in state["matches"]}
    named = [m.start for m in version_mentions(state["content"], state["current_version"])]
    above: tuple[JudgedSentence, Signal] | None = None
    for sentence in state["target_check"]["sentences"]:
        if any(sentence["span"]["start"] <= at < sentence["span"]["end"] for at in named):
            continue  # it says which version the text is about, and changes with that
        near = matches[sentence["id"]]
        own = read_signal(ground, sentence, now.get(sentence["span"]["start"]), near)
        signal = own
        follows = above is not None and _follows(state["content"], above[0], sentence)
        if above is not None and follows:
            signal = leaning(ground, sentence, near, above[1], own)
        above = (sentence, own) if own else None
        if signal is None or sentence["span"]["start"] in dismissed:
            continue
        if signal.group != "pre_existing" and "analyse_changes" in skipped:
            continue
        if signal.group == "pre_existing" and "validate_current" in skipped:
            continue
        yield TextUpdate(
            id="",
            group=signal.group,
            kind=signal.kind,
            span=sentence["span"],
            text=sentence["text"],
            why=signal.why,
            before=list(signal.before),
            after=list(signal.after),
            replacement=replacement(sentence, signal, ground),
            gone=signal.change is not None and signal.change["kind"] == "removed",
        )


def _of_version_names(state: Input) -> Iterator[TextUpdate]:
    content, target = state["content"], state["target_version"]
    lines = Lines(content)
    for mention in version_mentions(content, state["current_version"]):
        why = f"The text is to be about {target}."
        if mention.in_code:
            why = (
                f"An example in code names the old version; whether it is to speak {target} is for "
                "whoever owns the code to decide."
            )
        yield TextUpdate(
            id="",
            group="required",
            kind="version",
            span=lines.span(mention.start, mention.end),
            text=content[mention.start : mention.end],
            why=why,
            before=[],
            after=[],
            replacement=None if mention.in_code else target,
            gone=False,
        )


def _left_out(state: Input, changes: Changes) -> frozenset[str]:
    """Return the entries of changes that somebody took out of the analysis."""
    kept = {
        entry["id"]
        for row in state["analysis"]["changes"]
        for entry in (*row["before"], *row["after"])
    }
    return frozenset(
        entry["id"]
        for change, _ in relevant(state["matches"], changes)
        for entry in (*change["before"], *change["after"])
        if entry["id"] not in kept
    )


def _dismissed(state: Input) -> set[int]:
    """Return where findings of step 1 begin that somebody took out."""
    kept = {item["id"] for item in state["baseline"]["findings"]}
    return {
        item["span"]["start"]
        for item in state["current_check"]["sentences"]
        if item["label"] in ("contradicted", "partial") and item["id"] not in kept
    }


def _follows(content: str, first: JudgedSentence, second: JudgedSentence) -> bool:
    between = content[first["span"]["end"] : second["span"]["start"]]
    return len(between) <= _NEXT and not between.strip("*_ \n") and between.count("\n") <= 1
