"""Compare a claim with one passage: how much they say the same, and where they disagree.

Each check looks at one thing that similarity cannot see (level, actor, polarity, number,
identifier) and says how it came out; together with the overlap of terms they are what the local
judge weighs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nodes.judging.level_comparison import LevelOutcome, compare_duty
from nodes.judging.vocabulary import Vocabulary
from nodes.reading.sentence import Reading, read_sentence
from retrieval.catalogue import Actor, Requirement
from retrieval.evidence import Evidence
from retrieval.levels import Level, forbids

Outcome = Literal["same", "unclear", "different"]

READ_PHRASINGS: Final = 2
"""Phrasings that are read word by word; the contrast model, which has them all, needs no more."""

LOOSE_ACTORS: Final[frozenset[Actor]] = frozenset(
    {"sender", "receiver", "requestor", "implementor", "protocol", "user"}
)
"""Roles that either side may play: they exclude nobody."""

_OPPOSITES: Final = tuple(
    (frozenset(one.split()), frozenset(other.split()))
    for one, other in (
        ("true", "false"),
        ("before", "after"),
        ("always", "never"),
        ("enabled", "disabled"),
        ("stateful", "stateless"),
        ("sensitive", "insensitive"),
        ("ascending increase increases increasing", "descending decrease decreases decreasing"),
        ("added introduced introduces new adds", "removed removes dropped gone dropped"),
        ("synchronous", "asynchronous"),
        ("public", "private"),
        ("trusted", "untrusted"),
        ("first", "last"),
        ("minimum least", "maximum most"),
        ("single one exactly", "multiple several many more"),
        ("plain plaintext", "base64 binary"),
        ("opaque", "structured meaningful readable"),
        ("unique", "duplicate duplicated shared"),
        ("stdin", "stdout"),
        ("requests", "notifications"),
        ("get", "post"),
        ("string strings", "object objects"),
        ("optional", "required mandatory obligatory compulsory"),
        ("ignore ignores", "validate validates verify verifies check checks"),
        ("accept accepts", "reject rejects refuse refuses"),
    )
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A claim beside one piece of evidence (`number` counts from 1)."""

    number: int
    similarity: float
    coverage: float
    """Weight of the claim's terms that the passage has, 0 to 1."""
    fullness: float
    """Weight of the passage's terms that the claim has, 0 to 1."""
    missing: frozenset[str]
    """Terms of the claim that the passage does not have."""
    level: LevelOutcome
    actor: Outcome
    polarity: Outcome
    words: Outcome
    """Whether one says a word whose opposite the other says, like "true" and "false"."""
    numbers: Outcome
    dates: Outcome
    identifiers: Outcome
    contrast: float = 0.0
    """For a misconception beside what refutes it: share of the claim's words that only the false
    wordings have, less the share that only the true ones have."""

    @property
    def alignment(self) -> float:
        """How likely it is that both speak of the same thing, 0 to 1, whether they agree or not."""
        return 0.55 * self.similarity + 0.3 * self.coverage + 0.15 * self.fullness

    @property
    def conflicts(self) -> tuple[str, ...]:
        """What they disagree about."""
        found: list[str] = []
        if self.level in ("too strong", "too weak", "opposite"):
            found.append("level")
        found += [
            name
            for name, outcome in (
                ("actor", self.actor),
                ("polarity", self.polarity),
                ("words", self.words),
                ("number", self.numbers),
                ("version", self.dates),
                ("identifier", self.identifiers),
            )
            if outcome == "different"
        ]
        return tuple(found)


