"""The requirement catalogue: what each spec version requires and states, in our own words.

The data is in `data/catalogue/<topic>.jsonl`, one entry a line, and the false beliefs that are in
circulation in `data/misconceptions/<topic>.jsonl`. `docs/catalogue.md` tells how to write them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Final, Literal, TypeVar, get_args

from pydantic import BaseModel, Field, StringConstraints, ValidationError

from retrieval.errors import DataError
from retrieval.levels import Level
from retrieval.versions import SpecVersion

Actor = Literal[
    "client",
    "server",
    "host",
    "client and server",
    "sender",
    "receiver",
    "requestor",
    "authorization server",
    "proxy",
    "user",
    "implementor",
    "protocol",
]
"""Who is obliged; `protocol` for facts about the protocol itself that oblige nobody."""

Topic = Literal[
    "architecture",
    "security",
    "messages",
    "lifecycle",
    "versioning",
    "discovery",
    "transports",
    "authorization",
    "tools",
    "resources",
    "prompts",
    "sampling",
    "elicitation",
    "roots",
    "completion",
    "logging",
    "pagination",
    "caching",
    "progress",
    "cancellation",
    "ping",
    "tasks",
    "subscriptions",
    "multi-round-trip",
    "extensions",
    "schema",
    "deprecations",
]

TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)

EntryId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")]
Text = Annotated[str, StringConstraints(min_length=12, max_length=420, strip_whitespace=True)]


class _Strict(BaseModel, extra="forbid", frozen=True):
    pass


class Place(_Strict, frozen=True):
    """Where a statement stands: a page (path without `.mdx`) and the nearest heading above it."""

    versions: Annotated[tuple[SpecVersion, ...], Field(min_length=1)]
    page: str
    heading: str


class Requirement(_Strict, frozen=True):
    """One duty or one checkable fact, and the versions in which it holds."""

    id: EntryId
    topic: Topic
    actor: Actor
    level: Level
    informal_level: Level | None = None
    """The level that a lower-case "must", "should" or "may" of the official text suggests."""
    statement: Text
    phrasings: tuple[Text, ...] = ()
    """Other true ways to say the same, as people write it: they help search to find the entry."""
    identifiers: tuple[str, ...] = ()
    """Methods, fields, headers, capabilities, codes that the statement is about."""
    places: Annotated[tuple[Place, ...], Field(min_length=1)]
    replaces: tuple[EntryId, ...] = ()
    """Entries of earlier versions that this one took the place of."""

    @property
    def versions(self) -> tuple[SpecVersion, ...]:
        """The versions in which the entry holds, as listed."""
        return tuple(dict.fromkeys(version for place in self.places for version in place.versions))

    def places_in(self, version: SpecVersion) -> tuple[Place, ...]:
        """Return every place where the entry stands in `version`, the main one first."""
        return tuple(place for place in self.places if version in place.versions)

    def place_in(self, version: SpecVersion) -> Place | None:
        """Return the main place in `version`, or None if the entry does not hold there."""
        return next(iter(self.places_in(version)), None)


class Misconception(_Strict, frozen=True):
    """A false belief about MCP that is in circulation, and what is true instead."""

    id: EntryId
    belief: Text
    """The false statement, in the plainest words."""
    phrasings: tuple[Text, ...] = ()
    """The same false statement as others put it."""
    versions: Annotated[tuple[SpecVersion, ...], Field(min_length=1)]
    """The versions in which it is false."""
    correction: Text
    refuted_by: Annotated[tuple[EntryId, ...], Field(min_length=1)]
    """Catalogue entries that show that it is false."""


_Entry = TypeVar("_Entry", bound=BaseModel)


class Catalogue:
    """All entries, by id, in file order."""

    def __init__(
        self, requirements: tuple[Requirement, ...], misconceptions: tuple[Misconception, ...]
    ) -> None:
        self.requirements = requirements
        self.misconceptions = misconceptions
        self._by_id = {entry.id: entry for entry in requirements}
        self._beliefs = {item.id: item for item in misconceptions}
        self._refutes: dict[str, list[Misconception]] = {}
        for item in misconceptions:
            for name in item.refuted_by:
                self._refutes.setdefault(name, []).append(item)
        self._replaced_by: dict[str, list[str]] = {}
        for entry in requirements:
            for older in entry.replaces:
                self._replaced_by.setdefault(older, []).append(entry.id)

    def get(self, entry_id: str) -> Requirement | None:
        """Return the entry of that id, or None."""
        return self._by_id.get(entry_id)

    def misconception(self, belief_id: str) -> Misconception:
        """Return the misconception of that id, which must be one of the catalogue's."""
        return self._beliefs[belief_id]

    def refuted_by(self, entry_id: str) -> tuple[Misconception, ...]:
        """Return the misconceptions that an entry shows to be false."""
        return tuple(self._refutes.get(entry_id, ()))

    def replaced_by(self, entry_id: str) -> tuple[str, ...]:
        """Return the ids of the entries that took the place of this one in later versions."""
        return tuple(self._replaced_by.get(entry_id, ()))

    def in_version(self, version: SpecVersion) -> Iterator[Requirement]:
        """Yield the entries that hold in `version`."""
        return (entry for entry in self.requirements if entry.place_in(version))


@cache
def load_catalogue() -> Catalogue:
    """Read the catalogue that ships with the package.

    Raises:
        DataError: a line does not fit the schema; names file and line.

    """
    return Catalogue(
        tuple(_read("catalogue", Requirement)), tuple(_read("misconceptions", Misconception))
    )


def catalogue_files() -> list[Traversable]:
    """Return the files of the catalogue, in a fixed order."""
    return _files("catalogue")


def _files(folder: str) -> list[Traversable]:
    inside = (files("retrieval") / "data" / folder).iterdir()
    return sorted(
        (file for file in inside if file.name.endswith(".jsonl")), key=lambda file: file.name
    )


def _read(folder: str, model: type[_Entry]) -> Iterator[_Entry]:
    for file in _files(folder):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip():
                continue
            try:
                yield model.model_validate_json(line)
            except ValidationError as error:
                raise DataError(f"{folder}/{file.name}, line {number}: {error}") from error
