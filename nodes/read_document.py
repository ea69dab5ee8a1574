"""Node: read the request of a document check: the text, its wishes, the version it is about."""

from __future__ import annotations

from typing import NotRequired
from uuid import uuid4

from typing_extensions import TypedDict

from nodes.read_request import check_length, readable
from nodes.reading.directives import Directives, read_directives
from nodes.split_content import MAX_CONTENT
from retrieval.errors import LimitError, UnknownVersionError
from retrieval.versions import VERSIONS, SpecVersion, resolve_version


class Input(TypedDict):
    """What the node reads."""

    content: str
    version_name: NotRequired[str | None]
    check_id: NotRequired[str]
    """Whose budget the judge spends; a new one where none is given."""


class Update(TypedDict):
    """What the node changes."""

    content: str
    spec_version: SpecVersion
    ignored_lines: list[int]
    notes: list[str]
    check_id: str


def read_document(state: Input) -> Update:
    """Return the text as it is, but for what no UTF-8 can hold, and what it is checked against.

    A version that the text names for itself wins over the one that the request names: whoever
    checks a folder gives one version for all of it.

    Raises:
        LimitError: the text is empty or too long.
        UnknownVersionError: there is no such version.

    """
    check_length("content", state["content"], MAX_CONTENT)
    content = readable(state["content"])
    wishes = read_directives(content)
    notes: list[str] = []
    asked = resolve_version(state.get("version_name"))
    if wishes.version_name is not None:
        version = _own_version(wishes)
        if version != asked.version:
            notes.append(
                f"line {wishes.version_line} of the text asks for {version}; "
                f"it was checked against that, not {asked.version}"
            )
    else:
        version = asked.version
        notes += [asked.note] if asked.note else []
    notes += [
        f"line {line}: “{words}” is nothing that a comment can ask of mcp-fact-check; "
        "it knows `ignore` and `spec-version VERSION`"
        for line, words in wishes.unknown
    ]
    return Update(
        content=content,
        spec_version=version,
        ignored_lines=sorted(wishes.ignored_lines),
        notes=notes,
        check_id=state.get("check_id") or uuid4().hex,
    )


def _own_version(wishes: Directives) -> SpecVersion:
    try:
        return resolve_version(wishes.version_name).version
    except UnknownVersionError as error:
        raise LimitError(
            f"the version in the comment on line {wishes.version_line}",
            f"one of: {', '.join(VERSIONS)}",
            repr(wishes.version_name),
        ) from error
