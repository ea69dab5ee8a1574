"""The wheel as users install it: built, looked into, installed in a clean environment, and run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from server import __version__
from tests.server.connections import (
    ERAS,
    SPOKEN,
    Era,
    connect_to_process,
    text_of,
    values_of,
)
from tests.server.processes import environment, script

ROOT: Final = Path(__file__).resolve().parent.parent
UV: Final = shutil.which("uv") or shutil.which("uv", path=str(ROOT / ".uv" / "bin"))
PACKAGES: Final = ("evals", "graphs", "nodes", "retrieval", "server")
OLD: Final = "2024-11-05"

pytestmark = [
    pytest.mark.skipif(UV is None, reason="there is no uv, on PATH or in .uv"),
    # Where uv's cache is cold, hatchling and all requirements are downloaded first.
    pytest.mark.timeout(600),
]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    uv("build", "--wheel", "--out-dir", str(folder), str(ROOT))
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel with its pinned requirements; return the Python of that environment."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    uv("venv", "--python", sys.executable, str(folder))
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = ("pip", "install", "--python", str(python))
    uv(*install, "--require-hashes", "--requirement", str(ROOT / "requirements.txt"))
    uv(*install, "--no-deps", str(wheel))
    return python


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder where the first client has an index built, and the second finds it."""
    return tmp_path_factory.mktemp("data")


def test_the_wheel_holds_the_packages_with_their_data_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    there = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert held == there
    assert "nodes/judging/weights.json" in held
    for kind in ("catalogue", "misconceptions"):
        assert f"retrieval/data/{kind}/tools.jsonl" in held
    vectors = "retrieval/data/vectors.npz"
    assert (vectors in held) is (ROOT / vectors).is_file()


def test_the_wheel_names_command_licence_and_version(wheel: Path) -> None:
    assert wheel.name == f"mcp_fact_check-{__version__}-py3-none-any.whl"
    with ZipFile(wheel) as archive:
        info = f"mcp_fact_check-{__version__}.dist-info"
        scripts = archive.read(f"{info}/entry_points.txt").decode()
        licence = archive.read(f"{info}/licenses/LICENSE").decode()
    assert "mcp-fact-check = server.cli:app" in scripts
    assert "mcp-citation-checker = server.citation_app:main" in scripts
    assert licence == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_pinned_requirements_are_all_that_the_wheel_asks_for(python: Path) -> None:
    uv("pip", "check", "--python", str(python))


@pytest.mark.parametrize("era", ERAS)
def test_the_installed_server_answers_clients_of_either_era(
    python: Path, data_dir: Path, tmp_path: Path, era: Era
) -> None:
    command = script("mcp-fact-check", python)
    env = environment(data_dir)
    with connect_to_process(era, command, env, tmp_path / "stderr.txt") as connection:
        tools = [tool.name for tool in connection.tools()]
        claim = connection.call("check-mcp-quick-claim", claim="Tools exist.", specVersion=OLD)
        assert connection.client.protocol_version == SPOKEN[era]
    assert tools == [
        "check-mcp-quick-claim",
        "check-mcp-claims",
        "check_citation",
        "submit-judgements",
        "search-spec",
        "list-spec-versions",
        "compare-spec-versions",
        "start-migration",
        "continue-migration",
        "get-migration",
        "list-migrations",
        "delete-migration",
    ]
    assert text_of(claim).startswith(f"{values_of(claim)['verdict']}: Tools exist.\n\n")
    assert values_of(claim)["evidence"]


def uv(*arguments: str) -> None:
    """Run uv; where it fails, what it said is the message."""
    assert UV is not None
    done = subprocess.run([UV, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"uv {' '.join(arguments)}\n{done.stdout}{done.stderr}"
