"""A folder of documents: names are paths inside it, and nothing outside is ever opened."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from io import FileIO
from pathlib import Path, PurePosixPath, PureWindowsPath
from stat import S_ISREG
from typing import Final

from retrieval.errors import SourceConfigurationError, UnreadableDocumentError
from retrieval.sources.extraction import KINDS

_MOST_DOCUMENTS: Final = 20_000
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # or a pipe with a document's name would wait for a writer
)

_ODD: Final = ("Cc", "Cs")
"""Controls, and bytes of file names that are no UTF-8: neither can be written in a citation."""


class DocumentFolder:
    """The documents below a folder, by their path in it with forward slashes."""

    def __init__(self, root: Path) -> None:
        self._given = root

    def names(self) -> list[str]:
        """Return the names of all documents, sorted; hidden ones and links out are none.

        Raises:
            SourceConfigurationError: there is no such folder, or there are too many documents.

        """
        found: list[str] = []
        for name in self._walk(self._root()):
            found.append(unicodedata.normalize("NFC", name))
            if len(found) > _MOST_DOCUMENTS:
                raise SourceConfigurationError(
                    "files",
                    f"{self._given} has more than {_MOST_DOCUMENTS:,} documents; set "
                    "CITATION_FOLDER to a smaller folder, or keep the pages in a database",
                )
        return sorted(found)

    def open(self, name: str) -> FileIO | None:
        """Open a document, or return None where the folder has none of that name.

        Raises:
            SourceConfigurationError: there is no such folder.
            UnreadableDocumentError: it is there and may not be opened.

        """
        root = self._root()
        if not _is_name(name):
            return None
        return self._open_inside(root, name) or self._open_otherwise_written(root, name)

    def _open_inside(self, root: Path, name: str) -> FileIO | None:
        try:
            path = (root / name).resolve(strict=True)
            if not path.is_relative_to(root):
                return None
            descriptor = os.open(path, _FLAGS)
        except PermissionError as error:
            raise UnreadableDocumentError(name, "this user may not read the file") from error
        except (OSError, ValueError, RuntimeError):  # not there, a name too long, a loop of links
            return None
        if S_ISREG(os.fstat(descriptor).st_mode):
            return os.fdopen(descriptor, "rb", buffering=0)
        os.close(descriptor)
        return None

    def _open_otherwise_written(self, root: Path, name: str) -> FileIO | None:
        """Open a document whose name has the same letters, such as é as one sign or as two."""
        if name.isascii():
            return None
        wanted = unicodedata.normalize("NFC", name)
        for there in self._walk(root):
            if there != name and unicodedata.normalize("NFC", there) == wanted:
                return self._open_inside(root, there)
        return None

    def _walk(self, root: Path) -> Iterator[str]:
        for folder, folders, files in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for file in files:
                path = Path(folder, file)
                name = path.relative_to(root).as_posix()
                if _is_name(name) and path.is_file() and path.resolve().is_relative_to(root):
                    yield name

    def _root(self) -> Path:
        try:
            root = self._given.resolve(strict=True)
        except OSError:
            root = None
        if root is None or not root.is_dir():
            raise SourceConfigurationError(
                "files", f"there is no folder {self._given}; set CITATION_FOLDER to one"
            )
        return root


def _is_name(name: str) -> bool:
    """Tell whether a name can be that of a document, on any system."""
    path = PurePosixPath(name)
    if path.as_posix() != name or path.is_absolute() or PureWindowsPath(name).anchor:
        return False
    odd = "\\" in name or any(unicodedata.category(sign) in _ODD for sign in name)
    hidden = any(part.startswith(".") for part in path.parts)  # and with that also `..`
    return not odd and not hidden and path.suffix.lower() in KINDS
