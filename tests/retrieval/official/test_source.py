"""Sources: real git, checkouts and folders; what is not safe to read is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retrieval.errors import (
    GitMissingError,
    InputError,
    SpecSourceError,
    SpecSourceRefusedError,
    UnknownRefError,
)
from retrieval.official import git, limits
from retrieval.official.source import open_source, upstream_commit
from retrieval.versions import SpecVersion
from tests.support.spec_source import PAGES, Repository, write_source

VERSION: SpecVersion = "2024-11-05"
TOOLS = "docs/specification/2024-11-05/server/tools.mdx"
OURS = sorted(path for path in PAGES if VERSION in path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_source(tmp_path / "spec")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    write_source(made.folder)
    (made.folder / "big.bin").write_bytes(os.urandom(200_000))
    made.commit("first")
    return made


@pytest.fixture
def work(tmp_path: Path) -> Path:
    return tmp_path / "work"


def taken(source: str, ref: str | None, work: Path) -> dict[str, str]:
    opened = open_source(source, ref, work)
    opened.take(opened.files(VERSION), work / "taken")
    return {
        file.relative_to(work / "taken").as_posix(): file.read_text(encoding="utf-8")
        for file in (work / "taken").rglob("*")
        if file.is_file()
    }


def test_a_folder_gives_its_files_and_has_no_commit(folder: Path, work: Path) -> None:
    (folder / "docs/specification/2024-11-05/picture.png").write_bytes(b"\x89PNG")
    assert taken(str(folder), None, work) == {path: PAGES[path] for path in OURS}
    origin = open_source(str(folder), None, work).origin
    assert (origin.kind, origin.commit, origin.ref) == ("folder", None, None)
    assert origin.repository == folder.as_uri()


def test_a_repository_gives_the_files_of_its_newest_commit(
    repository: Repository, work: Path
) -> None:
    (repository.folder / TOOLS).write_text("Not committed.", encoding="utf-8")
    assert taken(repository.address, None, work) == {path: PAGES[path] for path in OURS}
    origin = open_source(repository.address, None, work / "again").origin
    assert origin.kind == "git"
    assert origin.repository == repository.address
    assert (origin.ref, origin.commit) == ("main", repository.git("rev-parse", "HEAD"))


def test_only_the_files_that_are_asked_for_are_fetched(repository: Repository, work: Path) -> None:
    taken(repository.address, None, work)
    brought = sum(file.stat().st_size for file in (work / "objects").rglob("*") if file.is_file())
    assert brought < 50_000, "the big file that nobody asked for is there too"


def test_a_server_that_sends_everything_is_no_failure(repository: Repository, work: Path) -> None:
    repository.git("config", "uploadpack.allowFilter", "false")
    assert taken(repository.address, None, work) == {path: PAGES[path] for path in OURS}


@pytest.mark.parametrize("kind", ["annotated tag", "tag", "branch", "commit", "refs/heads/x"])
def test_a_tag_a_branch_or_a_commit_can_be_asked_for(
    repository: Repository, work: Path, kind: str
) -> None:
    then = repository.git("rev-parse", "HEAD")
    repository.git("tag", "--annotate", "--message", "it", "2024-11-05-final")
    repository.git("tag", "light")
    repository.git("branch", "side")
    (repository.folder / TOOLS).write_text("Later.", encoding="utf-8")
    repository.commit("second")
    ref = {
        "annotated tag": "2024-11-05-final",
        "tag": "light",
        "branch": "side",
        "refs/heads/x": "refs/heads/side",
    }.get(kind, then)
    assert taken(repository.address, ref, work)[TOOLS] == PAGES[TOOLS]
    origin = open_source(repository.address, ref, work / "again").origin
    assert origin.commit == then
    assert origin.ref == (None if kind == "commit" else ref.removeprefix("refs/heads/"))


def test_a_checkout_and_a_bare_repository_are_read_as_repositories(
    repository: Repository, work: Path, tmp_path: Path
) -> None:
    (repository.folder / TOOLS).write_text("Not committed.", encoding="utf-8")
    repository.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare"))
    for path in (repository.folder, tmp_path / "bare"):
        assert taken(str(path), None, work / path.name)[TOOLS] == PAGES[TOOLS]


def test_a_version_that_a_source_has_not_got_has_no_files(
    folder: Path, repository: Repository, work: Path
) -> None:
    assert open_source(str(folder), None, work).files("draft") == []
    assert open_source(repository.address, None, work).files("draft") == []


def test_an_unknown_ref_is_told_with_those_that_are_like_it(
    repository: Repository, work: Path
) -> None:
    repository.git("tag", "2024-11-05-final")
    with pytest.raises(UnknownRefError, match="did you mean '2024-11-05-final'") as caught:
        open_source(repository.address, "2024-11-05-finale", work)
    assert caught.value.ref == "2024-11-05-finale"


@pytest.mark.parametrize("ref", ["--upload-pack=x", "a..b", "a b", "", "HEAD@{1}", "x" * 300])
def test_what_is_no_name_of_a_ref_never_reaches_git(
    repository: Repository, work: Path, ref: str
) -> None:
    with pytest.raises(InputError, match="no name of a branch"):
        open_source(repository.address, ref, work)


@pytest.mark.parametrize(
    "source",
    ["ext::sh -c touch% x", "http://example.test/x", "git://example.test/x", "-x", "fd::3"],
)
def test_other_protocols_than_https_ssh_and_file_are_refused(source: str, work: Path) -> None:
    with pytest.raises(InputError, match="is no source"):
        open_source(source, None, work)
    assert not work.exists()


def test_a_folder_that_is_not_there_is_told(work: Path) -> None:
    with pytest.raises(InputError, match="no folder /does/not/exist"):
        open_source("/does/not/exist", None, work)


def test_a_plain_folder_has_no_ref(folder: Path, work: Path) -> None:
    with pytest.raises(InputError, match="plain folder and has no --ref main"):
        open_source(str(folder), "main", work)


def test_a_server_that_does_not_answer_is_told_with_what_git_says(work: Path) -> None:
    with pytest.raises(SpecSourceError, match=r"127\.0\.0\.1:9.*give --source a folder"):
        open_source("https://user:secret@127.0.0.1:9/spec", None, work)
    with pytest.raises(SpecSourceError) as caught:
        open_source("https://user:secret@127.0.0.1:9/spec", None, work)
    assert "secret" not in str(caught.value)


def test_a_password_is_not_kept_in_the_origin(repository: Repository, work: Path) -> None:
    address = repository.address.replace("file://", "file://user:secret@localhost")
    assert open_source(address, None, work).origin.repository == address.replace("user:secret@", "")


def test_a_folder_that_is_no_repository_is_told(folder: Path, work: Path) -> None:
    with pytest.raises(SpecSourceError, match="does not appear to be a git repository"):
        open_source(folder.as_uri(), None, work)


def test_an_empty_repository_is_told(tmp_path: Path, work: Path) -> None:
    with pytest.raises(SpecSourceError, match="it is empty"):
        open_source(Repository(tmp_path / "empty").address, None, work)


def test_without_git_a_repository_is_told_and_a_folder_still_works(
    repository: Repository, folder: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(GitMissingError, match="git is not installed"):
        open_source(repository.address, None, work)
    assert open_source(str(folder), None, work).files(VERSION)


def test_settings_of_git_in_the_environment_do_not_reach_it(
    repository: Repository, work: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.hooksPath")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(tmp_path))
    assert taken(repository.address, None, work)[TOOLS] == PAGES[TOOLS]


def test_hooks_and_filters_of_a_repository_are_not_run(
    repository: Repository, work: Path, tmp_path: Path
) -> None:
    witness = tmp_path / "ran"
    for name in ("post-checkout", "post-merge", "pre-auto-gc", "reference-transaction"):
        hook = repository.folder / ".git" / "hooks" / name
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\ntouch {witness}\n")
        hook.chmod(0o755)
    repository.git("config", "filter.x.smudge", f"touch {witness}; cat")
    (repository.folder / ".gitattributes").write_text("*.mdx filter=x eol=crlf\n")
    witness.unlink(missing_ok=True)
    repository.git("-c", f"core.hooksPath={tmp_path}", "add", "--all")
    repository.git("-c", f"core.hooksPath={tmp_path}", "commit", "--quiet", "--message", "x")
    assert taken(str(repository.folder), None, work)[TOOLS] == PAGES[TOOLS]
    assert not witness.exists()


def refused(source: str, work: Path) -> str:
    with pytest.raises(SpecSourceRefusedError) as caught:
        open_source(source, None, work).files(VERSION)
    assert not (work / "taken").exists()
    return caught.value.why


@pytest.fixture(params=["folder", "repository"])
def either(request: pytest.FixtureRequest, folder: Path, repository: Repository) -> Path:
    return folder if request.param == "folder" else repository.folder


def offered(path: Path) -> str:
    """Return a folder as a source, after committing where it is a repository."""
    if (path / ".git").exists():
        Repository(path).commit()
    return str(path)


@pytest.mark.parametrize(
    "link", [TOOLS, "docs/specification/2024-11-05/new.mdx", "docs/specification/2024-11-05/dir"]
)
def test_a_symbolic_link_is_refused(either: Path, work: Path, link: str) -> None:
    (either / link).unlink(missing_ok=True)
    (either / link).symlink_to("/etc/passwd" if link.endswith("mdx") else "/etc")
    assert refused(offered(either), work) == f"{link} is a symbolic link"


@pytest.mark.parametrize("parent", ["docs", "docs/specification", "docs/specification/2024-11-05"])
def test_a_folder_above_the_pages_that_is_a_link_is_refused(
    folder: Path, work: Path, tmp_path: Path, parent: str
) -> None:
    (folder / parent).rename(tmp_path / "elsewhere")
    (folder / parent).symlink_to(tmp_path / "elsewhere")
    assert refused(str(folder), work) == f"{parent} is a symbolic link"


def test_a_submodule_is_refused(repository: Repository, work: Path) -> None:
    commit = repository.git("rev-parse", "HEAD")
    place = "docs/specification/2024-11-05/sub"
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{commit},{place}")
    repository.git("commit", "--quiet", "--message", "x")
    assert refused(repository.address, work) == f"{place} is a submodule"


def test_too_many_files_are_refused(
    either: Path, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_FILES", 2)
    assert refused(offered(either), work) == "it has more than 2 files"


@pytest.mark.parametrize(("name", "what"), [("MAX_FILE", "tools.mdx has"), ("MAX_TOTAL", "pages")])
def test_too_many_bytes_are_refused(
    either: Path, work: Path, monkeypatch: pytest.MonkeyPatch, name: str, what: str
) -> None:
    monkeypatch.setattr(limits, name, 600)
    assert what in refused(offered(either), work)


@pytest.mark.parametrize("name", ["MAX_PRINTED", "MAX_FETCHED"])
def test_a_repository_that_sends_too_much_is_refused(
    repository: Repository, work: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(git, name, 20)
    with pytest.raises(SpecSourceRefusedError, match="it sends more than 20 bytes"):
        open_source(repository.address, None, work)


def test_a_folder_that_is_too_deep_is_refused(either: Path, work: Path) -> None:
    deep = either / "docs/specification/2024-11-05" / "/".join("d" * 12)
    deep.mkdir(parents=True)
    (deep / "page.mdx").write_text("Deep.")
    assert "too deep" in refused(offered(either), work)


def test_names_that_no_page_has_are_refused(either: Path, work: Path) -> None:
    (either / "docs/specification/2024-11-05" / "a\\..\\b.mdx").write_text("x")
    assert "not one that pages have" in refused(offered(either), work)


def test_names_that_differ_only_in_case_are_refused(either: Path, work: Path) -> None:
    (either / "docs/specification/2024-11-05" / "INDEX.mdx").write_text("x")
    assert "twice, but for case" in refused(offered(either), work)


def test_what_is_neither_file_nor_folder_is_refused(folder: Path, work: Path) -> None:
    os.mkfifo(folder / "docs/specification/2024-11-05/pipe.mdx")
    assert refused(str(folder), work).endswith("pipe.mdx is no file")


def test_a_file_that_changes_between_listing_and_reading_is_told(folder: Path, work: Path) -> None:
    source = open_source(str(folder), None, work)
    files = source.files(VERSION)
    (folder / TOOLS).write_text("Grown. " * 1_000)
    with pytest.raises(SpecSourceError, match="changed while it was read"):
        source.take(files, work / "taken")


def test_a_file_that_becomes_a_link_after_listing_is_not_followed(folder: Path, work: Path) -> None:
    source = open_source(str(folder), None, work)
    files = source.files(VERSION)
    (folder / TOOLS).unlink()
    (folder / TOOLS).symlink_to("/etc/passwd")
    with pytest.raises(SpecSourceError, match=r"tools\.mdx"):
        source.take(files, work / "taken")


def test_where_the_source_is_now_can_be_asked(repository: Repository, work: Path) -> None:
    origin = open_source(repository.address, None, work / "open").origin
    assert upstream_commit(origin, work / "ask", 30) == origin.commit
    newer = repository.commit("second")
    assert upstream_commit(origin, work / "again", 30) == newer
