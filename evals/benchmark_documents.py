"""How the check of a document grows with its length: `python -m evals.benchmark_documents`.

Documents of 5,000 and 50,000 characters, made of nothing but development claims, true ones first
and none twice, each checked by the local judge in a process of its own that has checked a short
text before, so that no model is loaded and no index built on the clock. The bars: 50,000 characters
under 10 seconds and 700 MB, and at most 11 times the time of 5,000; a check that is cancelled stops
within a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from evals.claims import read_claims
from graphs.check_claims import CheckInput, build_check_claims
from graphs.services import Services
from retrieval.settings import Settings

SIZES: Final = (5_000, 50_000)
WARM: Final = "Servers must declare the tools capability. Clients may cache."
_MEGABYTE: Final = 1024
"""Kilobytes, in which Linux counts resident memory."""


class Checked(NamedTuple):
    """What one process measured."""

    seconds: float
    cpu_seconds: float
    megabytes: float
    claims: int
    cancelled_after: float
    """Seconds from the cancellation of a second check to its end."""


def document(size: int) -> str:
    """Return a document of exactly `size` characters: sections of five paragraphs of claims."""
    text = ""
    for paragraph in _paragraphs():
        if len(text) + len(paragraph) > size:
            break
        text += paragraph
    return text.ljust(size)


def _paragraphs() -> Iterator[str]:
    # Documents are mostly true: what is false is looked at twice, and comes last.
    claims = sorted(read_claims("dev"), key=lambda item: item.label != "supported")
    said = list(dict.fromkeys(item.claim.rstrip("?.! ") for item in claims))
    for number, start in enumerate(range(0, len(said), 4)):
        heading = f"## Part {number // 5 + 1}\n\n" if number % 5 == 0 else ""
        yield heading + " ".join(f"{claim}." for claim in said[start : start + 4]) + "\n\n"


async def check(size: int, data_dir: Path) -> Checked:
    """Check a document of a size, then the same again and cancel it half-way."""
    services = Services(Settings(data_dir=data_dir, judge="local"))
    graph = build_check_claims(services).compile()
    await graph.ainvoke({"content": WARM})
    given: CheckInput = {"content": document(size)}
    start, cpu = time.perf_counter(), time.process_time()
    state = await graph.ainvoke(given)
    taken, worked = time.perf_counter() - start, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _MEGABYTE
    again = asyncio.create_task(graph.ainvoke(given))
    await asyncio.sleep(taken / 3)
    asked = time.perf_counter()
    again.cancel()
    await asyncio.wait([again])
    return Checked(taken, worked, memory, len(state["checked"]), time.perf_counter() - asked)


def measure(size: int, data_dir: str) -> Checked:
    """Run `check` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "evals.benchmark_documents", "--one", str(size), data_dir],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return Checked(*json.loads(done.stdout))


def main() -> None:
    """Run all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="processes started for each size")
    parser.add_argument("--one", nargs=2, metavar=("SIZE", "DATA_DIR"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(asyncio.run(check(int(args.one[0]), Path(args.one[1])))))
        return
    with tempfile.TemporaryDirectory() as folder:
        measure(1_000, folder)  # builds the index
        runs = {size: [measure(size, folder) for _ in range(args.rounds)] for size in SIZES}
    print("| characters | claims | seconds | of CPU | peak MB | stops after |")
    print("| --- | --- | --- | --- | --- | --- |")
    for size, of_size in runs.items():
        columns = [median(column) for column in zip(*of_size, strict=True)]
        seconds, cpu, memory, claims, stopped = columns
        print(
            f"| {size:,} | {claims:.0f} | {seconds:.2f} | {cpu:.2f} | {memory:.0f} "
            f"| {stopped * 1000:.0f} ms |"
        )
    short, long = (median(run.seconds for run in runs[size]) for size in SIZES)
    print(f"\n50,000 characters take {long / short:.1f} times as long as 5,000.")


if __name__ == "__main__":
    main()
