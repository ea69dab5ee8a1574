"""Read `schema.json`, for the versions that have no schema page: descriptions of types and fields.

Each description becomes a block of kind `field`, as on a schema page. Everything else in the file
is the schema itself, and counts as code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

from retrieval.errors import UnreadablePageError
from retrieval.official.lines import Accounting, joined_lines
from retrieval.official.pages import Block, Heading, Page

TITLE: Final = "Schema"
"""The title of the page that the file stands for."""

_DESCRIPTION: Final = re.compile(r'\s*"description": "')
_DEFINITIONS: Final = ("definitions", "$defs")


class _Described(NamedTuple):
    type_name: str
    fields: tuple[str, ...]
    required: bool
    text: str


def read_schema_json(source: str, path: str, file: str) -> Page:
    """Read the source of a schema.

    Raises:
        UnreadablePageError: it is no JSON object, or nested too deeply.

    """
    account = Accounting(source)
    account.fill("code")
    try:
        found = list(_descriptions(json.loads(source)))
    except (ValueError, RecursionError, AttributeError) as error:
        raise UnreadablePageError(file, None, f"it is no JSON schema ({error})") from error
    lines = _lines(source, len(found))
    blocks: list[Block] = []
    headings: dict[str, Heading] = {}
    for item, line in zip(found, lines, strict=True):
        heading = headings.setdefault(item.type_name, Heading(item.type_name, 2, line[0]))
        account.set(line[0] - 1, line[1], "text")
        blocks += [
            Block("field", text, (TITLE, heading.text), line, introduction=_subject(item))
            for text in _paragraphs(item.text)
        ]
    every = (Heading(TITLE, 1, 1), *headings.values())
    return Page(path, file, TITLE, tuple(blocks), every, account.counts())


def _descriptions(schema: dict[str, Any]) -> Iterator[_Described]:
    for key in _DEFINITIONS:
        for name, definition in schema.get(key, {}).items():
            yield from _within(definition, name, (), True)


def _within(
    node: Any, type_name: str, fields: tuple[str, ...], required: bool
) -> Iterator[_Described]:
    """Yield the descriptions in a node in the order of the file: the lines are found by it."""
    if isinstance(node, list):
        for item in cast("list[Any]", node):
            yield from _within(item, type_name, fields, required)
    if not isinstance(node, dict):
        return
    known = cast("dict[str, Any]", node)
    for key, value in known.items():
        if key == "description" and isinstance(value, str):
            yield _Described(type_name, fields, required, value)
        elif key == "properties" and isinstance(value, dict):
            for name, field in cast("dict[str, Any]", value).items():
                needed = name in known.get("required", ())
                yield from _within(field, type_name, (*fields, name), needed)
        else:
            yield from _within(value, type_name, fields, required)


def _lines(source: str, count: int) -> list[tuple[int, int]]:
    """Return the line of each description; the whole file where it is not laid out as expected."""
    every = source.rstrip("\n").split("\n")
    found = [number for number, line in enumerate(every, start=1) if _DESCRIPTION.match(line)]
    if len(found) != count:
        return [(1, len(every))] * count
    return [(line, line) for line in found]


def _subject(item: _Described) -> str:
    called = ".".join((item.type_name, *item.fields))
    if not item.fields:
        return f"`{called}`:"
    return f"`{called}` ({'required' if item.required else 'optional'}):"


def _paragraphs(text: str) -> list[str]:
    parts = (joined_lines(part.split("\n"))[0] for part in re.split(r"\n\s*\n", text))
    return [part for part in parts if part]
