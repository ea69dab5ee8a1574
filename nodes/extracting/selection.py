"""Whether a sentence is a claim about the protocol, and if not, why."""

from __future__ import annotations

import re
from typing import Final

from nodes.documents import SkipReason
from nodes.extracting.cleaning import cleaned
from nodes.extracting.context import Context
from nodes.extracting.duties import states_duty
from nodes.extracting.joining import is_complete, split_gloss
from nodes.extracting.questions import WH, answer_of, asks_whether, asserts
from nodes.extracting.reasons import (
    is_about_the_text,
    is_opinion,
    is_to_the_reader,
    speaks_to_a_judge,
)
from nodes.extracting.sentences import Sentence
from nodes.extracting.words import is_command, says_nothing

_LINK_ALONE: Final = re.compile(r"\W{0,20}\[[^\[\]]*\](?:\([^()\s]*\)|\[[^\[\]]*\])?\W{0,20}")
_PERSONAL: Final = re.compile(r"^(?:it|they|its|their)\b", re.I)
_TELLING: Final = re.compile(r"\d|`")
_LEAST_HEADING_WORDS: Final = 4
_LEAST_GLOSS_WORDS: Final = 3


def reason_against(
    sentence: Sentence, statement: str, following: Sentence | None, context: Context
) -> SkipReason | None:
    """Return why a sentence is no claim; None where it is one."""
    text = cleaned(sentence.text)
    if speaks_to_a_judge(text):
        return "instruction"
    if _has_no_words(sentence, statement) or is_about_the_text(text):
        return "no_statement"
    if text.endswith("?") and not _is_asked(sentence, text, following):
        return "no_statement"
    if sentence.text.endswith(":") and not is_complete(statement.rstrip(": ")):
        return "no_statement"
    return _reason_in_words(sentence, statement, context) or _reason_in_matter(
        sentence, statement, context
    )


def _reason_in_words(sentence: Sentence, statement: str, context: Context) -> SkipReason | None:
    """Return what in the wording of a statement makes it none."""
    if sentence.kind == "table_row":
        return None
    if is_opinion(statement):
        return "opinion"
    if is_command(statement):
        return _reason_against_command(sentence, statement)
    if is_to_the_reader(statement):
        return "instruction"
    if not sentence.text.endswith("?") and _states_nothing(sentence, statement, context):
        return "no_statement"
    return None


def _reason_in_matter(sentence: Sentence, statement: str, context: Context) -> SkipReason | None:
    """Return whether a statement is about something else."""
    # "It" for what was no matter of the protocol's, or was not found.
    goes_on_aside = context.was_aside and _PERSONAL.match(statement) and ":" not in statement
    if goes_on_aside or not context.is_about_mcp(sentence, statement):
        return "instruction" if is_command(statement) else "not_about_mcp"
    return None


def _reason_against_command(sentence: Sentence, command: str) -> SkipReason | None:
    if sentence.block.kind == "heading":
        return "no_statement"
    # With a colon at its end, a command tells what to do with what follows.
    is_duty = states_duty(command) and not sentence.text.endswith(":")
    return None if is_duty else "instruction"


def _has_no_words(sentence: Sentence, statement: str) -> bool:
    """Return whether there is no letter in it, or nothing but a link to somewhere else."""
    return not any(map(str.isalpha, statement)) or bool(_LINK_ALONE.fullmatch(sentence.source))


def _states_nothing(sentence: Sentence, statement: str, context: Context) -> bool:
    if sentence.block.kind == "heading":
        is_title = WH.match(statement) or len(statement.split()) < _LEAST_HEADING_WORDS
        return bool(is_title) or says_nothing(statement)
    if ":" in statement and statement != cleaned(sentence.text):
        return False  # joined with what makes it a statement
    gloss = split_gloss(statement)
    if gloss and context.matter.is_topic(gloss[0]):
        return len(gloss[1].split()) < _LEAST_GLOSS_WORDS and not _TELLING.search(gloss[1])
    return says_nothing(statement)


def _is_asked(sentence: Sentence, text: str, following: Sentence | None) -> bool:
    """Return whether a question stands for a claim: it asks whether, and nothing answers it."""
    if asserts(text):
        return True
    if not asks_whether(text):
        return False
    if following is None or following.block.kind == "heading" or following.text.endswith("?"):
        return True
    stands_alone = sentence.is_first and sentence.is_last and sentence.block.kind != "list_item"
    is_answered = answer_of(text, cleaned(following.text)) is not None
    return not (stands_alone or is_answered or following.block is sentence.block)
