"""Commands `specs ...`: get the official text, keep it fresh, see where it is from."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from server import printing
from server.commands.common import AsJson, Exit

if TYPE_CHECKING:
    from retrieval.evidence import Granularity
    from retrieval.maintenance import SpecMaintenance, VersionStatus
    from retrieval.official.drift import Drift, SentenceChange
    from retrieval.official.metadata import SpecRecord
    from retrieval.versions import SpecVersion

specs = typer.Typer(
    help="The official text: extract it, keep it fresh, see where it is from.",
    no_args_is_help=True,
    add_completion=False,
)

_INTERRUPTED: Final = 130
"""The exit code of a command that Ctrl-C ended, as shells have it."""

_MOST_SHOWN: Final = 40

Version = Annotated[
    str, typer.Option("--version", "-V", help="Specification version, `latest` or `draft`.")
]
VersionOrAll = Annotated[
    str, typer.Option("--version", "-V", help="A version, `latest`, `draft`, or `all`.")
]
Strategy = Annotated[str, typer.Option(help="Which chunks: fine or regular.")]


@specs.command()
def extract(
    version: VersionOrAll = "latest",
    source: Annotated[
        str | None,
        typer.Option(
            help="Address or path of a repository, or a folder; by default the public repository."
        ),
    ] = None,
    ref: Annotated[
        str | None,
        typer.Option(help="Branch, tag or commit; by default the newest of the main branch."),
    ] = None,
    embed: Annotated[bool, typer.Option("--embed/--no-embed", help="Make the index too.")] = True,
    as_json: AsJson = False,
) -> None:
    """Get the official text of a version, and make the index that quotes it.

    What was there before stays in use until all of it is done.
    """
    from retrieval.official.source import DEFAULT_SOURCE  # noqa: PLC0415
    from server.results.specs import extracted_result  # noqa: PLC0415

    versions = _versions(version)
    with _maintenance() as maintenance:
        done = maintenance.extract(
            versions,
            source or DEFAULT_SOURCE,
            ref,
            printing.message_out,
            embed=embed,
            skip_absent=len(versions) > 1,
        )
    if as_json:
        printing.json_out(extracted_result(done))
    else:
        for item in done:
            printing.out(_extracted_line(item.version, item.record, item.changed))
    if not any(item.record for item in done):
        raise typer.Exit(Exit.NO_ANSWER)


@specs.command()
def rechunk(
    version: Version = "latest",
    strategy: Strategy = "fine",
    size: Annotated[
        int | None, typer.Option(help="Characters of a chunk, about; by default 230 or 500.")
    ] = None,
    overlap: Annotated[
        int | None, typer.Option(help="Characters repeated from the chunk before; 50 or 0.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Cut the official text of a version into chunks anew; then run `specs embed`."""
    from retrieval.official.extract import rechunk as cut_anew  # noqa: PLC0415
    from retrieval.official.store import default_sizes  # noqa: PLC0415
    from retrieval.settings import read_settings  # noqa: PLC0415

    kind = _strategy(strategy)
    usual = default_sizes(kind)
    wanted = usual.size if size is None else size
    repeated = min(usual.overlap, wanted // 2) if overlap is None else overlap
    (resolved,) = _versions(version, every=False)
    chunking = cut_anew(read_settings().data_dir, resolved, kind, wanted, repeated)
    if as_json:
        values = chunking.model_dump(mode="json")
        printing.json_out({"version": resolved, "strategy": kind, **values})
    else:
        printing.out(
            f"{resolved}: {chunking.count} {kind} chunks of about {wanted} characters, {repeated} "
            f"repeated; next: mcp-fact-check specs embed --version {resolved}"
        )


@specs.command()
def embed(
    version: VersionOrAll = "latest",
    fine: Annotated[
        bool, typer.Option("--fine", help="Only the fine chunks, and no index yet.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Embed a version and make its index, where it is not there yet."""
    items: list[dict[str, Any]] = []
    with _maintenance() as maintenance:
        for name in _versions(version):
            if fine:
                made = maintenance.embed_fine(name)
                values = {"chunks": {"official-fine": made.count}, "embedder": made.embedder}
            else:
                manifest = maintenance.embed(name)
                values = {"chunks": manifest.chunks, "embedder": manifest.embedder}
            items.append({"version": name, **values})
    if as_json:
        printing.json_out({"versions": items})
        return
    for item in items:
        counts = ", ".join(f"{count} {kind}" for kind, count in item["chunks"].items())
        printing.out(f"{item['version']}: {counts}; by {item['embedder']}")


@specs.command()
def status(
    version: VersionOrAll = "all",
    offline: Annotated[
        bool, typer.Option("--offline", help="Do not ask whether the source moved on.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show what is extracted, from which commit and when, and how it is cut and embedded."""
    from server.results.specs import status_result  # noqa: PLC0415

    with _maintenance() as maintenance:
        items = maintenance.status(_versions(version), ask_upstream=not offline)
    if as_json:
        printing.json_out(status_result(items))
    else:
        printing.out("\n\n".join("\n".join(_status_lines(item)) for item in items))


@specs.command()
def diff(version: Version = "draft", as_json: AsJson = False) -> None:
    """List what the last extraction of a version changed, and what the catalogue no longer fits.

    Exits 0 if nothing differs, 1 if something does.
    """
    from server.results.specs import drift_result  # noqa: PLC0415

    (resolved,) = _versions(version, every=False)
    with _maintenance() as maintenance:
        record, drift = maintenance.drift(resolved)
    if as_json:
        printing.json_out(drift_result(record, record.previous, drift))
    else:
        printing.out("\n".join(_drift_lines(record, drift)))
    if drift.pages or drift.entries:
        raise typer.Exit(Exit.NOT_ACCURATE)


@specs.command()
def remove(version: VersionOrAll, as_json: AsJson = False) -> None:
    """Remove the official text of a version and its indexes; the catalogue stays."""
    with _maintenance() as maintenance:
        removed = maintenance.remove(_versions(version))
    if as_json:
        printing.json_out({"texts": removed.texts, "indexes": removed.indexes})
    else:
        texts = ", ".join(removed.texts) or "none was extracted"
        printing.out(f"texts removed: {texts}; indexes removed: {len(removed.indexes)}")


@contextmanager
def _maintenance() -> Generator[SpecMaintenance]:
    """Give what does the work, with progress on stderr; Ctrl-C leaves all as it was."""
    from retrieval.maintenance import SpecMaintenance  # noqa: PLC0415
    from retrieval.settings import read_settings  # noqa: PLC0415

    try:
        with printing.progress() as progress:
            yield SpecMaintenance(read_settings(), progress)
    except KeyboardInterrupt:
        printing.message_out("stopped; what was extracted and indexed before is as it was")
        raise typer.Exit(_INTERRUPTED) from None


def _versions(name: str, every: bool = True) -> list[SpecVersion]:
    from retrieval.versions import VERSIONS, resolve_version  # noqa: PLC0415

    if every and name.strip().lower() == "all":
        return list(VERSIONS)
    resolved = resolve_version(name)
    if resolved.note:
        printing.message_out(resolved.note)
    return [resolved.version]


def _strategy(name: str) -> Granularity:
    from retrieval.errors import LimitError  # noqa: PLC0415

    if name == "fine" or name == "regular":
        return name
    raise LimitError("strategy", "fine or regular", repr(name))


def _extracted_line(version: SpecVersion, record: SpecRecord | None, changed: bool) -> str:
    if record is None:
        return f"{version}: not in this source"
    counts = ", ".join(f"{chunking.count} {kind}" for kind, chunking in record.chunks.items())
    bad = f", {record.not_quotable} blocks not quotable" if record.not_quotable else ""
    lost = record.lines.get("not understood", 0)
    bad += f", {lost} lines not understood" if lost else ""
    text = "new text" if changed else "the same text as before"
    return f"{version}: {text}, {record.pages} pages, {counts} chunks{bad}, from {_place(record)}"


def _place(record: SpecRecord) -> str:
    origin = record.origin
    at = f" at {origin.commit[:12]}" if origin.commit else ""
    return f"{origin.repository}{at}" + (f" ({origin.ref})" if origin.ref else "")


def _status_lines(item: VersionStatus) -> list[str]:
    record = item.extracted
    lines = [f"MCP {item.version}"]
    if record is None:
        lines.append("  official text: not extracted; evidence is from the catalogue")
    else:
        lines.append(f"  official text: {record.pages} pages from {_place(record)}")
        lines.append(f"  extracted: {record.extracted_at:%Y-%m-%d %H:%M} UTC, {_age(item)}")
        lines += [
            f"  {kind} chunks: {cut.count}, about {cut.size} characters, {cut.overlap} repeated"
            for kind, cut in record.chunks.items()
        ]
    if item.index:
        counts = ", ".join(f"{count} {kind}" for kind, count in item.chunks.items())
        lines.append(f"  index: {item.index}: {counts}; by {item.embedder}")
    else:
        lines.append("  index: made with the next search, or by `specs embed`")
    if item.unused_indexes:
        lines.append(f"  {item.unused_indexes} older indexes; `specs remove` removes them")
    if item.upstream:
        lines.append(f"  upstream: {_upstream_words(item)}")
    return lines


def _age(item: VersionStatus) -> str:
    days = item.age_days or 0.0
    return "today" if days < 1 else f"{days:.0f} days ago"


def _upstream_words(item: VersionStatus) -> str:
    seen = item.upstream
    if seen is None or seen.error:
        return f"could not be asked ({seen.error if seen else 'no source'})"
    if seen.moved:
        return (
            f"has moved on to {(seen.commit or '')[:12]}; "
            f"mcp-fact-check specs extract --version {item.version}"
        )
    return "is where it was"


def _drift_lines(record: SpecRecord, drift: Drift) -> list[str]:
    before = record.previous
    lines = [f"MCP {drift.version}, {_place(record)}"]
    if before is None:
        lines.append("No extraction before it: only the catalogue is compared with the text.")
    else:
        commit = f" at {before.origin.commit[:12]}" if before.origin.commit else ""
        lines.append(
            f"Compared with the extraction of {before.extracted_at:%Y-%m-%d %H:%M} UTC{commit}"
        )
    levels = [change for change in drift.sentences if change.changes_level]
    others = [change for change in drift.sentences if not change.changes_level]
    lines += _section("Pages", [f"{item.change}: {item.page}" for item in drift.pages])
    lines += _section("Requirements", [_sentence_words(change) for change in levels])
    lines += _section("Other sentences", [_sentence_words(change) for change in others])
    lines += _section(
        "Catalogue entries that no longer match",
        [f"{item.entry_id}: {item.why} ({item.page}, {item.heading})" for item in drift.entries],
    )
    return lines if len(lines) > 2 else [*lines, "Nothing differs."]


def _section(title: str, items: list[str]) -> list[str]:
    if not items:
        return []
    more = len(items) - _MOST_SHOWN
    shown = [f"  {item}" for item in items[:_MOST_SHOWN]]
    rest = [f"  and {more} more; --json lists all"] if more > 0 else []
    return ["", f"{title} ({len(items)})", *shown, *rest]


def _sentence_words(change: SentenceChange) -> str:
    place = f"{change.page}, {change.heading}"
    if change.change != "changed":
        return f"{change.change} ({place}): {change.after or change.before}"
    levels = ""
    if change.changes_level:
        was = "/".join(change.levels_before) or "none"
        now = "/".join(change.levels_after) or "none"
        levels = f" {was} -> {now}"
    return f"changed{levels} ({place}): {change.before}\n    now: {change.after}"
