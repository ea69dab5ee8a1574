"""Read the sentences of a document one after the other: which are claims, and what each states."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from nodes.documents import ExtractedClaim, SkippedText, SkipReason
from nodes.extracting.cleaning import capitalized
from nodes.extracting.context import Context
from nodes.extracting.duties import as_duty
from nodes.extracting.selection import reason_against
from nodes.extracting.sentences import LONGEST, Sentence, read_sentences
from nodes.extracting.statements import stated
from nodes.extracting.subject_matter import subject_matter
from nodes.extracting.words import is_command
from nodes.reading.markdown import Document, read_markdown
from retrieval.catalogue import Catalogue
from retrieval.versions import SpecVersion


class Extraction(NamedTuple):
    """What a document says, in order."""

    claims: tuple[ExtractedClaim, ...]
    skipped: tuple[SkippedText, ...]


class _Reading(NamedTuple):
    sentence: Sentence
    statement: str
    version: SpecVersion
    reason: SkipReason | None
    """Why it is no claim; None where it is one."""


@lru_cache(maxsize=4)
def extract(content: str, version: SpecVersion, catalogue: Catalogue) -> Extraction:
    """Return the claims of a document that is checked against `version`, and what is none.

    The last few documents are kept, so that their pieces can be asked for one after the other.
    """
    document = read_markdown(content)
    context = Context(version, document.heading, subject_matter(catalogue, document))
    claims: list[ExtractedClaim] = []
    skipped = list(_code(document))
    for read in _read(list(read_sentences(document)), context):
        sentence = read.sentence
        span = document.lines.span(sentence.start, sentence.end)
        if read.reason is not None:
            skipped.append(SkippedText(text=sentence.source, span=span, reason=read.reason))
            continue
        claims.append(
            ExtractedClaim(
                id=f"c{len(claims) + 1}",
                kind=sentence.kind,
                text=sentence.source,
                statement=read.statement,
                span=span,
                headings=list(sentence.block.headings),
                spec_version=read.version,
            )
        )
    return Extraction(tuple(claims), tuple(sorted(skipped, key=lambda item: item["span"]["start"])))


def _code(document: Document) -> Iterator[SkippedText]:
    for block in document.blocks:
        if block.kind == "code":
            span = document.lines.span(block.start, block.end)
            text = document.content[block.start : block.end]
            yield SkippedText(text=text, span=span, reason="code")


def _read(sentences: list[Sentence], context: Context) -> Iterator[_Reading]:
    for sentence, following in zip(sentences, [*sentences[1:], None], strict=False):
        context.enter(sentence)
        if len(sentence.text) > LONGEST:
            yield _Reading(sentence, "", context.version, "no_statement")
            continue
        statement = stated(sentence, context)
        reason = reason_against(sentence, statement, following, context)
        if reason is None and is_command(statement):
            statement = as_duty(statement, context.addressees(sentence))
        statement = capitalized(statement.rstrip(" :;,"))
        yield _Reading(sentence, statement, context.spec_version(sentence), reason)
        context.leave(sentence, statement, reason)
