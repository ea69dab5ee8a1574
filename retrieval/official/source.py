"""Where the official text comes from: a git repository, a checkout of one, or a plain folder.

All of them have the pages in `docs/specification/<version>` and the schema in `schema/<version>`.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

from retrieval.errors import InputError, SpecSourceError, SpecSourceRefusedError, UnknownRefError
from retrieval.official.git import SLOW, Git, fields, shown
from retrieval.official.limits import MAX_DEPTH, MAX_FILES, SourceFile, checked, folders
from retrieval.official.origin import Origin
from retrieval.versions import SpecVersion

DEFAULT_SOURCE: Final = "https://github.com/modelcontextprotocol/modelcontextprotocol"

_ADDRESS: Final = re.compile(
    r"(?:https|ssh|file)://[^\s\x00-\x1f]+|[\w.-]+@[\w.-]+:[^\s\x00-\x1f]+"
)
_ANY_SCHEME: Final = re.compile(r"[a-zA-Z][\w+.-]*:(?://|:)")
_REF: Final = re.compile(r"(?!-)(?!.*\.\.)(?!.*@\{)[\w./+-]{1,200}")
_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LINK, _SUBMODULE = "120000", "160000"


class Source(Protocol):
    """A source, at one commit."""

    @property
    def origin(self) -> Origin:
        """What it is."""
        ...

    def files(self, version: SpecVersion) -> list[SourceFile]:
        """Return the files of a version that are read; none where it has no such version.

        Raises:
            SpecSourceRefusedError: they do not keep to the limits.

        """
        ...

    def take(self, files: list[SourceFile], into: Path) -> None:
        """Write files below `into`, under their paths."""
        ...


def open_source(source: str, ref: str | None, work: Path) -> Source:
    """Open a source; `work` is an empty folder for what git brings.

    Raises:
        InputError: there is no such folder, or a ref was given for one that has none.
        UnknownRefError: the repository has no such branch or tag.
        SpecSourceError: the repository cannot be reached.
        GitMissingError: git is needed and not installed.

    """
    if ref is not None and not _REF.fullmatch(ref):
        raise InputError(f"{ref!r} is no name of a branch, a tag or a commit")
    if _ADDRESS.fullmatch(source):
        return GitSource(source, ref, work)
    if _ANY_SCHEME.match(source) or source.startswith("-"):
        raise InputError(f"{source!r} is no source; give an https, ssh or file address, or a path")
    path = Path(source).expanduser()
    if not path.is_dir():
        raise InputError(f"there is no folder {source}; give a folder or a repository's address")
    path = path.resolve()
    if (path / ".git").exists() or (path / "HEAD").is_file():
        return GitSource(str(path), ref, work)
    if ref is not None:
        raise InputError(f"{source} is a plain folder and has no --ref {ref}")
    return FolderSource(path)


def upstream_commit(origin: Origin, work: Path, patience: float) -> str:
    """Return the commit at which the branch or tag of an extraction is now.

    Raises:
        UnknownRefError: it is gone.
        SpecSourceError: the repository does not answer within `patience` seconds.
        GitMissingError: there is no git here.

    """
    git = Git(work, origin.repository, patience)
    return _resolve(git, origin.repository, origin.ref or origin.commit)[1]


class GitSource:
    """A repository at one commit: its trees are fetched when it is opened, files when asked for."""

    def __init__(self, address: str, ref: str | None, work: Path) -> None:
        self._git = Git(work, address)
        self._address = address
        name, commit = _resolve(self._git, address, ref)
        self._git.run("remote", "add", "origin", "--", address)
        self._git.run("config", "remote.origin.promisor", "true")
        self._git.run("config", "remote.origin.partialCloneFilter", "blob:none")
        fetch = ("fetch", "--quiet", "--depth=1", "--no-tags", "--filter=blob:none", "origin")
        self._git.run(*fetch, name if name.startswith("refs/") else commit, timeout=SLOW)
        found = self._git.run("rev-parse", "--verify", "FETCH_HEAD^{commit}").decode().strip()
        self._objects: dict[str, str] = {}
        self.origin = Origin(kind="git", repository=shown(address), ref=_short(name), commit=found)

    def files(self, version: SpecVersion) -> list[SourceFile]:
        """Return the files of a version that are read."""
        where = f"{shown(self._address)} ({version})"
        listed: dict[str, str] = {}
        listing = ("ls-tree", "-r", "-z", "--full-tree", str(self.origin.commit), "--")
        for entry in fields(self._git.run(*listing, *folders(version))):
            about, _, path = entry.partition("\t")
            mode, _, name = about.split(" ")
            if mode in (_LINK, _SUBMODULE):
                kind = "a symbolic link" if mode == _LINK else "a submodule"
                raise SpecSourceRefusedError(where, f"{path} is {kind}")
            listed[path] = name
        sizeless = checked([SourceFile(path, 0) for path in listed], where)
        objects = {file.path: listed[file.path] for file in sizeless}
        self._objects |= objects
        sizes = self._bring(list(objects.values()))
        return checked([SourceFile(path, sizes[name]) for path, name in objects.items()], where)

    def take(self, files: list[SourceFile], into: Path) -> None:
        """Write files below `into`."""
        names = "".join(f"{self._objects[file.path]}\n" for file in files).encode()
        told = self._git.run("cat-file", "--batch", stdin=names)
        begin = 0
        for file in files:
            begin = told.index(b"\n", begin) + 1
            _write(into / file.path, told[begin : begin + file.size])
            begin += file.size + 1

    def _bring(self, objects: list[str]) -> dict[str, int]:
        """Fetch objects in one go, and return their sizes."""
        if not objects:
            return {}
        names = "".join(f"{name}\n" for name in dict.fromkeys(objects)).encode()
        fetch = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--filter=blob:none")
        self._git.run(*fetch, "--stdin", "origin", stdin=names, timeout=SLOW)
        told = self._git.run("cat-file", "--batch-check", stdin=names).decode()
        rows = [line.split() for line in told.splitlines()]
        missing = [row[0] for row in rows if len(row) != 3 or row[1] != "blob"]
        if missing:
            raise SpecSourceError(shown(self._address), f"it does not send {missing[0]}")
        return {name: int(size) for name, _, size in rows}


class FolderSource:
    """A plain folder: its files as they are, and no commit."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.origin = Origin(kind="folder", repository=root.as_uri(), ref=None, commit=None)

    def files(self, version: SpecVersion) -> list[SourceFile]:
        """Return the files of a version that are read."""
        where = f"{self._root} ({version})"
        listed: list[SourceFile] = []
        for folder in folders(version):
            for parent in _parents(folder):
                _refuse_links(self._root / parent, parent, where)
            if (self._root / folder).is_dir():
                for file in self._walk(folder, where):
                    listed.append(file)
                    if len(listed) > MAX_FILES:
                        break
        return checked(listed, where)

    def take(self, files: list[SourceFile], into: Path) -> None:
        """Write files below `into`."""
        for file in files:
            _write(into / file.path, self._read(file))

    def _walk(self, folder: str, where: str) -> Iterator[SourceFile]:
        if folder.count("/") >= MAX_DEPTH:
            raise SpecSourceRefusedError(where, f"{folder} lies too deep")
        try:
            with os.scandir(self._root / folder) as scanned:
                first = islice(scanned, MAX_FILES + 1)  # more are refused anyway
                entries = sorted(first, key=lambda entry: entry.name)
        except OSError as error:
            raise SpecSourceError(str(self._root), f"{folder}: {error.strerror}") from error
        for entry in entries:
            path = f"{folder}/{entry.name}"
            _refuse_links(Path(entry.path), path, where)
            if entry.is_dir(follow_symlinks=False):
                yield from self._walk(path, where)
            elif entry.is_file(follow_symlinks=False):
                yield SourceFile(path, entry.stat(follow_symlinks=False).st_size)
            else:
                raise SpecSourceRefusedError(where, f"{path} is no file")

    def _read(self, file: SourceFile) -> bytes:
        """Read a file that is still what it was when it was listed."""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        try:
            opened = os.open(self._root / file.path, flags | getattr(os, "O_BINARY", 0))
        except OSError as error:
            raise SpecSourceError(str(self._root), f"{file.path}: {error.strerror}") from error
        with os.fdopen(opened, "rb") as stream:
            if not stat.S_ISREG(os.fstat(opened).st_mode):
                raise SpecSourceRefusedError(str(self._root), f"{file.path} is no file")
            content = stream.read(file.size + 1)
        if len(content) != file.size:
            raise SpecSourceError(str(self._root), f"{file.path} changed while it was read")
        return content


