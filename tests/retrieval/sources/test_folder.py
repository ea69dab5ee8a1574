"""The folder of documents: names are paths in it, and nothing outside is opened."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from retrieval.errors import SourceConfigurationError, UnreadableDocumentError
from retrieval.sources.folder import DocumentFolder

posix = pytest.mark.skipif(os.name != "posix", reason="this system has no such files")


def text_of(folder: Path, name: str) -> str | None:
    """Return what a document has in it, or None where there is no such document."""
    file = DocumentFolder(folder).open(name)
    if file is None:
        return None
    with file:
        return file.read().decode()


def test_documents_are_named_by_their_path_in_the_folder(folder: Path) -> None:
    (folder / "b.pdf").write_text("b")
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "A.MD").write_text("a")
    (folder / "picture.png").touch()
    (folder / ".hidden.pdf").touch()
    (folder / ".git").mkdir()
    (folder / ".git" / "c.pdf").touch()
    (folder / "folder.pdf").mkdir()
    assert DocumentFolder(folder).names() == ["b.pdf", "deep/er/A.MD"]
    assert text_of(folder, "deep/er/A.MD") == "a"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "deep/../../secret.txt",
        "deep/../inside.txt",
        "./inside.txt",
        "deep//inside.txt",
        ".hidden.txt",
        "deep/.hidden/inside.txt",
        "picture.png",
        "inside.txt\0.pdf",
        "inside\n.txt",
        "C:inside.txt",
        "C:\\inside.txt",
        "\\\\host\\share\\inside.txt",
        "folder.txt",
        "",
        ".",
        "..",
        "no\ud800.txt",
        "n" * 5_000 + ".txt",
        "/".join(["d"] * 2_000) + ".txt",
    ],
)
def test_what_is_no_name_of_a_document_opens_nothing(folder: Path, name: str) -> None:
    (folder.parent / "secret.txt").write_text("secret")
    (folder / "inside.txt").write_text("inside")
    (folder / ".hidden.txt").write_text("hidden")
    (folder / "picture.png").touch()
    (folder / "deep" / ".hidden").mkdir(parents=True)
    (folder / "deep" / ".hidden" / "inside.txt").write_text("hidden")
    (folder / "deep" / "inside.txt").write_text("deep")
    (folder / "folder.txt").mkdir()
    assert text_of(folder, name) is None


def test_an_absolute_path_opens_nothing_even_into_the_folder(folder: Path) -> None:
    (folder / "inside.txt").write_text("inside")
    assert text_of(folder, str(folder / "inside.txt")) is None


@posix
def test_links_lead_nowhere_outside(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    (folder / "real.txt").write_text("real")
    (folder / "link.txt").symlink_to(folder / "real.txt")
    (folder / "out.txt").symlink_to(outside / "secret.txt")
    (folder / "up.txt").symlink_to("../outside/secret.txt")
    (folder / "loop.txt").symlink_to(folder / "loop.txt")
    (folder / "gone.txt").symlink_to(folder / "nothing.txt")
    (folder / "room").symlink_to(outside)
    assert DocumentFolder(folder).names() == ["link.txt", "real.txt"]
    assert text_of(folder, "link.txt") == "real"
    for name in ("out.txt", "up.txt", "loop.txt", "gone.txt", "room/secret.txt"):
        assert text_of(folder, name) is None


@posix
def test_a_pipe_with_a_document_s_name_is_none_and_waits_for_nobody(folder: Path) -> None:
    os.mkfifo(folder / "pipe.txt")
    assert DocumentFolder(folder).names() == []
    assert text_of(folder, "pipe.txt") is None


@posix
def test_the_folder_itself_may_be_a_link(folder: Path, tmp_path: Path) -> None:
    (folder / "a.txt").write_text("a")
    (tmp_path / "link").symlink_to(folder)
    assert DocumentFolder(tmp_path / "link").names() == ["a.txt"]
    assert text_of(tmp_path / "link", "a.txt") == "a"


def test_a_name_is_found_however_its_accents_are_written(folder: Path) -> None:
    composed, apart = (unicodedata.normalize(form, "résumé.txt") for form in ("NFC", "NFD"))
    (folder / apart).write_text("found")
    assert DocumentFolder(folder).names() == [composed]
    assert text_of(folder, composed) == text_of(folder, apart) == "found"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_a_file_that_may_not_be_read_says_so(folder: Path) -> None:
    (folder / "a.txt").write_text("a")
    (folder / "a.txt").chmod(0)
    with pytest.raises(UnreadableDocumentError, match="may not read"):
        DocumentFolder(folder).open("a.txt")


@pytest.mark.parametrize("kind", ["missing", "file"])
def test_a_folder_that_is_none_is_a_matter_of_settings(tmp_path: Path, kind: str) -> None:
    (tmp_path / "file").touch()
    for ask in (
        lambda: DocumentFolder(tmp_path / kind).names(),
        lambda: text_of(tmp_path / kind, "a.md"),
    ):
        with pytest.raises(SourceConfigurationError, match=r"no folder .*CITATION_FOLDER"):
            ask()


def test_too_many_documents_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("retrieval.sources.folder._MOST_DOCUMENTS", 2)
    for name in ("a.txt", "b.txt", "c.txt"):
        (folder / name).touch()
    with pytest.raises(SourceConfigurationError, match="more than 2 documents"):
        DocumentFolder(folder).names()
