"""What a comparison of two versions is made of. Plain values only: they are kept in graph state."""

from __future__ import annotations

from typing import Final, Literal, get_args

from typing_extensions import TypedDict

from retrieval.catalogue import Actor, Requirement, Topic
from retrieval.evidence import page_link
from retrieval.levels import Level
from retrieval.versions import SpecVersion

ChangeKind = Literal[
    "strengthened",
    "weakened",
    "changed",
    "renamed",
    "added",
    "removed",
    "deprecated",
    "moved",
]

KINDS: Final[tuple[ChangeKind, ...]] = get_args(ChangeKind)
"""The kinds in the order in which a reader wants them: what is easily overlooked comes first."""

Subject = Literal["feature", "error code", "header", "method", "capability", "transport", "news"]

Aspect = Literal["level", "actor", "number", "name", "page", "heading"]

_INVERSE: Final[dict[ChangeKind, ChangeKind]] = {
    "added": "removed",
    "removed": "added",
    "strengthened": "weakened",
    "weakened": "strengthened",
    # What a newer version deprecates is, seen from there, in full use in the older one.
    "deprecated": "changed",
}


class Passage(TypedDict):
    """A catalogue entry at its main place in a version."""

    id: str
    version: SpecVersion
    level: Level
    actor: Actor
    statement: str
    page: str
    heading: str
    link: str


class Difference(TypedDict):
    """One thing in which the two sides differ."""

    aspect: Aspect
    before: str
    after: str


class Change(TypedDict):
    """A requirement or fact that is not the same in the two versions."""

    kind: ChangeKind
    topic: Topic
    before: list[Passage]
    """Where it stands in the version compared from; empty where it was added."""
    after: list[Passage]
    differences: list[Difference]


class Headline(TypedDict):
    """A feature, or a row of a table, that is not the same in the two versions; or other news."""

    kind: ChangeKind
    subject: Subject
    name: str
    topics: list[Topic]
    before: str
    """What it was, in a few words, like `present` or `request from client to server`."""
    after: str
    says: str
    """The sentence that tells of the change; empty where only the table does."""
    before_passage: Passage | None
    after_passage: Passage | None


def passage(entry: Requirement, version: SpecVersion) -> Passage:
    """Return an entry as it stands in a version in which it holds."""
    place = entry.places_in(version)[0]
    return Passage(
        id=entry.id,
        version=version,
        level=entry.level,
        actor=entry.actor,
        statement=entry.statement,
        page=place.page,
        heading=place.heading,
        link=page_link(version, place.page, place.heading),
    )


def turned(change: Change) -> Change:
    """Return a change as it is seen from the other version."""
    return Change(
        kind=_INVERSE.get(change["kind"], change["kind"]),
        topic=change["topic"],
        before=change["after"],
        after=change["before"],
        differences=[
            Difference(aspect=item["aspect"], before=item["after"], after=item["before"])
            for item in change["differences"]
        ],
    )


def turned_headline(headline: Headline) -> Headline:
    """Return a headline as it is seen from the other version."""
    return Headline(
        kind=_INVERSE.get(headline["kind"], headline["kind"]),
        subject=headline["subject"],
        name=headline["name"],
        topics=headline["topics"],
        before=headline["after"],
        after=headline["before"],
        says=headline["says"],
        before_passage=headline["after_passage"],
        after_passage=headline["before_passage"],
    )
