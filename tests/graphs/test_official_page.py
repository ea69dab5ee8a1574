"""A page of the specification, checked against its own version with the official text at hand."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from pathlib import Path

from graphs.check_claims import build_check_claims
from graphs.services import Services
from retrieval.official.extract import extract
from retrieval.settings import Settings
from retrieval.versions import SpecVersion
from tests.conftest import SPECS, needs_specs

VERSION: SpecVersion = "2025-06-18"
FOLDER = f"docs/specification/{VERSION}/server"


@needs_specs
def test_the_official_page_on_tools_is_true_to_its_own_version(tmp_path: Path) -> None:
    source, data_dir = tmp_path / "source", tmp_path / "data"
    (source / FOLDER).mkdir(parents=True)
    page = source / FOLDER / "tools.mdx"
    shutil.copy(SPECS / FOLDER / "tools.mdx", page)
    extract(data_dir, [VERSION], str(source), None, lambda _: None)
    graph = build_check_claims(Services(Settings(data_dir=data_dir, judge="local"))).compile()
    given = {"content": page.read_text(encoding="utf-8"), "version_name": VERSION}
    state = asyncio.run(graph.ainvoke(given))  # pyright: ignore[reportArgumentType]
    labels = Counter(claim["verdict"]["label"] for claim in state["checked"])
    assert labels.keys() <= {"supported", "undecided"}
    assert labels["supported"] >= 0.8 * labels.total()
    assert labels.total() >= 50
