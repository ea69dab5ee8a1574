"""The nodes that verify a batch of statements: decompose, retrieve, judge, combine."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

import pytest
from langgraph.runtime import Runtime

from nodes.batches import FoundPart, JudgedPart, Statement, StatementVerdict, merge_verdicts
from nodes.collect_verdicts import collect_verdicts
from nodes.combine_claims import MOST_EVIDENCE, combine_claims
from nodes.context import RunContext
from nodes.decompose_claims import decompose_claims
from nodes.judge_together import judge_together
from nodes.retrieve_together import retrieve_together
from nodes.turns import Places
from nodes.verdicts import Judgement
from retrieval.errors import DataError
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion
from tests.nodes.document_values import claim, judged, verdict
from tests.nodes.scripted_search import fine
from tests.nodes.values import judgement, passage

RUNTIME: Runtime[RunContext] = Runtime(context=RunContext(top_k=3, least_relevant=0))


def statement(key: str, text: str, version: SpecVersion = "draft") -> Statement:
    return Statement(key=key, claim=text, spec_version=version)


def part(key: str, index: int, text: str, **changes: Any) -> Any:
    return {"key": key, "index": index, "subclaim": text, "spec_version": "draft", **changes}


def test_statements_are_taken_apart_in_order() -> None:
    parts = decompose_claims(
        {
            "statements": [
                statement("c1", "Servers must log and clients must listen."),
                statement("c2", "Hosts decide.", "2025-06-18"),
            ]
        }
    )["parts"]
    assert [(p["key"], p["index"], p["subclaim"], p["spec_version"]) for p in parts] == [
        ("c1", 0, "Servers must log", "draft"),
        ("c1", 1, "clients must listen", "draft"),
        ("c2", 0, "Hosts decide.", "2025-06-18"),
    ]


class EchoSearch:
    """Finds for each group of queries one passage that repeats it; keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, list[list[str]]]] = []

    def find_many(
        self, asked: Sequence[Sequence[str]], version: SpecVersion, granularity: str, top_k: int
    ) -> list[list[Evidence]]:
        self.asked.append((version, [list(queries) for queries in asked]))
        return [[passage(f"{version}: {queries[0]}")] for queries in asked]

    def find_official(
        self, asked: Sequence[Sequence[str]], version: SpecVersion, granularity: str, top_k: int
    ) -> list[list[Evidence]]:
        return [[] for _ in asked]

    def word_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        return [0.0 for _ in passages]

    wording_fits = word_fits


@pytest.mark.anyio
async def test_a_batch_is_searched_once_a_version_and_each_part_gets_its_own() -> None:
    search = EchoSearch()
    parts = [
        part("c1", 0, "one", queries=["one"]),
        part("c2", 0, "two", queries=["two"], spec_version="2025-06-18"),
        part("c3", 0, "three", queries=["three", "3"]),
    ]
    update = await retrieve_together(
        {"check_id": "mine", "parts": parts},
        RUNTIME,
        search=cast("Any", search),
        places=Places(1),
    )
    assert [p["evidence"][0]["text"] for p in update["parts"]] == [
        "draft: one",
        "2025-06-18: two",
        "draft: three",
    ]
    assert search.asked == [("2025-06-18", [["two"]]), ("draft", [["one"], ["three", "3"]])]


class SlowJudge:
    """Answers a claim only once all are under way; remembers whose budget it was asked for."""

    name = "slow"

    def __init__(self, expected: int) -> None:
        self._waiting = asyncio.Event()
        self._left = expected

    async def judge(
        self, claim: str, version: SpecVersion, evidence: Sequence[Evidence]
    ) -> Judgement:
        self._left -= 1
        if self._left == 0:
            self._waiting.set()
        await self._waiting.wait()
        return judgement("supported", reason=f"{version}: {claim}")


@pytest.mark.anyio
async def test_the_parts_of_a_batch_are_judged_at_once_and_keep_their_order() -> None:
    asked: list[tuple[str, str]] = []

    def judges(choice: str, check_id: str) -> SlowJudge:
        asked.append((choice, check_id))
        return SlowJudge(3)

    parts = [part("c1", n, f"part {n}", queries=[], evidence=[]) for n in range(3)]
    update = await asyncio.wait_for(
        judge_together(
            {"check_id": "mine", "parts": cast("list[FoundPart]", parts)},
            RUNTIME,
            judges=cast("Any", judges),
            places=Places(1),
        ),
        30,
    )
    assert [p["judgement"]["reason"] for p in update["parts"]] == [
        "draft: part 0",
        "draft: part 1",
        "draft: part 2",
    ]
    assert asked == [("settings", "mine")]


class BrokenSearch(EchoSearch):
    def find_many(
        self, asked: Sequence[Sequence[str]], version: SpecVersion, granularity: str, top_k: int
    ) -> list[list[Evidence]]:
        raise DataError("the index is gone")


@pytest.mark.anyio
async def test_a_batch_waits_until_those_before_it_are_judged_or_have_failed() -> None:
    places = Places(1)
    parts = [part("c1", 0, "one", queries=["one"])]

    async def search(found: EchoSearch) -> Any:
        return await retrieve_together(
            {"check_id": "mine", "parts": parts},
            RUNTIME,
            search=cast("Any", found),
            places=places,
        )

    with pytest.raises(DataError):
        await search(BrokenSearch())
    first = await search(EchoSearch())
    second = asyncio.create_task(search(EchoSearch()))
    assert not (await asyncio.wait([second], timeout=0))[0]

    def judges(choice: str, check_id: str) -> SlowJudge:
        return SlowJudge(1)

    batch: Any = {"check_id": "mine", "parts": first["parts"]}
    await judge_together(batch, RUNTIME, judges=judges, places=places)
    assert (await asyncio.wait_for(second, 30))["parts"]


