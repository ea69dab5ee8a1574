"""The prose judge: which sentences of a page say what a claim says, or something else.

Like the local judge of MCP claims it is meant to be what a good linter is: it speaks when it is
sure, shows why, and else says `undecided`. Its weights are in `weights.json`, fitted by
`python -m evals.train_prose_judge`; docs/citations.md tells on what, and how true it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Protocol

from nodes.citations import Passage
from nodes.judging.local import Decision, Weights
from nodes.judging.prose.alignment import ReadText, read_text
from nodes.judging.prose.conflicts import Conflict, ConflictKind, is_question
from nodes.judging.prose.features import Weighed, weigh
from nodes.judging.prose.parts import claim_parts, combined
from nodes.judging.prose.screening import screen
from nodes.judging.prose.wording import (
    absence,
    agreement,
    disagreement,
    doubt,
    incomplete,
    objection,
)
from nodes.reading.prose import plain, sentences
from nodes.verdicts import Finding, FindingKind, Judgement, undecided
from retrieval.embeddings import TokenStates

LEAST_COVERED: Final = 0.68
"""Weight of a claim's words that one sentence must have for the claim to be supported by it."""

LEAST_TOGETHER: Final = 0.72
"""How well the claim's neighbouring words must stand together there."""

LEAST_CONFLICT: Final = 0.3
"""Strength from which a conflict is named, and from which it keeps a claim from support."""

_OVERLAP: Final = 2
"""Sentences of the passage before that are read with a passage: a thought may straddle the cut."""

_KINDS: Final[dict[ConflictKind, FindingKind]] = {
    "number": "number",
    "denial": "polarity",
    "answer": "polarity",
    "opposite": "polarity",
    "name": "identifier",
    "roles": "actor",
}
"""What a finding is called, by the conflict that it is of."""


class TokenReader(Protocol):
    """Reads a text by a model: the states of its tokens."""

    def read(self, text: str) -> TokenStates:
        """Return the states of all tokens of a text."""
        ...


@dataclass(frozen=True)
class _Sentence:
    """A sentence of a passage; `number` counts passages from 1."""

    number: int
    source: str
    """As it stands in the page, with its line breaks."""
    reading: ReadText


@dataclass(frozen=True)
class _Seen:
    """A stretch of the page beside the claim, with the probability of each label."""

    rows: tuple[_Sentence, ...]
    weighed: Weighed
    probabilities: dict[Decision, float]


@cache
def load_weights() -> Weights:
    """Read the weights that ship with the package."""
    content = (files("nodes.judging.prose") / "weights.json").read_text(encoding="utf-8")
    return Weights.model_validate(json.loads(content))


