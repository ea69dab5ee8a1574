"""One model for all tests of the prose judge: it is only read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from nodes.judging.prose.alignment import Alignment, ReadText, align, read_text
from nodes.judging.prose.features import Weighed, weigh
from nodes.judging.prose.judge import ProseJudge
from retrieval.embeddings import MiniLMEmbedder

Read = Callable[[str], ReadText]
Align = Callable[[str, Sequence[str]], Alignment]
Weigh = Callable[[str, Sequence[str]], Weighed]


@pytest.fixture(scope="session")
def model() -> MiniLMEmbedder:
    """Return the model that ships with the package."""
    return MiniLMEmbedder()


@pytest.fixture(scope="session")
def prose_judge(model: MiniLMEmbedder) -> ProseJudge:
    """Return the judge as it ships."""
    return ProseJudge(model)


@pytest.fixture(scope="session")
def read(model: MiniLMEmbedder) -> Read:
    """Return a reader of sentences."""
    return lambda text: read_text(text, model.read(text))


@pytest.fixture(scope="session")
def aligned(read: Read) -> Align:
    """Return what lays a claim beside sentences."""
    return lambda claim, sentences: align(read(claim), [read(item) for item in sentences])


@pytest.fixture(scope="session")
def weighed(read: Read) -> Weigh:
    """Return what weighs a claim by sentences."""
    return lambda claim, sentences: weigh(read(claim), [read(item) for item in sentences])
