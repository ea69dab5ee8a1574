"""The doc comments of the installed `mcp-types`, read as text."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from retrieval.errors import DataError
from retrieval.schema_corpus import MODULES, read_schema_comments, schema_package_version
from retrieval.versions import VERSIONS, SpecVersion

ROOT = Path(__file__).resolve().parent.parent.parent
TYPES = '''"""The module's own docstring is no comment of a type."""

class Tool(WireModel):
    """
    Definition for a {@link ToolRequesttool}.

    @internal not for readers
    """

    model_config = ConfigDict(extra="ignore")
    name: str
    """The name, see {@link BaseMetadata.name}."""
    input_schema: Annotated[dict[str, Any], Field(alias="inputSchema")]
    """
    What it takes
    over two lines.
    """
    meta: Annotated[Meta | None, Field(alias="_meta")] = None
    """See {@link Meta | the general fields}."""
    type: Literal["tool"] = "tool"
    """The constant tag."""
    limit: int = 5
    """A number with a default."""
    silent: str
    bare: str | None = None


class Silent(WireModel):
    kept: str
    """Its type says nothing."""


def helper():
    """No type, no comment."""
'''


@pytest.fixture
def types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a package of the test's own in the place of `mcp-types`; return its folder."""
    package = tmp_path / "mcp_types"
    (package / "_v2026_07_28").mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('mcp_types was imported')\n")
    (package / "_v2026_07_28" / "__init__.py").write_text(TYPES)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mcp_types", raising=False)
    return package


def texts(spec_version: SpecVersion) -> dict[tuple[str, str | None], str]:
    return {(c.type_name, c.field_name): c.text for c in read_schema_comments(spec_version)}


@pytest.mark.usefixtures("types")
def test_types_and_fields_are_named_as_on_the_wire_and_told_whether_they_are_required() -> None:
    assert texts("2026-07-28") == {
        ("Tool", None): "Tool: Definition for a tool.",
        ("Tool", "name"): "Tool.name (required): The name, see BaseMetadata.name.",
        ("Tool", "inputSchema"): "Tool.inputSchema (required): What it takes over two lines.",
        ("Tool", "_meta"): "Tool._meta (optional): See the general fields.",
        ("Tool", "type"): "Tool.type (required): The constant tag.",
        ("Tool", "limit"): "Tool.limit (optional): A number with a default.",
        ("Silent", "kept"): "Silent.kept (required): Its type says nothing.",
    }


@pytest.mark.usefixtures("types")
def test_comments_come_in_the_order_of_the_source() -> None:
    names = [comment.field_name for comment in read_schema_comments("2026-07-28")]
    assert names == [None, "name", "inputSchema", "_meta", "type", "limit", "kept"]


@pytest.mark.usefixtures("types")
def test_a_package_without_the_module_of_a_version_is_an_error_that_says_where() -> None:
    with pytest.raises(DataError, match=r"has no types for 2025-11-25 at .*_v2025_11_25"):
        read_schema_comments("2025-11-25")


def test_the_installed_types_are_read_and_never_imported() -> None:
    code = (
        "import sys\n"
        "from retrieval.schema_corpus import read_schema_comments, schema_package_version\n"
        "assert read_schema_comments('2026-07-28') and schema_package_version()\n"
        "print([name for name in sys.modules if name.startswith(('mcp', 'pydantic'))])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("spec_version", "field", "start"),
    [
        ("2025-11-25", ("Tool", "inputSchema"), "Tool.inputSchema (required): "),
        ("2025-11-25", ("Tool", "outputSchema"), "Tool.outputSchema (optional): "),
        ("2025-11-25", ("Tool", None), "Tool: Definition for a tool the client can call."),
        ("2026-07-28", ("CallToolResult", "isError"), "CallToolResult.isError (optional): "),
        ("2026-07-28", ("CallToolResult", "resultType"), "CallToolResult.resultType (required): "),
        (
            "2026-07-28",
            ("ProgressNotificationParams", "progressToken"),
            "ProgressNotificationParams.progressToken (required): The progress token",
        ),
    ],
)
def test_the_installed_types_say_what_the_schema_says(
    spec_version: SpecVersion, field: tuple[str, str | None], start: str
) -> None:
    assert texts(spec_version)[field].startswith(start)


def test_a_type_that_only_one_version_has_is_read_for_that_version_only() -> None:
    assert ("DiscoverResult", None) in texts("2026-07-28")
    assert ("DiscoverResult", None) not in texts("2025-11-25")


@pytest.mark.parametrize("spec_version", MODULES)
def test_no_mark_of_the_comment_language_is_left(spec_version: SpecVersion) -> None:
    comments = read_schema_comments(spec_version)
    assert len(comments) > 300
    for comment in comments:
        assert "{@" not in comment.text
        assert comment.text == " ".join(comment.text.split())
        assert comment.text.startswith(comment.type_name)


@pytest.mark.parametrize("spec_version", [v for v in VERSIONS if v not in MODULES])
def test_a_version_that_the_package_does_not_carry_has_no_comments(
    spec_version: SpecVersion,
) -> None:
    assert read_schema_comments(spec_version) == []


def test_without_the_package_reading_is_an_error_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "mcp_types", None)
    with pytest.raises(DataError, match="mcp-types is not installed; reinstall mcp-fact-check"):
        read_schema_comments("2026-07-28")
    assert read_schema_comments("2024-11-05") == []


def test_the_version_of_the_package_is_that_of_its_distribution() -> None:
    assert schema_package_version() == version("mcp-types")


def test_without_the_distribution_its_version_is_an_error_that_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("retrieval.schema_corpus.version", missing)
    with pytest.raises(DataError, match="mcp-types is not installed; reinstall mcp-fact-check"):
        schema_package_version()
