"""Cut the corpora into chunks, fine and regular, as the design says.

Fine chunks are about 230 characters with 50 of overlap, regular ones about 500; both are cut
between sentences and keep their heading. A catalogue entry is one sentence, so its fine chunk is
the entry itself, and its regular chunk is the entries under one heading.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from retrieval.catalogue import Catalogue, Place, Requirement
from retrieval.evidence import Corpus, Granularity
from retrieval.schema_corpus import SchemaComment
from retrieval.sentences import split_sentences
from retrieval.versions import SpecVersion

SIZES: Final[dict[Granularity, int]] = {"fine": 230, "regular": 500}
OVERLAP: Final = 50
SEARCHED_PHRASINGS: Final = 1
"""Phrasings of an entry that get a vector of their own; a second costs time and finds no more."""
CHUNKING_ID: Final = "c4"
"""Part of an index's name: raise it whenever chunks come out differently."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of one corpus: its vector is that of `embedded`, and `text` is what is shown."""

    id: str
    corpus: Corpus
    page: str
    heading: str
    text: str
    embedded: str
    entry_ids: tuple[str, ...] = ()
    lines: tuple[int, int] | None = None
    """Where it stands in the source of its page; None where the official text is not there."""
    permalink: str = ""
    """The link to these lines."""
    commit: str | None = None
    """The commit that they were read at, where the source has commits."""


def catalogue_chunks(
    catalogue: Catalogue, version: SpecVersion, granularity: Granularity
) -> Iterator[Chunk]:
    """Yield the chunks of the catalogue entries that hold in `version`."""
    placed = [
        (place, entry)
        for entry in catalogue.requirements
        if (place := entry.place_in(version)) is not None
    ]
    if granularity == "fine":
        for place, entry in placed:
            yield from _entry_chunks(entry, place)
        return
    placed.sort(key=_page_and_heading)
    for (page, heading), group in groupby(placed, key=_page_and_heading):
        for number, pack in enumerate(_packed((entry for _, entry in group), SIZES["regular"])):
            text = " ".join(entry.statement for entry in pack)
            yield Chunk(
                id=f"{page}#{heading}#{number}",
                corpus="catalogue",
                page=page,
                heading=heading,
                text=text,
                embedded=f"{heading}: {text}",
                entry_ids=tuple(entry.id for entry in pack),
            )


def schema_chunks(comments: Iterable[SchemaComment], granularity: Granularity) -> Iterator[Chunk]:
    """Yield the chunks of schema comments."""
    for comment in comments:
        name = f"{comment.type_name}.{comment.field_name}" if comment.field_name else None
        for number, piece in enumerate(split_text(comment.text, SIZES[granularity], OVERLAP)):
            yield Chunk(
                id=f"schema:{name or comment.type_name}#{number}",
                corpus="schema",
                page="schema",
                heading=comment.type_name,
                text=piece,
                embedded=piece if number == 0 else f"{name or comment.type_name}: {piece}",
            )


def split_text(text: str, size: int, overlap: int) -> list[str]:
    """Split a text between sentences into pieces of at most about `size` characters.

    The end of a piece, up to `overlap` characters of whole sentences, begins the next one. A
    sentence longer than `size` stays whole: half a sentence is no evidence.
    """
    pieces: list[list[str]] = [[]]
    for sentence in split_sentences(text):
        current = pieces[-1]
        if current and len(" ".join([*current, sentence])) > size:
            pieces.append(_tail(current, overlap))
            current = pieces[-1]
        current.append(sentence)
    return [" ".join(piece) for piece in pieces if piece]


def _entry_chunks(entry: Requirement, place: Place) -> Iterator[Chunk]:
    for number, text in enumerate((entry.statement, *entry.phrasings[:SEARCHED_PHRASINGS])):
        yield Chunk(
            id=f"{entry.id}#{number}",
            corpus="catalogue",
            page=place.page,
            heading=place.heading,
            text=entry.statement,
            embedded=text,
            entry_ids=(entry.id,),
        )


def _page_and_heading(placed: tuple[Place, Requirement]) -> tuple[str, str]:
    return placed[0].page, placed[0].heading


def _packed(entries: Iterable[Requirement], size: int) -> Iterator[list[Requirement]]:
    pack: list[Requirement] = []
    for entry in entries:
        if pack and sum(len(e.statement) + 1 for e in pack) + len(entry.statement) > size:
            yield pack
            pack = []
        pack.append(entry)
    if pack:
        yield pack


def _tail(sentences: list[str], overlap: int) -> list[str]:
    tail: list[str] = []
    for sentence in reversed(sentences):
        if len(" ".join([sentence, *tail])) > overlap:
            break
        tail.insert(0, sentence)
    return tail
