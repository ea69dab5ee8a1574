"""Clauses: turn questions into statements, and find what is said of the subject itself."""

from __future__ import annotations

import re
from typing import Final

_QUESTION: Final = re.compile(
    r"^(?:so |and |but )?(?:is it (?:true|correct|right|the case) that|do(?:es)?|did|is|are|can"
    r"|could|must|should|shall|may|will|would|has|have|was|were)\b",
    re.I,
)

_AUXILIARY: Final = re.compile(
    r"^(?P<aux>do(?:es)?|did|is|are|can|could|must|should|shall|may|will|would|has|have|was|were)\s+"
    r"(?P<subject>(?:(?:the|an?|all|every|each|any|mcp|remote|local|stdio|http)\s+)*"
    r"(?:[\w`/-]+(?:\s+(?:servers?|clients?|hosts?|protocol|spec|specification|transport|messages?"
    r"|requests?|notifications?))?))\s+(?P<rest>.+)$",
    re.I,
)

_TAG_QUESTION: Final = re.compile(
    r",\s*(?:right|correct|no|yes|(?:is|are|do|does|ca|can|wo|would|should|must)n't\b[^,]*"
    r"|(?:is|are|do|does|can) (?:it|they|that))\s*\?$",
    re.I,
)

_LEADING_PLACE: Final = re.compile(
    r"^(?:in|on|with|for|from|at|over|under|by|as of|since|during|inside|within|according to)\b"
    r"[^,;:]*,\s*",
    re.I,
)

_QUOTED: Final = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]{0,500}”")

_CONTRAST: Final = re.compile(
    # A comma or "and" is what tells "X, not Y" from the denial in "must not Y".
    r"(?:,(?: and| but)?| and| but) not (?:just |merely |only )?"
    r"(?:an? |the |as |by |in |at |on |per )?[\w-]+(?: [\w-]+){0,3}[.!?]?$"
    r"|\binstead of [^,;]+|\botherwise\b[^,;]*|\brather than [^,;]+|\bno matter [^,;]+"
    r"|\bwhether or not [^,;]+",
    re.I,
)

_LEADING_CLAUSE: Final = re.compile(
    r"^(?:if|when|whenever|where|unless|once|after|before|while|although|though|because|since"
    r"|as long as|without|in case)\b[^,;:]*[,;:]\s*",
    re.I,
)

_SUBORDINATE: Final = re.compile(
    r"(?:,\s*)?\b(?:if|when|whenever|unless|once|whose|which|who|because|since|although|though"
    r"|even though|so that|as long as|until|whether|where"
    r"|that (?:are|is|was|were|do|does|has|have|can|could|cannot|did|need|needs|it|they|came|come"
    r"|comes|support|supports|want|wants|use|uses|offer|offers))\b[^,;]*",
    re.I,
)


_JOINT: Final = re.compile(
    r"\s*(?:[,;:]\s*(?:(?:and|but|while|or|plus|with|so)\b)?"
    r"|\b(?:and|but|while|plus|as well as|along with)\b)\s*",
    re.I,
)


def as_statement(sentence: str) -> tuple[str, bool]:
    """Return a sentence as a statement, and whether it was a yes/no question.

    "Does MCP enforce rate limits?" is "MCP enforce rate limits": the claim that the answer is yes.
    """
    text = _TAG_QUESTION.sub("", " ".join(sentence.split()))
    if not (text.endswith("?") and _QUESTION.match(text)):
        return text, text.endswith("?")
    body = text.rstrip("? ").strip()
    that = re.match(r"is it (?:true|correct|right|the case) that\s+(.+)$", body, re.I)
    if that:
        return that.group(1), True
    match = _AUXILIARY.match(body)
    if not match:
        return body, True
    aux, subject, rest = match["aux"].lower(), match["subject"], match["rest"]
    dropped = aux in ("do", "does", "did")
    return f"{subject} {rest}" if dropped else f"{subject} {aux} {rest}", True


def main_clause(text: str) -> str:
    """Return a sentence without conditions, relative clauses, contrasts and quoted values.

    What they say of levels, denials and actors is not said of the subject.
    """
    bare = _QUOTED.sub(" ", text)
    main = _CONTRAST.sub(" ", bare)
    main = _LEADING_CLAUSE.sub("", main)
    main = _SUBORDINATE.sub(" ", main)
    # A sentence that is nothing but such clauses is read whole.
    return main if len(main.split()) >= 3 else bare


def joined_parts(text: str) -> tuple[str, ...]:
    """Return what stands between commas and words like "and", whether it is a clause or not."""
    return tuple(part for piece in _JOINT.split(text) if (part := piece.strip(" .?!")))


def without_place(text: str) -> str:
    """Return a sentence without a leading "In the third-party flow," or the like."""
    return _LEADING_PLACE.sub("", text)
