"""The labelled claims: what is in the files, and that nothing is in both."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Final, get_args

import pytest

from evals.claims import LabelledClaim, Split, digest, read_claims, read_dataset
from nodes.verdicts import Label
from retrieval.errors import InputError, LimitError
from retrieval.versions import LATEST, VERSIONS
from tests.conftest import SPECS, needs_specs

SPLITS: Final[tuple[Split, ...]] = get_args(Split)
each_split = pytest.mark.parametrize("split", SPLITS)


def words(claim: LabelledClaim) -> str:
    """Return the words of a claim, so that case and punctuation make no other claim of it."""
    return " ".join(re.findall(r"\w+", claim.claim.lower()))


@each_split
def test_a_split_has_enough_claims_of_each_label_and_version(split: Split) -> None:
    claims = read_claims(split)
    assert len(claims) >= 200
    versions = {claim.spec_version for claim in claims}
    assert set(VERSIONS) - {"draft"} <= versions <= set(VERSIONS)
    counts = Counter(claim.label for claim in claims)
    assert counts.keys() == set(get_args(Label)) - {"undecided"}
    assert min(counts.values()) >= 10


def test_ids_are_unique_and_tell_the_split() -> None:
    ids = [(claim.id, split) for split in SPLITS for claim in read_claims(split)]
    assert len({name for name, _ in ids}) == len(ids)
    assert [name for name, split in ids if not re.fullmatch(rf"{split}[a-z]?-\d{{3,}}", name)] == []


@each_split
def test_no_claim_is_asked_twice_of_a_version(split: Split) -> None:
    asked = Counter((words(claim), claim.spec_version) for claim in read_claims(split))
    assert [claim for claim, count in asked.items() if count > 1] == []


def test_no_claim_is_in_both_splits() -> None:
    dev, test = ({words(claim) for claim in read_claims(split)} for split in SPLITS)
    assert dev & test == set()


@each_split
def test_each_claim_says_something_and_of_what_kind_it_is(split: Split) -> None:
    assert [claim.id for claim in read_claims(split) if not words(claim) or not claim.kind] == []


@each_split
def test_a_claim_has_a_place_unless_nothing_is_said_of_it(split: Split) -> None:
    wrong = [
        claim.id
        for claim in read_claims(split)
        if (claim.page is None) != (claim.label == "not_mentioned")
        or (claim.heading is not None and claim.page is None)
    ]
    assert wrong == []


def places(claim: LabelledClaim) -> set[str]:
    """Return the headings of the page of a claim, or the definitions of the schema."""
    page = SPECS / "docs" / "specification" / claim.spec_version / f"{claim.page}.mdx"
    if claim.page == "schema" and not page.is_file():
        schema = json.loads((SPECS / "schema" / claim.spec_version / "schema.json").read_text())
        return {name.lower() for name in schema.get("definitions", schema.get("$defs"))}
    text = page.read_text(encoding="utf-8")
    headings = re.findall(r"^(?:#+|title:)\s*(.+)$", text, re.M)
    return {re.sub(r"[`*\"]", "", heading).strip().lower() for heading in headings}


@needs_specs
@each_split
def test_the_place_of_a_claim_is_in_its_version(split: Split) -> None:
    wrong = [
        (claim.id, claim.page, claim.heading)
        for claim in read_claims(split)
        if claim.page and (claim.heading or "").replace("`", "").lower() not in places(claim) | {""}
    ]
    assert wrong == []


def test_any_file_of_json_lines_is_read_with_what_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(
        '\ufeff{"claim": "A.", "spec_version": "latest", "label": "partial", "more": 1}\n\n'
        '{"id": "b", "claim": "B\u2028.", "spec_version": "draft", "label": "supported", '
        '"kind": "modal", "page": "basic/index", "heading": "Batching"}\n'
    )
    assert read_dataset(file) == [
        LabelledClaim("line 1", "A.", LATEST, "partial", "unnamed", None, None),
        LabelledClaim("b", "B\u2028.", "draft", "supported", "modal", "basic/index", "Batching"),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("no JSON", "line 2: the line: Invalid JSON"),
        ('{"claim": "A.", "spec_version": "draft"}', "line 2: label: Field required"),
        ('{"claim": "A.", "spec_version": "draft", "label": "true"}', "line 2: label: Input"),
        ('{"claim": "", "spec_version": "draft", "label": "partial"}', "line 2: claim: String"),
        (
            '{"claim": "A.", "spec_version": "1999", "label": "partial"}',
            "line 2: unknown MCP specification version '1999'",
        ),
        (
            '{"id": "x", "claim": "A.", "spec_version": "draft", "label": "partial"}',
            "the id 'x' is there twice",
        ),
    ],
)
def test_a_line_that_is_no_labelled_claim_is_told(tmp_path: Path, line: str, told: str) -> None:
    good = '{"id": "x", "claim": "A.", "spec_version": "draft", "label": "partial"}'
    (tmp_path / "mine.jsonl").write_text(f"{good}\n{line}\n")
    with pytest.raises(InputError, match=re.escape(told)):
        read_dataset(tmp_path / "mine.jsonl")


def test_a_file_that_is_not_there_empty_or_too_large_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.jsonl"
    with pytest.raises(InputError, match=r"cannot read .*mine\.jsonl"):
        read_dataset(file)
    file.write_text("\n")
    with pytest.raises(LimitError, match="1 to 20,000 claims"):
        read_dataset(file)
    monkeypatch.setattr("evals.claims.MOST_BYTES", 0)
    with pytest.raises(LimitError, match="at most 0 bytes"):
        read_dataset(file)


def test_the_digest_tells_other_labels_and_not_another_order() -> None:
    first, second = read_claims("dev")[:2]
    assert digest([first, second]) == digest([second, first])
    assert digest([first, replace(second, label="partial")]) != digest([first, second])
