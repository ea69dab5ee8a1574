"""Check the tables against the catalogue: versions, references, names that only one side knows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from retrieval.catalogue import Catalogue
from retrieval.tables import Feature, Span, Tables
from retrieval.versions import VERSIONS, SpecVersion

_METHOD: Final = re.compile(
    r"(?:notifications|tools|resources|prompts|sampling|roots|elicitation|completion|logging|tasks"
    r"|server|subscriptions)/[A-Za-z_/]+|ping|initialize"
)
_HEADER: Final = re.compile(r"mcp-(?!param-(?!\{))[a-z][\w{}-]*|last-event-id|www-authenticate")
"""MCP's own headers; `Mcp-Param-Region` and its like are examples of `Mcp-Param-{Name}`."""
_ERROR_CODE: Final = re.compile(r"-32\d{3}")

_NO_ERRORS: Final = {f"-32{n:03}" for n in (0, 1, 3, 4, 19, 99, 768)}
"""Ends of ranges, and codes that only stood in drafts."""

_HAS_IT: Final = ("experimental", "present", "deprecated")


def check_tables(tables: Tables, catalogue: Catalogue) -> Iterator[str]:
    """Yield the problems, each as `table: what is wrong`."""
    for table, label, row in (spans := list(_spans(tables))):
        yield from (f"{table}: {label}: {problem}" for problem in _row_problems(row, catalogue))
    yield from _overlaps(spans)
    for feature_id, times in Counter(feature.id for feature in tables.features).items():
        if times > 1:
            yield f"features: {feature_id}: the id stands {times} times"
    for feature in tables.features:
        yield from (f"features: {feature.id}: {p}" for p in _feature_problems(feature, catalogue))
    yield from _capability_problems(tables)
    yield from _name_problems(tables, catalogue)
    yield from _known_name_problems(tables)


def _spans(tables: Tables) -> Iterator[tuple[str, str, Span]]:
    """Yield each row with its table, and what it is about: one row of that holds at a time."""
    for method in tables.methods:
        yield "methods", f"{method.name} ({method.extension or 'core'})", method
    for capability in tables.capabilities:
        yield "capabilities", f"{capability.side} {capability.name}", capability
    for header in tables.headers:
        yield "headers", f"{header.name} from the {header.sender}", header
    for error in tables.errors:
        yield "errors", error.meaning, error
    for transport in tables.transports:
        yield "transports", transport.name, transport


def _row_problems(row: Span, catalogue: Catalogue) -> Iterator[str]:
    if not row.versions:
        yield f"ends with {row.last}, before it begins with {row.first}"
    yield from _missing(row.entries, catalogue)
    shown = _held(row.entries, catalogue)
    yield from (f"no entry of it holds in {v}" for v in row.versions if v not in shown)


def _overlaps(spans: Iterable[tuple[str, str, Span]]) -> Iterator[str]:
    held = Counter((table, label, v) for table, label, row in spans for v in row.versions)
    for (table, label, version), rows in held.items():
        if rows > 1:
            yield f"{table}: {label}: {rows} rows hold in {version}"


def _feature_problems(feature: Feature, catalogue: Catalogue) -> Iterator[str]:
    told_by = [entry_id for change in feature.changes for entry_id in change.told_by]
    yield from _missing((*feature.described_by, *told_by), catalogue)
    order = [VERSIONS.index(change.version) for change in feature.changes]
    if order != sorted(set(order)):
        yield "its changes are not in the order of the versions"
    for before, change in zip(feature.changes, feature.changes[1:], strict=False):
        if before.status == change.status:
            yield f"is {change.status} already before {change.version}"
    for change in feature.changes:
        if change.version not in _held(change.told_by, catalogue):
            yield f"nothing that tells of its change holds in {change.version}"
    described = _held(feature.described_by, catalogue)
    for version in VERSIONS:
        if feature.status_in(version) in _HAS_IT and version not in described:
            yield f"nothing that describes it holds in {version}"


def _capability_problems(tables: Tables) -> Iterator[str]:
    """Yield methods whose capability is not declared, in that version, by who should."""
    declared = {
        (row.name, row.side, version) for row in tables.capabilities for version in row.versions
    }
    for method in tables.methods:
        for version in method.versions if method.capability else ():
            for side in (method.capability_side or "").split(" and "):
                if (method.capability, side, version) not in declared:
                    yield (
                        f"methods: {method.name}: no {side} capability {method.capability} in "
                        f"{version}"
                    )


def _known_name_problems(tables: Tables) -> Iterator[str]:
    for name, times in Counter(row.name.lower() for row in tables.names).items():
        if times > 1:
            yield f"names: {name}: stands {times} times"
    for row in tables.names:
        if row.versions != tuple(version for version in VERSIONS if version in row.versions):
            yield f"names: {row.name}: its versions are not in their order"
        if not 0 < len(row.versions) < len(VERSIONS):
            yield f"names: {row.name}: every version knows it, or none"


def _name_problems(tables: Tables, catalogue: Catalogue) -> Iterator[str]:
    """Yield names that the catalogue knows and the tables do not, and the other way round."""
    said = {name for entry in catalogue.requirements for name in entry.identifiers}
    for table, pattern, rows, names in (
        ("methods", _METHOD, {row.name for row in tables.methods}, said),
        (
            "headers",
            _HEADER,
            {row.name.lower() for row in tables.headers},
            {name.lower() for name in said},
        ),
        ("errors", _ERROR_CODE, {str(row.code) for row in tables.errors}, said - _NO_ERRORS),
    ):
        known = {name for name in rows if pattern.fullmatch(name)}
        wanted = {name for name in names if pattern.fullmatch(name)}
        for name in sorted(wanted - known):
            yield f"{table}: the catalogue knows {name}, the table does not"
        for name in sorted(known - wanted):
            yield f"{table}: {name} is in no entry of the catalogue"


def _missing(entry_ids: Iterable[str], catalogue: Catalogue) -> Iterator[str]:
    return (f"there is no entry {i}" for i in entry_ids if catalogue.get(i) is None)


def _held(entry_ids: Iterable[str], catalogue: Catalogue) -> set[SpecVersion]:
    """Return the versions in which at least one of the entries holds."""
    found = (catalogue.get(entry_id) for entry_id in entry_ids)
    return {version for entry in found if entry for version in entry.versions}