def compare(
    claim: Reading,
    number: int,
    evidence: Evidence,
    entry: Requirement | None,
    vocabulary: Vocabulary,
    near: float | None = None,
) -> Comparison:
    """Compare a claim with evidence; a catalogue entry brings its actor, level and phrasings.

    `near` is how near the contrast model puts the entry: it counts as much as the search.
    """
    texts = (entry.statement, *entry.phrasings[:READ_PHRASINGS]) if entry else (evidence["text"],)
    readings = [read_sentence(text) for text in texts]
    terms = frozenset().union(*(reading.terms for reading in readings))
    main = readings[0]
    missing = claim.terms - terms
    level: Level = entry.level if entry else "none"
    informal = entry.informal_level if entry else None
    passage_identifiers = frozenset().union(*(r.identifiers for r in readings)) | frozenset(
        name.lower() for name in (entry.identifiers if entry else ())
    )
    return Comparison(
        number=number,
        similarity=(evidence["similarity"] + max(0.0, near)) / 2
        if near is not None
        else evidence["similarity"],
        coverage=vocabulary.share(claim.terms - missing, claim.terms),
        fullness=vocabulary.share(claim.terms & main.terms, main.terms),
        missing=missing,
        level=compare_duty(claim, main, level, informal),
        actor=compare_actors(claim, entry),
        polarity=_compare_polarity(claim, main, level),
        words=compare_words(claim, texts, main),
        numbers=compare_numbers(claim, readings),
        dates=_compare_names(claim.dates, frozenset().union(*(r.dates for r in readings))),
        identifiers=_compare_names(claim.identifiers, passage_identifiers),
    )


def compare_actors(claim: Reading, entry: Requirement | None) -> Outcome:
    """Compare who acts. Roles that either side may play, and the protocol, exclude nobody."""
    if entry is None or claim.actor is None:
        return "unclear"
    if claim.actor == entry.actor:
        return "same"
    if claim.actor in LOOSE_ACTORS or entry.actor in LOOSE_ACTORS:
        return "unclear"
    pair = {claim.actor, entry.actor}
    if "client and server" in pair:
        return "same" if entry.actor == "client and server" else "unclear"
    if pair == {"client", "host"} or "proxy" in pair:
        return "unclear"  # the spec itself uses both words for the application
    return "different"


def _compare_polarity(claim: Reading, passage: Reading, level: Level) -> Outcome:
    if level != "none":
        # "must not" is in the level; what is left is a claim that denies a duty or a permission.
        return (
            "different" if claim.negated and not passage.negated and not forbids(level) else "same"
        )
    if claim.level in ("MUST NOT", "OPTIONAL", "SHOULD NOT"):
        if claim.excepts or passage.excepts:
            return "unclear"
        return "same" if passage.negated or passage.level == claim.level else "different"
    passage_denies = passage.negated or passage.level in ("MUST NOT", "OPTIONAL", "SHOULD NOT")
    return "same" if claim.negated == passage_denies else "different"


def compare_words(claim: Reading, texts: Sequence[str], passage: Reading) -> Outcome:
    """Look for a word of the claim whose opposite stands in the passage, while the word does not.

    What the claim says is replaced by something else counts as such a word too.
    """
    if claim.rejected and claim.rejected <= passage.terms and not passage.rejected:
        return "different"
    said = set(re.findall(r"[a-z]+", claim.text.lower()))
    given = set(re.findall(r"[a-z]+", " ".join(texts).lower()))
    for one, other in _OPPOSITES:
        mine = (said & one, said & other)
        theirs = (given & one, given & other)
        if (mine[0] and not mine[1] and theirs[1] and not theirs[0]) or (
            mine[1] and not mine[0] and theirs[0] and not theirs[1]
        ):
            return "different"
    return "unclear"


def compare_numbers(claim: Reading, passage: Sequence[Reading]) -> Outcome:
    """Compare numbers: those of the claim that are not given differ where others are given."""
    given = frozenset().union(*(reading.numbers for reading in passage))
    if not claim.numbers:
        return "unclear"
    if claim.numbers <= given:
        return "same"
    return "different" if given else "unclear"


def _compare_names(claim: frozenset[str], passage: frozenset[str]) -> Outcome:
    if not claim:
        return "unclear"
    if claim <= passage:
        return "same"
    return "different" if passage and not claim & passage else "unclear"
