"""The coverage report: what counts as covered, the table, the sample, and the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from evals.catalogue_coverage import (
    THRESHOLD,
    Match,
    coverage,
    match_sentences,
    read_sample,
    sample_similarities,
)
from evals.official_sentences import OfficialSentence, read_page, read_version
from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.embeddings import MiniLMEmbedder
from retrieval.levels import Level
from retrieval.prepared import PreparedEmbedder
from retrieval.versions import VERSIONS
from tests.conftest import SPECS, needs_specs
from tests.retrieval.small import WordEmbedder, requirement

ROOT = Path(__file__).resolve().parent.parent.parent
GLOW = "A lamp must glow at night."


def catalogue(*levels_and_statements: tuple[str, str], **more: object) -> Catalogue:
    """Return a catalogue with these entries, all on one page."""
    place = {"versions": ["2025-11-25"], "page": "server/lamps", "heading": "Lamps", **more}
    return Catalogue(
        tuple(
            requirement(id=f"tools.lamp-{i}", level=level, statement=statement, places=[place])
            for i, (level, statement) in enumerate(levels_and_statements)
        ),
        (),
    )


def matches(source: str, entries: Catalogue) -> list[Match]:
    return match_sentences(
        list(read_page(source, "2025-11-25", "server/lamps")), entries, WordEmbedder()
    )


def test_a_sentence_is_covered_by_an_entry_that_says_the_same() -> None:
    (match,) = matches(
        "Lamps exist. A lamp MUST glow at night.",
        catalogue(("MUST", "A server must be kind to its users."), ("MUST", GLOW)),
    )
    assert (match.entry_id, match.level, match.covered) == ("tools.lamp-1", "MUST", True)
    assert match.similarity == pytest.approx(1.0)


def test_a_phrasing_covers_as_well_as_the_statement() -> None:
    entry = requirement(
        statement="A server must be kind to its users.",
        phrasings=[GLOW],
        places=[{"versions": ["2025-11-25"], "page": "server/lamps", "heading": "Lamps"}],
    )
    (match,) = matches("A lamp MUST glow at night.", Catalogue((entry,), ()))
    assert match.covered


def test_an_entry_that_says_something_else_does_not_cover() -> None:
    (match,) = matches(
        "A lamp MUST glow at night.", catalogue(("MUST", "Servers must never sleep."))
    )
    assert match.entry_id == "tools.lamp-0"
    assert match.similarity < THRESHOLD
    assert not match.covered


@pytest.mark.parametrize(
    "entries",
    [
        catalogue(("SHOULD", GLOW)),
        catalogue(("MUST", GLOW), page="server/tools"),
        catalogue(("MUST", GLOW), versions=["2025-06-18"]),
        catalogue(),
    ],
    ids=["other level", "other page", "other version", "no entry"],
)
def test_only_entries_of_the_same_level_page_and_version_count(entries: Catalogue) -> None:
    (match,) = matches("A lamp MUST glow at night.", entries)
    assert match == (match.sentence, "MUST", None, 0.0)
    assert not match.covered


def test_an_item_is_compared_with_and_without_its_introduction() -> None:
    page = "At any time of any day a lamp in a house MUST:\n\n- Glow warmly\n- Burn out never\n"
    entry = catalogue(("MUST", "At any time of any day a lamp in a house must: glow warmly"))
    glow, burn = matches(page, entry)
    assert glow.covered
    assert not burn.covered, "the introduction that they share is not enough"


def found(ordinal: int, level: Level, covered: bool, page: str = "server/lamps") -> Match:
    sentence = OfficialSentence(
        "2025-11-25", page, "Lamps", ordinal, "Lamps", "Lamps", (level,), (1, 1)
    )
    return Match(sentence, level, "tools.lamp", 1.0 if covered else 0.0)


def test_a_sentence_of_two_levels_is_covered_where_both_are() -> None:
    rows = coverage([found(1, "MUST", True), found(1, "MAY", False), found(2, "MUST", True)])
    assert [(row.page, row.sentences, row.covered) for row in rows] == [
        ("server/lamps", 2, 1),
        ("all", 2, 1),
    ]


def test_the_pages_of_a_version_add_up() -> None:
    rows = list(coverage([found(1, "MUST", True), found(1, "MUST", False, page="index")]))
    assert [(row.version, row.page, row.sentences, row.covered) for row in rows] == [
        ("2025-11-25", "server/lamps", 1, 1),
        ("2025-11-25", "index", 1, 0),
        ("2025-11-25", "all", 2, 1),
    ]


def test_the_sample_is_sixty_pairs_of_both_kinds_with_entries_of_the_catalogue() -> None:
    sample = read_sample()
    assert len(sample) == 60
    assert sum(item.covered for item in sample) == 47
    entries = load_catalogue()
    assert [item.entry_id for item in sample if entries.get(item.entry_id) is None] == []


@needs_specs
def test_the_threshold_agrees_with_the_reader_of_the_sample_and_credits_one_denial_wrongly() -> (
    None
):
    sample = read_sample()
    sentences = [s for version in VERSIONS for s in read_version(SPECS, version)]
    similarities = sample_similarities(sample, sentences, load_catalogue(), MiniLMEmbedder())
    says = [
        (item.covered, value >= THRESHOLD) for item, value in zip(sample, similarities, strict=True)
    ]
    assert says.count((False, True)) <= 1
    assert sum(read == measured for read, measured in says) >= 53


@needs_specs
@pytest.mark.timeout(400)
def test_the_catalogue_covers_97_percent_of_every_version() -> None:
    sentences = [s for version in VERSIONS for s in read_version(SPECS, version)]
    embedder = PreparedEmbedder(MiniLMEmbedder())
    rows = coverage(match_sentences(sentences, load_catalogue(), embedder))
    shares = {row.version: row.covered / row.sentences for row in rows if row.page == "all"}
    assert list(shares) == list(VERSIONS)
    assert {version: value for version, value in shares.items() if value < 0.97} == {}


def test_a_pair_of_the_sample_that_is_gone_is_told() -> None:
    with pytest.raises(LookupError, match="its sentence is gone"):
        sample_similarities(read_sample()[:1], [], load_catalogue(), WordEmbedder())


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "evals.catalogue_coverage", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_says_where_the_official_text_is_missing(tmp_path: Path) -> None:
    done = run("--specs", str(tmp_path / "nowhere"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"the official specification text is not at {tmp_path / 'nowhere'}\n"


@pytest.mark.timeout(400)
def test_the_command_prints_the_table_and_what_is_missing(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "specification" / "2024-11-05" / "server" / "tools.mdx"
    page.parent.mkdir(parents=True)
    page.write_text(
        "---\ntitle: Tools\n---\n\nA server with tools MUST declare the capability `tools`.\n\n"
        "## Lamps\n\nLamps of every server MUST glow green on Sundays.\n",
        encoding="utf-8",
    )
    done = run("--specs", str(tmp_path), "--version", "2024-11-05", "--missing")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "| 2024-11-05 | server/tools | 2 | 1 | 50.0% |" in lines
    assert "2024-11-05/server/tools, Lamps: MUST" in lines
    assert "  Lamps of every server MUST glow green on Sundays." in lines
    assert not [line for line in lines if "declare the capability" in line]
