"""The settings, read once at the edge: environment variables that begin with MCP_FACT_CHECK_."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from retrieval.errors import ConfigurationError

_WEB_ADDRESS: Final = r"^https?://(?:\[[0-9a-fA-F:.]+\]|[^\s/\[\]]+)"


def _default_data_dir() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415 - only where no setting names a folder

    return user_data_path("mcp-fact-check", appauthor=False)


class Settings(BaseSettings):
    """Every knob of the process. An explicit argument wins over the environment.

    An empty variable counts as not set: clients that start the server often have a form for each.
    """

    model_config = SettingsConfigDict(
        env_prefix="MCP_FACT_CHECK_",
        env_ignore_empty=True,
        frozen=True,
        populate_by_name=True,
        extra="ignore",
    )

    data_dir: Annotated[Path, AfterValidator(Path.expanduser)] = Field(
        default_factory=_default_data_dir,
        description="Where indexes and everything else that is written goes.",
    )
    embeddings: Literal["local", "openai"] = Field(
        default="local",
        description="local: all-MiniLM-L6-v2 from a wheel; openai: OpenAIEmbeddings.",
    )
    embedding_model: str = Field(
        default="text-embedding-3-small", description="The model for `embeddings = openai`."
    )
    judge: Literal["auto", "local", "llm"] = Field(
        default="auto",
        description="auto: the LLM judge where OPENAI_API_KEY is set, else the local judge.",
    )
    llm_model: str = Field(default="gpt-5-mini", description="The model of the LLM judge.")
    llm_timeout: Annotated[float, Field(gt=0, le=600)] = Field(
        default=30.0, description="Seconds that one answer of the LLM may take."
    )
    llm_retries: Annotated[int, Field(ge=0, le=10)] = Field(
        default=2, description="How often a failed LLM request is sent again."
    )
    llm_fallback: bool = Field(
        default=True,
        description="Let the local judge answer, marked degraded, where the LLM failed.",
    )
    session_days: Annotated[float, Field(gt=0, le=3650)] = Field(
        default=30.0, description="Days after its last use at which a session expires."
    )
    openai_api_key: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("OPENAI_API_KEY", "openai_api_key")
    )
    openai_base_url: Annotated[str, Field(pattern=_WEB_ADDRESS)] | None = Field(
        default=None, validation_alias=AliasChoices("OPENAI_BASE_URL", "openai_base_url")
    )


def read_settings() -> Settings:
    """Read the settings from the environment.

    Raises:
        ConfigurationError: a value does not fit; names the variable and what is allowed.

    """
    try:
        return Settings()
    except ValidationError as error:
        wrong = "; ".join(
            f"MCP_FACT_CHECK_{'_'.join(str(part) for part in item['loc']).upper()}: {item['msg']}"
            for item in error.errors()
        )
        raise ConfigurationError(f"bad settings in the environment: {wrong}") from error


def require_openai_key(settings: Settings, purpose: str) -> SecretStr:
    """Return the key for OpenAI-compatible endpoints.

    Raises:
        ConfigurationError: there is none.

    """
    if settings.openai_api_key is None or not settings.openai_api_key.get_secret_value():
        raise ConfigurationError(
            f"{purpose} needs a key: set OPENAI_API_KEY (and OPENAI_BASE_URL for another "
            "endpoint), or go back to MCP_FACT_CHECK_JUDGE=local and "
            "MCP_FACT_CHECK_EMBEDDINGS=local"
        )
    return settings.openai_api_key
