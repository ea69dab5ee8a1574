"""Node: find recommendations of the topics that a text is about and that it does not mention."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from typing_extensions import TypedDict

from nodes.batches import StatementVerdict
from nodes.document_report import MissingPractice
from nodes.documents import CheckedClaim, SkippedText
from nodes.judging.vocabulary import Vocabulary, load_vocabulary
from nodes.reading.actors import named_actors
from nodes.reading.terms import terms
from retrieval.catalogue import Actor, Catalogue, Requirement, Topic
from retrieval.evidence import page_link
from retrieval.versions import SpecVersion

MOST: Final = 10

_LEVELS: Final = ("SHOULD", "SHOULD NOT")
_NEAREST: Final = 3
"""Entries near a claim that tell which topic it is about."""

_AS_NEAR: Final = 0.1
"""How much less similar than the nearest they may be for that."""

_ABOUT: Final = 0.15
"""Share of a text's claims from which it is about their topic."""

_NEAR: Final = 0.5
"""Similarity to a claim from which a recommendation belongs beside it."""

_SAID: Final = 0.82
"""Similarity to a claim from which that claim says it."""

_COVERED: Final = 0.6
"""Share of a recommendation's words in one sentence from which that sentence mentions it."""

_TOUCHED: Final = 0.4
"""Share of a recommendation's words in the whole text from which the text comes near it."""

_STRANGER: Final = 0.75
"""What a recommendation counts for somebody whom the text does not name."""

_ANYBODY: Final = ("protocol", "implementor", "client and server", "sender", "receiver")


class Input(TypedDict):
    """What the node reads."""

    spec_version: SpecVersion
    checked: list[CheckedClaim]
    verdicts: list[StatementVerdict]
    skipped: list[SkippedText]


class Update(TypedDict):
    """What the node changes."""

    missing_practices: list[MissingPractice]


class _Near(NamedTuple):
    """A recommendation, and the claim that it belongs beside."""

    entry: Requirement
    claim_id: str
    similarity: float


class _Text(NamedTuple):
    """What the text says, as far as it takes to tell what it does not."""

    sentences: list[frozenset[str]]
    """The words of each, claims and others."""
    words: frozenset[str]
    """The words of all claims."""
    actors: frozenset[Actor]
    about: Mapping[Topic, float]
    """The topics that it is about, each with the share of claims that are."""
    cited: frozenset[str]
    """The entries that its verdicts rest on."""


def find_missing_practices(state: Input, *, catalogue: Catalogue) -> Update:
    """Return at most ten, the nearest to what the text says first; no more than twice its claims.

    The text's purpose is what its claims are about: a recommendation must belong to one of their
    topics, stand near one of them or share most of its words with them, and not be said or
    mentioned by any sentence.
    """
    text = _read(state, catalogue)
    version = state["spec_version"]
    vocabulary = load_vocabulary(version)
    near = _nearest(state["verdicts"])
    wanted = [
        _Near(entry, *near.get(entry.id, ("", 0.0)))
        for entry in catalogue.in_version(version)
        if entry.level in _LEVELS and entry.topic in text.about and entry.id not in text.cited
    ]
    wanted = [
        item
        for item in wanted
        if _NEAR <= item.similarity < _SAID or _touched(item, text, vocabulary)
    ]
    wanted.sort(key=lambda item: (-_rank(item, text), item.entry.id))
    missing = (item for item in wanted if not _mentioned(item.entry, text, vocabulary))
    most = min(MOST, 2 * len(state["checked"]))
    return Update(missing_practices=[_practice(item, version) for item in islice(missing, most)])


def _read(state: Input, catalogue: Catalogue) -> _Text:
    claims = [item["claim"]["statement"] for item in state["checked"]]
    sentences = [terms(text) for text in (*claims, *(item["text"] for item in state["skipped"]))]
    return _Text(
        sentences=sentences,
        words=frozenset[str]().union(*sentences[: len(claims)]),
        actors=frozenset[Actor]().union(*map(named_actors, claims)),
        about=_topics(state["verdicts"], catalogue),
        cited=frozenset(
            entry
            for item in state["checked"]
            for part in item["verdict"]["parts"]
            for number in part["judgement"]["cited"]
            for entry in part["evidence"][number - 1]["entry_ids"]
        ),
    )


def _topics(verdicts: Sequence[StatementVerdict], catalogue: Catalogue) -> Mapping[Topic, float]:
    votes = Counter[Topic]()
    for item in verdicts:
        best = sorted(item["nearby"].items(), key=lambda near: -near[1])[:_NEAREST]
        least = max(_NEAR, best[0][1] - _AS_NEAR) if best else _NEAR
        votes.update(
            {
                entry.topic
                for entry_id, similarity in best
                if similarity >= least and (entry := catalogue.get(entry_id))
            }
        )
    shares: dict[Topic, float] = {topic: count / len(verdicts) for topic, count in votes.items()}
    return {topic: share for topic, share in shares.items() if share >= _ABOUT}


def _nearest(verdicts: Sequence[StatementVerdict]) -> dict[str, tuple[str, float]]:
    """Return for each entry that was found the claim that it is nearest to, and how near."""
    found: dict[str, tuple[str, float]] = {}
    for item in verdicts:
        for entry_id, similarity in item["nearby"].items():
            if similarity > found.get(entry_id, ("", 0.0))[1]:
                found[entry_id] = item["key"], similarity
    return found


def _touched(item: _Near, text: _Text, vocabulary: Vocabulary) -> bool:
    words = terms(item.entry.statement)
    return vocabulary.share(words & text.words, words) >= _TOUCHED


def _mentioned(entry: Requirement, text: _Text, vocabulary: Vocabulary) -> bool:
    """Return whether a sentence has most of the words in which a recommendation can be put."""
    return any(
        vocabulary.share(words & sentence, words) >= _COVERED
        for words in (terms(wording) for wording in (entry.statement, *entry.phrasings))
        for sentence in text.sentences
    )


def _rank(item: _Near, text: _Text) -> float:
    known = item.entry.actor in text.actors or item.entry.actor in _ANYBODY
    about = text.about[item.entry.topic] ** 0.25
    return max(item.similarity, _NEAR / 2) * about * (1 if known else _STRANGER)


def _practice(item: _Near, version: SpecVersion) -> MissingPractice:
    entry = item.entry
    place = entry.place_in(version)
    if place is None:
        raise ValueError(f"{entry.id} does not hold in {version}")
    return MissingPractice(
        entry_id=entry.id,
        topic=entry.topic,
        level=entry.level,
        actor=entry.actor,
        statement=entry.statement,
        page=place.page,
        heading=place.heading,
        link=page_link(version, place.page, place.heading),
        near=item.claim_id or None,
    )
