"""The settings: read from the environment once, an explicit value wins, a bad one is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from platformdirs import user_data_path
from pydantic import SecretStr, ValidationError

from retrieval.errors import ConfigurationError
from retrieval.settings import Settings, read_settings, require_openai_key


def test_without_any_variable_all_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MCP_FACT_CHECK_DATA_DIR")
    settings = read_settings()
    assert settings.embeddings == "local"
    assert settings.judge == "auto"
    assert settings.openai_api_key is None
    assert settings.openai_base_url is None
    assert settings.data_dir == user_data_path("mcp-fact-check", appauthor=False)


@pytest.mark.parametrize(
    ("variable", "field", "value", "read"),
    [
        ("MCP_FACT_CHECK_DATA_DIR", "data_dir", "/somewhere/else", Path("/somewhere/else")),
        ("MCP_FACT_CHECK_EMBEDDINGS", "embeddings", "openai", "openai"),
        ("MCP_FACT_CHECK_EMBEDDING_MODEL", "embedding_model", "other", "other"),
        ("MCP_FACT_CHECK_JUDGE", "judge", "llm", "llm"),
        ("MCP_FACT_CHECK_LLM_MODEL", "llm_model", "other", "other"),
        ("MCP_FACT_CHECK_LLM_TIMEOUT", "llm_timeout", "2.5", 2.5),
        ("MCP_FACT_CHECK_LLM_RETRIES", "llm_retries", "0", 0),
        ("MCP_FACT_CHECK_LLM_FALLBACK", "llm_fallback", "false", False),
        ("MCP_FACT_CHECK_LLM_CONCURRENCY", "llm_concurrency", "9", 9),
        ("MCP_FACT_CHECK_LLM_CACHE", "llm_cache", "false", False),
        ("MCP_FACT_CHECK_LLM_BUDGET_CALLS", "llm_budget_calls", "7", 7),
        ("MCP_FACT_CHECK_LLM_BUDGET_TOKENS", "llm_budget_tokens", "7000", 7_000),
        ("MCP_FACT_CHECK_LLM_BUDGET_SECONDS", "llm_budget_seconds", "7.5", 7.5),
        ("MCP_FACT_CHECK_SESSION_DAYS", "session_days", "0.5", 0.5),
        ("MCP_FACT_CHECK_SESSION_CHARACTERS", "session_characters", "900", 900),
        ("MCP_FACT_CHECK_MIGRATION_FOLDERS", "migration_folders", "/some/where", "/some/where"),
        ("MCP_FACT_CHECK_SESSION_BUDGET_CALLS", "session_budget_calls", "7", 7),
        ("MCP_FACT_CHECK_SESSION_BUDGET_TOKENS", "session_budget_tokens", "7000", 7_000),
        ("MCP_FACT_CHECK_SESSION_BUDGET_SECONDS", "session_budget_seconds", "7.5", 7.5),
        ("MCP_FACT_CHECK_SAMPLING_BUDGET_CALLS", "sampling_budget_calls", "3", 3),
        ("CHROMA_HOST", "chroma_host", "localhost", "localhost"),
        ("CHROMA_PORT", "chroma_port", "8001", 8001),
        ("CHROMA_SSL", "chroma_ssl", "true", True),
        ("OPENAI_BASE_URL", "openai_base_url", "http://localhost:1/v1", "http://localhost:1/v1"),
    ],
)
def test_each_setting_has_a_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, field: str, value: str, read: object
) -> None:
    assert getattr(read_settings(), field) != read
    monkeypatch.setenv(variable, value)
    assert getattr(read_settings(), field) == read


def test_every_setting_has_a_case_above() -> None:
    marks = test_each_setting_has_a_variable.pytestmark  # pyright: ignore[reportFunctionMemberAccess]
    tested = {case[1] for case in marks[0].args[1]}
    assert {*Settings.model_fields} == {*tested, "openai_api_key"}


def test_the_key_keeps_its_usual_name_and_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    settings = read_settings()
    assert require_openai_key(settings, "a test").get_secret_value() == "sk-very-secret"
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert "sk-very-secret" not in shown


def test_an_explicit_value_wins_over_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MCP_FACT_CHECK_JUDGE", "llm")
    monkeypatch.setenv("OPENAI_API_KEY", "from-the-environment")
    settings = Settings(judge="local", data_dir=tmp_path, openai_api_key=SecretStr("given"))
    assert settings.judge == "local"
    assert settings.data_dir == tmp_path
    assert require_openai_key(settings, "a test").get_secret_value() == "given"


@pytest.mark.parametrize(
    "variable", ["MCP_FACT_CHECK_DATA_DIR", "MCP_FACT_CHECK_JUDGE", "OPENAI_API_KEY"]
)
def test_an_empty_variable_counts_as_not_set(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.delenv(variable, raising=False)
    without = read_settings()
    monkeypatch.setenv(variable, "")
    assert read_settings() == without


def test_a_tilde_in_the_data_dir_is_the_home_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # Clients that start the server from a JSON file have no shell that would replace it.
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", "~/facts")
    assert read_settings().data_dir == tmp_path / "facts"


@pytest.mark.parametrize(
    ("variable", "value", "allowed"),
    [
        ("MCP_FACT_CHECK_JUDGE", "robot", "'auto', 'local' or 'llm'"),
        ("MCP_FACT_CHECK_EMBEDDINGS", "remote", "'local' or 'openai'"),
        ("MCP_FACT_CHECK_LLM_TIMEOUT", "0", "greater than 0"),
        ("MCP_FACT_CHECK_LLM_TIMEOUT", "soon", "valid number"),
        ("MCP_FACT_CHECK_LLM_RETRIES", "11", "less than or equal to 10"),
        ("MCP_FACT_CHECK_LLM_FALLBACK", "perhaps", "boolean"),
    ],
)
def test_a_bad_value_is_told_with_its_variable_and_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, allowed: str
) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError) as caught:
        read_settings()
    assert f"{variable}: " in str(caught.value)
    assert allowed in str(caught.value)


def test_all_bad_values_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_FACT_CHECK_JUDGE", "robot")
    monkeypatch.setenv("MCP_FACT_CHECK_LLM_RETRIES", "-1")
    with pytest.raises(ConfigurationError, match=r"JUDGE: .*; MCP_FACT_CHECK_LLM_RETRIES: "):
        read_settings()


def test_a_variable_that_is_no_setting_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_FACT_CHECK_COLOUR", "green")
    assert read_settings().judge == "auto"


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        read_settings().judge = "llm"


@pytest.mark.parametrize("key", [None, SecretStr("")])
def test_a_missing_key_is_told_with_its_purpose_and_what_to_do(key: SecretStr | None) -> None:
    settings = Settings(openai_api_key=key)
    with pytest.raises(ConfigurationError, match=r"the LLM judge needs a key: set OPENAI_API_KEY"):
        require_openai_key(settings, "the LLM judge")
