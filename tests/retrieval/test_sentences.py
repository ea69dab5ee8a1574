"""Sentences: where they end, what is no end, and that nothing is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.sentences import sentence_spans, split_sentences

SPLIT: dict[str, list[str]] = {
    "Servers log. Clients wait! Do they? Yes.": [
        "Servers log.",
        "Clients wait!",
        "Do they?",
        "Yes.",
    ],
    "servers must log. clients should too.": ["servers must log.", "clients should too."],
    '(It is so.) Then "that." And **this.** Done': [
        "(It is so.)",
        'Then "that."',
        "And **this.**",
        "Done",
    ],
    "No. Batching is gone.": ["No.", "Batching is gone."],
    "They don't. We do.": ["They don't.", "We do."],
    "One line\nand the next": ["One line", "and the next"],
    "MCP has: • tools • prompts": ["MCP has:", "• tools", "• prompts"],
    "これはMCPです。次です。": ["これはMCPです。", "次です。"],
    "هل هذا صحيح؟ نعم.": ["هل هذا صحيح؟", "نعم."],
    "Wait... what? Etc. Next.": ["Wait... what?", "Etc.", "Next."],
}

WHOLE = [
    "Servers send e.g. Logs and i.e. That, approx. Ten, vs. Others.",
    "Use `a. B` as it is.",
    "Version 2.0 of node.js and 2025.06 stay.",
    "1. Declare the capability.",
    "Step 2. Send the request.",
    "J. Doe wrote it.",
    "tools, prompts, etc. are primitives.",
    "It waits... and then answers.",
]


@pytest.mark.parametrize(("text", "sentences"), SPLIT.items(), ids=lambda value: str(value)[:40])
def test_a_text_is_split_where_its_sentences_end(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@pytest.mark.parametrize("text", WHOLE)
def test_what_only_looks_like_an_end_is_none(text: str) -> None:
    assert split_sentences(text) == [text]


@given(st.text(alphabet="ab A.!?\n`•。()e.g", max_size=60))
def test_every_character_that_is_seen_is_in_exactly_one_sentence(text: str) -> None:
    spans = list(sentence_spans(text))
    inside = "".join(text[start:end] for start, end in spans)
    assert "".join(inside.split()) == "".join(text.split())
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
