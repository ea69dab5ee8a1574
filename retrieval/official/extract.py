"""Extract the official text of versions: fetched aside, read, checked, then taken over whole."""

from __future__ import annotations

import errno
import shutil
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from retrieval.errors import InputError, LimitError
from retrieval.evidence import Granularity
from retrieval.official.chunks import ChunkSizes
from retrieval.official.limits import SourceFile
from retrieval.official.metadata import (
    Chunking,
    Embedding,
    Extraction,
    Metadata,
    SpecRecord,
    cannot_write,
    extracting,
    read_metadata,
    update_metadata,
    update_record,
)
from retrieval.official.origin import Origin
from retrieval.official.pages import Page
from retrieval.official.source import Source, open_source
from retrieval.official.store import (
    FOLDER,
    OfficialText,
    require_record,
    sizes_of,
    text_digest,
    text_of,
)
from retrieval.versions import SpecVersion

Tell = Callable[[str], None]
"""Told in words what is being done."""

Embed = Callable[[OfficialText], dict[Granularity, Embedding]]
"""Makes the index of a text, before that text becomes the current one."""

_ASIDE: Final = ".extracting-"
_NO_WRITING: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES)
_SIZES: Final[dict[Granularity, tuple[int, int]]] = {"fine": (80, 1_000), "regular": (200, 4_000)}
"""The least and the most characters that a chunk may have, about."""


class Extracted(NamedTuple):
    """What became of a version: `record` is None where the source has not got it."""

    version: SpecVersion
    record: SpecRecord | None
    changed: bool


def extract(
    data_dir: Path,
    versions: Sequence[SpecVersion],
    source: str,
    ref: str | None,
    tell: Tell,
    *,
    embed: Embed | None = None,
    skip_absent: bool = False,
) -> list[Extracted]:
    """Extract versions from one commit of a source.

    A version is taken over when all of it is read and, with `embed`, its index is made; until then,
    and where anything fails, the one before stays.

    Raises:
        InputError: a version is not in the source (unless `skip_absent`), or see `open_source`.
        SpecSourceRefusedError: the source is not safe to read.
        UnreadablePageError: a page does not parse.
        BusyError: another extraction is going on.
        DataError: something cannot be written.

    """
    done: list[Extracted] = []
    with extracting(data_dir), _working_folder(data_dir) as work:
        read_metadata(data_dir)  # a damaged file is told now, not after the work
        tell(f"Opening {source}")
        opened = open_source(source, ref, work / "source")
        for version in versions:
            files = opened.files(version)
            has_pages = any(file.path.startswith("docs/") for file in files)
            if not has_pages and not skip_absent:
                at = f" at {opened.origin.ref or opened.origin.commit}" if ref else ""
                raise InputError(
                    f"{opened.origin.repository} has no docs/specification/{version}{at}; give "
                    "another --version, --ref or --source"
                )
            if not has_pages:
                done.append(Extracted(version, None, changed=False))
                continue
            tell(f"Reading MCP {version}: {len(files)} files")
            done.append(_take_over(data_dir, version, opened, files, work / version, embed))
        _remove_unused(data_dir)
    return done


def rechunk(
    data_dir: Path, version: SpecVersion, strategy: Granularity, size: int, overlap: int
) -> Chunking:
    """Cut the text of a version anew; `specs embed`, or the next search, makes its index.

    Raises:
        LimitError: chunks of that size or with that overlap are no use.
        NotExtractedError: there is no text.
        BusyError: an extraction is going on.

    """
    least, most = _SIZES[strategy]
    if not least <= size <= most:
        raise LimitError("size", f"from {least} to {most} for {strategy} chunks", str(size))
    if not 0 <= overlap <= size // 2:
        raise LimitError("overlap", f"from 0 to half of the size, {size // 2}", str(overlap))
    with extracting(data_dir):
        record = require_record(data_dir, version)
        sizes = sizes_of(record)
        sizes[strategy] = ChunkSizes(size, overlap)
        count = len(text_of(data_dir, version, record, sizes).chunks(strategy))
        chunking = Chunking(size=size, overlap=overlap, count=count, chunked_at=datetime.now(UTC))

        def changed(old: SpecRecord) -> SpecRecord:
            embeddings = {key: value for key, value in old.embeddings.items() if key != strategy}
            cut = old.chunks | {strategy: chunking}
            return old.model_copy(update={"chunks": cut, "embeddings": embeddings})

        update_record(data_dir, version, changed)
        return chunking


