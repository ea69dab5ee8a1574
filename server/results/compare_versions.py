"""The values of the comparison of two versions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from server.results.common import Result

if TYPE_CHECKING:
    from graphs.compare_versions import ComparisonState
    from retrieval.changes import Change, Headline, Passage


class PassageResult(Result):
    """A requirement or fact where it stands in one of the versions."""

    id: str = Field(description="Catalogue entry.")
    version: str
    level: str = Field(description="MUST, MUST NOT, SHOULD, SHOULD NOT, MAY or none.")
    actor: str = Field(description="Who is obliged or acts.")
    statement: str
    page: str
    heading: str
    link: str


class DifferenceResult(Result):
    """One thing in which the two sides differ."""

    aspect: str = Field(description="level, actor, number, name, page or heading.")
    before: str
    after: str


class HeadlineResult(Result):
    """A feature, a row of a table, or other news of a changelog."""

    kind: str = Field(description="added, removed, deprecated, renamed or changed.")
    subject: str = Field(
        description="feature, error code, header, method, capability, transport or news."
    )
    name: str
    topics: list[str]
    before: str = Field(description="What it was, in a few words; empty for news.")
    after: str
    says: str = Field(description="The sentence that tells of it; empty where a table does.")
    before_passage: PassageResult | None
    after_passage: PassageResult | None


class ChangeResult(Result):
    """A requirement or fact that is not the same in the two versions."""

    kind: str = Field(
        description="strengthened, weakened, changed, renamed, added, removed or moved."
    )
    topic: str
    before: list[PassageResult] = Field(description="Empty where it was added.")
    after: list[PassageResult] = Field(description="Empty where it was removed.")
    differences: list[DifferenceResult]


class CountResult(Result):
    """How many changes of a kind a topic has."""

    topic: str
    kind: str
    count: int


class ComparisonResult(Result):
    """What is not the same in two versions."""

    from_version: str
    to_version: str
    topic: str | None
    headlines: list[HeadlineResult] = Field(description="Features first, then tables, then news.")
    changes: list[ChangeResult] = Field(
        description="Requirements and facts by topic: the weightiest, up to the limit."
    )
    counts: list[CountResult] = Field(description="How many changes there are in all.")
    notes: list[str]


def comparison_result(state: ComparisonState) -> ComparisonResult:
    """Return the values of a comparison."""
    comparison = state["comparison"]
    return ComparisonResult(
        from_version=comparison["from_version"],
        to_version=comparison["to_version"],
        topic=comparison["topic"],
        headlines=[_headline(item) for item in comparison["headlines"]],
        changes=[_change(item) for item in comparison["changes"]],
        counts=[CountResult(**item) for item in comparison["counts"]],
        notes=state["notes"],
    )


def _headline(item: Headline) -> HeadlineResult:
    return HeadlineResult(
        kind=item["kind"],
        subject=item["subject"],
        name=item["name"],
        topics=list(item["topics"]),
        before=item["before"],
        after=item["after"],
        says=item["says"],
        before_passage=_passage(item["before_passage"]),
        after_passage=_passage(item["after_passage"]),
    )


def _change(item: Change) -> ChangeResult:
    return ChangeResult(
        kind=item["kind"],
        topic=item["topic"],
        before=[PassageResult(**passage) for passage in item["before"]],
        after=[PassageResult(**passage) for passage in item["after"]],
        differences=[DifferenceResult(**difference) for difference in item["differences"]],
    )


def _passage(item: Passage | None) -> PassageResult | None:
    return PassageResult(**item) if item else None