def judged_part(key: str, index: int, **changes: Any) -> JudgedPart:
    evidence = changes.pop("evidence", [])
    text = f"Part {index} of {key}."
    return part(
        key,
        index,
        text,
        queries=[text],
        evidence=evidence,
        judgement=judgement(**changes),
    )


def test_each_statement_gets_the_verdict_of_its_own_parts() -> None:
    update = combine_claims(
        {
            "statements": [statement("c1", "First."), statement("c2", "Second.")],
            "parts": [
                judged_part("c1", 0, label="supported"),
                judged_part("c1", 1, label="contradicted"),
                judged_part("c2", 0, label="not_mentioned"),
            ],
        }
    )
    assert [
        (v["key"], v["verdict"]["claim"], v["verdict"]["label"]) for v in update["verdicts"]
    ] == [
        ("c1", "First.", "partial"),
        ("c2", "Second.", "not_mentioned"),
    ]


def test_a_verdict_keeps_what_is_cited_and_the_nearest_of_the_rest_cited_anew() -> None:
    evidence = [fine(f"e{n}", 0.9 - n / 100) for n in range(10)]
    update = combine_claims(
        {
            "statements": [statement("c1", "First.")],
            "parts": [judged_part("c1", 0, evidence=evidence, cited=[7, 9], label="supported")],
        }
    )
    (kept,) = update["verdicts"][0]["verdict"]["parts"]
    texts = [item["text"] for item in kept["evidence"]]
    assert texts == ["Fine e6.", "Fine e8.", "Fine e0.", "Fine e1."]
    assert len(texts) == MOST_EVIDENCE
    assert [texts[number - 1] for number in kept["judgement"]["cited"]] == ["Fine e6.", "Fine e8."]


def test_a_passage_that_a_reason_names_is_kept() -> None:
    evidence = [fine(f"e{n}", 0.9 - n / 100) for n in range(10)]
    reason = "The nearest passage says: Fine e8."
    update = combine_claims(
        {
            "statements": [statement("c1", "First.")],
            "parts": [judged_part("c1", 0, evidence=evidence, reason=reason, label="undecided")],
        }
    )
    (kept,) = update["verdicts"][0]["verdict"]["parts"]
    assert kept["evidence"][0]["text"] == "Fine e8."


def test_the_nearest_official_passage_is_kept() -> None:
    evidence = [fine(f"e{n}", 0.9 - n / 100) for n in range(10)]
    evidence += [passage(f"Official {n}.", corpus="official") for n in range(2)]
    update = combine_claims(
        {
            "statements": [statement("c1", "First.")],
            "parts": [judged_part("c1", 0, evidence=evidence, cited=[2], label="supported")],
        }
    )
    (kept,) = update["verdicts"][0]["verdict"]["parts"]
    assert [item["text"] for item in kept["evidence"]] == [
        "Fine e1.",
        "Fine e0.",
        "Fine e2.",
        "Fine e3.",
        "Official 0.",
    ]


def test_entries_near_a_statement_are_kept_with_their_best_similarity() -> None:
    several = passage("Two entries.", entry_ids=["tools.a", "tools.b"], similarity=0.9)
    update = combine_claims(
        {
            "statements": [statement("c1", "First.")],
            "parts": [
                judged_part("c1", 0, evidence=[fine("a", 0.5), several], label="undecided"),
                judged_part("c1", 1, evidence=[fine("a", 0.7), fine("b", 0.4)], label="undecided"),
            ],
        }
    )
    assert update["verdicts"][0]["nearby"] == {"tools.a": 0.7, "tools.b": 0.4}


def stated(key: str, label: str) -> StatementVerdict:
    return StatementVerdict(key=key, verdict=verdict(key, judged(key, label)), nearby={})


def test_merging_keeps_the_newest_verdict_of_each_statement_and_changes_nothing_when_repeated() -> (
    None
):
    first, second, newer = (
        stated("a", "supported"),
        stated("b", "supported"),
        stated("a", "partial"),
    )
    merged = merge_verdicts([first, second], [newer])
    assert [item["verdict"]["label"] for item in merged] == ["partial", "supported"]
    assert merge_verdicts(merged, [newer]) == merged
    assert merge_verdicts([], merged) == merged


def test_every_claim_gets_its_verdict_in_document_order_also_what_is_said_twice() -> None:
    content = "One is so. Two is so. One  is so."
    claims = [
        claim("One is so.", content, id="c1"),
        claim("Two is so.", content, id="c2"),
        claim("One  is so.", content, id="c3"),
    ]
    verdicts = [stated("c2", "contradicted"), stated("c1", "supported")]
    checked = collect_verdicts({"claims": claims, "verdicts": verdicts})["checked"]
    assert [(item["claim"]["id"], item["verdict"]["label"]) for item in checked] == [
        ("c1", "supported"),
        ("c2", "contradicted"),
        ("c3", "supported"),
    ]