def remove(data_dir: Path, versions: Sequence[SpecVersion]) -> list[SpecVersion]:
    """Forget the texts of versions and remove them; return those that there were.

    Raises:
        BusyError: an extraction is going on.

    """
    removed: list[SpecVersion] = []

    def changed(metadata: Metadata) -> Metadata:
        removed.extend(version for version in versions if version in metadata.specs)
        kept = {name: record for name, record in metadata.specs.items() if name not in versions}
        return metadata.model_copy(update={"specs": kept})

    with extracting(data_dir):
        update_metadata(data_dir, changed)
        _remove_unused(data_dir)
    return removed


def _take_over(
    data_dir: Path,
    version: SpecVersion,
    source: Source,
    files: list[SourceFile],
    aside: Path,
    embed: Embed | None,
) -> Extracted:
    source.take(files, aside)
    digest = text_digest(source.origin, aside)
    directory = data_dir / FOLDER / f"{version}-{digest[:16]}"
    now = datetime.now(UTC)
    before = read_metadata(data_dir).specs.get(version)
    read = OfficialText(version, aside, digest, source.origin, sizes_of(before))
    extraction = _described(read.pages, source.origin, directory.name, digest, now)
    chunks: dict[Granularity, Chunking] = {
        kind: Chunking(
            size=sizes.size, overlap=sizes.overlap, count=len(read.chunks(kind)), chunked_at=now
        )
        for kind, sizes in read.sizes.items()
    }
    if not directory.is_dir() or text_digest(source.origin, directory) != digest:
        shutil.rmtree(directory, ignore_errors=True)
        aside.rename(directory)
    same = before is not None and before.digest == digest
    embeddings = before.embeddings if before and same else {}
    if embed:
        embeddings = embed(text_of(data_dir, version, extraction, read.sizes))
    record = SpecRecord(
        **extraction.model_dump(),
        chunks=chunks,
        embeddings=embeddings,
        previous=_previous(before, digest),
    )

    def changed(metadata: Metadata) -> Metadata:
        return metadata.model_copy(update={"specs": metadata.specs | {version: record}})

    update_metadata(data_dir, changed)
    return Extracted(version, record, changed=not same)


def _described(
    pages: Sequence[Page], origin: Origin, directory: str, digest: str, now: datetime
) -> Extraction:
    lines: Counter[str] = Counter()
    for page in pages:
        lines.update({"text": page.counts.text, "code": page.counts.code})
        lines.update({str(reason): count for reason, count in page.counts.skipped.items()})
    blocks = [block for page in pages for block in page.blocks]
    return Extraction(
        origin=origin,
        extracted_at=now,
        directory=directory,
        digest=digest,
        pages=len(pages),
        lines=dict(lines),
        blocks=len(blocks),
        not_quotable=sum(not block.quotable for block in blocks),
    )


def _previous(before: SpecRecord | None, digest: str) -> Extraction | None:
    """Return what `specs diff` shall compare with: the last text that was another one."""
    if before is None or before.digest == digest:
        return before.previous if before else None
    return Extraction.model_validate(before.model_dump(include=set(Extraction.model_fields)))


@contextmanager
def _working_folder(data_dir: Path) -> Generator[Path]:
    """Give a folder that is gone afterwards, beside those that it is taken over to."""
    parent = data_dir / FOLDER
    try:
        parent.mkdir(parents=True, exist_ok=True)
        for abandoned in parent.glob(f"{_ASIDE}*"):  # we are alone: they belong to nobody
            shutil.rmtree(abandoned, ignore_errors=True)
        work = Path(mkdtemp(prefix=_ASIDE, dir=parent))
    except OSError as error:
        raise cannot_write(data_dir, error) from error
    try:
        yield work
    except OSError as error:
        if error.errno in _NO_WRITING:
            raise cannot_write(data_dir, error) from error
        raise
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _remove_unused(data_dir: Path) -> None:
    """Remove the texts that are neither current nor what `specs diff` compares with."""
    used: set[str] = set()
    for record in read_metadata(data_dir).specs.values():
        used |= {record.directory, *([record.previous.directory] if record.previous else [])}
    for folder in (data_dir / FOLDER).glob("[!.]*"):
        if folder.name not in used:
            shutil.rmtree(folder, ignore_errors=True)
