"""Extraction: what is recorded, and that whatever goes wrong the old state stays."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.errors import (
    BusyError,
    DataError,
    InputError,
    LimitError,
    NotExtractedError,
    SpecSourceRefusedError,
    UnreadablePageError,
)
from retrieval.index import index_directory, open_index
from retrieval.index_manifest import read_manifest
from retrieval.official import extract as extracting_module
from retrieval.official.extract import Extracted, extract, rechunk, remove
from retrieval.official.metadata import FILE, extracting, read_metadata
from retrieval.official.store import current_text
from retrieval.version_index import OFFICIAL
from retrieval.versions import SpecVersion
from tests.retrieval.conftest import UseCatalogue
from tests.retrieval.official.child import ROOT, Doomed, extract_and_embed
from tests.retrieval.small import WordEmbedder
from tests.support.spec_source import INDEX, PAGES, TOOLS, VERSION, Repository, write_source

TOOLS_FILE = f"docs/specification/{VERSION}/server/tools.mdx"
OTHER: SpecVersion = "2025-03-26"


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_source(tmp_path / "spec")


def taken(data_dir: Path, source: Path | str, *versions: SpecVersion) -> list[Extracted]:
    return extract(data_dir, versions or [VERSION], str(source), None, lambda _: None)


def state(data_dir: Path) -> dict[str, bytes]:
    """Return everything in a data directory, but for the empty locks."""
    return {
        file.relative_to(data_dir).as_posix(): file.read_bytes()
        for file in sorted(data_dir.rglob("*"))
        if file.is_file() and not file.name.endswith(".lock")
    }


def test_the_metadata_say_what_was_extracted_from_where_and_when(
    data_dir: Path, tmp_path: Path
) -> None:
    repository = Repository(tmp_path / "repository")
    write_source(repository.folder)
    commit = repository.commit()
    before = datetime.now(UTC)
    taken(data_dir, repository.address, VERSION, OTHER)
    values = json.loads((data_dir / FILE).read_text(encoding="utf-8"))
    record = values["specs"][VERSION]
    assert sorted(values["specs"]) == [VERSION, OTHER]
    assert record["origin"] == {
        "kind": "git",
        "repository": repository.address,
        "ref": "main",
        "commit": commit,
    }
    assert before <= datetime.fromisoformat(record["extracted_at"]) <= datetime.now(UTC)
    assert record["pages"] == 3
    assert record["not_quotable"] == 0
    assert record["lines"]["text"] == 19 + 2 + 2
    assert "not understood" not in record["lines"]
    assert {
        kind: (c["size"], c["overlap"], c["count"]) for kind, c in record["chunks"].items()
    } == {
        "fine": (230, 50, 9 + 1 + 3),
        "regular": (500, 0, 3 + 1 + 1),
    }
    assert record["embeddings"] == {}
    assert record["previous"] is None


def test_the_text_is_kept_as_the_source_has_it(data_dir: Path, folder: Path) -> None:
    taken(data_dir, folder)
    text = current_text(data_dir, VERSION)
    assert text is not None
    assert (text.directory / TOOLS_FILE).read_text(encoding="utf-8") == TOOLS
    assert [page.path for page in text.pages] == ["index", "server/tools", "schema.json"]


def test_a_schema_page_is_read_in_the_place_of_the_schema(data_dir: Path, folder: Path) -> None:
    taken(data_dir, folder, OTHER)
    text = current_text(data_dir, OTHER)
    assert text is not None
    assert [page.path for page in text.pages] == ["index", "schema", "server/tools"]


def test_the_same_text_again_is_no_new_text(data_dir: Path, folder: Path) -> None:
    (first,) = taken(data_dir, folder)
    (second,) = taken(data_dir, folder)
    assert (first.changed, second.changed) == (True, False)
    assert first.record is not None
    assert second.record is not None
    assert second.record.directory == first.record.directory
    assert second.record.previous is None
    assert second.record.extracted_at >= first.record.extracted_at


def test_a_new_text_remembers_the_one_before_and_forgets_older_ones(
    data_dir: Path, folder: Path
) -> None:
    directories: list[str] = []
    for text in ("One.", "Two.", "Three."):
        (folder / TOOLS_FILE).write_text(text, encoding="utf-8")
        (done,) = taken(data_dir, folder)
        assert done.record is not None
        directories.append(done.record.directory)
    record = read_metadata(data_dir).specs[VERSION]
    assert record.previous is not None
    assert [record.previous.directory, record.directory] == directories[1:]
    assert sorted(os.listdir(data_dir / "official")) == sorted(directories[1:])


def test_a_version_that_is_not_in_the_source_is_told(data_dir: Path, folder: Path) -> None:
    with pytest.raises(InputError, match="no docs/specification/draft"):
        taken(data_dir, folder, "draft")
    done = extract(
        data_dir, ["draft", VERSION], str(folder), None, lambda _: None, skip_absent=True
    )
    assert [(item.version, item.record is not None) for item in done] == [
        ("draft", False),
        (VERSION, True),
    ]


def test_a_page_that_does_not_parse_changes_nothing(data_dir: Path, folder: Path) -> None:
    taken(data_dir, folder)
    before = state(data_dir)
    (folder / TOOLS_FILE).write_text("New.\n\n```\nnever closed", encoding="utf-8")
    with pytest.raises(UnreadablePageError, match=r"tools\.mdx, line 3"):
        taken(data_dir, folder)
    assert state(data_dir) == before


def test_a_source_that_is_refused_changes_nothing(data_dir: Path, folder: Path) -> None:
    taken(data_dir, folder)
    before = state(data_dir)
    (folder / TOOLS_FILE).unlink()
    (folder / TOOLS_FILE).symlink_to("/etc/passwd")
    with pytest.raises(SpecSourceRefusedError):
        taken(data_dir, folder)
    assert state(data_dir) == before


@pytest.mark.parametrize("error", [KeyboardInterrupt, ConnectionError])
def test_an_index_that_is_not_made_leaves_the_old_text_current(
    data_dir: Path, folder: Path, error: type[BaseException]
) -> None:
    taken(data_dir, folder)
    before = (data_dir / FILE).read_bytes()
    (folder / TOOLS_FILE).write_text("New.", encoding="utf-8")

    def fail(_: object) -> None:
        raise error

    with pytest.raises((error, DataError)):
        extract(
            data_dir,
            [VERSION],
            str(folder),
            None,
            lambda _: None,
            embed=fail,  # pyright: ignore[reportArgumentType]
        )
    assert (data_dir / FILE).read_bytes() == before
    assert not list((data_dir / "official").glob(".extracting-*"))


def test_ctrl_c_while_files_are_taken_changes_nothing(
    data_dir: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken(data_dir, folder)
    before = state(data_dir)
    (folder / TOOLS_FILE).write_text("New.", encoding="utf-8")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(extracting_module, "text_digest", interrupted)
    with pytest.raises(KeyboardInterrupt):
        taken(data_dir, folder)
    assert state(data_dir) == before


def test_two_extractions_at_once_are_not_mixed(data_dir: Path, folder: Path) -> None:
    with extracting(data_dir), pytest.raises(BusyError, match="another process"):
        taken(data_dir, folder)
    assert read_metadata(data_dir).specs == {}
    taken(data_dir, folder)


def test_what_a_killed_extraction_left_is_removed_by_the_next(data_dir: Path, folder: Path) -> None:
    (data_dir / "official" / ".extracting-old").mkdir(parents=True)
    taken(data_dir, folder)
    assert all(name.startswith(VERSION) for name in os.listdir(data_dir / "official"))


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"format": 2}', b"\xff"])
def test_damaged_metadata_are_told_before_any_work(
    data_dir: Path, folder: Path, content: bytes
) -> None:
    taken(data_dir, folder)
    (data_dir / FILE).write_bytes(content)
    with pytest.raises(DataError, match=r"SPEC_METADATA\.json cannot be read.*remove it"):
        taken(data_dir, folder)
    assert (data_dir / FILE).read_bytes() == content


def test_a_data_folder_that_cannot_be_written_is_told(data_dir: Path, folder: Path) -> None:
    data_dir.mkdir()
    (data_dir / "official").write_text("in the way")
    with pytest.raises(DataError, match="MCP_FACT_CHECK_DATA_DIR"):
        taken(data_dir, folder)


FULL = """
import resource, signal, sys
from retrieval.official.extract import extract
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
data_dir, source, version, limit = sys.argv[1:]
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
extract(Path(data_dir), [version], source, None, lambda _: None)
"""


def test_a_file_that_cannot_be_written_to_its_end_is_told_and_changes_nothing(
    data_dir: Path, folder: Path, tmp_path: Path
) -> None:
    taken(data_dir, folder)
    before = state(data_dir)
    grown = write_source(tmp_path / "grown", PAGES | {TOOLS_FILE: "New and long.\n" * 9_000})
    # A file may not grow beyond a limit: to a program that is what a full disk is.
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(data_dir), str(grown), VERSION, "60000"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "DataError: cannot write below" in done.stderr
    assert state(data_dir) == before


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a disk of 300 kB, where the machine lets us have one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)]
    if os.geteuid() or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk, and not everywhere")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("source", ["folder", "git"])
def test_a_disk_that_is_full_is_told_and_changes_nothing(
    small_disk: Path, folder: Path, tmp_path: Path, source: str
) -> None:
    taken(small_disk, folder)
    before = state(small_disk)
    noise = os.urandom(300_000).hex()
    grown = write_source(tmp_path / "grown", PAGES | {TOOLS_FILE: noise})
    address = str(grown)
    if source == "git":
        repository = Repository(grown)
        repository.commit()
        address = repository.address
    with pytest.raises(DataError, match="space"):
        taken(small_disk, address)
    assert state(small_disk) == before


def test_chunks_can_be_cut_otherwise_and_another_index_is_wanted_then(
    data_dir: Path, folder: Path
) -> None:
    taken(data_dir, folder)
    before = current_text(data_dir, VERSION)
    chunking = rechunk(data_dir, VERSION, "fine", 80, 0)
    after = current_text(data_dir, VERSION)
    assert before is not None
    assert after is not None
    assert before.key != after.key
    assert before.chunks("regular") == after.chunks("regular")
    assert chunking.count == len(after.chunks("fine")) > len(before.chunks("fine"))
    recorded = read_metadata(data_dir).specs[VERSION].chunks["fine"]
    assert (recorded.size, recorded.overlap, recorded.count) == (80, 0, chunking.count)


def test_a_new_text_is_cut_as_the_one_before_was(data_dir: Path, folder: Path) -> None:
    taken(data_dir, folder)
    rechunk(data_dir, VERSION, "fine", 90, 10)
    (folder / TOOLS_FILE).write_text("New.", encoding="utf-8")
    (done,) = taken(data_dir, folder)
    assert done.record is not None
    assert (done.record.chunks["fine"].size, done.record.chunks["fine"].overlap) == (90, 10)


def test_files_that_somebody_changed_are_never_quoted(data_dir: Path, folder: Path) -> None:
    taken(data_dir, folder)
    text = current_text(data_dir, VERSION)
    assert text is not None
    with (text.directory / TOOLS_FILE).open("a", encoding="utf-8") as file:
        file.write("\nLamps MUST be free.\n")
    with pytest.raises(DataError, match=f"not what was extracted; .* --version {VERSION}` again"):
        text.chunks("fine")
    taken(data_dir, folder)
    mended = current_text(data_dir, VERSION)
    assert mended is not None
    assert mended.directory == text.directory
    assert not any("free" in chunk.text for chunk in mended.chunks("fine"))


def test_a_version_of_which_a_source_has_the_schema_alone_is_not_there(
    data_dir: Path, folder: Path
) -> None:
    shutil.rmtree(folder / "docs/specification" / VERSION)
    with pytest.raises(InputError, match=f"no docs/specification/{VERSION}"):
        taken(data_dir, folder)


@pytest.mark.parametrize(("size", "overlap"), [(79, 0), (1_001, 0), (230, -1), (230, 116)])
def test_sizes_that_are_no_use_are_refused(
    data_dir: Path, folder: Path, size: int, overlap: int
) -> None:
    taken(data_dir, folder)
    with pytest.raises(LimitError):
        rechunk(data_dir, VERSION, "fine", size, overlap)


def test_nothing_can_be_cut_where_nothing_is_extracted(data_dir: Path) -> None:
    with pytest.raises(NotExtractedError, match=f"specs extract --version {VERSION}"):
        rechunk(data_dir, VERSION, "fine", 230, 50)


def test_a_text_can_be_removed_and_others_stay(data_dir: Path, folder: Path) -> None:
    taken(data_dir, folder, VERSION, OTHER)
    assert remove(data_dir, [VERSION, "draft"]) == [VERSION]
    assert current_text(data_dir, VERSION) is None
    assert current_text(data_dir, OTHER) is not None
    assert all(name.startswith(OTHER) for name in os.listdir(data_dir / "official"))


@pytest.fixture(scope="module")
def doomed() -> Iterator[Doomed]:
    process = Doomed()
    yield process
    process.close()


def test_a_process_killed_at_any_moment_leaves_the_old_index_or_the_new_one(
    data_dir: Path, tmp_path: Path, use_catalogue: UseCatalogue, doomed: Doomed
) -> None:
    package = use_catalogue()
    repository = Repository(tmp_path / "repository")
    write_source(repository.folder)
    old = repository.commit()
    extract_and_embed(data_dir, repository.address)
    (repository.folder / TOOLS_FILE).write_text(INDEX + "\nA new page.\n", encoding="utf-8")
    new = repository.commit()

    whole = tmp_path / "whole"
    shutil.copytree(data_dir, whole)
    signal, things = doomed.extract(whole, repository.address, package, 0)
    assert signal == 0
    assert works(whole) == new

    moments = sorted(random.Random(4).sample(range(1, things), 10))
    left: list[str | None] = []
    for moment in moments:
        trial = tmp_path / f"killed-{moment}"
        shutil.copytree(data_dir, trial)
        signal, _ = doomed.extract(trial, repository.address, package, moment)
        assert signal == 9
        left.append(works(trial))
        if moment in moments[::3]:  # and the next extraction finds nothing in its way
            extract_and_embed(trial, repository.address)
            assert works(trial) == new
            assert not list((trial / "official").glob(".extracting-*"))
    assert set(left) <= {old, new}
    assert old in left


def works(data_dir: Path) -> str | None:
    """Search the current index, which must be whole; return the commit that it is of."""
    embedder = WordEmbedder()
    text = current_text(data_dir, VERSION)
    assert text is not None
    store = open_index(data_dir, VERSION, embedder, official=text)
    manifest = read_manifest(index_directory(data_dir, embedder.id, text))
    for kind in ("fine", "regular"):
        name = OFFICIAL[kind]
        assert store.count(name) == manifest.chunks[VERSION][name] == len(text.chunks(kind))
    chunk = text.chunks("fine")[-1]
    vectors = embedder.embed([chunk.embedded])
    (hits,) = store.query(OFFICIAL["fine"], vectors, 1)
    assert hits[0].chunk.text == chunk.text
    assert hits[0].chunk.commit == text.origin.commit
    store.close()
    return text.origin.commit
