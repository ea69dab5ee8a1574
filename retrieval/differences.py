"""Tell by signs, not by meaning, that two statements are not the same.

Similarity cannot see a level, a number, a name or a "not": two statements that differ in one of
them are as near to each other as two that say the same. These signs are read from the text; where
one of them differs, the statements do too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from retrieval.catalogue import Actor, Requirement

Sign = Literal["level", "actor", "number", "name", "negation", "kind", "scope", "event"]

_CODE: Final = re.compile(r"`([^`]+)`")
_NAME: Final = re.compile(
    r"\b((?!JSON-RPC)[A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+)\b"
)
_NUMBER: Final = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)*%?(?![\w-])")
_DATE: Final = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_REFERENCE: Final = re.compile(r"\b(?:RFC|SEP|BCP|draft|PR)[ -]?#?\d+(?:[ ,]+[Ss]ection [\d.]+)?")
_NEGATION: Final = re.compile(
    r"\b(not|never|no|none|nothing|without|cannot|neither|nor|nobody|lacks?|absent|instead of"
    r"|rather than)\b",
    re.I,
)
_BOUND_ACTORS: Final[frozenset[Actor]] = frozenset(
    {"client", "server", "host", "authorization server", "proxy"}
)
"""Actors that exclude each other; the other roles can be played by either side."""

_LEAST_SHARED_NAMES: Final = 0.5
"""Statements that share a smaller part of their names than this are about different things."""

_KINDS: Final = tuple(
    frozenset(word.removesuffix("s") for word in line.split())
    for line in """
    tool prompt resource root sampling elicitation completion task
    request response notification result error message
    text image audio
    input output
    get post delete
    stdin stdout stderr
    stdio http
    single multi multiple many
    access refresh
    open close
    start end
    read write
    first last
    call list
    issue accept
    before after
    minimum maximum
    public private
    string number integer boolean array object
    client server host user
    accept decline cancel
    titled untitled
    modern legacy
    name title description icon schema
    unknown completed malformed uncancellable
    reconnect terminate stale
    """.strip().splitlines()
)
"""Lines of words that name things of one kind: a statement about one of them is not about another.

Statements differ where each names a thing of the line that the other does not name.
"""

_SCOPES: Final = tuple(
    re.compile(rf"\b(?:{words})\b", re.I)
    for words in (
        "templates?",
        "embedded",
        "links?",
        "arguments?",
        "batch(?:ed|es)?",
        "custom",
        "third[- ]party",
        "side effect",
        "other requests",
        "modern|legacy",
    )
)
"""Words that narrow a statement: one that has such a word is not one that has it not."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What a statement shows without being understood."""

    names: frozenset[str]
    """Code spans and code-like words, lower case."""
    numbers: frozenset[str]
    """Numbers that are no spec version and no number of a standard."""
    negated: bool
    words: frozenset[str]
    """Its words without a plural's "s", lower case."""
    scopes: tuple[bool, ...]


def tell_apart(one: Requirement, other: Requirement) -> tuple[Sign, ...]:
    """Return the signs by which two entries do not say the same; none where no sign tells."""
    mine, theirs = read_signs(one.statement), read_signs(other.statement)
    found: list[tuple[Sign, bool]] = [
        ("level", one.level != other.level),
        ("actor", one.actor != other.actor and {one.actor, other.actor} <= _BOUND_ACTORS),
        ("number", _each_has_more(mine.numbers, theirs.numbers)),
        ("name", _other_names(mine.names, theirs.names)),
        ("negation", mine.negated != theirs.negated),
        ("kind", any(_each_has_more(mine.words & k, theirs.words & k) for k in _KINDS)),
        ("scope", mine.scopes != theirs.scopes),
        ("event", is_event(one) != is_event(other)),
    ]
    return tuple(sign for sign, differs in found if differs)


def is_event(entry: Requirement) -> bool:
    """Return whether an entry tells what a version changed, and is no lasting duty or fact."""
    return entry.level == "none" and all(place.page == "changelog" for place in entry.places)


@lru_cache(maxsize=8_192)
def read_signs(statement: str) -> Signs:
    """Return the signs of a statement."""
    bare = _CODE.sub(" ", statement)
    codes = code_names(statement)
    plain = _REFERENCE.sub(" ", _DATE.sub(" ", bare))
    return Signs(
        names=frozenset(name.lower() for name in (*codes, *_NAME.findall(bare))),
        numbers=frozenset([*_NUMBER.findall(plain), *filter(_NUMBER.fullmatch, codes)]),
        negated=_NEGATION.search(bare) is not None,
        words=frozenset(word.removesuffix("s") for word in re.findall(r"[a-z]+", bare.lower())),
        scopes=tuple(scope.search(bare) is not None for scope in _SCOPES),
    )


def code_names(statement: str) -> list[str]:
    """Return what stands in code marks, numbers too, but no spec version."""
    return [code for code in _CODE.findall(statement) if not _DATE.fullmatch(code)]


def _each_has_more(one: frozenset[str], other: frozenset[str]) -> bool:
    return bool(one - other) and bool(other - one)


def _other_names(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether each has a name that the other has not, or few are shared."""
    return _each_has_more(one, other) or len(one & other) < _LEAST_SHARED_NAMES * len(one | other)
