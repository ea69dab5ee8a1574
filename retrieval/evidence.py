"""Evidence: a passage found by search, with where it stands."""

from __future__ import annotations

import re
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from retrieval.catalogue import Actor
from retrieval.levels import Level
from retrieval.versions import SpecVersion

Corpus = Literal["catalogue", "schema", "official"]
Granularity = Literal["fine", "regular"]


class Evidence(TypedDict):
    """One passage. Plain values only: it is kept in graph state and printed as JSON."""

    corpus: Corpus
    version: SpecVersion
    page: str
    """Path below the version's folder, without `.mdx`."""
    heading: str
    link: str
    similarity: float
    """Cosine similarity to the best of the queries, 0 to 1."""
    text: str
    entry_ids: list[str]
    """The catalogue entries that the passage holds; empty for other corpora."""
    level: Level
    """The level of the entry, where the passage is one catalogue entry; the level that it sets,
    where it is official and sets one; else "none"."""
    actor: Actor
    """The actor of the entry, where the passage is one catalogue entry; else "protocol"."""
    lines: NotRequired[list[int]]
    """First and last line of the official source: of the passage, where it is official, else of the
    section that it speaks of. Not there where the official text is not extracted."""
    permalink: NotRequired[str]
    """The link to these lines."""
    commit: NotRequired[str | None]
    """The commit that they were read at; None where the source has no commits."""


def page_link(version: SpecVersion, page: str, heading: str) -> str:
    """Return the address of a heading on the official site."""
    path = "" if page == "index" else "/" + page.removesuffix("/index")
    anchor = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
    return f"https://modelcontextprotocol.io/specification/{version}{path}#{anchor}"
