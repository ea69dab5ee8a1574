"""The tables: how a row is read, and what it says against the official schema and the SDK."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from mcp_types import methods as sdk

from retrieval import tables
from retrieval.errors import DataError
from retrieval.tables import Feature, Method, Status, load_tables
from retrieval.versions import VERSIONS, SpecVersion
from tests.conftest import SPECS, needs_specs

FEATURE: Final = {
    "id": "tasks",
    "name": "Tasks",
    "topics": ["tasks"],
    "described_by": ["tasks.x"],
    "changes": [
        {"version": "2025-11-25", "status": "experimental", "told_by": ["tasks.x"]},
        {"version": "2026-07-28", "status": "removed", "told_by": ["tasks.y"]},
    ],
}
METHOD: Final = {
    "name": "ping",
    "kind": "request",
    "sender": "client and server",
    "receiver": "client and server",
    "capability": None,
    "capability_side": None,
    "extension": None,
    "first": "2025-03-26",
    "last": "2025-11-25",
    "entries": ["ping.x"],
}


@pytest.mark.parametrize(
    ("version", "status"),
    [
        ("2024-11-05", "absent"),
        ("2025-06-18", "absent"),
        ("2025-11-25", "experimental"),
        ("2026-07-28", "removed"),
        ("draft", "removed"),
    ],
)
def test_a_feature_has_the_status_of_its_last_change(version: SpecVersion, status: Status) -> None:
    assert Feature.model_validate_json(json.dumps(FEATURE)).status_in(version) == status


def test_a_row_holds_from_its_first_to_its_last_version() -> None:
    row = Method.model_validate_json(json.dumps(METHOD))
    assert row.versions == ("2025-03-26", "2025-06-18", "2025-11-25")
    still = Method.model_validate_json(json.dumps({**METHOD, "last": None}))
    assert still.versions == VERSIONS[1:]
    nowhere = Method.model_validate_json(json.dumps({**METHOD, "last": "2024-11-05"}))
    assert nowhere.versions == ()


@pytest.mark.parametrize(
    "change", [{"kind": "call"}, {"first": "2025"}, {"entries": []}, {"more": 1}, {"sender": None}]
)
def test_a_row_that_does_not_fit_is_named_by_file_and_line(
    change: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("capabilities", "headers", "errors", "transports", "features"):
        (tmp_path / f"{name}.jsonl").touch()
    lines = (json.dumps(METHOD), json.dumps({**METHOD, **change}))
    (tmp_path / "methods.jsonl").write_text("\n".join(lines))
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    load_tables.cache_clear()
    try:
        with pytest.raises(DataError, match=r"tables/methods\.jsonl, line 2"):
            load_tables()
    finally:
        load_tables.cache_clear()


def methods_of(version: SpecVersion, kind: str, sender: str) -> set[str]:
    return {
        row.name
        for row in load_tables().methods
        if version in row.versions
        and row.kind == kind
        and sender in row.sender.split(" and ")
        and not row.extension
    }


@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_methods_and_notifications_are_those_of_the_sdk(version: SpecVersion) -> None:
    for kind, sender, known in (
        ("request", "client", sdk.CLIENT_REQUESTS),
        ("request", "server", sdk.SERVER_REQUESTS),
        ("notification", "client", sdk.CLIENT_NOTIFICATIONS),
        ("notification", "server", sdk.SERVER_NOTIFICATIONS),
    ):
        theirs = {method for method, held in known if held == version}
        # The SDK does not implement tasks, which are experimental.
        ours = {name for name in methods_of(version, kind, sender) if "tasks/" not in name}
        assert ours == theirs, (kind, sender)


def schema_of(version: SpecVersion) -> dict[str, Any]:
    schema = json.loads((SPECS / "schema" / version / "schema.json").read_text(encoding="utf-8"))
    return schema.get("$defs") or schema["definitions"]


def union_methods(types: dict[str, Any], name: str) -> set[str]:
    """Return the methods of the members of a union, or of the one type that it consists of."""
    union = types.get(name, {})
    members = union.get("anyOf", [union] if union else [])
    named = (types[m["$ref"].rsplit("/", 1)[-1]] if "$ref" in m else m for m in members)
    return {m["properties"]["method"]["const"] for m in named}


@needs_specs
@pytest.mark.parametrize("version", VERSIONS)
def test_methods_and_notifications_are_those_of_the_schema(version: SpecVersion) -> None:
    types = schema_of(version)
    for union, kind, sender in (
        ("ClientRequest", "request", "client"),
        ("ServerRequest", "request", "server"),
        ("ClientNotification", "notification", "client"),
        ("ServerNotification", "notification", "server"),
        ("InputRequest", "input request", "server"),
    ):
        assert methods_of(version, kind, sender) == union_methods(types, union), union


def declared(properties: dict[str, Any], above: str = "") -> Iterator[str]:
    for name, schema in properties.items():
        yield f"{above}{name}"
        yield from declared(schema.get("properties", {}), f"{above}{name}.")


@needs_specs
@pytest.mark.parametrize("version", VERSIONS)
def test_capabilities_are_those_of_the_schema(version: SpecVersion) -> None:
    for side in ("client", "server"):
        theirs = set(declared(schema_of(version)[f"{side.title()}Capabilities"]["properties"]))
        # What only groups the request types of tasks is no capability of its own.
        theirs -= {"tasks.requests.sampling", "tasks.requests.elicitation", "tasks.requests.tools"}
        ours = {
            row.name
            for row in load_tables().capabilities
            if row.side == side and version in row.versions
        }
        assert ours == theirs, side


@needs_specs
@pytest.mark.parametrize("version", VERSIONS)
def test_error_codes_stand_in_the_pages_of_the_versions_that_have_them(
    version: SpecVersion,
) -> None:
    folder = SPECS / "docs" / "specification" / version
    text = "".join(page.read_text(encoding="utf-8") for page in folder.rglob("*.mdx"))
    codes = {row.code for row in load_tables().errors if version in row.versions}
    assert [code for code in codes if f"{code}" not in text] == []


@needs_specs
@pytest.mark.parametrize("version", VERSIONS)
def test_headers_stand_in_the_pages_of_the_versions_that_have_them(version: SpecVersion) -> None:
    folder = SPECS / "docs" / "specification" / version / "basic"
    text = "".join(page.read_text(encoding="utf-8") for page in folder.rglob("*.mdx")).lower()
    rows = load_tables().headers
    has = {row.name.lower() for row in rows if version in row.versions}
    assert [name for name in has if name not in text] == []
    own = {row.name.lower() for row in rows if row.name.lower().startswith(("mcp-m", "mcp-n"))}
    assert [name for name in own - has if name in text] == []
