"""The schema corpus: doc comments of the protocol types in the installed `mcp-types` package.

The package carries one module for each wire version it knows. They are read as source text, never
imported: the names, comments and defaults are all that is wanted.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from retrieval.errors import DataError
from retrieval.versions import SpecVersion

MODULES: Final[dict[SpecVersion, str]] = {
    "2025-11-25": "_v2025_11_25",
    "2026-07-28": "_v2026_07_28",
}


@dataclass(frozen=True, slots=True)
class SchemaComment:
    """What the schema says of one type, or of one field of it."""

    type_name: str
    field_name: str | None
    text: str
    """A readable description that names the type and field."""


def schema_package_version() -> str:
    """Return the version of the installed `mcp-types`, which is part of an index's name."""
    try:
        return version("mcp-types")
    except PackageNotFoundError as error:
        raise DataError("mcp-types is not installed; reinstall mcp-fact-check") from error


def read_schema_comments(spec_version: SpecVersion) -> list[SchemaComment]:
    """Return the comments for a version, in source order; none where the package has not got it.

    Raises:
        DataError: `mcp-types` is not installed, or not laid out as this reader knows it.

    """
    module = MODULES.get(spec_version)
    if module is None:
        return []
    found = find_spec("mcp_types")
    if found is None or found.origin is None:
        raise DataError("mcp-types is not installed; reinstall mcp-fact-check")
    source = Path(found.origin).parent / module / "__init__.py"
    if not source.is_file():
        raise DataError(
            f"mcp-types {schema_package_version()} has no types for {spec_version} at {source}; "
            "install a version of mcp that pyproject.toml allows"
        )
    tree = ast.parse(source.read_text(encoding="utf-8"))
    return [
        comment
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for comment in _class_comments(node)
    ]


def _class_comments(node: ast.ClassDef) -> Iterator[SchemaComment]:
    summary = ast.get_docstring(node)
    if summary:
        yield SchemaComment(node.name, None, f"{node.name}: {_readable(summary)}")
    for statement, following in zip(node.body, [*node.body[1:], None], strict=True):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        comment = _docstring_of(following)
        if comment:
            name = _wire_name(statement)
            need = "required" if _is_required(statement) else "optional"
            yield SchemaComment(
                node.name, name, f"{node.name}.{name} ({need}): {_readable(comment)}"
            )


def _docstring_of(statement: ast.stmt | None) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else None
    return None


def _wire_name(field: ast.AnnAssign) -> str:
    for node in ast.walk(field.annotation):
        if (
            isinstance(node, ast.keyword)
            and node.arg == "alias"
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            return node.value.value
    return field.target.id if isinstance(field.target, ast.Name) else ""


def _is_required(field: ast.AnnAssign) -> bool:
    """Return whether a field has no default, or a constant tag, which is required on the wire."""
    if field.value is None:
        return True
    return isinstance(field.value, ast.Constant) and isinstance(field.value.value, str)


def _readable(comment: str) -> str:
    """Return a comment without TSDoc marks, on one line."""
    unlinked = re.sub(r"\{@link\s+([^}|\s]+)(?:\s*\|?\s*([^}]*))?\}", _link_text, comment)
    unmarked = re.sub(r"@(?:example|internal|category|see)\b.*$", "", unlinked, flags=re.S)
    return " ".join(unmarked.split())


def _link_text(match: re.Match[str]) -> str:
    """Return a link's text, which the package glues to its target: "PingRequestping" is "ping"."""
    if label := (match.group(2) or "").strip():
        return label
    glued = re.fullmatch(r"[A-Z]\w*?(?:Request|Notification|Result)([a-z][\w/]*)", match.group(1))
    return glued.group(1) if glued else match.group(1)
