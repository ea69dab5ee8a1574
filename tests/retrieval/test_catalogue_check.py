"""The checker of the catalogue: each kind of problem is found, and the shipped data has none."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from retrieval import catalogue_check
from retrieval.catalogue import Catalogue, Requirement, load_catalogue
from retrieval.catalogue_check import check
from tests.conftest import SPECS, needs_specs
from tests.retrieval.conftest import UseCatalogue
from tests.retrieval.small import belief, requirement, requirement_row

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = """---
title: "Tools"
---

# Tools

```text
## Not a heading, but code
```

## Capabilities {#caps}

### The `tools/list` [request](/somewhere)
"""


@pytest.fixture
def specs(tmp_path: Path) -> Path:
    """Return a folder of official pages with one page in two versions."""
    for version in ("2024-11-05", "2025-03-26"):
        page = tmp_path / "specs" / "docs" / "specification" / version / "server" / "tools.mdx"
        page.parent.mkdir(parents=True)
        page.write_text(PAGE)
    return tmp_path / "specs"


def place(*versions: str, page: str = "server/tools", heading: str = "Tools") -> dict[str, Any]:
    return {"versions": list(versions), "page": page, "heading": heading}


def entry(statement: str, level: str = "MUST", actor: str = "server", **more: Any) -> Requirement:
    return requirement(id="tools.x", statement=statement, level=level, actor=actor, **more)


GOOD = requirement()
OTHER = "A server must validate the inputs of a tool."

CASES: dict[str, tuple[tuple[Requirement, ...], str]] = {
    "an id that stands twice": (
        (GOOD, requirement(statement=OTHER)),
        "tools.declare-capability: the id stands 2 times",
    ),
    "two entries that say the same": (
        (
            GOOD,
            requirement(id="tools.again", statement=GOOD.statement.upper().replace("MUST", "must")),
        ),
        "tools.again: says the same as tools.declare-capability in 2024-11-05",
    ),
    "an id of another topic": (
        (requirement(id="prompts.x"),),
        "prompts.x: the id does not begin with its topic, tools",
    ),
    "a version that is listed twice for one place": (
        (requirement(places=[place("2024-11-05"), place("2024-11-05", "draft")]),),
        "tools.declare-capability: 2024-11-05 is listed 2 times for server/tools, Tools",
    ),
    "a replaced entry that does not exist": (
        (requirement(replaces=["tools.gone"]),),
        "tools.declare-capability: replaces tools.gone, which does not exist",
    ),
    "a replaced entry that holds beside the new one": (
        (GOOD, requirement(id="tools.new", statement=OTHER, replaces=[GOOD.id])),
        "tools.new: replaces tools.declare-capability, but both hold in one version or in the "
        "wrong order",
    ),
    "a replaced entry that is newer": (
        (
            requirement(places=[place("draft")]),
            requirement(
                id="tools.new", statement=OTHER, replaces=[GOOD.id], places=[place("2024-11-05")]
            ),
        ),
        "tools.new: replaces tools.declare-capability, but both hold in one version or in the "
        "wrong order",
    ),
    "a key word in capitals": (
        (entry("A server MUST declare its tools."),),
        "tools.x: the statement shouts a key word; write it in lower case",
    ),
    "a level that the statement does not say": (
        (entry("A server should declare its tools."),),
        "tools.x: level MUST, but the statement does not use that word",
    ),
    "a level that the statement denies": (
        (entry("A server must not declare its tools."),),
        "tools.x: level MUST, but the statement does not use that word",
    ),
    "an informal level beside a level": (
        (entry("A server must declare its tools.", informal_level="MUST"),),
        "tools.x: informal_level is for entries of level none",
    ),
    "a duty that is called a fact": (
        (entry("A server must declare its tools.", level="none"),),
        "tools.x: level none, but the statement says must or should; set informal_level or reword",
    ),
    "an actor that is not named": (
        (entry("Somebody must declare the tools."),),
        "tools.x: actor server, but the statement does not name it",
    ),
    "a statement about the page": (
        (entry("As this page says, a server must declare its tools."),),
        "tools.x: speaks of the page instead of the subject: "
        "'As this page says, a server must declare its tools.'",
    ),
    "a phrasing that repeats the statement": (
        (
            entry(
                "A server must declare its tools.", phrasings=["a server must declare its tools!"]
            ),
        ),
        "tools.x: two of its phrasings are the same",
    ),
    "a page that does not exist": (
        (requirement(places=[place("2024-11-05", page="server/gone")]),),
        "tools.declare-capability: no such page: 2024-11-05/server/gone",
    ),
    "a page that the version does not have": (
        (requirement(places=[place("2025-03-26", "draft")]),),
        "tools.declare-capability: no such page: draft/server/tools",
    ),
    "a heading that the page does not have": (
        (requirement(places=[place("2024-11-05", heading="Gone")]),),
        "tools.declare-capability: no heading 'Gone' on 2024-11-05/server/tools",
    ),
    "a heading that stands in code": (
        (requirement(places=[place("2024-11-05", heading="Not a heading, but code")]),),
        "tools.declare-capability: no heading 'Not a heading, but code' on 2024-11-05/server/tools",
    ),
}

BELIEF_CASES = {
    "a refuting entry that does not exist": (
        belief(refuted_by=["tools.gone", GOOD.id]),
        "tools.no-capability: refuted by tools.gone, which does not exist",
    ),
    "a version in which nothing refutes it": (
        belief(versions=["2024-11-05", "2025-06-18", "draft"]),
        "tools.no-capability: false in 2025-06-18, draft, but no entry that refutes it holds there",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_problem_is_found_and_no_other(case: str, specs: Path) -> None:
    entries, problem = CASES[case]
    # Only the cases about places have right ones: the others stand under a heading of their own.
    about_places = "page that" in case or "heading that" in case
    found = list(check(Catalogue(entries, ()), specs if about_places else None))
    assert problem in found
    assert {line.split(": ")[0] for line in found} == {problem.split(": ")[0]}
    assert len(found) == (2 if case == "two entries that say the same" else 1)


@pytest.mark.parametrize("case", BELIEF_CASES)
def test_the_problem_of_a_misconception_is_found_and_no_other(case: str) -> None:
    item, problem = BELIEF_CASES[case]
    assert list(check(Catalogue((GOOD,), (item,)), None)) == [problem]


def test_every_kind_of_problem_that_the_checker_knows_has_a_case() -> None:
    told = [problem.split(": ", 1)[1] for _, problem in (*CASES.values(), *BELIEF_CASES.values())]
    kinds = list(kinds_of_problems())
    assert len(kinds) >= 16
    for kind in kinds:
        assert any(re.search(kind, problem) for problem in told), kind


def kinds_of_problems() -> Iterator[str]:
    """Yield a pattern for each text that the checker yields, read from its source."""
    tree = ast.parse(Path(catalogue_check.__file__).read_text())
    values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Yield)]
    values += [node.elt for node in ast.walk(tree) if isinstance(node, ast.GeneratorExp)]
    for value in values:
        parts = value.values if isinstance(value, ast.JoinedStr) else [value]
        words = [part.value for part in parts if isinstance(part, ast.Constant)]
        text = ".*".join(re.escape(str(word).removeprefix(": ")) for word in words)
        if re.search(r"\w", text):
            yield text


@pytest.mark.parametrize(
    ("level", "statement"),
    [
        ("MUST NOT", "A server must never declare its tools."),
        ("MUST NOT", "No server that is new must declare its tools."),
        ("SHOULD NOT", "A server should not declare its tools."),
        ("MAY", "A server may declare its tools."),
        ("none", "A server declares its tools."),
    ],
)
def test_a_good_entry_has_no_problem(level: str, statement: str) -> None:
    assert list(check(Catalogue((entry(statement, level=level),), ()), None)) == []


def test_an_entry_can_stand_in_several_places_of_one_version() -> None:
    twice = requirement(places=[place("2024-11-05"), place("2024-11-05", page="server/index")])
    assert list(check(Catalogue((twice,), ()), None)) == []


@pytest.mark.parametrize("heading", ["Tools", "Capabilities", "The tools/list request"])
def test_a_title_and_headings_are_compared_as_they_are_read(heading: str, specs: Path) -> None:
    there = requirement(places=[place("2024-11-05", "2025-03-26", heading=heading)])
    assert list(check(Catalogue((there,), ()), specs)) == []


def test_without_the_pages_places_are_not_checked() -> None:
    nowhere = requirement(places=[place("2024-11-05", page="server/gone")])
    assert list(check(Catalogue((nowhere,), ()), None)) == []


def test_the_shipped_catalogue_has_no_problem() -> None:
    assert list(check(load_catalogue(), None)) == []


@needs_specs
def test_the_shipped_catalogue_has_no_problem_with_the_official_pages() -> None:
    assert list(check(load_catalogue(), SPECS)) == []


def test_the_command_checks_the_tables_and_looks_for_near_duplicates_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    twin = requirement(
        id="ping.twin", topic="ping", statement="A server that offers tools must announce `tools`."
    )
    near = requirement(
        id="ping.near", topic="ping", statement="A server that offers tools must announce `tools`!"
    )
    monkeypatch.setattr(catalogue_check, "load_catalogue", lambda: Catalogue((near, twin), ()))
    monkeypatch.setattr(sys, "argv", ["catalogue_check", "--specs", "/nowhere"])
    assert catalogue_check.main() == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("ping.near: says much the same as ping.twin") for line in lines)
    assert "methods: initialize is in no entry of the catalogue" in lines


def test_the_command_ends_with_0_and_says_what_it_checked(tmp_path: Path) -> None:
    done = run_checker("--specs", str(tmp_path / "none"), "--topic", "ping")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""
    assert "0 problems, checked without the official pages" in done.stderr


def test_the_command_prints_a_line_for_each_problem_and_ends_with_1(specs: Path) -> None:
    done = run_checker("--specs", str(specs), "--topic", "ping")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines
    assert all(re.match(r"ping\.[a-z0-9.-]+: no such page: ", line) for line in lines)
    assert f"{len(lines)} problems, checked with the pages in {specs}" in done.stderr


def test_the_command_tells_of_a_line_that_cannot_be_read(
    use_catalogue: UseCatalogue, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_catalogue([requirement_row(level="SHALL")])
    monkeypatch.setattr(sys, "argv", ["catalogue_check"])
    assert catalogue_check.main() == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "catalogue/small.jsonl, line 1" in err


def run_checker(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "retrieval.catalogue_check", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
