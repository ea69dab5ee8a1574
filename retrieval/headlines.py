"""The headlines of a comparison: features, rows of tables, and what else the changelogs tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Final

from retrieval.catalogue import Catalogue, Requirement, Topic
from retrieval.changes import ChangeKind, Headline, Passage, Subject, passage
from retrieval.differences import is_event
from retrieval.tables import (
    Capability,
    ErrorCode,
    Feature,
    Header,
    Method,
    Status,
    Tables,
    Transport,
)
from retrieval.versions import VERSIONS, SpecVersion

_CHANGELOG: Final = "changelog"
_HEADINGS: Final = ("Major changes", "Deprecated", "Minor changes", "Other schema changes")
"""The headings of changelogs by weight; what is told elsewhere comes after them."""

_NO_NEWS: Final = ("Key Changes", "Changelog")
"""Headings of changelogs under which they speak of themselves."""

_HAS_IT: Final[tuple[Status, ...]] = ("experimental", "present", "deprecated")

Row = Method | Capability | Header | ErrorCode | Transport


def headlines(
    catalogue: Catalogue, tables: Tables, older: SpecVersion, newer: SpecVersion
) -> list[Headline]:
    """Return the headlines from `older` to `newer`, the weightiest first."""
    return [
        *_feature_headlines(catalogue, tables, older, newer),
        *chain.from_iterable(
            _row_headlines(catalogue, subject, rows, older, newer)
            for subject, rows in _tables(tables)
        ),
        *_news(catalogue, tables, older, newer),
    ]


def _tables(tables: Tables) -> Iterator[tuple[Subject, tuple[Row, ...]]]:
    yield "error code", tables.errors
    yield "header", tables.headers
    yield "method", tables.methods
    yield "capability", tables.capabilities
    yield "transport", tables.transports


def _feature_headlines(
    catalogue: Catalogue, tables: Tables, older: SpecVersion, newer: SpecVersion
) -> list[Headline]:
    changed = [f for f in tables.features if f.status_in(older) != f.status_in(newer)]
    found = [(feature, _feature_headline(catalogue, feature, older, newer)) for feature in changed]
    found = [(f, h) for f, h in found if {h["before"], h["after"]} != {"absent", "removed"}]
    return [h for _, h in sorted(found, key=lambda pair: _weight(catalogue, pair[0], newer))]


def _feature_headline(
    catalogue: Catalogue, feature: Feature, older: SpecVersion, newer: SpecVersion
) -> Headline:
    before, after = feature.status_in(older), feature.status_in(newer)
    return Headline(
        kind=_status_change(before, after),
        subject="feature",
        name=feature.name,
        topics=list(feature.topics),
        before=before,
        after=after,
        says=_said(catalogue, feature, newer),
        before_passage=_first(catalogue, feature.described_by, older)
        if before in _HAS_IT
        else None,
        after_passage=_telling(catalogue, feature, newer),
    )


def _status_change(before: Status, after: Status) -> ChangeKind:
    if before not in _HAS_IT:
        return "added"
    if after not in _HAS_IT:
        return "removed"
    return "deprecated" if after == "deprecated" else "changed"


def _said(catalogue: Catalogue, feature: Feature, newer: SpecVersion) -> str:
    """Return what is said of the change that gave the feature its status in the newer version."""
    change = feature.change_in(newer)
    told = change.told_by[0] if change else feature.described_by[0]
    entry = catalogue.get(told)
    return entry.statement if entry else ""


def _telling(catalogue: Catalogue, feature: Feature, newer: SpecVersion) -> Passage | None:
    """Return where the newer version has the feature, or where it, or one before it, tells."""
    change = feature.change_in(newer)
    if change is None or change.status in ("experimental", "present"):
        return _first(catalogue, feature.described_by, newer)
    return _first(catalogue, change.told_by, newer) or _first(
        catalogue, change.told_by, change.version
    )


def _weight(catalogue: Catalogue, feature: Feature, newer: SpecVersion) -> int:
    """Return how far down a feature comes: by the heading under which the change is told."""
    change = feature.change_in(newer)
    entries = [catalogue.get(i) for i in (change.told_by if change else ())]
    return min((_heading_weight(entry) for entry in entries if entry), default=len(_HEADINGS))


def _heading_weight(entry: Requirement) -> int:
    told = [place.heading for place in entry.places if place.page == _CHANGELOG]
    return min((_HEADINGS.index(h) for h in told if h in _HEADINGS), default=len(_HEADINGS))


def _row_headlines(
    catalogue: Catalogue,
    subject: Subject,
    rows: Iterable[Row],
    older: SpecVersion,
    newer: SpecVersion,
) -> Iterator[Headline]:
    was: dict[str, Row] = {}
    now: dict[str, Row] = {}
    for row in rows:
        if older in row.versions:
            was[_thing(row)] = row
        if newer in row.versions:
            now[_thing(row)] = row
    for thing in dict.fromkeys((*was, *now)):
        before, after = was.get(thing), now.get(thing)
        if before and after and _in_words(before) == _in_words(after):
            continue
        yield Headline(
            kind=_row_change(before, after),
            subject=subject,
            name=thing,
            topics=_topics(catalogue, before, after),
            before=_in_words(before) if before else "absent",
            after=_in_words(after) if after else "absent",
            says="",
            before_passage=_first(catalogue, before.entries, older) if before else None,
            after_passage=_first(catalogue, after.entries, newer) if after else None,
        )


def _row_change(before: Row | None, after: Row | None) -> ChangeKind:
    if before is None or after is None:
        return "removed" if before else "added"
    return "renamed" if isinstance(before, ErrorCode) else "changed"


def _thing(row: Row) -> str:
    """Return what a row is about: rows of one thing in two versions are compared."""
    match row:
        case Method():
            return f"{row.name} ({row.extension})" if row.extension else row.name
        case Capability():
            return f"{row.side} capability {row.name}"
        case Header():
            return f"{row.name} from the {row.sender}"
        case ErrorCode():
            return f"error for {row.meaning}"
        case Transport():
            return row.name


def _in_words(row: Row) -> str:
    match row:
        case Method():
            return f"{row.kind} from {row.sender} to {row.receiver}" + _needs(row)
        case Capability():
            return "present"
        case Header():
            duty = "" if row.level == "none" else f"{row.level}, "
            return f"{duty}{row.when}"
        case ErrorCode():
            return f"{row.code}"
        case Transport():
            return "standard" if row.standard else "deprecated"


def _needs(method: Method) -> str:
    return (
        f", with {method.capability_side} capability {method.capability}"
        if method.capability
        else ""
    )


def _topics(catalogue: Catalogue, *rows: Row | None) -> list[Topic]:
    """Return the topics of the entries that show these rows."""
    entries = [catalogue.get(entry_id) for row in rows if row for entry_id in row.entries]
    return list(dict.fromkeys(entry.topic for entry in entries if entry))


def _news(
    catalogue: Catalogue, tables: Tables, older: SpecVersion, newer: SpecVersion
) -> list[Headline]:
    """Return what the changelogs between the versions tell that no feature stands for."""
    passed: tuple[SpecVersion, ...] = VERSIONS[
        VERSIONS.index(older) + 1 : VERSIONS.index(newer) + 1
    ]
    told = {i for feature in tables.features for change in feature.changes for i in change.told_by}
    news: list[tuple[Requirement, SpecVersion]] = [
        (entry, version)
        for version in passed
        for entry in catalogue.in_version(version)
        if is_event(entry) and entry.id not in told and entry.places[0].heading not in _NO_NEWS
    ]
    return [
        _news_item(entry, version)
        for entry, version in sorted(news, key=lambda item: _heading_weight(item[0]))
    ]


def _news_item(entry: Requirement, version: SpecVersion) -> Headline:
    return Headline(
        kind="changed",
        subject="news",
        name=f"changelog of {version}",
        topics=[entry.topic],
        before="",
        after="",
        says=entry.statement,
        before_passage=None,
        after_passage=passage(entry, version),
    )


def _first(catalogue: Catalogue, entry_ids: Iterable[str], version: SpecVersion) -> Passage | None:
    """Return the first of these entries that holds in a version."""
    for entry_id in entry_ids:
        entry = catalogue.get(entry_id)
        if entry and entry.place_in(version):
            return passage(entry, version)
    return None
