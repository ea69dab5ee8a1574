"""A small catalogue and an embedder without a model, for tests that are about neither."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from retrieval.catalogue import Misconception, Requirement
from retrieval.schema_corpus import MODULES, SchemaComment
from retrieval.versions import SpecVersion

if TYPE_CHECKING:
    from retrieval.embeddings import Progress, Vectors

DIMENSIONS = 64


class WordEmbedder:
    """Unit vectors from the hashes of a text's words: the more words two share, the nearer."""

    def __init__(self, name: str = "words-64", before_each: Callable[[], None] | None = None):
        self.id = name
        self.asked: list[list[str]] = []
        self._before_each = before_each

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        if self._before_each:
            self._before_each()
        self.asked.append(list(texts))
        vectors = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for i, text in enumerate(texts):
            for word in text.lower().split():
                vectors[i] += _of_word(word)
            if progress:
                progress(i + 1, len(texts))
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@cache
def _of_word(word: str) -> NDArray[np.float64]:
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(DIMENSIONS)


def few_comments(version: SpecVersion) -> list[SchemaComment]:
    """Return a comment for each version that has a schema: the real ones are thousands."""
    return [SchemaComment("Lamp", None, f"A lamp of {version}.")] if version in MODULES else []


def requirement_row(**changes: Any) -> dict[str, Any]:
    """Return an entry of the catalogue as it stands in the file, with these keys changed."""
    return {
        "id": "tools.declare-capability",
        "topic": "tools",
        "actor": "server",
        "level": "MUST",
        "statement": "A server that offers tools must declare the `tools` capability.",
        "places": [
            {
                "versions": ["2024-11-05", "2025-03-26"],
                "page": "server/tools",
                "heading": "Capabilities",
            }
        ],
        **changes,
    }


def belief_row(**changes: Any) -> dict[str, Any]:
    """Return a misconception as it stands in the file, with these keys changed."""
    return {
        "id": "tools.no-capability",
        "belief": "A server offers tools without any capability.",
        "versions": ["2024-11-05", "2025-03-26"],
        "correction": "A server that offers tools must declare the `tools` capability.",
        "refuted_by": ["tools.declare-capability"],
        **changes,
    }


def requirement(**changes: Any) -> Requirement:
    return Requirement.model_validate_json(json.dumps(requirement_row(**changes)))


def belief(**changes: Any) -> Misconception:
    return Misconception.model_validate_json(json.dumps(belief_row(**changes)))


SMALL: tuple[dict[str, Any], ...] = (
    requirement_row(phrasings=["Servers with tools have to announce the `tools` capability."]),
    requirement_row(
        id="tools.validate-inputs",
        statement="A server must validate the inputs of every tool call.",
        places=[
            {
                "versions": ["2024-11-05", "2025-03-26"],
                "page": "server/tools",
                "heading": "Security Considerations",
            }
        ],
    ),
    requirement_row(
        id="sampling.human-in-the-loop",
        topic="sampling",
        actor="client",
        level="SHOULD",
        statement="A client should keep a human in the loop who can deny a sampling request.",
        places=[
            {
                "versions": ["2024-11-05", "2025-03-26"],
                "page": "client/sampling",
                "heading": "User Interaction Model",
            }
        ],
    ),
)
"""Three entries under three headings, one of them with a phrasing."""


SMALL_BELIEFS: tuple[dict[str, Any], ...] = (belief_row(),)


def write_catalogue(
    folder: Path,
    requirements: Sequence[dict[str, Any]] = SMALL,
    beliefs: Sequence[dict[str, Any]] = SMALL_BELIEFS,
) -> Path:
    """Write catalogue files below `folder` as the package has them; return `folder`."""
    for name, rows in (("catalogue", requirements), ("misconceptions", beliefs)):
        (folder / "data" / name).mkdir(parents=True, exist_ok=True)
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / "data" / name / "small.jsonl").write_text(lines, encoding="utf-8")
    return folder
