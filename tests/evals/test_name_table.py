"""The table of names is what the official text gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.name_table import SPECS, names_by_version, rows
from retrieval.tables import load_tables
from retrieval.versions import VERSIONS


def write_specs(folder: Path) -> None:
    for version in VERSIONS:
        page = folder / "docs" / "specification" / version / "server" / "tools.mdx"
        page.parent.mkdir(parents=True)
        new = "It has a `resultType` and a `plain` one." if version == "draft" else "Results."
        page.write_text(f"# Tools\n\n{new}\n", encoding="utf-8")
        schema = folder / "schema" / version / "schema.json"
        schema.parent.mkdir(parents=True)
        fields = {"name": {}, **({"icons": {"enum": ["dark"]}} if version == "draft" else {})}
        schema.write_text(
            json.dumps({"definitions": {"Tool": {"properties": fields}}}), encoding="utf-8"
        )


def test_names_are_code_of_the_pages_and_names_of_the_schema(tmp_path: Path) -> None:
    write_specs(tmp_path)
    found = list(rows(names_by_version(tmp_path)))
    assert found == [
        {"name": name, "versions": ["draft"]} for name in ("dark", "icons", "resultType")
    ]


@pytest.mark.skipif(not SPECS.exists(), reason="needs the official text in ../shared/specs")
def test_the_shipped_table_is_what_the_official_text_gives() -> None:
    shipped = [{"name": row.name, "versions": list(row.versions)} for row in load_tables().names]
    assert shipped == list(rows(names_by_version(SPECS)))
