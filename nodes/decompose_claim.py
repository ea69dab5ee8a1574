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
    r"|decides?|validates?|implements?|offers?|reads?|writes?|calls?|creates?|opens?|keeps?|controls?"
    r"|rejects?|answers?|asks?|accepts?|ignores?|treats?|chooses?)"
)
_SUBORDINATE: Final = (
    r"(?:if|when|whenever|where|while|that|which|who|whose|because|since|unless|until|once|so"
    r"|though|although|(?:before|after)(?!\s+\w+ing\b))"
)
_PREPOSITION: Final = (
    r"(?:with|for|by|in|on|from|to|of|without|through|via|as|between|per|into|over|under"
    r"|at(?!\s+(?:least|most)\b))"
)
_NO_ITEM: Final = re.compile(
    rf"{_PREPOSITION}\b|.*\b(?:and|or)$|(?:it|they|them|this|these)$", re.I
)
_CLAUSE: Final = re.compile(
    rf"(?:\s*;\s*|,?\s+(?:and|but)\s+|,\s+(?:while|whereas)\s+)(?:(?:also|then|that)\s+)?"
    rf"(?=(?:{_ACTOR}|it|they)\s+(?:also\s+)?(?:{_MODAL}|{_FINITE})\b)"
    # With a comma before it, any noun phrase with an article may be the subject of a clause.
    rf"|,\s+(?:and|but)\s+(?=(?:the|that|each|every|its|their)\s+(?:[\w`./-]+\s+){{1,4}}?"
    rf"(?:{_MODAL}|{_FINITE})\b)",
    re.I,
)
_VERB_PHRASE: Final = re.compile(
    rf",?\s+(?:and|but)\s+(?={_MODAL}\s+(?!{_PREPOSITION}\b|\w+ing\b)\w)", re.I
)
_SUBJECT: Final = re.compile(rf"^(?P<subject>.+?)\s+(?P<modal>{_MODAL})\s+(?P<rest>.+)$", re.I)
_PLAIN_SUBJECT: Final = re.compile(rf"^(?P<subject>{_ACTOR})\s+{_FINITE}\b", re.I)
_CLEFT: Final = re.compile(rf"it(?:'s|\s+is|\s+was)\s+(?:not\s+)?{_ACTOR}\s+(?:that|who)\b", re.I)
_LIST_VERBS: Final = (
    r"(?:enforces?|implements?|supports?|exposes?|offers?|provides?|includes?|declares?|defines?"
    r"|requires?|validates?|handles?|contains?|covers?|guarantees?|ensures?|mandates?)"
)
_LIST: Final = re.compile(
    rf"^(?P<head>.*?\b{_LIST_VERBS})\s+(?P<first>[^,;]+?)(?P<more>(?:,\s*[^,;]+?)*),?\s+and\s+"
    r"(?P<last>[^,;]+)$",
    re.I,
)
_BASE_VERBS: Final = frozenset([
    "validate", "implement", "enforce", "provide", "return", "send", "include", "declare",
    "log", "sanitize", "verify", "check", "reject", "ignore", "respond", "support", "expose",
    "limit", "cache", "store", "encrypt", "expire", "delete", "notify", "cancel", "retry",
    "close", "open", "parse", "show", "display", "ask", "request", "obtain", "treat", "handle",
    "use", "accept", "process", "document", "rotate", "bind", "authenticate", "connect",
    "redact", "audit", "monitor", "prompt", "time", "throttle", "block", "escape", "normalise",
    "normalize", "stop", "start", "read", "write", "call", "list", "subscribe", "negotiate",
    "advertise", "inform", "wait", "put", "set", "pass", "add", "remove", "keep", "give", "omit",
    "skip",
])  # fmt: skip
_MAX_ITEM_WORDS: Final = 6


class Input(TypedDict):
    """What the node reads."""

    claim: str


class Update(TypedDict):
    """What the node changes."""

    subclaims: list[str]


def decompose_claim(state: Input) -> Update:
    """Split the claim where its grammar is plain; one that is not compound is its own subclaim."""
    return Update(subclaims=decompose(state["claim"]))


def decompose(claim: str) -> list[str]:
    """Return the subclaims of a claim, in order, at most `MAX_SUBCLAIMS`.

    Splits at semicolons and "and"/"but" between clauses, before a second modal ("MUST x and SHOULD
    y"), between verbs ("must validate x and reject y"), and in lists ("enforces x, y, and z").
    Where it is not sure, it does not split. A split claim with more parts than the limit is kept
    whole.
    """
    text = " ".join(claim.split())
    question = text.endswith("?")
    body = text.rstrip(" ?.!") if not question else text
    parts = [part for clause in _clauses(body) for part in _predicates(clause)]
    if not 1 < len(parts) <= MAX_SUBCLAIMS or question:
        return [text]
    return parts


