"""Node: take a compound claim apart into subclaims that keep subject, modal and verb."""

from __future__ import annotations

import re
from typing import Final

from typing_extensions import TypedDict

MAX_SUBCLAIMS: Final = 8

_ACTOR: Final = (
    r"(?:(?:the|all|any|every|each|an?)\s+)?(?:mcp\s+|remote\s+|local\s+|http\s+|stdio\s+)?"
    r"(?:authori[sz]ation\s+servers?|servers?|clients?|hosts?|host\s+applications?|users?|receivers?"
    r"|senders?|requestors?|implementations?|implementors?|proxies|proxy|mcp|the\s+protocol)"
)
_MODAL: Final = (
    r"(?:must(?:\s+not)?|shall(?:\s+not)?|should(?:\s+not)?|may(?:\s+not)?|can(?:not|'t)?|can\s+not|will"
    r"|(?:do|does)(?:\s+not|n't)|(?:is|are)\s+(?:not\s+)?(?:required|allowed|free|able|expected|encouraged)"
    r"\s+to|(?:has|have|needs?)\s+to|never|always)"
)
_FINITE: Final = (
    r"(?:is|are|was|were|has|have|does|do|uses?|sends?|returns?|supports?|requires?|provides?|exposes?"
    r"|declares?|includes?|defines?|allows?|lets?|connects?|receives?|responds?|runs?|gets?|needs?"
    r"|decides?|validates?|implements?|offers?|reads?|writes?|calls?|creates?|opens?|keeps?|controls?)"
)
_CLAUSE: Final = re.compile(
    rf"(?:\s*;\s*|,?\s+(?:and|but|while|whereas)\s+)(?:(?:also|then|that)\s+)?"
    rf"(?=(?:{_ACTOR}|it|they)\s+(?:{_MODAL}|{_FINITE})\b)",
    re.I,
)
_VERB_PHRASE: Final = re.compile(rf",?\s+(?:and|but)\s+(?={_MODAL}\s+\w)", re.I)
_SUBJECT: Final = re.compile(rf"^(?P<subject>.+?)\s+(?P<modal>{_MODAL})\s+(?P<rest>.+)$", re.I)
_PLAIN_SUBJECT: Final = re.compile(rf"^(?P<subject>{_ACTOR})\s+(?P<rest>.+)$", re.I)
_LIST_VERBS: Final = (
    r"(?:enforces?|implements?|supports?|exposes?|offers?|provides?|includes?|declares?|defines?"
    r"|requires?|validates?|handles?|contains?|covers?|guarantees?|ensures?|mandates?)"
)
_LIST: Final = re.compile(
    rf"^(?P<head>.*?\b{_LIST_VERBS})\s+(?P<first>[^,;]+?)(?P<more>(?:,\s*[^,;]+?)*),?\s+and\s+"
    r"(?P<last>[^,;]+)$",
    re.I,
)
_BASE_VERBS: Final = frozenset(
    ["validate", "implement", "enforce", "provide", "return", "send", "include", "declare", "log", "sanitize", "verify", "check", "reject", "ignore", "respond", "support", "expose", "limit", "cache", "store", "encrypt", "expire", "delete", "notify", "cancel", "retry", "close", "open", "parse", "show", "display", "ask", "request", "obtain", "treat", "handle", "use", "accept", "process", "document", "rotate", "bind", "authenticate", "connect", "redact", "audit", "monitor", "prompt", "time", "throttle", "block", "escape", "normalise", "normalize", "stop", "start", "read", "write", "call", "list", "subscribe", "negotiate", "advertise", "inform", "wait"]
)
_MAX_ITEM_WORDS: Final = 6


class Input(TypedDict):
    """What the node reads."""

    claim: str


class Update(TypedDict):
    """What the node changes."""

    subclaims: list[str]


def decompose_claim(state: Input) -> Update:
    """Split the claim where its grammar is plain; a claim that is not compound is its own subclaim."""
    return Update(subclaims=decompose(state["claim"]))


def decompose(claim: str) -> list[str]:
    """Return the subclaims of a claim, in order, at most `MAX_SUBCLAIMS`.

    Splits at semicolons and "and"/"but" between clauses, before a second modal ("MUST x and SHOULD y"),
    between verbs ("must validate x and reject y"), and in lists ("enforces x, y, and z"). Where it is
    not sure, it does not split. A split claim with more parts than the limit is kept whole.
    """
    text = " ".join(claim.split())
    question = text.endswith("?")
    body = text.rstrip(" ?.!") if not question else text
    parts = [part for clause in _clauses(body) for part in _predicates(clause)]
    if not 1 < len(parts) <= MAX_SUBCLAIMS or question:
        return [text]
    return parts


def _clauses(text: str) -> list[str]:
    pieces = [piece.strip(" ,;") for piece in _CLAUSE.split(text) if piece.strip(" ,;")]
    if len(pieces) < 2 or any(len(piece.split()) < 3 for piece in pieces):
        return [text]
    subject = _subject_of(pieces[0])
    return [
        re.sub(r"^(?:it|they)\b", subject, piece, flags=re.I) if subject else piece
        for piece in pieces
    ]


def _predicates(clause: str) -> list[str]:
    """Split what one subject must do into one sentence for each thing."""
    by_modal = _VERB_PHRASE.split(clause)
    if len(by_modal) > 1:
        subject = _subject_of(clause)
        if subject:
            first, *others = by_modal
            return [first.strip(), *(f"{subject} {other.strip()}" for other in others)]
    return _verbs(clause) or _items(clause) or [clause]


def _verbs(clause: str) -> list[str]:
    """Split "X must do this and do that"; empty where that is not its form."""
    match = _SUBJECT.match(clause)
    if not match:
        return []
    pieces = re.split(r",?\s+and\s+", match["rest"])
    if len(pieces) < 2 or any(piece.split()[0].lower() not in _BASE_VERBS for piece in pieces):
        return []
    return [f"{match['subject']} {match['modal']} {piece.strip(' ,')}" for piece in pieces]


def _items(clause: str) -> list[str]:
    """Split "X enforces a, b, and c"; empty where that is not its form."""
    match = _LIST.match(clause)
    if not match or re.search(r"\b(?:both|between|either|neither)\b", clause, re.I):
        return []
    items = [
        match["first"],
        *(item for item in match["more"].split(",") if item.strip()),
        match["last"],
    ]
    items = [item.strip() for item in items]
    if any(len(item.split()) > _MAX_ITEM_WORDS for item in items):
        return []
    if re.search(rf"\b(?:{_MODAL}|{_FINITE}|that|which|when|if)\b", " ".join(items), re.I):
        return []
    return [f"{match['head']} {item}" for item in items]


def _subject_of(clause: str) -> str | None:
    match = _SUBJECT.match(clause) or _PLAIN_SUBJECT.match(clause)
    return match["subject"] if match else None
