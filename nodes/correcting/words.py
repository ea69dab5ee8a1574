"""Correct a sentence by a word: its level, a name, a number or its actor, where a finding names it.

A word is only changed where it stands once in the sentence: which of two was meant, nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from nodes.document_report import EditKind
from nodes.reading.names import identifiers, numbers
from nodes.reading.sentence import read_sentence
from nodes.verdicts import FindingKind, SubclaimVerdict
from retrieval.catalogue import Actor
from retrieval.evidence import Evidence
from retrieval.levels import Level

_VERBS: Final[dict[Level, str]] = {
    "MUST": "must",
    "MUST NOT": "must not",
    "SHOULD": "should",
    "SHOULD NOT": "should not",
    "MAY": "may",
}
_ADJECTIVES: Final[dict[Level, str]] = {
    "MUST": "required",
    "MUST NOT": "forbidden",
    "SHOULD": "recommended",
    "SHOULD NOT": "discouraged",
    "MAY": "optional",
}

_VERB: Final = (
    r"(?:must|shall|should|may|can)(?:\s+not|\s+never)?|cannot|mustn['’]t|shouldn['’]t|can['’]t"
    r"|(?:do|does)(?:\s+not|n['’]t)\s+(?:have|need)\s+to|need\s+not|(?:has|have|needs?|ought)\s+to"
    r"|(?:is|are)\s+(?:not\s+)?(?:required|obliged|allowed|permitted|free|forbidden|recommended"
    r"|encouraged|advised|supposed)\s+to"
    # In "is recommended to servers" no verb follows.
    r"(?!\s+(?:the|an?|any|all|every|each|both|mcp|clients?|servers?|hosts?|users?|receivers?"
    r"|senders?|implementations?|implementers?|implementors?)\b)"
)
_ADJECTIVE: Final = (
    r"(?<=\bis\s)(?:required|mandatory|compulsory|obligatory|recommended|optional|forbidden"
    r"|prohibited|discouraged)"
    r"|(?<=\bare\s)(?:required|mandatory|compulsory|obligatory|recommended|optional|forbidden"
    r"|prohibited|discouraged)"
)
_LEVEL_WORD: Final = re.compile(
    rf"\b(?:(?P<verb>{_VERB})|(?P<adjective>{_ADJECTIVE}))\b(?!-)", re.I
)

_NOUNS: Final[dict[Actor, str]] = {
    "client": "client",
    "server": "server",
    "host": "host",
    "sender": "sender",
    "receiver": "receiver",
    "requestor": "requestor",
    "user": "user",
}


class Swap(NamedTuple):
    """Words that stand once in a sentence, and what they become."""

    kind: EditKind
    before: str
    after: str


def swaps_for(sentence: str, part: SubclaimVerdict) -> list[Swap]:
    """Return the changes that the findings on a contradicted part ask for; empty if one is unclear.

    A part that is wrong in two ways is only right when both are changed.
    """
    cited = part["judgement"]["cited"]
    passage = part["evidence"][cited[0] - 1] if cited else None
    found: dict[FindingKind, Swap] = {}
    for finding in part["judgement"]["findings"]:
        make = _MAKERS.get(finding["kind"])
        swap = make(sentence, part["subclaim"], passage) if make and passage else None
        if swap is None:
            return []
        found[finding["kind"]] = swap
    return list(found.values())


def swapped(text: str, swaps: Sequence[Swap]) -> str | None:
    """Return a text with the changes made, or None where one of the words does not stand once."""
    for swap in swaps:
        pattern = rf"(?<!\w){re.escape(swap.before)}(?!\w)"
        if len(re.findall(pattern, text)) != 1:
            return None
        text = re.sub(pattern, lambda _, after=swap.after: after, text)
    return text


def _level(sentence: str, _: str, passage: Evidence) -> Swap | None:
    words = list(_LEVEL_WORD.finditer(sentence))
    if len(words) != 1 or passage["level"] == "none":
        return None
    (word,) = words
    forms = _VERBS if word["verb"] else _ADJECTIVES
    after = forms[passage["level"]]
    before = word.group()
    letters = re.sub(r"[^A-Za-z]", "", before)
    if letters.isupper():
        after = after.upper()
    elif before[0].isupper():
        after = after.capitalize()
    return Swap("level", before, after) if before.lower() != after.lower() else None


def _identifier(sentence: str, subclaim: str, passage: Evidence) -> Swap | None:
    names = _only_difference(identifiers(subclaim), identifiers(passage["text"]))
    return _respelled("identifier", names, sentence, passage["text"])


def _number(sentence: str, subclaim: str, passage: Evidence) -> Swap | None:
    names = _only_difference(numbers(subclaim), numbers(passage["text"]))
    return _respelled("number", names, sentence, passage["text"])


def _only_difference(said: frozenset[str], true: frozenset[str]) -> tuple[str, str] | None:
    """Return the one name that only the claim has and the one that only the passage has."""
    if len(said - true) != 1 or len(true - said) != 1:
        return None
    (wrong,), (right,) = said - true, true - said
    return wrong, right


def _respelled(
    kind: EditKind, names: tuple[str, str] | None, sentence: str, passage: str
) -> Swap | None:
    """Return the change from one name to another, each as its own text spells it."""
    if names is None:
        return None
    before, after = _spelled(names[0], sentence), _spelled(names[1], passage)
    return Swap(kind, before, after) if before and after else None


def _actor(sentence: str, subclaim: str, passage: Evidence) -> Swap | None:
    actor = read_sentence(subclaim).actor
    wrong, right = _NOUNS.get(actor) if actor else None, _NOUNS.get(passage["actor"])
    if wrong is None or right is None:
        return None
    found = re.findall(rf"(?<!\w){wrong}s?(?!\w)", sentence, re.I)
    if len(found) != 1:
        return None
    plural = "s" if found[0].lower().endswith("s") else ""
    after = right.capitalize() if found[0][0].isupper() else right
    return Swap("actor", found[0], after + plural)


def _spelled(name: str, text: str) -> str | None:
    """Return a name as a text spells it, where it stands there once."""
    found = re.findall(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", text, re.I)
    return found[0] if len(found) == 1 else None


_MAKERS: Final[dict[FindingKind, Callable[[str, str, Evidence], Swap | None]]] = {
    "level": _level,
    "identifier": _identifier,
    "number": _number,
    "actor": _actor,
    "misconception": _level,
}
