"""Actors: who a sentence says acts or is obliged."""

from __future__ import annotations

import re
from typing import Final

from nodes.reading.clauses import without_place
from retrieval.catalogue import Actor

# Repetitions are bounded: without an end, some texts of one word take quadratic time.
_ACTOR_NAMES: Final[tuple[tuple[Actor, str], ...]] = (
    ("authorization server", r"authori[sz]ation servers?|\bas metadata\b|identity providers?"),
    ("proxy", r"(?:mcp )?prox(?:y|ies)|intermediar(?:y|ies)|gateways?"),
    ("server", r"(?:mcp |remote |local |http |stdio |resource ){0,4}servers?|tool providers?"),
    ("client", r"(?:mcp |http |legacy |modern ){0,4}clients?"),
    ("host", r"hosts?(?: applications?)?|llm applications?|applications?|apps?"),
    ("receiver", r"receivers?|recipients?"),
    ("sender", r"senders?"),
    ("requestor", r"request(?:o|e)rs?"),
    ("user", r"(?:end[- ])?users?|humans?|people|persons?"),
    ("implementor", r"implement(?:o|e)rs?|implementations?|developers?|sdks?|authors?"),
)

_ACTOR_PATTERNS: Final[tuple[tuple[Actor, re.Pattern[str]], ...]] = tuple(
    (actor, re.compile(rf"\b(?:{pattern})\b", re.I)) for actor, pattern in _ACTOR_NAMES
)

_BOTH: Final = re.compile(
    r"\b(?:both (?:sides|parties|ends|peers)|either (?:side|party|peer|end)|all parties|any party"
    r"|(?:mcp )?clients? (?:and|or) (?:mcp )?servers?"
    r"|(?:mcp )?servers? (?:and|or) (?:mcp )?clients?)\b",
    re.I,
)

_PROTOCOL: Final = re.compile(
    r"\b(?:mcp|the protocol|model context protocol|the spec(?:ification)?)\b"
    r"(?!-| (?:servers?|clients?|hosts?|prox(?:y|ies)|implement\w+|applications?|apps?))",
    re.I,
)

_PASSIVE: Final = re.compile(
    r"\b(?:is|are|be|been|being|was|were|gets?)\b[^,;.]{0,300}?\bby "
    r"(?:the |an? |all |any |every |each )?"
    r"(?P<agent>(?:individual |mcp )*\w+.*)$",
    re.I,
)

_RELATIVE: Final = re.compile(
    r"\b(?:that|which)\s+(?P<actor>(?:the |an? |any |mcp )?(?:servers?|clients?|hosts?))\s+\w+",
    re.I,
)

_ASKED: Final = re.compile(
    r"\b(?:does|do|is|are|can|must|should|may|will|has|have) "
    r"(?P<actor>(?:the |an? |any |every |mcp )*"
    r"(?:servers?|clients?|hosts?|users?|receivers?|senders?))\b",
    re.I,
)

_VERBISH: Final = re.compile(
    r"\b(?:must|shall|should|may|might|can|could|cannot|can't|will|need|needs|has|have|is|are|do|does"
    r"|don't|doesn't|never|always)\b",
    re.I,
)


def subject_actor(text: str) -> Actor | None:
    """Return who acts: the actor named before the first verb, else the agent of a passive."""
    passive = _PASSIVE.search(text)
    agent = _first_actor(" ".join(passive["agent"].split()[:4])) if passive else None
    if agent is not None:
        return agent
    asked = _ASKED.search(text)
    if asked:
        return _first_actor(asked["actor"])
    body = without_place(text)
    verb = _VERBISH.search(body)
    actor = _first_actor(body[: verb.start()] if verb else " ".join(body.split()[:6]))
    named = named_actors(body)
    # Where only one is named at all, the sentence is about it.
    return next(iter(named)) if actor is None and len(named) == 1 else actor


def relative_actor(text: str) -> Actor | None:
    """Return who acts in a relative clause: "a request that servers send" is about servers."""
    relative = _RELATIVE.search(text)
    return _first_actor(relative["actor"]) if relative else None


def named_actors(text: str) -> frozenset[Actor]:
    """Return every actor that a text names."""
    return frozenset(actor for actor, pattern in _ACTOR_PATTERNS if pattern.search(text))


def _first_actor(text: str) -> Actor | None:
    if _BOTH.search(text):
        return "client and server"
    found: list[tuple[int, int, Actor]] = [
        (match.start(), -len(match.group()), actor)
        for actor, pattern in _ACTOR_PATTERNS
        if (match := pattern.search(text))
    ]
    if found:
        return min(found)[2]
    return "protocol" if _PROTOCOL.search(text) else None
