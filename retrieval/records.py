"""Records: each different text of a collection once, with the places where versions have it.

Most of the specification stays from one version to the next. A text is embedded and indexed once,
and its record says in which versions it holds, and where it stands in each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

from retrieval.chunking import Chunk
from retrieval.evidence import Corpus
from retrieval.versions import SpecVersion

Row = list[Any]
"""A record as JSON: corpus, text, entries, places."""

_REMEMBERED: Final = 20_000
"""Chunks that a table keeps: a document finds the same few hundred again and again."""


class Place(NamedTuple):
    """Where a text stands in some versions, and what its chunk is called there."""

    versions: tuple[SpecVersion, ...]
    id: str
    page: str
    heading: str
    lines: tuple[int, int] | None = None
    permalink: str = ""
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A text of one corpus, with the text whose vector it is found by, and where it stands."""

    corpus: Corpus
    text: str
    embedded: str
    entry_ids: tuple[str, ...]
    places: tuple[Place, ...]

    def to_row(self) -> Row:
        """Return what is kept of it; `embedded` is not, since nobody is shown it."""
        return [self.corpus, self.text, self.entry_ids, self.places]


class _Identity(NamedTuple):
    """What chunks of different versions share when they are one record."""

    corpus: Corpus
    text: str
    embedded: str
    entry_ids: tuple[str, ...]
    number: int
    """Which of the chunks of its version that share all this: each is found by itself."""


def merged(versions: Mapping[SpecVersion, Iterable[Chunk]]) -> list[Record]:
    """Return the records of the chunks of versions, in the order in which they first come."""
    found: dict[_Identity, dict[Place, list[SpecVersion]]] = {}
    for version, chunks in versions.items():
        seen: dict[tuple[object, ...], int] = {}
        for chunk in chunks:
            same = (chunk.corpus, chunk.text, chunk.embedded, chunk.entry_ids)
            number = seen[same] = seen.get(same, -1) + 1
            place = Place(
                (),
                chunk.id,
                chunk.page,
                chunk.heading,
                chunk.lines,
                chunk.permalink,
                chunk.commit,
            )
            places = found.setdefault(_Identity(*same, number), {})
            places.setdefault(place, []).append(version)
    return [
        Record(
            corpus=identity.corpus,
            text=identity.text,
            embedded=identity.embedded,
            entry_ids=identity.entry_ids,
            places=tuple(
                place._replace(versions=tuple(holding)) for place, holding in places.items()
            ),
        )
        for identity, places in found.items()
    ]


class RecordTable:
    """The records of a collection by their position, read from their rows when they are found."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = rows
        self._holding: dict[SpecVersion, frozenset[int]] = {}
        self._chunks: dict[tuple[int, SpecVersion], Chunk] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def holding(self, version: SpecVersion) -> frozenset[int]:
        """Return the positions of the records that hold in a version."""
        if version not in self._holding:
            self._holding[version] = frozenset(
                position
                for position, (*_, places) in enumerate(self._rows)
                if any(version in place[0] for place in places)
            )
        return self._holding[version]

    def chunks(self, version: SpecVersion) -> list[Chunk]:
        """Return all records that hold in a version as they stand there, by position."""
        return [self.chunk(position, version) for position in sorted(self.holding(version))]

    def chunk(self, position: int, version: SpecVersion) -> Chunk:
        """Return a record as it stands in a version in which it holds."""
        chunk = self._chunks.get((position, version))
        if chunk is None:
            if len(self._chunks) >= _REMEMBERED:
                self._chunks.clear()
            chunk = self._chunks[position, version] = _chunk(self._rows[position], version)
        return chunk


def rows_to_json(rows: Sequence[Row]) -> str:
    """Return the rows of a table as one JSON text."""
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def rows_from_json(content: str | bytes) -> list[Row]:
    """Return the rows in a JSON text.

    Raises:
        ValueError: it holds no rows.

    """
    rows = json.loads(content)
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and len(cast("Row", row)) == 4 for row in cast("list[object]", rows)
    ):
        raise ValueError("it holds no table of chunks")
    return cast("list[Row]", rows)


def _chunk(row: Row, version: SpecVersion) -> Chunk:
    corpus, text, entry_ids, places = row
    (_, id_, page, heading, lines, permalink, commit) = next(
        place for place in places if version in place[0]
    )
    return Chunk(
        id=id_,
        corpus=corpus,
        page=page,
        heading=heading,
        text=text,
        embedded=text,
        entry_ids=tuple(entry_ids),
        lines=tuple(lines) if lines else None,
        permalink=permalink,
        commit=commit,
    )
