"""The prose judge: which sentences of a page say what a claim says, or something else.

Like the local judge of MCP claims it is meant to be what a good linter is: it speaks when it is
sure, shows why, and else says `undecided`. Its weights are in `weights.json`, fitted by
`python -m evals.train_prose_judge`; docs/citations.md tells on what, and how true it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from nodes.citations import CitationLabel, Passage
from nodes.judging.prose.alignment import ReadText, read_text
from nodes.judging.prose.conflicts import ConflictKind
from nodes.judging.prose.decision import (
    Decision,
    ProseWeights,
    doubtful_conflict,
    label_of,
    load_weights,
    spoken_conflict,
)
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

_OVERLAP: Final = 2
"""Sentences of the passage before that are read with a passage: a thought may straddle the cut."""

_REMEMBERED: Final = 256
"""Sentences whose reading is kept: some ten pages, or 15 MB."""

_KINDS: Final[dict[ConflictKind, FindingKind]] = {
    "number": "number",
    "denial": "polarity",
    "aside": "polarity",
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
    """A stretch of the page beside a claim, and what comes of it."""

    sentences: tuple[_Sentence, ...]
    weighed: Weighed
    likely: dict[Decision, float]
    label: CitationLabel

    @property
    def nearest(self) -> _Sentence:
        """The sentence that says most of the claim."""
        return self.sentences[self.weighed.best]


class ProseJudge:
    """Judges claims by passages of any text, without a key or a network."""

    name: str = "local"

    def __init__(self, reader: TokenReader, weights: ProseWeights | None = None) -> None:
        self._reader = reader
        self._given = weights
        # The claims of one document cite the same pages, and a page is searched for each of them.
        self._read = lru_cache(_REMEMBERED)(self._read_text)

    async def judge(self, claim: str, passages: Sequence[Passage]) -> Judgement:
        """Weigh the passages; see `CitationJudge`. The work is done in a thread of its own."""
        from anyio.to_thread import run_sync  # noqa: PLC0415

        return await run_sync(self.decide, claim, passages)

    def decide(self, claim: str, passages: Sequence[Passage]) -> Judgement:
        """Judge in this thread."""
        parts = claim_parts(claim)
        near = screen(claim, [passage["text"] for passage in passages])
        found = [
            sentence
            for place in near
            for sentence in self._sentences(place + 1, passages[place]["text"])
        ]
        return combined(parts, [self._decide(part, found) for part in parts])

    def weigh(self, claim: str, text: str) -> Weighed | None:
        """Return what is weighed of a claim and one passage; None where either has no word."""
        reading = self._read(claim)
        found = [sentence.reading for sentence in self._sentences(1, text)]
        return weigh(reading, found) if found and reading.words else None

    def _sentences(self, number: int, text: str) -> list[_Sentence]:
        sources = [text[start:end] for start, end in sentences(text)]
        return [_Sentence(number, source, self._read(plain(source))) for source in sources]

    def _read_text(self, text: str) -> ReadText:
        return read_text(text, self._reader.read(text))

    @property
    def _weights(self) -> ProseWeights:
        return self._given or load_weights()

    def _decide(self, claim: str, found: Sequence[_Sentence]) -> Judgement:
        reading = self._read(claim)
        if not reading.words or not found:
            return undecided("there are no words to judge by", self.name)
        seen = [self._see(reading, stretch) for stretch in _stretches(found)]
        holding = [item for item in seen if item.label == "supported"]
        if holding:
            return self._support(max(holding, key=_chance_of("supported")))
        denying = [item for item in seen if item.label == "contradicted"]
        if denying:
            return self._deny(max(denying, key=_chance_of("contradicted")))
        nearest = max(seen, key=_chance_of("supported"))
        if any(item.label == "undecided" for item in seen):
            return undecided(self._why_not(nearest), self.name)
        return self._absent(nearest, min(item.likely["not_mentioned"] for item in seen))

    def _see(self, claim: ReadText, stretch: Sequence[_Sentence]) -> _Seen:
        weighed = weigh(claim, [sentence.reading for sentence in stretch])
        likely = self._weights.probabilities(weighed.features)
        label = label_of(weighed, likely, self._weights)
        return _Seen(tuple(stretch), weighed, likely, label)

    def _support(self, seen: _Seen) -> Judgement:
        return Judgement(
            label="supported",
            confidence=self._confidence("supported", seen.likely["supported"]),
            reason=agreement(plain(seen.nearest.source)),
            correction=None,
            cited=[seen.nearest.number],
            quote=seen.nearest.source,
            findings=[],
            judge=self.name,
        )

    def _deny(self, seen: _Seen) -> Judgement:
        conflict = spoken_conflict(seen.weighed)
        assert conflict is not None, "label_of says contradicted only where there is one"
        sentence = seen.sentences[conflict.row]
        return Judgement(
            label="contradicted",
            confidence=self._confidence("contradicted", seen.likely["contradicted"]),
            reason=objection(conflict, plain(sentence.source)),
            correction=plain(sentence.source),
            cited=[sentence.number],
            quote=sentence.source,
            findings=[Finding(kind=_KINDS[conflict.kind], message=disagreement(conflict))],
            judge=self.name,
        )

    def _absent(self, nearest: _Seen, probability: float) -> Judgement:
        message = absence(nearest.weighed)
        return Judgement(
            label="not_mentioned",
            confidence=self._confidence("not_mentioned", probability),
            reason=message,
            correction=None,
            cited=[],
            quote=None,
            findings=[Finding(kind="scope", message=message)],
            judge=self.name,
        )

    def _why_not(self, nearest: _Seen) -> str:
        quote = plain(nearest.nearest.source)
        if nearest.likely["supported"] >= self._weights.thresholds["supported"]:
            return incomplete(nearest.weighed, quote, doubtful_conflict(nearest.weighed))
        return doubt(quote)

    def _confidence(self, label: Decision, probability: float) -> float:
        return round(self._weights.confidence(label, probability), 2)


def _chance_of(label: Decision) -> Callable[[_Seen], float]:
    return lambda seen: seen.likely[label]


def _stretches(found: Sequence[_Sentence]) -> Iterator[Sequence[_Sentence]]:
    """Yield the sentences of each passage, with the last ones of the passage right before it."""
    start = 0
    for end in range(1, len(found) + 1):
        if end == len(found) or found[end].number != found[start].number:
            follows = start > 0 and found[start - 1].number == found[start].number - 1
            yield found[max(0, start - _OVERLAP) if follows else start : end]
            start = end
