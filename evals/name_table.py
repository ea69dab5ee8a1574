"""Write which names each version knows: `python -m evals.name_table` (needs ../shared/specs).

A name is what code writes: a type, field or value of the schema, or something that stands in the
pages as code. That a version knows a name is a fact; the pages themselves are not kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import as_file
from pathlib import Path
from typing import Any, Final, cast

from retrieval.tables import FOLDER
from retrieval.versions import VERSIONS, SpecVersion

SPECS: Final = Path(__file__).parent.parent.parent / "shared" / "specs"

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9]*(?:[-_./][A-Za-z0-9]+)*")
_MARKED: Final = re.compile(r"`([^`\n]+)`")
_QUOTED: Final = re.compile(r"\"([^\"\n]+)\"|^\s*([a-z]\w*)\??:", re.M)
"""Strings and keys of examples: they show that a name is known, but not that it is one."""
_WORDS: Final = re.compile(r"[A-Za-z0-9_][\w./-]*\w")
_COMPOUND: Final = re.compile(r"[a-z][A-Z]|[-_/]")
"""What no plain word looks like: such a name is known wherever it stands."""
_LONGEST: Final = 60


def main() -> None:
    """Write the table."""
    known = names_by_version(SPECS)
    with as_file(FOLDER / "names.jsonl") as path:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows(known)), encoding="utf-8")
        print(f"{len(list(rows(known)))} names in {path}")


def rows(known: Mapping[SpecVersion, Mapping[str, str]]) -> Iterator[dict[str, object]]:
    """Yield the names that some versions know and others do not, each with its versions."""
    spelled = {low: name for names in known.values() for low, name in names.items()}
    for low in sorted(spelled):
        versions = [version for version in VERSIONS if low in known[version]]
        if len(versions) < len(VERSIONS):
            yield {"name": spelled[low], "versions": versions}


def names_by_version(specs: Path) -> dict[SpecVersion, dict[str, str]]:
    """Return the names that each version knows, by their lower-case form."""
    texts = {version: _text(specs, version) for version in VERSIONS}
    named = {version: set(_named(specs, version, texts[version])) for version in VERSIONS}
    every = {name.lower(): name for names in named.values() for name in sorted(names)}
    known: dict[SpecVersion, dict[str, str]] = {}
    for version in VERSIONS:
        marked = {name.lower() for name in named[version]} | _quoted(texts[version])
        words = {word.lower() for word in _WORDS.findall(texts[version])}
        known[version] = {
            low: name
            for low, name in every.items()
            if low in marked or (_COMPOUND.search(name) and low in words)
        }
    return known


def _text(specs: Path, version: SpecVersion) -> str:
    # The generated page of the schema says what the schema itself says, with names of its own.
    pages = sorted((specs / "docs" / "specification" / version).rglob("*.mdx"))
    kept = (page for page in pages if page.stem != "schema")
    return "\n".join(page.read_text(encoding="utf-8") for page in kept)


def _named(specs: Path, version: SpecVersion, text: str) -> Iterator[str]:
    schema = json.loads((specs / "schema" / version / "schema.json").read_text(encoding="utf-8"))
    # A plain word is taken for a name where the schema has it, not wherever a page marks it.
    marked = filter(_COMPOUND.search, _MARKED.findall(text))
    for name in (*marked, *_of_schema(schema)):
        if len(name) <= _LONGEST and _NAME.fullmatch(name):
            yield name


def _quoted(text: str) -> set[str]:
    return {next(filter(None, match)).lower() for match in _QUOTED.findall(text)}


def _of_schema(node: object) -> Iterator[str]:
    """Yield the names of definitions and properties, and the values that are allowed."""
    if isinstance(node, list):
        for item in cast("list[object]", node):
            yield from _of_schema(item)
    if not isinstance(node, dict):
        return
    mapping = cast("dict[str, Any]", node)
    for key in ("definitions", "$defs", "properties"):
        if isinstance(mapping.get(key), dict):
            yield from mapping[key]
    for value in (mapping.get("const"), *_listed(mapping.get("enum"))):
        if isinstance(value, str):
            yield value
    for value in mapping.values():
        yield from _of_schema(value)


def _listed(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


if __name__ == "__main__":
    main()
