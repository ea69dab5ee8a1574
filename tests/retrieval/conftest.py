"""Fixtures for the tests of retrieval."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from retrieval.catalogue import load_catalogue
from tests.retrieval.small import SMALL, SMALL_BELIEFS, few_comments, write_catalogue

# A busy machine is no failure.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

UseCatalogue = Callable[..., Path]


@pytest.fixture
def use_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[UseCatalogue]:
    """Give a function that puts catalogue files of the test's own in the place of the shipped."""

    def use(
        requirements: Sequence[dict[str, Any]] = SMALL,
        beliefs: Sequence[dict[str, Any]] = SMALL_BELIEFS,
    ) -> Path:
        folder = write_catalogue(tmp_path / "package", requirements, beliefs)

        def files(_package: str) -> Path:
            return folder

        monkeypatch.setattr("retrieval.catalogue.files", files)
        monkeypatch.setattr("retrieval.index.read_schema_comments", few_comments)
        load_catalogue.cache_clear()
        return folder

    yield use
    load_catalogue.cache_clear()
