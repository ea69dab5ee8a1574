"""What made an index, kept beside it: `index.json` in a directory, metadata in a Chroma server."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError

from retrieval.errors import DataError
from retrieval.versions import SpecVersion

MANIFEST: Final = "index.json"


class Section(BaseModel):
    """A section of an official text that our own words speak of."""

    page: str
    heading: str
    lines: tuple[int, int]
    permalink: str


class OfficialManifest(BaseModel):
    """The official text in an index."""

    key: str
    repository: str
    ref: str | None
    commit: str | None
    sections: list[Section]


class Manifest(BaseModel):
    """What made an index."""

    embedder: str
    chunking: str
    schema_package: str
    chunks: dict[SpecVersion, dict[str, int]]
    """How many chunks each version has in each collection."""
    built_at: datetime
    official: OfficialManifest | None = None


def read_manifest(directory: Path) -> Manifest:
    """Read what made the index in a directory.

    Raises:
        DataError: the file is missing or damaged.

    """
    try:
        return Manifest.model_validate_json((directory / MANIFEST).read_bytes())
    except (OSError, ValidationError) as error:
        what = error.strerror if isinstance(error, OSError) else error.errors()[0]["msg"]
        raise DataError(
            f"{directory} is no whole index ({MANIFEST}: {what}); remove that folder to have it "
            "built anew"
        ) from error