def _clauses(text: str) -> list[str]:
    """Split between clauses that each have a subject of their own, or a pronoun for the first's."""
    pieces: list[str] = []
    start = 0
    for match in _CLAUSE.finditer(text):
        if _ends_clause(text[start : match.start()], match.group()):
            pieces.append(text[start : match.start()].strip(" ,;"))
            start = match.end()
    first, *others = (*pieces, text[start:].strip(" ,;"))
    named = [_named(clause, _subject_of(first)) for clause in others]
    if any(clause is None or len(clause.split()) < 3 for clause in named):
        return [text]
    return [first, *(clause for clause in named if clause)]


def _ends_clause(before: str, joint: str) -> bool:
    """Return whether what stands before a joint is a whole main clause, as far as words tell."""
    if len(before.split()) < 3:
        return False
    if ";" in joint:
        return True
    if "and" in joint.split() and re.search(rf"\b{_ACTOR}$", before, re.I):
        return False  # "clients and servers must": one subject
    if not re.search(rf"\b(?:{_MODAL}|{_FINITE})\b", before, re.I):
        return False
    # "where a token is needed and the client has none" is one condition; a comma would close it.
    condition = before if joint.startswith(",") else before.rsplit(",")[-1]
    opened = r"^" if joint.startswith(",") else r"\b"
    return "," in condition or not re.search(rf"{opened}{_SUBORDINATE}\b", condition, re.I)


def _named(clause: str, subject: str | None) -> str | None:
    """Return a clause with its pronoun replaced; None where it is not plain what it stands for."""
    pronoun = re.match(r"(?:its|their|it|they)\b", clause, re.I)
    if not pronoun or _CLEFT.match(clause):
        return clause
    if subject is None or re.search(rf"\b{_PREPOSITION}\b", subject, re.I):
        return None
    plural = bool(re.search(r"[^s]s$|\band\b", subject, re.I))
    if plural != (pronoun.group().lower() in ("they", "their")):
        return None
    owns = pronoun.group().lower() in ("its", "their")
    ending = ("'" if subject.endswith("s") else "'s") if owns else ""
    return subject + ending + clause[pronoun.end() :]


def _predicates(clause: str) -> list[str]:
    """Split what one subject must do into one sentence for each thing."""
    first, *others = _VERB_PHRASE.split(clause)
    subject = _subject_of(first)
    if others and subject and _same_level(first, others, subject):
        return [first.strip(), *(f"{subject} {other.strip()}" for other in others)]
    return _verbs(clause) or _items(clause) or [clause]


def _same_level(first: str, others: list[str], subject: str) -> bool:
    """Return whether all predicates are the subject's, and none is of a clause inside the first."""
    said = first[len(subject) :].rsplit(",")[-1]
    if not re.search(rf"\b{_SUBORDINATE}\b", said, re.I):
        return True
    modal = re.match(rf"\s+({_MODAL})\b", first[len(subject) :], re.I)
    return modal is not None and all(
        other.lower().startswith(modal[1].lower() + " ") for other in others
    )


def _verbs(clause: str) -> list[str]:
    """Split "X must do this and do that"; empty where that is not its form."""
    match = _SUBJECT.match(clause)
    if not match or not _is_subject(match["subject"]):
        return []
    pieces = re.split(r",?\s+and\s+", match["rest"])
    if len(pieces) < 2 or not {_first_word(piece) for piece in pieces} <= _BASE_VERBS:
        return []
    if any(re.search(rf"\b{_SUBORDINATE}\b", piece, re.I) for piece in pieces[:-1]):
        return []  # a condition in the middle may be one for all that follows
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
    if re.search(rf"\b(?:{_MODAL}|{_FINITE}|that|which|when|if)\b|:", " ".join(items), re.I):
        return []
    if re.search(rf"\b{_SUBORDINATE}\b|:", match["head"].rsplit(",")[-1], re.I):
        return []
    if not all(_is_item(item, last=n == len(items)) for n, item in enumerate(items, start=1)):
        return []
    return [f"{match['head']} {item}" for item in items]


def _is_item(item: str, *, last: bool) -> bool:
    """Return whether a part of a list is a thing by itself: no verb, no preposition to share."""
    if " " in item and _first_word(item) in _BASE_VERBS:
        return False
    if _NO_ITEM.match(item):
        return False
    return last or not re.search(rf"\b{_PREPOSITION}\b", item, re.I)


def _first_word(text: str) -> str:
    return text.lower().partition(" ")[0]


def _subject_of(clause: str) -> str | None:
    match = _SUBJECT.match(clause) or _PLAIN_SUBJECT.match(clause)
    return match["subject"] if match and _is_subject(match["subject"]) else None


def _is_subject(words: str) -> bool:
    """Return whether the words before a modal are its subject, not the middle of another clause."""
    nearest = words.rsplit(",")[-1]
    if re.search(r"[:;]|\b(?:and|or|but)$", words, re.I):
        return False
    *_, relative = re.split(rf"\b{_SUBORDINATE}\b", nearest, flags=re.I)
    if relative != nearest:  # "the client that does not": the modal belongs to "that"
        return bool(re.search(rf"\b{_FINITE}\b", relative, re.I))
    return not re.search(r"\b(?:is|are|was|were|has|have|do|does)\b", nearest, re.I)
