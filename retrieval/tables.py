"""Facts that are tables: methods, capabilities, headers, error codes, transports, features, names.

Each is a file in `data/tables`, one row a line. A row holds from its first to its last version; a
thing that changed (its sender, its code) has a row for each time. `retrieval.tables_check` compares
them with the catalogue, and a test with the official schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, TypeVar

from pydantic import BaseModel, Field, ValidationError

from retrieval.catalogue import EntryId, Topic
from retrieval.errors import DataError
from retrieval.levels import Level
from retrieval.versions import VERSIONS, SpecVersion

Side = Literal["client", "server", "client and server"]
MethodKind = Literal["request", "notification", "input request"]
"""An input request travels inside an `InputRequiredResult`, not as a message of its own."""

Status = Literal["absent", "experimental", "present", "deprecated", "removed"]

FOLDER: Final = files("retrieval") / "data" / "tables"


class _Row(BaseModel, extra="forbid", frozen=True):
    pass


class Span(_Row, frozen=True):
    """A row that holds in some versions in a row."""

    first: SpecVersion
    last: SpecVersion | None
    """None where the draft still has it."""
    entries: Annotated[tuple[EntryId, ...], Field(min_length=1)]
    """Catalogue entries that show it; one holds in each version of the row."""

    @property
    def versions(self) -> tuple[SpecVersion, ...]:
        """The versions in which the row holds; none where it ends before it begins."""
        end = VERSIONS.index(self.last) + 1 if self.last else None
        return VERSIONS[VERSIONS.index(self.first) : end]


class Method(Span, frozen=True):
    """A method or notification: who sends it, and which capability it takes."""

    name: str
    kind: MethodKind
    sender: Side
    receiver: Side
    capability: str | None
    """The path of the capability that has to be declared, like `resources.subscribe`."""
    capability_side: Side | None
    """Who declares it."""
    extension: str | None
    """The extension that defines it; None in the core protocol."""


class Capability(Span, frozen=True):
    """A capability, or a sub-capability by its path, that a side can declare."""

    name: str
    side: Literal["client", "server"]


class Header(Span, frozen=True):
    """An HTTP header: who sends it, and when."""

    name: str
    sender: Literal["client", "server"]
    level: Level
    """How binding it is to send it under the condition of `when`."""
    when: str


class ErrorCode(Span, frozen=True):
    """What is reported by which error code."""

    meaning: str
    """The error that is reported, in words; rows of one meaning follow each other in time."""
    code: int
    name: str


class Transport(Span, frozen=True):
    """A transport, and whether it is one of the standard ones."""

    name: str
    standard: bool


class FeatureChange(_Row, frozen=True):
    """The version from which a feature has a status, and the entries that tell of it."""

    version: SpecVersion
    status: Status
    told_by: Annotated[tuple[EntryId, ...], Field(min_length=1)]


class Feature(_Row, frozen=True):
    """Something that people name when they speak of what a version has."""

    id: str
    name: str
    topics: Annotated[tuple[Topic, ...], Field(min_length=1)]
    described_by: Annotated[tuple[EntryId, ...], Field(min_length=1)]
    """Entries that say what it is; one holds in each version that has it."""
    changes: Annotated[tuple[FeatureChange, ...], Field(min_length=1)]
    """Oldest first; before the first the feature is absent."""

    def change_in(self, version: SpecVersion) -> FeatureChange | None:
        """Return the change that gave the feature its status in `version`, or None: absent."""
        until = VERSIONS.index(version)
        past = [change for change in self.changes if VERSIONS.index(change.version) <= until]
        return past[-1] if past else None

    def status_in(self, version: SpecVersion) -> Status:
        """Return the status in `version`."""
        change = self.change_in(version)
        return change.status if change else "absent"


class KnownName(_Row, frozen=True):
    """A type, field, value, method or header that some versions know and others do not.

    Drawn from the official pages and schema by `evals.name_table`.
    """

    name: str
    versions: tuple[SpecVersion, ...]
    """The versions in whose pages or schema it stands, if only to say that it is gone."""


@dataclass(frozen=True, slots=True)
class Tables:
    """All tables, in file order."""

    methods: tuple[Method, ...]
    capabilities: tuple[Capability, ...]
    headers: tuple[Header, ...]
    errors: tuple[ErrorCode, ...]
    transports: tuple[Transport, ...]
    features: tuple[Feature, ...]
    names: tuple[KnownName, ...]


@cache
def load_tables() -> Tables:
    """Read the tables that ship with the package.

    Raises:
        DataError: a line does not fit the schema; names file and line.

    """
    return Tables(
        methods=tuple(_read("methods", Method)),
        capabilities=tuple(_read("capabilities", Capability)),
        headers=tuple(_read("headers", Header)),
        errors=tuple(_read("errors", ErrorCode)),
        transports=tuple(_read("transports", Transport)),
        features=tuple(_read("features", Feature)),
        names=tuple(_read("names", KnownName)),
    )


_Model = TypeVar("_Model", bound=_Row)


def _read(table: str, model: type[_Model]) -> Iterator[_Model]:
    lines = (FOLDER / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            yield model.model_validate_json(line)
        except ValidationError as error:
            raise DataError(f"tables/{table}.jsonl, line {number}: {error}") from error
