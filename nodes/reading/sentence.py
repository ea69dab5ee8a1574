"""One sentence, read: claims and catalogue statements by the same code, so that they compare."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nodes.reading.actors import named_actors, relative_actor, subject_actor
from nodes.reading.clauses import as_statement, main_clause, without_place
from nodes.reading.modality import ClaimLevel, claim_level, is_negated
from nodes.reading.names import dates, identifiers, numbers, without_dates
from nodes.reading.terms import terms
from retrieval.catalogue import Actor

_REJECTED: Final = re.compile(
    r"\b(?:instead of|rather than|in place of|as opposed to|replac(?:es|ed|ing))\s+"
    r"(?P<what>[^,;.]+)",
    re.I,
)

_PAIR: Final = re.compile(
    r"\b(?:clients?|servers?|hosts?),? (?:and|or) (?:mcp )?(?:clients?|servers?|hosts?)\b", re.I
)
_JOINED: Final = re.compile(r"[,;]|\b(?:and|but|while|plus|as well as|along with)\b", re.I)

_SWEEPING: Final = re.compile(
    r"\b(?:only|always|every|all|any|each|both|exclusively|solely|nothing else|whatever"
    r"|entire(?:ly)?)\b",
    re.I,
)

_EXCEPTION: Final = re.compile(r"\b(?:unless|without|until|before|except|only)\b", re.I)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sentence says of its subject, as far as its words tell."""

    text: str
    """The sentence as a statement: a yes/no question is turned round."""
    is_question: bool
    actor: Actor | None
    """The grammatical subject, or the agent of a passive; None where no actor is named."""
    actors: frozenset[Actor]
    """All actors that the sentence names anywhere."""
    level: ClaimLevel
    negated: bool
    identifiers: frozenset[str]
    numbers: frozenset[str]
    dates: frozenset[str]
    """Spec versions that it names."""
    sweeping: bool
    """Whether it says "only", "always", "every", "all" or the like."""
    joined: int
    """How many commas, semicolons and words like "and" join the parts of its main clause."""
    excepts: bool
    """Whether it sets a condition by "unless", "without", "until" or "before"."""
    rejected: frozenset[str]
    """Terms of what it says is replaced: "X instead of Y", "X rather than Y"."""
    terms: frozenset[str]
    """Stems of the content words, without actors, modals, negations, numbers."""


@lru_cache(maxsize=8192)
def read_sentence(sentence: str) -> Reading:
    """Read a claim or a statement."""
    text, is_question = as_statement(sentence)
    plain = without_dates(text)
    main = main_clause(plain)
    level = claim_level(main)
    return Reading(
        text=text,
        is_question=is_question,
        actor=subject_actor(main) or relative_actor(plain),
        actors=named_actors(plain),
        level=level,
        negated=is_negated(main, level),
        identifiers=identifiers(plain),
        numbers=numbers(plain),
        dates=dates(text),
        rejected=terms(" ".join(match["what"] for match in _REJECTED.finditer(plain))),
        joined=len(_JOINED.findall(_PAIR.sub(" ", without_place(main)))),
        sweeping=bool(_SWEEPING.search(plain)),
        excepts=bool(_EXCEPTION.search(plain)),
        terms=terms(plain),
    )