def _resolve(git: Git, address: str, ref: str | None) -> tuple[str, str]:
    """Return the full name of a ref (a commit stands for itself) and its commit or tag object."""
    if ref is not None and _COMMIT.fullmatch(ref):
        return ref, ref
    if ref is None:
        told = git.run("ls-remote", "--symref", "--", address, "HEAD").decode(errors="replace")
        rows = [line.split("\t") for line in told.splitlines() if line.endswith("\tHEAD")]
        names = [row[0].removeprefix("ref: ") for row in rows if row[0].startswith("ref: ")]
        commits = [row[0] for row in rows if _COMMIT.fullmatch(row[0])]
        if not commits:
            raise SpecSourceError(shown(address), "it is empty")
        return names[0] if names else commits[0], commits[0]
    refs = _refs(git, address)
    for name in (ref, f"refs/tags/{ref}", f"refs/heads/{ref}"):
        if name in refs:
            return name, refs.get(f"{name}^{{}}", refs[name])
    known = [_short(name) or name for name in refs if not name.endswith("^{}")]
    raise UnknownRefError(ref, shown(address), get_close_matches(ref, known, n=5, cutoff=0.5))


def _refs(git: Git, address: str) -> dict[str, str]:
    told = git.run("ls-remote", "--heads", "--tags", "--", address).decode(errors="replace")
    rows = (line.split("\t") for line in told.splitlines())
    return {row[1]: row[0] for row in rows if len(row) == 2}


def _short(name: str) -> str | None:
    """Return a ref as people call it; None for a commit."""
    return re.sub(r"^refs/(?:heads|tags)/", "", name) if name.startswith("refs/") else None


def _parents(folder: str) -> list[str]:
    parts = folder.split("/")
    return ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _refuse_links(file: Path, path: str, where: str) -> None:
    if file.is_symlink():
        raise SpecSourceRefusedError(where, f"{path} is a symbolic link")


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
