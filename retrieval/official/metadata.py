"""`SPEC_METADATA.json`: what is extracted, from where and when, how it is cut and embedded.

It is written by the tools alone, and whole: a reader finds the old file or the new one. It is also
what says which extraction of a version is the current one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, Field, ValidationError

from retrieval.errors import BusyError, DataError
from retrieval.evidence import Granularity
from retrieval.official.origin import Origin
from retrieval.versions import SpecVersion

FILE: Final = "SPEC_METADATA.json"
_LOCK: Final = ".spec-metadata.lock"
_EXTRACTING: Final = ".spec-extraction.lock"
_PATIENCE: Final = 60.0
"""Seconds to wait while another process writes a few kilobytes."""


class Extraction(BaseModel, frozen=True):
    """A text that was extracted."""

    origin: Origin
    extracted_at: datetime
    directory: str
    """Its folder below `official/`."""
    digest: str
    """The hash of its source, commit and files."""
    pages: int
    lines: dict[str, int]
    """Lines that are not blank: `text`, `code`, and what was skipped, by reason."""
    blocks: int
    not_quotable: int
    """Blocks that failed the self-check of quotes; they are not searched."""


class Chunking(BaseModel, frozen=True):
    """How a text is cut into chunks."""

    size: int
    overlap: int
    count: int
    chunked_at: datetime


class Embedding(BaseModel, frozen=True):
    """With what the chunks were embedded."""

    embedder: str
    sha256: str | None
    """The hash of the model, where it is a file here."""
    count: int
    embedded_at: datetime


class SpecRecord(Extraction, frozen=True):
    """What is known of a version."""

    chunks: dict[Granularity, Chunking]
    embeddings: dict[Granularity, Embedding] = Field(default_factory=dict[Granularity, Embedding])
    previous: Extraction | None = None
    """The extraction before, where it was another text; `specs diff` compares with it."""


class Metadata(BaseModel, frozen=True):
    """The whole file."""

    format: Literal[1] = 1
    specs: dict[SpecVersion, SpecRecord] = Field(default_factory=dict[SpecVersion, SpecRecord])


def read_metadata(data_dir: Path) -> Metadata:
    """Read the file; nothing is extracted where there is none.

    Raises:
        DataError: the file is damaged.

    """
    file = data_dir / FILE
    try:
        return Metadata.model_validate_json(file.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return Metadata()
    except (OSError, ValidationError) as error:
        what = error.strerror if isinstance(error, OSError) else error.errors()[0]["msg"]
        raise DataError(
            f"{file} cannot be read ({what}); remove it and run `mcp-fact-check specs extract`"
        ) from error


def update_metadata(data_dir: Path, change: Callable[[Metadata], Metadata]) -> Metadata:
    """Replace the file by what `change` makes of it, alone among all processes.

    Raises:
        DataError: the file is damaged or cannot be written; it is as it was.

    """
    with _exclusive(data_dir / _LOCK, _PATIENCE):
        changed = change(read_metadata(data_dir))
        aside = data_dir / f".{FILE}.new"
        try:
            with aside.open("w", encoding="utf-8") as stream:
                stream.write(changed.model_dump_json(indent=2) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            aside.replace(data_dir / FILE)
        except OSError as error:
            aside.unlink(missing_ok=True)
            raise cannot_write(data_dir, error) from error
        return changed


def update_record(
    data_dir: Path, version: SpecVersion, change: Callable[[SpecRecord], SpecRecord]
) -> None:
    """Replace what is known of a version, if anything is."""

    def changed(metadata: Metadata) -> Metadata:
        record = metadata.specs.get(version)
        if record is None:
            return metadata
        return metadata.model_copy(update={"specs": metadata.specs | {version: change(record)}})

    update_metadata(data_dir, changed)


def record_embeddings(
    data_dir: Path,
    version: SpecVersion,
    digest: str,
    embeddings: dict[Granularity, Embedding],
) -> None:
    """Keep with what a text was embedded, if it is the current one."""

    def changed(record: SpecRecord) -> SpecRecord:
        if record.digest != digest:
            return record
        return record.model_copy(update={"embeddings": record.embeddings | embeddings})

    update_record(data_dir, version, changed)


@contextmanager
def extracting(data_dir: Path) -> Generator[None]:
    """Be the only process that changes what is extracted.

    Raises:
        BusyError: another one does.

    """
    with _exclusive(data_dir / _EXTRACTING, 0.0):
        yield


def cannot_write(folder: Path, error: OSError) -> DataError:
    """Return the error to raise where something below a data directory cannot be written."""
    return DataError(
        f"cannot write below {folder}: {error.strerror or error}; free some space, or set "
        "MCP_FACT_CHECK_DATA_DIR to a folder that can be written. What was there is unharmed"
    )


@contextmanager
def _exclusive(file: Path, patience: float) -> Generator[None]:
    """Hold a lock of the operating system, which ends with the process however that ends."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - not needed to search

    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(file, timeout=patience)
        with lock:
            yield
    except Timeout as error:
        raise BusyError(
            f"another process is changing what is extracted in {file.parent}; wait until it is "
            "done, then try again"
        ) from error
