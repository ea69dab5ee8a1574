"""Compare a claim with one passage: how much they say the same, and where they disagree.

Each check looks at one thing that similarity cannot see (level, actor, polarity, number, identifier)
and says how it came out; together with the overlap of terms they are what the local judge weighs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nodes.judging.vocabulary import Vocabulary
from nodes.reading.modality import ClaimLevel
from nodes.reading.sentence import Reading, read_sentence
from retrieval.catalogue import Actor, Misconception, Requirement
from retrieval.evidence import Evidence
from retrieval.levels import Level, forbids

Outcome = Literal["same", "unclear", "different"]
LevelOutcome = Literal["same", "unclear", "too strong", "too weak", "opposite"]

_LOOSE_ACTORS: Final[frozenset[Actor]] = frozenset(
    {"sender", "receiver", "requestor", "implementor", "protocol", "user"}
)


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
) -> Comparison:
    """Compare a claim with evidence; a catalogue entry brings its actor, level and other phrasings."""
    texts = (entry.statement, *entry.phrasings) if entry else (evidence["text"],)
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
        similarity=evidence["similarity"],
        coverage=vocabulary.share(claim.terms - missing, claim.terms),
        fullness=vocabulary.share(claim.terms & main.terms, main.terms),
        missing=missing,
        level=_compare_duty(claim, main, level, informal),
        actor=compare_actors(claim, entry),
        polarity=_compare_polarity(claim, main, level),
        words=_compare_words(claim, texts, main),
        numbers=_compare_numbers(claim, readings),
        dates=_compare_names(claim.dates, frozenset().union(*(r.dates for r in readings))),
        identifiers=_compare_names(claim.identifiers, passage_identifiers),
    )


def compare_belief(
    claim: Reading, belief: Misconception, similarity: float, refuting: Requirement | None
) -> Comparison:
    """Compare a claim with a known misconception, as with a passage that is false.

    `refuting` is the entry that shows it false, where that is among the evidence.
    """
    texts = (belief.belief, *belief.phrasings)
    readings = [read_sentence(text) for text in texts]
    main = readings[0]
    terms = frozenset[str]().union(*(reading.terms for reading in readings))
    missing = claim.terms - terms
    level: LevelOutcome = "same" if claim.level in {r.level for r in readings} else "unclear"
    if _denies(claim) != _denies(main) and not any(_denies(claim) == _denies(r) for r in readings):
        level = "opposite"
    return Comparison(
        number=0,
        similarity=similarity,
        coverage=1 - len(missing) / len(claim.terms) if claim.terms else 0.0,
        fullness=max(
            (len(claim.terms & r.terms) / len(r.terms) for r in readings if r.terms), default=0.0
        ),
        missing=missing,
        level=level,
        actor=_belief_actor(claim, readings),
        polarity="unclear",
        words=_compare_words(claim, texts, main),
        numbers=_compare_numbers(claim, readings),
        dates="unclear",
        identifiers="unclear",
        contrast=_contrast(claim, texts, refuting),
    )


def _contrast(claim: Reading, false: Sequence[str], refuting: Requirement | None) -> float:
    if refuting is None:
        return 0.0
    said = _words(claim.text)
    wrong = frozenset[str]().union(*map(_words, false))
    right = frozenset[str]().union(*map(_words, (refuting.statement, *refuting.phrasings)))
    return (len(said & wrong - right) - len(said & right - wrong)) / max(1, len(said))


def _words(text: str) -> frozenset[str]:
    """Return all words of a text, small ones too: "not", "only" and "must" are what matters here."""
    return frozenset(re.findall(r"[a-z0-9_/-]+", text.lower().replace("n't", " not")))


def _denies(reading: Reading) -> bool:
    return reading.negated or reading.level in ("MUST NOT", "SHOULD NOT", "OPTIONAL", "MAY")


def _belief_actor(claim: Reading, readings: Sequence[Reading]) -> Outcome:
    actors = {reading.actor for reading in readings}
    if claim.actor in actors:
        return "same"
    loose = claim.actor is None or claim.actor in _LOOSE_ACTORS or actors & {None, *_LOOSE_ACTORS}
    return "unclear" if loose else "different"


def compare_levels(claim: ClaimLevel, spec: Level, informal: Level | None = None) -> LevelOutcome:
    """Compare the level a claim gives a duty with the level the spec gives it (RFC 2119, 8174).

    A plain indicative agrees with a duty; only a modal can be too strong or too weak. A plain fact, or
    a duty in lower case, is not at odds with any modal but the opposite one.
    """
    if spec == "none" and informal is None:
        return "unclear" if claim != "none" else "same"
    bound = informal if spec == "none" and informal else spec
    if claim == "none":
        return "opposite" if forbids(bound) else "same"
    if claim == "OPTIONAL":
        return {"MUST": "opposite", "MUST NOT": "unclear"}.get(bound, "same")  # type: ignore[return-value]
    if claim == bound:
        return "same"
    if forbids(claim) != forbids(bound):
        return _across(claim, bound)
    order = {"MAY": 1, "SHOULD": 2, "SHOULD NOT": 2, "MUST": 3, "MUST NOT": 3}
    if spec == "none":
        return "unclear"  # a lower-case word is no measure of strength
    return "too strong" if order[claim] > order[bound] else "too weak"


def _compare_duty(
    claim: Reading, passage: Reading, spec: Level, informal: Level | None
) -> LevelOutcome:
    """Compare levels where both may put one duty in opposite forms.

    "Must not run a tool without consent" and "must obtain consent first" are one duty.
    """
    if spec == "none" and informal is None and "optional" in passage.text.lower():
        informal = "MAY"
        if claim.level == "MUST":
            return "too strong"
    outcome = compare_levels(claim.level, spec, informal)
    turned = claim.excepts != passage.excepts
    return "unclear" if outcome == "opposite" and turned else outcome


def _across(claim: Level, spec: Level) -> LevelOutcome:
    """Compare a level that forbids with one that does not."""
    if spec == "MAY" or claim == "MAY":
        return "opposite" if "MUST NOT" in (claim, spec) else "unclear"
    return "opposite"


def compare_actors(claim: Reading, entry: Requirement | None) -> Outcome:
    """Compare who acts. Roles that either side may play, and the protocol itself, exclude nobody."""
    if entry is None or claim.actor is None:
        return "unclear"
    if claim.actor == entry.actor:
        return "same"
    if claim.actor in _LOOSE_ACTORS or entry.actor in _LOOSE_ACTORS:
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
        return "same" if passage.negated or passage.level == claim.level else "different"
    passage_denies = passage.negated or passage.level in ("MUST NOT", "OPTIONAL", "SHOULD NOT")
    return "same" if claim.negated == passage_denies else "different"


def _compare_words(claim: Reading, texts: Sequence[str], passage: Reading) -> Outcome:
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


def _compare_numbers(claim: Reading, passage: list[Reading]) -> Outcome:
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
