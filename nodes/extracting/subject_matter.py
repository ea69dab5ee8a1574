"""Whether a sentence is about the Model Context Protocol, and not about something beside it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nodes.extracting.subject_words import (
    ACTOR,
    ARTEFACT,
    ASIDE_HEADING,
    CAPITALS,
    CHANGED,
    CONCEPTS,
    FLAG,
    GENERIC_NAMES,
    METHOD,
    MODAL,
    NOT_A_STORY,
    OBJECT,
    OF_A_PROJECT,
    OURS_IN_A_PROJECT,
    OWN,
    PRODUCT,
    PROTOCOL,
    RELEASE,
    TELLING,
    TOPIC,
)
from nodes.extracting.words import finite_verb, subject_of
from nodes.reading.markdown import Document
from nodes.reading.names import dates, identifiers
from nodes.reading.terms import terms
from retrieval.catalogue import Catalogue
from retrieval.versions import SLIPS, VERSIONS

ENOUGH: Final = 2
"""The score from which a sentence is about MCP."""


@dataclass(frozen=True)
class SubjectMatter:
    """What a document brings along that tells what its sentences are about."""

    names: frozenset[str]
    """Distinctive identifiers of the protocol, lower case."""
    stems: frozenset[str]
    """Stems of all words that the catalogue uses."""
    own: re.Pattern[str] | None
    """Proper names of the document that are no words of the protocol: a product, a person."""
    is_project: bool
    """Whether the document presents one piece of software: it tells how to install it."""

    def score(
        self, statement: str, headings: tuple[str, ...], *, carried: int = 0, dated: bool = False
    ) -> int:
        """Return how much speaks for a statement being about the protocol.

        `carried` is what the sentences before it speak for that; `dated` says that it is of a
        section about one version, where a past tense tells of a change.
        """
        subject = subject_of(statement) or ""
        named = identifiers(statement) & self.names | frozenset(METHOD.findall(statement))
        return (
            self._for(statement, subject, named)
            + carried
            - self._against(statement, subject, named, dated=dated)
            - (2 if headings and _is_aside(headings[-1]) else 0)
        )

    def is_topic(self, heading: str) -> bool:
        """Return whether a heading is the name of something in the protocol."""
        return _is_topic(heading)

    def _for(self, statement: str, subject: str, named: frozenset[str]) -> int:
        topic = _topic(statement, subject)
        concepts = {match.lower().rstrip("s") for match in CONCEPTS.findall(statement)}
        versions = dates(statement) & {*VERSIONS, *SLIPS}
        return (
            (3 if PROTOCOL.search(statement) else 0)
            + (3 if named or re.search(r"-32\d{3}\b", statement) else 0)
            + (2 if versions else 0)
            + (2 if CONCEPTS.search(topic) or ACTOR.search(topic) else 0)
            + (1 if ACTOR.search(statement) else 0)
            + min(len(concepts), 3)
            + (1 if TELLING.search(statement) else 0)
            + (1 if len(said := terms(statement)) > 2 and said <= self.stems else 0)
            + (3 if CAPITALS.search(statement) else 1 if MODAL.search(statement) else 0)
        )

    def _own_words(self, statement: str) -> int:
        if not OWN.search(statement):
            return 0
        return 2 if MODAL.search(statement) else 6

    def _against(self, statement: str, subject: str, named: frozenset[str], *, dated: bool) -> int:
        speaks_of_own = OWN.search(subject) or (self.own and self.own.search(subject))
        spoken_for = MODAL.search(statement) or PROTOCOL.search(statement) or named
        unknown = identifiers(statement) - self.names - GENERIC_NAMES - named
        return (
            (10 if speaks_of_own or PRODUCT.search(subject) else 0)
            + (self._own_words(statement) if not speaks_of_own else 0)
            + (5 if FLAG.search(statement) else 3 if ARTEFACT.search(statement) else 0)
            + (3 if unknown & identifiers(_topic(statement, subject)) else 0)
            + (2 if unknown and not named else 0)
            + (8 if not dated and _tells_a_story(statement) else 0)
            + (3 if not spoken_for and PRODUCT.search(statement) else 0)
            + (3 if not spoken_for and self.is_project and OURS_IN_A_PROJECT.match(subject) else 0)
        )


@lru_cache(maxsize=64)
def _is_topic(heading: str) -> bool:
    return bool(TOPIC.search(heading)) and not finite_verb(heading)


@lru_cache(maxsize=64)
def _is_aside(heading: str) -> bool:
    """Return whether a section is hardly about the protocol: installation, licence, contact."""
    return bool(ASIDE_HEADING.search(heading))


def _tells_a_story(statement: str) -> bool:
    """Return whether a sentence tells what somebody did once, not what is so."""
    verb = finite_verb(statement)
    if verb is None or not verb.is_past or CHANGED.match(verb.word) or dates(statement):
        return False
    # "scopes included in the request": a participle, with a preposition after it.
    after = statement[verb.start + len(verb.word) :].lstrip()
    return not NOT_A_STORY.search(statement) and bool(OBJECT.match(after))


def subject_matter(catalogue: Catalogue, document: Document) -> SubjectMatter:
    """Return what tells whether a sentence of this document is about the protocol."""
    names, stems = _vocabulary(catalogue)
    proper = _proper_names(document, stems)
    return SubjectMatter(
        names=names,
        stems=stems,
        own=re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(proper)))})\b") if proper else None,
        is_project=_is_project(document),
    )


@lru_cache(maxsize=1)
def _vocabulary(catalogue: Catalogue) -> tuple[frozenset[str], frozenset[str]]:
    names = {
        name.lower()
        for entry in catalogue.requirements
        for name in (*entry.identifiers, *identifiers(entry.statement))
    }
    stems = frozenset[str]().union(*(terms(entry.statement) for entry in catalogue.requirements))
    return frozenset(name for name in names - GENERIC_NAMES if len(name) > 2), stems


_MAX_NAMES: Final = 100
_MID_SENTENCE: Final = re.compile(r"(?<=[a-z,`] )[A-Z][a-z]+(?:[A-Z][a-z]+)*\b")
_SLUG: Final = re.compile(r"\b[a-z][a-z0-9]+(?:-[a-z0-9]+)+\b")


def _proper_names(document: Document, stems: frozenset[str]) -> frozenset[str]:
    """Return capitalised words in the middle of sentences, and the title's, that are not MCP's."""
    found: Counter[str] = Counter()
    for block in document.blocks:
        if block.kind in ("paragraph", "list_item"):
            found.update(_MID_SENTENCE.findall(block.text.text))
    prose = [block for block in document.blocks if block.kind != "heading"]
    words = set[str]().union(*(block.text.text.split() for block in prose))
    titles = [block.text.text for block in document.blocks if block.kind == "heading"][:1]
    # A word that is also written small is no name.
    names = {name for name in found if not terms(name) <= stems and name.lower() not in words}
    commonest = [name for name, _ in found.most_common(_MAX_NAMES) if name in names]
    return frozenset(
        {*commonest}
        | {slug for title in titles for slug in _SLUG.findall(title) if slug.count("-") < 4}
    )


def _topic(statement: str, subject: str) -> str:
    """Return what a statement is about: its subject, or the term that it explains."""
    term, colon, _ = statement.partition(": ")
    return subject or (term if colon else "")


def _is_project(document: Document) -> bool:
    return any(
        block.kind == "heading"
        and (RELEASE.search(block.text.text) or OF_A_PROJECT.search(block.text.text))
        for block in document.blocks
    )
