"""How often search finds the place that decides a claim: `python -m evals.retrieval`.

The queries are the development claims that the specification bears out or denies, each with the
page and the heading where it does. A passage is right if it stands there, or holds a catalogue
entry that does. Each way to search is one row of a Markdown table; the official text is among them
where the specification is beside this repository (`--specs`).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

from evals.claims import LabelledClaim, read_claims
from evals.statistics import Share, share
from graphs.services import Services
from nodes.context import RunContext
from nodes.ranking import ranked
from nodes.retrieve_evidence import RANKED, find_fine_first
from nodes.rewrite_queries import rewrite
from retrieval.catalogue import Catalogue
from retrieval.evidence import Evidence
from retrieval.maintenance import SpecMaintenance
from retrieval.search import EvidenceSearch
from retrieval.settings import Settings
from retrieval.versions import VERSIONS, SpecVersion

Corpus = Literal["catalogue", "official", "both"]
Chunks = Literal["fine", "regular", "fine, then regular"]
Order = Literal["similarity", "and words", "and wordings"]
"""What passages are ordered by; each has all that is before it."""

SPECS: Final = Path(__file__).resolve().parent.parent.parent / "shared" / "specs"
RANKS: Final = (1, 5, 10)
CHUNKS: Final[tuple[Chunks, ...]] = get_args(Chunks)
ORDERS: Final[tuple[Order, ...]] = get_args(Order)


class Way(NamedTuple):
    """One way to search."""

    corpus: Corpus
    chunks: Chunks
    rewritten: bool
    order: Order


class Trial(NamedTuple):
    """What one way made of one claim."""

    way: Way
    rank: int | None
    """The first right passage, from 1; None where none is among those looked at."""
    times_embedding: float
    """How long it took, as a multiple of embedding the claim alone."""


class Row(NamedTuple):
    """What one way made of all claims."""

    way: Way
    found: tuple[Share, ...]
    """For each of `RANKS`, the claims whose place was found so early."""
    times_embedding: float
    """The median."""


def queries_with_places(claims: Sequence[LabelledClaim]) -> list[LabelledClaim]:
    """Return the claims that one known place decides."""
    return [
        claim
        for claim in claims
        if claim.label in ("supported", "contradicted") and claim.page and claim.heading
    ]


def is_right(passage: Evidence, claim: LabelledClaim, catalogue: Catalogue) -> bool:
    """Return whether a passage stands where the claim is decided, or holds an entry that does."""
    entries = [entry for name in passage["entry_ids"] if (entry := catalogue.get(name))]
    places = [(passage["page"], passage["heading"])] + [
        (place.page, place.heading)
        for entry in entries
        for place in entry.places_in(claim.spec_version)
    ]
    wanted = claim.page, _plain(claim.heading or "")
    return any((page, _plain(heading)) == wanted for page, heading in places)


def trials(
    claim: LabelledClaim,
    search: EvidenceSearch,
    catalogue: Catalogue,
    corpora: Sequence[Corpus],
    knobs: RunContext,
) -> Iterator[Trial]:
    """Yield what each way makes of a claim."""
    start = time.perf_counter()
    search.similarity(claim.claim, [])
    embedding = time.perf_counter() - start
    for rewritten in (False, True):
        queries = rewrite(claim.claim) if rewritten else [claim.claim]
        # Embeds them: the next searches need not.
        search.find_many([queries], claim.spec_version, "fine", 1)
        for corpus in corpora:
            for chunks in CHUNKS if corpus != "both" else CHUNKS[-1:]:
                start = time.perf_counter()
                passages = _found(search, queries, claim, corpus, chunks, knobs)
                searching = len(queries) * embedding + time.perf_counter() - start
                for order in ORDERS:
                    start = time.perf_counter()
                    shown = _ordered(search, queries, claim, passages, order, knobs)
                    ordering = time.perf_counter() - start
                    right = [is_right(item, claim, catalogue) for item in shown[: RANKS[-1]]]
                    yield Trial(
                        Way(corpus, chunks, rewritten, order),
                        right.index(True) + 1 if True in right else None,
                        (searching + ordering) / embedding,
                    )


def summary(done: Sequence[Trial]) -> list[Row]:
    """Return a row for each way, in the order in which they came."""
    by_way: dict[Way, list[Trial]] = {}
    for trial in done:
        by_way.setdefault(trial.way, []).append(trial)
    return [
        Row(
            way,
            tuple(
                share(sum(trial.rank is not None and trial.rank <= most for trial in of), len(of))
                for most in RANKS
            ),
            statistics.median(trial.times_embedding for trial in of),
        )
        for way, of in by_way.items()
    ]


def table(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table; intervals are 95 %."""
    head = [
        "| corpus | chunks | query | ordered by | recall@1 | recall@5 | recall@10 | time |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *map(_line, rows)])


def _line(row: Row) -> str:
    corpus, chunks, rewritten, order = row.way
    query = "rewritten" if rewritten else "as it is"
    cells = [corpus, chunks, query, order, *map(_cell, row.found), f"{row.times_embedding:.1f}"]
    return f"| {' | '.join(cells)} |"


def _cell(found: Share) -> str:
    if found.low is None or found.high is None:
        return "-"
    return f"{found.part / found.whole:.3f} ({found.low:.2f} to {found.high:.2f})"


def _found(
    search: EvidenceSearch,
    queries: Sequence[str],
    claim: LabelledClaim,
    corpus: Corpus,
    chunks: Chunks,
    knobs: RunContext,
) -> list[Evidence]:
    """Return the nearest passages, as many as are put in order."""
    finds = {"official": search.find_official, "catalogue": search.find_many}
    wanted = finds.values() if corpus == "both" else [finds[corpus]]
    version = claim.spec_version
    passages = [
        passage
        for find in wanted
        for passage in (
            find_fine_first(find, [queries], version, RANKED, knobs)
            if chunks == "fine, then regular"
            else find([queries], version, chunks, RANKED)
        )[0]
    ]
    return ranked(search, queries, version, passages, _by("similarity", knobs))


def _ordered(
    search: EvidenceSearch,
    queries: Sequence[str],
    claim: LabelledClaim,
    passages: Sequence[Evidence],
    order: Order,
    knobs: RunContext,
) -> list[Evidence]:
    return ranked(search, queries, claim.spec_version, passages, _by(order, knobs))


def _by(order: Order, knobs: RunContext) -> RunContext:
    """Return knobs that order passages by this and all that is before it, and by nothing else."""
    return replace(
        knobs,
        lexical_weight=0 if order == "similarity" else knobs.lexical_weight,
        wordings_weight=knobs.wordings_weight if order == ORDERS[-1] else 0,
    )


def _plain(heading: str) -> str:
    return heading.replace("`", "").strip().lower()


def main() -> None:
    """Search for every claim in every way, and print the table."""

    def tell(what: str) -> None:
        print(what, file=sys.stderr)

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--specs", type=Path, default=SPECS, help="a folder with the official text")
    parser.add_argument("--data-dir", type=Path, help="keep what is built here, for the next time")
    parser.add_argument("--claims", type=int, help="only so many claims")
    parser.add_argument("--words", type=float, default=RunContext().lexical_weight)
    parser.add_argument("--wordings", type=float, default=RunContext().wordings_weight)
    args = parser.parse_args()
    claims = queries_with_places(read_claims("dev"))[: args.claims]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=args.data_dir or Path(folder))
        corpora: tuple[Corpus, ...] = ("catalogue",)
        if args.specs.is_dir():
            asked = {claim.spec_version for claim in claims}
            versions: list[SpecVersion] = [name for name in VERSIONS if name in asked]
            SpecMaintenance(settings).extract(versions, str(args.specs), None, tell, embed=False)
            corpora = get_args(Corpus)
        services = Services(settings, lambda what, done, of: tell(f"{what}: {done} of {of}"))
        knobs = RunContext(lexical_weight=args.words, wordings_weight=args.wordings)
        done: list[Trial] = []
        for number, claim in enumerate(claims, start=1):
            done += trials(claim, services.search, services.catalogue, corpora, knobs)
            tell(f"{number} of {len(claims)} claims")
    print(table(summary(done)))
    print(f"\nn = {len(claims)}; time is the median, in multiples of embedding the claim.")


if __name__ == "__main__":
    main()
