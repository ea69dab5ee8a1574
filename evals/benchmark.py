"""How fast it is, side by side with the least that could do the same: `python -m evals.benchmark`.

Each pair is timed in turns in one run, so that what else the machine does falls on both; the ratios
are what counts. Start-up: a server's process start to its `tools/list` answer against a bare MCP
SDK server with one trivial tool, and the command line from nothing and with an index. Warm: the
search graph against embedding plus an exact dot product over the same vectors, a quick claim
against its embeddings alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from evals.claims import read_claims
from graphs.quick_claim import build_quick_claim
from graphs.search_spec import build_search_spec
from graphs.services import Services
from retrieval.embeddings import MiniLMEmbedder
from retrieval.index import version_chunks
from retrieval.prepared import PreparedEmbedder
from retrieval.settings import Settings
from retrieval.versions import LATEST

CLAIM: Final = "Servers that support tools MUST declare the tools capability"
BARE_SERVER: Final = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("bare", version="1")
@server.tool()
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b
server.run("stdio")
"""
LIST_TOOLS: Final = (
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    '"capabilities":{},"clientInfo":{"name":"benchmark","version":"1"}}}\n'
    '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
)


class Row(NamedTuple):
    """Median seconds of both sides; `base` is None where there is nothing beside it."""

    what: str
    ours: float
    base: float | None
    beside: str


def start_up(rounds: int) -> Row:
    """Time both servers from process start to the answer to tools/list."""
    ours = [sys.executable, "-m", "server", "serve"]
    bare = [sys.executable, "-c", BARE_SERVER]
    mine, theirs = _in_turns([lambda: _tools_list(ours), lambda: _tools_list(bare)], rounds)
    return Row("stdio server: process start to tools/list", mine, theirs, "bare SDK server")


def command_line(rounds: int) -> list[Row]:
    """Time the command line: the first verdict, which builds the index, and later ones."""
    first: list[float] = []
    later: list[float] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            first.append(_claim(folder))
            later += [_claim(folder), _claim(folder)]
    return [
        Row(f"first verdict, index of {LATEST} built", statistics.median(first), None, ""),
        Row("later verdicts", statistics.median(later), None, ""),
    ]


async def warm(rounds: int) -> list[Row]:
    """Time search and quick claims in one process, each beside its model time."""
    claims = [item.claim for item in read_claims("dev") if item.spec_version == LATEST][:rounds]
    embedder = MiniLMEmbedder()
    chunks = version_chunks(LATEST)["fine"]
    vectors = PreparedEmbedder(embedder).embed([chunk.embedded for chunk in chunks])
    with tempfile.TemporaryDirectory() as folder:
        services = Services(Settings(data_dir=Path(folder), judge="local"))
        searching = build_search_spec(services).compile()
        checking = build_quick_claim(services).compile()
        await searching.ainvoke({"query": "warm"})
        await checking.ainvoke({"claim": "Servers can be warm"})
        search, exact, quick, model = [], [], [], []
        for claim in claims:
            start = time.perf_counter()
            await searching.ainvoke({"query": claim[:500]})
            search.append(time.perf_counter() - start)
            start = time.perf_counter()
            (vectors @ embedder.embed([claim[:500]])[0]).argsort()[-5:]
            exact.append(time.perf_counter() - start)
            start = time.perf_counter()
            state = await checking.ainvoke({"claim": claim})
            quick.append(time.perf_counter() - start)
            subclaims = [part["subclaim"] for part in state["verdict"]["parts"]]
            start = time.perf_counter()
            embedder.embed(subclaims)
            model.append(time.perf_counter() - start)
    median = statistics.median
    return [
        Row("search-spec, warm", median(search), median(exact), "embed + exact dot product"),
        Row("quick claim, local judge, warm", median(quick), median(model), "embed its subclaims"),
    ]


def _in_turns(runs: Sequence[Callable[[], float]], rounds: int) -> list[float]:
    taken = [[run() for run in runs] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*taken, strict=True)]


def _tools_list(command: Sequence[str]) -> float:
    start = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("no pipes")
        process.stdin.write(LIST_TOOLS)
        process.stdin.flush()
        for line in process.stdout:
            if json.loads(line).get("id") == 2:
                break
        taken = time.perf_counter() - start
        process.stdin.close()
    return taken


def _claim(data_dir: str) -> float:
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "server", "claim", CLAIM],
        env={"PATH": "", "HOME": data_dir, "MCP_FACT_CHECK_DATA_DIR": data_dir},
        check=False,
        capture_output=True,
        text=True,
    )
    if not done.stdout:
        raise RuntimeError(done.stderr)
    return time.perf_counter() - start


def main() -> None:
    """Run all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="processes started for each figure")
    parser.add_argument("--claims", type=int, default=50, help="claims for the warm figures")
    args = parser.parse_args()
    rows = [start_up(args.rounds), *command_line(args.rounds), *asyncio.run(warm(args.claims))]
    print(as_table(rows))


def as_table(rows: Sequence[Row]) -> str:
    """Return rows as a table."""
    lines = ["| what | median | beside it | ratio |", "| --- | --- | --- | --- |"]
    for row in rows:
        base = f"{row.beside}: {row.base * 1000:.1f} ms" if row.base else "-"
        ratio = f"{row.ours / row.base:.2f}" if row.base else "-"
        lines.append(f"| {row.what} | {row.ours * 1000:.1f} ms | {base} | {ratio} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
