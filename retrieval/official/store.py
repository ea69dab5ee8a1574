"""The extracted texts in the data directory: one folder each, never written again.

`<data_dir>/official/<version>-<digest>/` holds the files as the source has them. They are read into
pages when an index is built; which folder is the current one, the metadata says.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from retrieval.chunking import OVERLAP, SIZES, Chunk
from retrieval.errors import DataError, NotExtractedError
from retrieval.evidence import Granularity
from retrieval.official.chunks import ChunkSizes, official_chunks
from retrieval.official.limits import folders
from retrieval.official.metadata import Extraction, SpecRecord, read_metadata
from retrieval.official.origin import Origin, permalink
from retrieval.official.pages import READER_ID, Page
from retrieval.versions import SpecVersion

FOLDER: Final = "official"
GRANULARITIES: Final[tuple[Granularity, ...]] = ("fine", "regular")
SCHEMA_JSON: Final = "schema.json"
"""The page that the schema stands for, in versions that have no schema page."""


@dataclass(frozen=True)
class OfficialText:
    """The text of a version as it was extracted."""

    version: SpecVersion
    directory: Path
    digest: str
    origin: Origin
    sizes: dict[Granularity, ChunkSizes]

    @property
    def key(self) -> str:
        """What an index of it depends on: the text, how it is read and how it is cut."""
        cut = ",".join("{}/{}".format(*self.sizes[kind]) for kind in GRANULARITIES)
        return hashlib.sha256(f"{self.digest} {READER_ID} {cut}".encode()).hexdigest()[:12]

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """Its pages, read.

        Raises:
            UnreadablePageError: one does not parse.
            DataError: the files are not those that were extracted.

        """
        if text_digest(self.origin, self.directory) != self.digest:
            raise DataError(
                f"the official text in {self.directory} is not what was extracted; run "
                f"`mcp-fact-check specs extract --version {self.version}` again"
            )
        return tuple(read_pages(self.directory, self.version))

    def chunks(self, granularity: Granularity) -> list[Chunk]:
        """Return its chunks."""
        sizes = self.sizes[granularity]
        commit = self.origin.commit
        return list(official_chunks(self.pages, granularity, sizes, self.permalink, commit))

    def permalink(self, file: str, lines: tuple[int, int]) -> str:
        """Return the link to lines of one of its files."""
        return permalink(self.origin, file, lines)


def current_text(data_dir: Path, version: SpecVersion) -> OfficialText | None:
    """Return the current text of a version, or None where none is extracted.

    Raises:
        DataError: the metadata is damaged.

    """
    record = read_metadata(data_dir).specs.get(version)
    return text_of(data_dir, version, record, sizes_of(record)) if record else None


def require_record(data_dir: Path, version: SpecVersion) -> SpecRecord:
    """Return what is known of a version.

    Raises:
        NotExtractedError: nothing is.

    """
    record = read_metadata(data_dir).specs.get(version)
    if record is None:
        raise NotExtractedError(version)
    return record


def text_of(
    data_dir: Path,
    version: SpecVersion,
    extraction: Extraction,
    sizes: dict[Granularity, ChunkSizes] | None = None,
) -> OfficialText:
    """Return the text of an extraction, cut into chunks of these sizes or as usual."""
    directory = data_dir / FOLDER / extraction.directory
    cut = sizes or sizes_of(None)
    return OfficialText(version, directory, extraction.digest, extraction.origin, cut)


def sizes_of(record: SpecRecord | None) -> dict[Granularity, ChunkSizes]:
    """Return how the chunks of a version are cut: as was last asked for, or as usual."""
    if record is None:
        return {kind: default_sizes(kind) for kind in GRANULARITIES}
    return {kind: ChunkSizes(cut.size, cut.overlap) for kind, cut in record.chunks.items()}


def default_sizes(granularity: Granularity) -> ChunkSizes:
    """Return how chunks are cut where nobody asked for anything else."""
    return ChunkSizes(SIZES[granularity], OVERLAP if granularity == "fine" else 0)


def text_digest(origin: Origin, folder: Path) -> str:
    """Return the hash of a text: of where it is from, and of its files."""
    digest = hashlib.sha256(f"{origin.repository}\0{origin.commit}\0".encode())
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"{file.relative_to(folder).as_posix()}\0{content}\0".encode())
    return digest.hexdigest()


def read_pages(root: Path, version: SpecVersion) -> Iterator[Page]:
    """Yield the pages of a version in a folder of the shape that sources have, by path.

    Raises:
        UnreadablePageError: one does not parse.
        DataError: a file cannot be read.

    """
    from retrieval.official.reader import read_page  # noqa: PLC0415 - a parser; no start needs it

    page_folder, schema_folder = folders(version)
    paths: list[str] = []
    for file in sorted((root / page_folder).rglob("*.mdx")):
        path = file.relative_to(root / page_folder).with_suffix("").as_posix()
        paths.append(path)
        yield read_page(_read(file), path, file.relative_to(root).as_posix())
    schema = root / schema_folder / SCHEMA_JSON
    if "schema" not in paths and schema.is_file():
        yield read_page(_read(schema), SCHEMA_JSON, schema.relative_to(root).as_posix())


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise DataError(
            f"{file} cannot be read ({error.strerror}); run `mcp-fact-check specs extract` again"
        ) from error
