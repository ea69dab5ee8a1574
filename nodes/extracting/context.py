"""What the headings above a sentence and the sentences before it tell of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from nodes.documents import SkipReason
from nodes.extracting.cleaning import cleaned
from nodes.extracting.joining import lead_of, split_gloss
from nodes.extracting.questions import subject_asked
from nodes.extracting.references import Memory
from nodes.extracting.sentences import Sentence
from nodes.extracting.spoken_version import section_version, spoken_version
from nodes.extracting.subject_matter import ENOUGH, SubjectMatter
from nodes.reading.markdown import Block
from retrieval.versions import SpecVersion

_GOES_ON: Final = re.compile(
    r"^(?:it|its|they|their|this|that|these|those|both|each|either|neither|the (?:latter|former"
    r"|same|answer|other|first|second))\b",
    re.I,
)
_THIS_REVISION: Final = re.compile(r"^(?:this|that) (?:revision|version|release)\b", re.I)
_MAX_TOPIC_WORDS: Final = 3
MOST_REPEATED: Final = 100_000
"""Characters that a document may have repeated; a long header over thousands of rows ends there."""


@dataclass
class Context:
    """Where the reading of a document is: `enter` before each sentence, `leave` after it."""

    version: SpecVersion
    """The version that the document is checked against."""
    title: str | None
    matter: SubjectMatter
    memory: Memory = field(default_factory=Memory)
    question: str | None = None
    """The question that the next sentence may answer."""
    was_claim: bool = False
    """Whether the sentence before was a claim."""
    was_aside: bool = False
    """Whether it spoke of something else, or of the text itself."""
    repeated: int = 0
    """Characters of introductions and headers that were read into statements so far."""
    _block: Block | None = None
    _named: SpecVersion | None = None
    """The version that was named last in this block."""

    def enter(self, sentence: Sentence) -> None:
        """Take in where a sentence stands."""
        if sentence.block.kind == "heading":
            self.memory.start_section(subject_asked(sentence.text) or self._topic(sentence.text))
            self.was_claim = self.was_aside = False
        if sentence.block is not self._block:
            self._named = None
        self._block = sentence.block

    def leave(self, sentence: Sentence, statement: str, reason: SkipReason | None) -> None:
        """Take in what a sentence said."""
        is_question = sentence.text.endswith("?")
        self.question = cleaned(sentence.text) if is_question else None
        if sentence.block.kind != "heading" and not is_question:
            self.memory.note(statement)
        self.was_claim = reason is None
        is_aside = reason in ("not_about_mcp", "no_statement")
        self.was_aside = is_aside and not is_question and sentence.block.kind != "heading"
        self._named = spoken_version(sentence.text).version or self._named

    def may_repeat(self) -> bool:
        """Return whether an introduction or a header may be read into one more statement."""
        return self.repeated < MOST_REPEATED

    def is_about_mcp(self, sentence: Sentence, statement: str) -> bool:
        """Return whether a statement is about the protocol, where it stands."""
        headings = sentence.block.headings
        of_version = self.section_version(sentence) is not None
        explains = sentence.kind == "table_row" or split_gloss(statement) is not None
        under_topic = explains and bool(headings) and self.matter.is_topic(headings[-1])
        score = self.matter.score(
            statement,
            headings,
            carried=self._carried(sentence) + of_version + under_topic,
            dated=explains or of_version,
        )
        return score >= ENOUGH

    def section_version(self, sentence: Sentence) -> SpecVersion | None:
        """Return the version that the section of a sentence is about, where it is about one."""
        return section_version(sentence.block.headings, self.title)

    def spec_version(self, sentence: Sentence) -> SpecVersion:
        """Return the version that a sentence speaks of, else that of the document."""
        block = sentence.block
        named = block.headers[sentence.column] if sentence.column is not None else sentence.text
        spoken = spoken_version(named)
        if not spoken.any:
            spoken = spoken_version(lead_of(block) or "")
        if spoken.any:
            return spoken.version or self.version
        if self._named and _THIS_REVISION.match(cleaned(sentence.text)):
            return self._named
        return self.section_version(sentence) or self.version

    def addressees(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the texts that tell who a command is for, the nearest first."""
        lead = lead_of(sentence.block)
        return ((lead,) if lead else ()) + tuple(reversed(sentence.block.headings))

    def _carried(self, sentence: Sentence) -> int:
        """Return how much the sentence before speaks for this one being about the protocol."""
        if not self.was_claim:
            return 0
        if _GOES_ON.match(cleaned(sentence.text)):
            return 2
        return 0 if sentence.is_first else 1

    def _topic(self, heading: str) -> str | None:
        topic = cleaned(heading)
        fits = self.matter.is_topic(topic) and len(topic.split()) <= _MAX_TOPIC_WORDS
        return topic if fits else None
