"""Fixtures for the tests of the citation sources."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.sources.files import FileSource
from retrieval.sources.reader import Sources


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an empty folder for documents."""
    path = tmp_path / "documents"
    path.mkdir()
    return path


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return where the text of documents is kept."""
    return tmp_path / "data" / "citations"


@pytest.fixture
def files(folder: Path, kept: Path) -> Sources:
    """Return the back end `files` on the folder, behind the reader."""
    return Sources(FileSource(folder, kept), "files")
