"""The text of a comparison."""

from __future__ import annotations

from inline_snapshot import snapshot

from nodes.write_comparison import write_comparison
from retrieval.changes import Change, Headline, Passage
from retrieval.comparison import Comparison
from retrieval.levels import Level
from retrieval.versions import SpecVersion

OLD: SpecVersion = "2025-03-26"
NEW: SpecVersion = "2025-06-18"


def passage(version: SpecVersion, statement: str, level: Level = "none") -> Passage:
    return Passage(
        id="tools.x",
        version=version,
        level=level,
        actor="server",
        statement=statement,
        page="server/tools",
        heading="Tools" if version == OLD else "Listing Tools",
        link="https://example.com",
    )


REMOVED = Headline(
    kind="removed",
    subject="feature",
    name="Batching",
    topics=["messages"],
    before="present",
    after="removed",
    says="It was removed.",
    before_passage=passage(OLD, "Batches."),
    after_passage=None,
)
CODE: Headline = {
    **REMOVED,
    "kind": "renamed",
    "subject": "error code",
    "name": "error for x",
    "before": "-1",
    "after": "-2",
    "says": "",
    "after_passage": passage(NEW, "New code."),
}
NEWS: Headline = {**REMOVED, "subject": "news", "name": "changelog of 2025-06-18"}
STRONGER = Change(
    kind="strengthened",
    topic="tools",
    before=[passage(OLD, "It should.", "SHOULD"), passage(OLD, "It could.")],
    after=[passage(NEW, "It must.", "MUST")],
    differences=[
        {"aspect": "level", "before": "SHOULD", "after": "MUST"},
        {"aspect": "number", "before": "3", "after": "5"},
    ],
)
MOVED: Change = {
    **STRONGER,
    "kind": "moved",
    "before": [passage(OLD, "Same.")],
    "after": [passage(NEW, "Same.")],
    "differences": [{"aspect": "heading", "before": "Tools", "after": "Listing Tools"}],
}


def text(**changes: object) -> str:
    comparison = Comparison(
        from_version=OLD, to_version=NEW, topic=None, headlines=[], changes=[], counts=[]
    )
    comparison.update(changes)  # type: ignore[typeddict-item]
    return write_comparison({"comparison": comparison, "notes": []})["text"]


def test_headlines_stand_under_their_subject_with_the_places_of_both_versions() -> None:
    assert text(headlines=[REMOVED, CODE, NEWS]) == snapshot("""\
From MCP 2025-03-26 to 2025-06-18:

Features:
- REMOVED Batching: It was removed.
    2025-03-26/server/tools, Tools

Error codes:
- RENAMED error for x: -1 -> -2
    2025-03-26/server/tools, Tools -> 2025-06-18/server/tools, Listing Tools

Also in the changelogs:
- It was removed. (changelog of 2025-06-18)\
""")


def test_a_feature_that_came_as_an_experiment_or_deprecated_says_so() -> None:
    came: Headline = {**REMOVED, "kind": "added", "before": "absent", "says": "It came."}
    written = text(
        headlines=[
            {**came, "after": "experimental"},
            {**came, "after": "deprecated"},
            {**came, "after": "present"},
        ]
    )
    heads = [line for line in written.splitlines() if line.startswith("- ")]
    assert heads == [
        "- ADDED Batching (experimental): It came.",
        "- ADDED Batching (deprecated): It came.",
        "- ADDED Batching: It came.",
    ]


def test_changes_stand_under_their_topic_with_what_was_and_what_is() -> None:
    counts = [
        {"topic": "tools", "kind": "strengthened", "count": 1},
        {"topic": "tools", "kind": "moved", "count": 4},
        {"topic": "prompts", "kind": "added", "count": 1},
        {"topic": "prompts", "kind": "removed", "count": 2},
    ]
    assert text(changes=[STRONGER, MOVED], counts=counts) == snapshot("""\
From MCP 2025-03-26 to 2025-06-18:

Requirements and facts: 8 differences, 2 of them below.

tools: 1 strengthened, 4 moved
- STRENGTHENED (level SHOULD -> MUST; number 3 -> 5): [MUST] It must.
    before: [SHOULD] It should.
    before: It could.
    2025-03-26/server/tools, Tools -> 2025-06-18/server/tools, Listing Tools
- MOVED (heading Tools -> Listing Tools): Same.
    2025-03-26/server/tools, Tools -> 2025-06-18/server/tools, Listing Tools

prompts: 1 added, 2 removed\
""")


def test_a_comparison_without_a_difference_says_so_and_names_the_topic() -> None:
    assert text(topic="ping") == "From MCP 2025-03-26 to 2025-06-18 (ping): nothing differs"


def test_notes_come_last() -> None:
    state = {"from_version": OLD, "to_version": NEW, "topic": None}
    comparison = Comparison(**state, headlines=[], changes=[], counts=[])  # type: ignore[typeddict-item]
    written = write_comparison({"comparison": comparison, "notes": ["read as another"]})["text"]
    assert written.endswith("\n\nNote: read as another.")
