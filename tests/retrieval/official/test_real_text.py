"""The real specification, out of a real repository: every version, every line, every item.

Without the official text beside the project, these tests are skipped.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from retrieval.catalogue import load_catalogue
from retrieval.embeddings import MiniLMEmbedder
from retrieval.index import embeddings_of, index_directory, open_index
from retrieval.index_manifest import read_manifest
from retrieval.official.extract import extract, rechunk
from retrieval.official.metadata import FILE
from retrieval.official.store import OfficialText, current_text
from retrieval.open_store import open_store
from retrieval.search import VectorSearch
from retrieval.settings import Settings
from retrieval.version_index import OFFICIAL
from retrieval.versions import VERSIONS, SpecVersion
from tests.conftest import SPECS, needs_specs
from tests.nodes.scripted_contrast import ScriptedContrast
from tests.retrieval.conftest import UseCatalogue
from tests.support.spec_source import Repository

if TYPE_CHECKING:
    from retrieval.embeddings import Progress, Vectors

pytestmark = needs_specs

PAGES: dict[SpecVersion, int] = {
    "2024-11-05": 19,
    "2025-03-26": 20,
    "2025-06-18": 21,
    "2025-11-25": 22,
    "2026-07-28": 31,
    "draft": 31,
}


class HashEmbedder:
    """Unit vectors from the hashes of texts: quick, and near to nothing."""

    id = "hash-8"

    def embed(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        rows = [list(hashlib.sha256(text.encode()).digest()[:8]) for text in texts]
        vectors = np.array(rows or np.empty((0, 8)), dtype=np.float32)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


@dataclass(frozen=True)
class Real:
    """All versions, extracted from a repository, cut anew and embedded."""

    data_dir: Path
    commit: str
    texts: dict[SpecVersion, OfficialText]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Real:
    folder = tmp_path_factory.mktemp("real")
    repository = Repository(folder / "repository")
    for name in ("docs", "schema"):
        shutil.copytree(SPECS / name, repository.folder / name)
    commit = repository.commit()
    data_dir = folder / "data"
    extract(data_dir, VERSIONS, repository.address, None, lambda _: None)
    texts: dict[SpecVersion, OfficialText] = {}
    for version in VERSIONS:
        text = current_text(data_dir, version)
        assert text is not None
        texts[version] = text
    return Real(data_dir, commit, texts)


def test_all_versions_are_extracted_with_commit_and_counts(real: Real) -> None:
    specs = json.loads((real.data_dir / FILE).read_text(encoding="utf-8"))["specs"]
    assert {version: record["pages"] for version, record in specs.items()} == PAGES
    for version, record in specs.items():
        assert record["origin"]["commit"] == real.commit, version
        assert record["not_quotable"] == 0, version
        assert "not understood" not in record["lines"], version
        assert record["chunks"]["fine"]["count"] > 2 * record["chunks"]["regular"]["count"] > 400


def test_every_line_of_every_page_is_counted(real: Real) -> None:
    for text in real.texts.values():
        for page in text.pages:
            source = (text.directory / page.file).read_text(encoding="utf-8")
            assert page.counts.total == sum(1 for line in source.split("\n") if line.strip())


def test_every_item_under_a_sentence_like_servers_must_says_so_in_its_chunk(real: Real) -> None:
    found = 0
    for text in real.texts.values():
        chunks = text.chunks("fine")
        for page in text.pages:
            said = [chunk.text for chunk in chunks if chunk.page == page.path]
            for block in page.blocks:
                opening = block.introduction or ""
                if block.kind == "item" and opening.endswith(("MUST:", "SHOULD:", "MAY:")):
                    found += 1
                    start = f"{opening} {block.text[:40]}"
                    assert any(item.startswith(start) for item in said), start
    assert found > 100


def test_all_versions_can_be_cut_anew_and_embedded(
    real: Real, tmp_path: Path, use_catalogue: UseCatalogue
) -> None:
    use_catalogue()
    data_dir = tmp_path / "data"
    shutil.copytree(real.data_dir, data_dir)
    embedder = HashEmbedder()
    for version in VERSIONS:
        chunking = rechunk(data_dir, version, "fine", 200, 40)
        text = current_text(data_dir, version)
        open_index(data_dir, version, embedder, official=text).close()
        manifest = read_manifest(index_directory(data_dir, embedder.id, text))
        record: dict[str, Any] = json.loads((data_dir / FILE).read_text())["specs"][version]
        assert manifest.chunks[version][OFFICIAL["fine"]] == chunking.count
        assert record["chunks"]["fine"]["count"] == chunking.count
        assert {kind: item["count"] for kind, item in record["embeddings"].items()} == {
            kind: item.count for kind, item in embeddings_of(manifest, embedder).items()
        }


@pytest.mark.parametrize("version", ["2024-11-05", "2025-06-18"])
def test_the_plain_folder_gives_the_same_text(
    real: Real, tmp_path: Path, version: SpecVersion
) -> None:
    extract(tmp_path, [version], str(SPECS), None, lambda _: None)
    text = current_text(tmp_path, version)
    assert text is not None
    assert text.pages == real.texts[version].pages
    assert text.chunks("fine")[0].permalink.startswith(SPECS.resolve().as_uri())


def test_a_search_for_the_human_in_the_loop_finds_the_official_sentence_first(
    tmp_path: Path, use_catalogue: UseCatalogue
) -> None:
    use_catalogue()
    repository = Repository(tmp_path / "repository")
    # The server pages alone: whatever else is there, this sentence is the nearest.
    folder = "docs/specification/2025-06-18/server"
    shutil.copytree(SPECS / folder, repository.folder / folder)
    commit = repository.commit()
    data_dir = tmp_path / "data"
    extract(data_dir, ["2025-06-18"], repository.address, None, lambda _: None)
    embedder = MiniLMEmbedder()
    settings = Settings(data_dir=data_dir)
    search = VectorSearch(
        embedder,
        load_catalogue(),
        lambda version: open_store(settings, version, embedder),
        ScriptedContrast(),
    )
    query = "human in the loop for tool invocations"
    ((first, *_),) = search.find_official([[query]], "2025-06-18", "fine", 5)
    assert (first["page"], first["heading"]) == ("server/tools", "User Interaction Model")
    start, end = first.get("lines", [0, 0])
    source = (SPECS / folder / "tools.mdx").read_text(encoding="utf-8").split("\n")
    assert first["text"] == " ".join(source[start - 1 : end]).replace("*", "")
    assert "in the loop" in first["text"]
    assert first.get("permalink") == (
        f"{repository.address}@{commit}/{folder}/tools.mdx#L{start}-L{end}"
    )
