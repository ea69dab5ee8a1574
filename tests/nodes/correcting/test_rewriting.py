"""What a rewriting by a language model may not do."""

from __future__ import annotations

from typing import Any

import pytest

from nodes.correcting.rewriting import Rewriting, fault_of
from tests.nodes.document_values import checked, claim, judged
from tests.nodes.values import passage

SOURCE = "Servers **must** send `tools/list`, see [the page](https://example.test/a)."
PASSAGE = "A client should send `tools/list` before `tools/call`, at most 10 times."
AROUND = (
    "Before it comes this one sentence of ours, which nobody else may say again. After it, more."
)


def fault(new: str, source: str = SOURCE, **changes: Any) -> str | None:
    part = judged(
        source,
        "contradicted",
        evidence=[passage(PASSAGE)],
        cited=[1],
        correction="A client should send `tools/list`.",
        **changes,
    )
    return fault_of(Rewriting(sentence=new), checked(claim(source), part), AROUND)


def test_a_changed_word_is_fine() -> None:
    assert fault(SOURCE.replace("Servers **must**", "Clients **should**")) is None


def test_no_answer_is_fine() -> None:
    assert fault("  ") is None


@pytest.mark.parametrize(
    ("new", "why"),
    [
        ("Clients should send `tools/list`.", "changed the links"),
        (SOURCE.replace("/a)", "/b)"), "changed the links"),
        (SOURCE + " [more](https://evil.test)", "changed the links"),
        (SOURCE.replace("`tools/list`", "a request"), "dropped the code `tools/list`"),
        (SOURCE.replace("`tools/list`", "`tools/call`"), "dropped the code `tools/list`"),
        (SOURCE.replace("Servers", "Servers with `sampling/createMessage`"), "brought in"),
        (SOURCE.replace("Servers", "All 25 servers"), "brought in '25'"),
        (SOURCE.replace("Servers", "<b>Servers</b>"), "put HTML or an image"),
        (SOURCE + " ![x](https://example.test/a)", "changed the links"),
        (SOURCE + "\n\n## Summary", "wrote several lines"),
        (SOURCE + " and so on" * 60, "wrote much more"),
        (
            "Before it comes this one sentence of ours, which nobody else may say again. " + SOURCE,
            "repeated the text around",
        ),
    ],
)
def test_what_goes_beyond_the_sentence_is_refused(new: str, why: str) -> None:
    found = fault(new)
    assert found is not None
    assert why in found


def test_code_that_is_what_is_wrong_may_become_other_code_of_the_evidence() -> None:
    source = "Clients should send `tools/show` first."
    assert fault("Clients should send `tools/list` first.", source) is None
    refused = fault("Clients should send a request first.", source)
    assert refused == "dropped the code `tools/show`"


def test_a_name_of_the_evidence_may_be_brought_in() -> None:
    assert (
        fault("Clients should send `tools/list` before `tools/call`.", "No limit is set.") is None
    )
