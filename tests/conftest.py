"""Fixtures for all tests: no outside settings, and services over a real index."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphs.services import Services
from retrieval.settings import Settings

SPECS = Path(__file__).resolve().parent.parent.parent / "shared" / "specs"

OUTSIDE = (
    *("MCP_FACT_CHECK_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_"),
    *("CHROMA_", "CITATION_", "WEAVIATE_"),
)

needs_specs = pytest.mark.skipif(
    not SPECS.is_dir(), reason=f"the official specification text is not at {SPECS}"
)


@pytest.fixture(autouse=True)
def hermetic_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Take away the machine's settings and keys: a test sets what it needs."""
    for name in list(os.environ):
        if name.startswith(OUTSIDE):
            monkeypatch.delenv(name)
    monkeypatch.setenv("MCP_FACT_CHECK_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LANGSMITH_TRACING", "false")


@pytest.fixture(scope="session")
def index_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory whose indexes all tests read and none writes otherwise."""
    return tmp_path_factory.mktemp("indexes")


@pytest.fixture(scope="session")
def services(index_dir: Path) -> Services:
    """Return services with the local judge and a real index, built when it is first asked for."""
    return Services(Settings(data_dir=index_dir, judge="local"))


@pytest.fixture
def anyio_backend() -> str:
    """Run async tests on asyncio, which is what LangGraph runs on."""
    return "asyncio"