class ProseJudge:
    """Judges claims by passages of any text, without a key or a network."""

    name: str = "local"

    def __init__(self, reader: TokenReader, weights: Weights | None = None) -> None:
        self._reader = reader
        self._weights = weights

    async def judge(self, claim: str, passages: Sequence[Passage]) -> Judgement:
        """Weigh the passages; see `CitationJudge`. The work is done in a thread of its own."""
        from anyio.to_thread import run_sync  # noqa: PLC0415

        return await run_sync(self.decide, claim, passages)

    def decide(self, claim: str, passages: Sequence[Passage]) -> Judgement:
        """Judge in this thread."""
        parts = claim_parts(claim)
        near = screen(claim, [passage["text"] for passage in passages])
        rows = [sentence for place in near for sentence in self._sentences(place, passages[place])]
        return combined(parts, [self._decide(part, rows) for part in parts])

    def weigh(self, claim: str, text: str) -> Weighed | None:
        """Return what would be weighed of a claim and one passage; None where it has no word."""
        rows = self._sentences(0, Passage(start=0, end=len(text), text=text))
        reading = self._read(claim)
        return weigh(reading, [row.reading for row in rows]) if rows and reading.words else None

    def _sentences(self, place: int, passage: Passage) -> list[_Sentence]:
        sources = [passage["text"][start:end] for start, end in sentences(passage["text"])]
        return [_Sentence(place + 1, source, self._read(plain(source))) for source in sources]

    def _read(self, text: str) -> ReadText:
        return read_text(text, self._reader.read(text))

    def _decide(self, claim: str, rows: Sequence[_Sentence]) -> Judgement:
        reading = self._read(claim)
        if not reading.words or not rows:
            return undecided("there are no words to judge by", self.name)
        weights = self._weights or load_weights()
        seen = [
            _Seen(tuple(stretch), weighed, weights.probabilities(weighed.features))
            for stretch in _stretches(rows)
            for weighed in (weigh(reading, [row.reading for row in stretch]),)
        ]
        return self._conclude(seen, weights.thresholds)

    def _conclude(self, seen: Sequence[_Seen], thresholds: dict[Decision, float]) -> Judgement:
        likely = [
            item
            for item in seen
            if item.probabilities["supported"] >= thresholds["supported"]
            and item.probabilities["supported"] > item.probabilities["contradicted"]
        ]
        holding = [item for item in likely if _says_so(item.weighed)]
        if holding:
            return _supported(max(holding, key=_of("supported")))
        denying = [
            item
            for item in seen
            if item.probabilities["contradicted"] >= thresholds["contradicted"]
            and item.probabilities["contradicted"] > item.probabilities["supported"]
            and _named_conflict(item.weighed)
        ]
        if denying:
            return _contradicted(max(denying, key=_of("contradicted")))
        nearest = max(seen, key=_of("supported"))
        if likely:
            quote = plain(_quote(nearest, nearest.weighed.best))
            why = incomplete(nearest.weighed, quote, _named_conflict(nearest.weighed))
            return undecided(why, ProseJudge.name)
        silent = min(item.probabilities["not_mentioned"] for item in seen)
        if silent >= thresholds["not_mentioned"]:
            return _absent(nearest, silent)
        return undecided(doubt(plain(_quote(nearest, nearest.weighed.best))), ProseJudge.name)


def _of(label: Decision) -> Callable[[_Seen], float]:
    return lambda item: item.probabilities[label]


def _says_so(weighed: Weighed) -> bool:
    """Return whether one sentence says the claim: all of it, together, and nothing otherwise."""
    return (
        weighed.covered >= LEAST_COVERED
        and weighed.together >= LEAST_TOGETHER
        and not is_question(weighed.alignment.sentences[weighed.best].text)
        and not weighed.features["number_absent"]
        and _named_conflict(weighed) is None
    )


def _named_conflict(weighed: Weighed) -> Conflict | None:
    return next((item for item in weighed.conflicts if item.strength >= LEAST_CONFLICT), None)


def _stretches(rows: Sequence[_Sentence]) -> Iterator[list[_Sentence]]:
    """Yield the sentences of each passage, with the last ones of the passage right before it."""
    start = 0
    for end in range(1, len(rows) + 1):
        if end == len(rows) or rows[end].number != rows[start].number:
            follows = start > 0 and rows[start - 1].number == rows[start].number - 1
            yield list(rows[max(0, start - _OVERLAP) if follows else start : end])
            start = end


def _quote(seen: _Seen, row: int) -> str:
    return seen.rows[row].source


def _supported(seen: _Seen) -> Judgement:
    best = seen.weighed.best
    quote = _quote(seen, best)
    return Judgement(
        label="supported",
        confidence=round(seen.probabilities["supported"], 2),
        reason=agreement(plain(quote)),
        correction=None,
        cited=[seen.rows[best].number],
        quote=quote,
        findings=[],
        judge=ProseJudge.name,
    )


def _contradicted(seen: _Seen) -> Judgement:
    conflict = _named_conflict(seen.weighed)
    assert conflict is not None
    quote = _quote(seen, conflict.row)
    message = disagreement(conflict)
    return Judgement(
        label="contradicted",
        confidence=round(seen.probabilities["contradicted"], 2),
        reason=objection(conflict, plain(quote)),
        correction=plain(quote),
        cited=[seen.rows[conflict.row].number],
        quote=quote,
        findings=[Finding(kind=_KINDS[conflict.kind], message=message)],
        judge=ProseJudge.name,
    )


def _absent(nearest: _Seen, confidence: float) -> Judgement:
    message = absence(nearest.weighed)
    return Judgement(
        label="not_mentioned",
        confidence=round(confidence, 2),
        reason=message,
        correction=None,
        cited=[],
        quote=None,
        findings=[Finding(kind="scope", message=message)],
        judge=ProseJudge.name,
    )
