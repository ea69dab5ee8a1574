"""What a sentence states by itself: with what it leaves to its surroundings filled in."""

from __future__ import annotations

import re
from typing import Final

from nodes.extracting.changes import as_change, lists_changes
from nodes.extracting.cleaning import capitalized, cleaned, continued
from nodes.extracting.context import Context
from nodes.extracting.joining import (
    STARTS_WITH_VERB,
    glossed,
    joined,
    lead_of,
    row_statement,
    split_gloss,
)
from nodes.extracting.questions import WH, answer_of
from nodes.extracting.references import resolved
from nodes.extracting.sentences import Sentence
from nodes.extracting.spoken_version import section_version
from nodes.extracting.words import is_command, says_nothing

_YES_OR_NO: Final = re.compile(r"^(?:yes|no)[,;:] ", re.I)
_YOURS: Final = re.compile(r"\byour?\b", re.I)
_GENERAL: Final = re.compile(
    r"(?:key |main |critical |important |basic )?(?:characteristics|features|properties|overview"
    r"|rules|details|facts|basics|notes|behaviou?r|requirements|summary|points|in short"
    r"|at a glance)$",
    re.I,
)
"""Headings that leave it to the one above them what they are about."""
_MAX_TOPIC_WORDS: Final = 4


def stated(sentence: Sentence, context: Context) -> str:
    """Return what a sentence states; a command stays one."""
    statement = _stated(sentence, context)
    context.repeated += max(0, len(statement) - len(sentence.text))
    return statement


def _stated(sentence: Sentence, context: Context) -> str:
    if sentence.kind == "table_row":
        return row_statement(sentence) if context.may_repeat() else sentence.text
    text = cleaned(sentence.text)
    answer = _answer(text, context.question)
    if answer and context.is_about_mcp(sentence, answer):
        return answer
    text = capitalized(_YES_OR_NO.sub("", text))
    if sentence.block.kind == "list_item" and sentence.is_first and context.may_repeat():
        text = _change(sentence, text, context) or _item(sentence, text, context)
    return resolved(text, context.memory)


def _answer(text: str, question: str | None) -> str | None:
    """Return what a sentence states as an answer, or None where it is none."""
    if question is None:
        return None
    answer = answer_of(question, text)
    if answer:
        return capitalized(answer)
    is_fragment = says_nothing(text) and not is_command(text)
    return f"{question} {text}" if is_fragment and WH.match(question) else None


def _change(sentence: Sentence, text: str, context: Context) -> str | None:
    """Return an entry of a changelog of the specification; a project's is about the project."""
    if context.matter.is_project or not lists_changes(sentence.block.headings):
        return None
    return as_change(text, context.section_version(sentence))


def _item(sentence: Sentence, text: str, context: Context) -> str:
    """Return an item with the introduction of its list, or the heading above it."""
    lead = lead_of(sentence.block)
    gloss = split_gloss(text)
    if gloss:
        said = glossed(*gloss)
        if lead is None or not says_nothing(said):
            return said
    if lead is not None:
        return joined(lead, text)
    is_part = says_nothing(text) or bool(STARTS_WITH_VERB.match(text))
    return _under_heading(sentence, text, context) if is_part and not is_command(text) else text


def _under_heading(sentence: Sentence, text: str, context: Context) -> str:
    """Return words without subject or verb with the heading that they are about."""
    headings = sentence.block.headings
    topic = _topic_above(headings, context)
    if topic and len(text.split()) > 2 and not _YOURS.search(text):
        return glossed(topic, text)
    version = section_version(headings[-1:], context.title)
    if version and context.matter.is_topic(text):
        return f"Revision {version} brings {continued(text)}"
    return text


def _topic_above(headings: tuple[str, ...], context: Context) -> str | None:
    """Return the nearest heading that names something of the protocol's, past general ones."""
    for heading in reversed(headings):
        topic = cleaned(heading).rstrip(":")
        if context.matter.is_topic(topic) and len(topic.split()) <= _MAX_TOPIC_WORDS:
            return topic
        if not _GENERAL.match(topic):
            return None
    return None
