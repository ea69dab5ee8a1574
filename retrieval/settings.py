"""The settings, read once at the edge.

Environment variables begin with MCP_FACT_CHECK_; those of the citation sources, and the keys of
outside services, have the names that people know them by.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

from pydantic import AfterValidator, AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from retrieval.errors import ConfigurationError

_Kind = TypeVar("_Kind", bound=BaseSettings)
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
    session_characters: Annotated[int, Field(ge=1, le=50_000)] = Field(
        default=50_000, description="Characters that the text of a migration session may have."
    )
    migration_folders: Annotated[str, Field(max_length=10_000)] = Field(
        default="",
        description="Folders whose files start-migration may read, as in PATH; none by default.",
    )
    llm_concurrency: Annotated[int, Field(ge=1, le=64)] = Field(
        default=4, description="How many LLM requests may be under way at once."
    )
    llm_cache: bool = Field(
        default=True,
        description="Keep checked LLM answers in the data folder, so that none is paid for twice.",
    )
    llm_budget_calls: Annotated[int, Field(ge=0)] = Field(
        default=400, description="LLM requests that the check of one document may send."
    )
    llm_budget_tokens: Annotated[int, Field(ge=0)] = Field(
        default=2_000_000, description="Tokens that the check of one document may use."
    )
    llm_budget_seconds: Annotated[float, Field(ge=0)] = Field(
        default=600.0, description="Seconds for which the check of one document may ask an LLM."
    )
    session_budget_calls: Annotated[int, Field(ge=0)] = Field(
        default=1_200, description="LLM requests that a migration session may send, in all."
    )
    session_budget_tokens: Annotated[int, Field(ge=0)] = Field(
        default=6_000_000, description="Tokens that a migration session may use, in all."
    )
    session_budget_seconds: Annotated[float, Field(ge=0)] = Field(
        default=1_800.0,
        description="Seconds that the steps of a migration session may take and still ask an LLM.",
    )
    sampling_budget_calls: Annotated[int, Field(ge=0, le=9)] = Field(
        default=8,
        description="Requests by which one check may ask the client's own model (`sampling`); "
        "clients stop after ten rounds.",
    )
    chroma_host: Annotated[str, Field(pattern=r"^[\w.:\[\]-]+$")] | None = Field(
        default=None,
        validation_alias=AliasChoices("CHROMA_HOST", "chroma_host"),
        description="A Chroma server that keeps the indexes, for several machines.",
    )
    chroma_port: Annotated[int, Field(ge=1, le=65_535)] = Field(
        default=8000, validation_alias=AliasChoices("CHROMA_PORT", "chroma_port")
    )
    chroma_ssl: bool = Field(
        default=False, validation_alias=AliasChoices("CHROMA_SSL", "chroma_ssl")
    )
    openai_api_key: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("OPENAI_API_KEY", "openai_api_key")
    )
    openai_base_url: Annotated[str, Field(pattern=_WEB_ADDRESS)] | None = Field(
        default=None, validation_alias=AliasChoices("OPENAI_BASE_URL", "openai_base_url")
    )


class ChunkFields(NamedTuple):
    """The columns or properties that a store has for a chunk of a page."""

    name: str = "pdf_name"
    page: str = "page_number"
    text: str = "text"
    position: str = "position"


USUAL_FIELDS: Final = ChunkFields()


class SourceSettings(BaseSettings):
    """Where the documents that citations name are kept; see docs/citations.md.

    The same fields serve every back end, and reach a third-party one as they are.
    """

    model_config = SettingsConfigDict(
        env_prefix="MCP_FACT_CHECK_CITATION_",
        env_ignore_empty=True,
        frozen=True,
        populate_by_name=True,
        extra="ignore",
    )

    data_dir: Annotated[Path, AfterValidator(Path.expanduser)] = Field(
        default_factory=_default_data_dir,
        validation_alias="MCP_FACT_CHECK_DATA_DIR",
        description="Where the text of documents is kept once it is read.",
    )
    backend: str | None = Field(
        default=None,
        validation_alias="CITATION_BACKEND",
        description="files, sqlite, chroma, weaviate, postgres, or one of an installed package; "
        "where it is not set, weaviate if a WEAVIATE_ variable says where, else files.",
    )
    folder: Annotated[Path, AfterValidator(Path.expanduser)] | None = Field(
        default=None, validation_alias="CITATION_FOLDER", description="files: the folder."
    )
    path: Annotated[Path, AfterValidator(Path.expanduser)] | None = Field(
        default=None,
        validation_alias="CITATION_PATH",
        description="sqlite: the database file; chroma: its directory.",
    )
    url: SecretStr | None = Field(
        default=None,
        validation_alias="CITATION_URL",
        description="postgres: the connection URL; chroma: the address of a server.",
    )
    collection: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default="pages",
        validation_alias="CITATION_COLLECTION",
        description="The table or collection.",
    )
    name_field: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default=USUAL_FIELDS.name,
        validation_alias="CITATION_NAME_FIELD",
        description="Its column or property with the document's name.",
    )
    page_field: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default=USUAL_FIELDS.page,
        validation_alias="CITATION_PAGE_FIELD",
        description="Its column or property with the page, a whole number from 1.",
    )
    text_field: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default=USUAL_FIELDS.text,
        validation_alias="CITATION_TEXT_FIELD",
        description="Its column or property with the text.",
    )
    position_field: Annotated[str, Field(min_length=1, max_length=200)] = Field(
        default=USUAL_FIELDS.position,
        validation_alias="CITATION_POSITION_FIELD",
        description="Its column or property with the place of a text among those of its page, "
        "where it has one; weaviate is only asked for it where this is set.",
    )
    timeout: Annotated[float, Field(gt=0, le=600)] = Field(
        default=10.0,
        validation_alias="CITATION_TIMEOUT",
        description="Seconds that one answer of a store may take.",
    )
    max_file_mb: Annotated[int, Field(ge=1, le=2_000)] = Field(
        default=100,
        validation_alias="CITATION_MAX_FILE_MB",
        description="files: megabytes that a document may have.",
    )
    max_pages: Annotated[int, Field(ge=1, le=100_000)] = Field(
        default=5_000,
        validation_alias="CITATION_MAX_PAGES",
        description="files: pages that a document may have.",
    )
    weaviate_mode: Literal["local", "cloud"] | None = Field(
        default=None,
        validation_alias="WEAVIATE_MODE",
        description="local: WEAVIATE_HOST and WEAVIATE_PORT; cloud: WEAVIATE_CLOUD_URL; "
        "where it is not set, cloud if there is a WEAVIATE_CLOUD_URL.",
    )
    weaviate_host: str | None = Field(default=None, validation_alias="WEAVIATE_HOST")
    weaviate_port: Annotated[int, Field(ge=1, le=65_535)] = Field(
        default=8080, validation_alias="WEAVIATE_PORT"
    )
    weaviate_grpc_port: Annotated[int, Field(ge=1, le=65_535)] = Field(
        default=50_051, validation_alias="WEAVIATE_GRPC_PORT"
    )
    weaviate_cloud_url: str | None = Field(default=None, validation_alias="WEAVIATE_CLOUD_URL")
    weaviate_api_key: SecretStr | None = Field(default=None, validation_alias="WEAVIATE_API_KEY")

    @property
    def fields(self) -> ChunkFields:
        """The columns or properties of a chunk."""
        return ChunkFields(self.name_field, self.page_field, self.text_field, self.position_field)

    @property
    def chosen_backend(self) -> str:
        """The back end that is meant, also where only WEAVIATE_ variables are set."""
        if self.backend is not None:
            return self.backend.strip().lower()
        places = (self.weaviate_mode, self.weaviate_host, self.weaviate_cloud_url)
        return "weaviate" if self.folder is None and any(places) else "files"


class ExperimentSettings(BaseSettings):
    """Where the experiments of `mcp-fact-check eval` are kept, if anywhere but here."""

    model_config = SettingsConfigDict(env_ignore_empty=True, frozen=True, extra="ignore")

    langsmith_api_key: SecretStr | None = Field(
        default=None,
        validation_alias=AliasChoices("LANGSMITH_API_KEY", "LANGCHAIN_API_KEY"),
        description="With a key, claims and verdicts are sent to LangSmith.",
    )


def read_settings() -> Settings:
    """Read the settings from the environment.

    Raises:
        ConfigurationError: a value does not fit; names the variable and what is allowed.

    """
    return _read(Settings)


def read_source_settings(**given: Any) -> SourceSettings:
    """Read the settings of the citation sources; what is given wins over the environment.

    Raises:
        ConfigurationError: a value does not fit; names the variable and what is allowed.

    """
    return _read(SourceSettings, **given)


def read_experiment_settings() -> ExperimentSettings:
    """Read the settings of experiments from the environment."""
    return _read(ExperimentSettings)


def _read(kind: type[_Kind], **given: Any) -> _Kind:
    try:
        return kind(**given)
    except ValidationError as error:
        prefix = kind.model_config.get("env_prefix", "")
        wrong = "; ".join(
            f"{_variable(prefix, item['loc'])}: {item['msg']}" for item in error.errors()
        )
        raise ConfigurationError(f"bad settings in the environment: {wrong}") from error


def _variable(prefix: str, place: tuple[int | str, ...]) -> str:
    """Return the variable that a value came from: an alias as it is, a field with its prefix."""
    name = "_".join(str(part) for part in place)
    return name if name.isupper() else f"{prefix}{name.upper()}"


def environment_without(*prefixes: str) -> dict[str, str]:
    """Return the environment for a child process, without the variables of these prefixes."""
    return {name: value for name, value in os.environ.items() if not name.startswith(prefixes)}


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
