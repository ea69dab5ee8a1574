"""The settings of the citation sources, by the variables that people know."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from retrieval.errors import (
    CitationError,
    ConfigurationError,
    SourceConfigurationError,
    SourceFailedError,
    SourceUnavailableError,
)
from retrieval.settings import SourceSettings, read_settings, read_source_settings

ROOT = Path(__file__).resolve().parent.parent.parent.parent
SOURCE_ERRORS = (SourceConfigurationError, SourceUnavailableError, SourceFailedError)
VARIABLES = [
    ("MCP_FACT_CHECK_DATA_DIR", "data_dir", "/data", Path("/data")),
    ("CITATION_BACKEND", "backend", "sqlite", "sqlite"),
    ("CITATION_FOLDER", "folder", "/documents", Path("/documents")),
    ("CITATION_PATH", "path", "/pages.db", Path("/pages.db")),
    ("CITATION_URL", "url", "http://host", SecretStr("http://host")),
    ("CITATION_COLLECTION", "collection", "Chunks", "Chunks"),
    ("CITATION_NAME_FIELD", "name_field", "source", "source"),
    ("CITATION_PAGE_FIELD", "page_field", "page", "page"),
    ("CITATION_TEXT_FIELD", "text_field", "body", "body"),
    ("CITATION_POSITION_FIELD", "position_field", "place", "place"),
    ("CITATION_TIMEOUT", "timeout", "2.5", 2.5),
    ("CITATION_MAX_FILE_MB", "max_file_mb", "7", 7),
    ("CITATION_MAX_PAGES", "max_pages", "9", 9),
    ("WEAVIATE_MODE", "weaviate_mode", "cloud", "cloud"),
    ("WEAVIATE_HOST", "weaviate_host", "there", "there"),
    ("WEAVIATE_PORT", "weaviate_port", "81", 81),
    ("WEAVIATE_GRPC_PORT", "weaviate_grpc_port", "82", 82),
    ("WEAVIATE_CLOUD_URL", "weaviate_cloud_url", "https://x", "https://x"),
    ("WEAVIATE_API_KEY", "weaviate_api_key", "sesame", SecretStr("sesame")),
]


@pytest.mark.parametrize(("variable", "field", "value", "read"), VARIABLES)
def test_each_setting_has_a_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, field: str, value: str, read: object
) -> None:
    assert getattr(read_source_settings(), field) != read
    monkeypatch.setenv(variable, value)
    assert getattr(read_source_settings(), field) == read


def test_every_setting_has_a_case_above() -> None:
    assert {field for _, field, _, _ in VARIABLES} == {*SourceSettings.model_fields}


def test_the_documentation_names_every_variable_and_every_error() -> None:
    text = (ROOT / "docs" / "citations.md").read_text(encoding="utf-8")
    errors = (*CitationError.__subclasses__(), *SOURCE_ERRORS)
    kinds = {f"`{error.kind}`" for error in errors}
    variables = {f"`{name}`" for name, *_ in VARIABLES if not name.startswith("MCP_")}
    assert {name for name in kinds | variables if name not in text} == set()


def test_the_project_s_own_names_of_the_variables_are_read_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MCP_FACT_CHECK_CITATION_FOLDER", "/documents")
    monkeypatch.setenv("MCP_FACT_CHECK_CITATION_BACKEND", "chroma")
    settings = read_source_settings()
    assert settings.folder == Path("/documents")
    assert settings.chosen_backend == "chroma"


@pytest.mark.parametrize(
    ("variables", "chosen"),
    [
        ({}, "files"),
        ({"CITATION_FOLDER": "/documents"}, "files"),
        ({"WEAVIATE_MODE": "local"}, "weaviate"),
        ({"WEAVIATE_CLOUD_URL": "https://x"}, "weaviate"),
        ({"WEAVIATE_HOST": "there"}, "weaviate"),
        ({"WEAVIATE_API_KEY": "sesame"}, "files"),
        ({"WEAVIATE_MODE": "local", "CITATION_FOLDER": "/documents"}, "files"),
        ({"CITATION_BACKEND": " SQLite ", "WEAVIATE_MODE": "local"}, "sqlite"),
        ({"CITATION_BACKEND": "", "WEAVIATE_MODE": ""}, "files"),
    ],
)
def test_the_back_end_is_that_which_is_named_or_meant(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], chosen: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert read_source_settings().chosen_backend == chosen


def test_what_is_given_wins_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITATION_FOLDER", "/from/the/environment")
    assert read_source_settings(folder=Path("/given")).folder == Path("/given")


def test_a_bad_value_is_told_with_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEAVIATE_PORT", "here")
    monkeypatch.setenv("MCP_FACT_CHECK_CITATION_MAX_PAGES", "0")
    with pytest.raises(ConfigurationError, match=r"WEAVIATE_PORT: .*valid integer") as caught:
        read_source_settings()
    assert "MCP_FACT_CHECK_CITATION_MAX_PAGES: " in str(caught.value)


def test_secrets_are_never_shown() -> None:
    settings = SourceSettings(
        url=SecretStr("pg://u:sesame@h"), weaviate_api_key=SecretStr("sesame")
    )
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert "sesame" not in shown


def test_a_variable_with_a_name_of_its_own_is_told_by_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "nowhere")
    with pytest.raises(ConfigurationError, match=r"environment: OPENAI_BASE_URL: "):
        read_settings()
