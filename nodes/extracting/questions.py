"""Questions: which ask whether something is so, and what an answer of yes or no states."""

from __future__ import annotations

import re
from typing import Final

from nodes.reading.clauses import as_statement

WH: Final = re.compile(r"^(?:how|what|why|when|where|who|which)\b", re.I)
_WHETHER: Final = re.compile(
    r"^(?:so |and |but |ok(?:ay)?,? )?(?:(?:is|was) it (?:true|correct|right|the case) that"
    r"|do(?:es)?n?['’]?t?|did|is|are|isn['’]t|aren['’]t|can|can['’]t|could|must|should|shall|may"
    r"|will|would|has|have)\b",
    re.I,
)
_TAG: Final = re.compile(
    r",\s*(?:right|correct|no|yes|(?:\w+n['’]t|is|are|do|does) (?:it|they))\s*\?$", re.I
)
_ANSWER: Final = re.compile(
    r"^(?P<word>yes|yep|yeah|sure|certainly|absolutely|correct|no|nope|not at all"
    r"|never)\b(?P<mark>[,;:.!]|\s*[–—-]|$)\s*(?P<rest>.*)$",
    re.I | re.S,
)
_PARTS: Final = re.compile(
    r"^(?P<aux>do(?:es)?|did|is|are|can|could|must|should|shall|may|will|would|has"
    r"|have)\s+(?P<subject>(?:(?:the|an?|all|every|each|any|both|my|your|remote|local|http|stdio"
    r"|mcp(?=\s+(?:servers?|clients?|hosts?)))\s+)*(?:`[^`]*`|[\w/'’-]+)(?:\s+(?:servers?"
    r"|clients?|hosts?|applications?|protocol|spec(?:ification)?|transports?|messages?|requests?"
    r"|notifications?|tools?|ids?|tokens?|resources?|prompts?)\b)*(?:\s+(?:and"
    r"|or)\s+(?:mcp\s+)?(?:servers?|clients?|hosts?))?)\s+(?P<rest>.+)$",
    re.I,
)
_POINTS_BACK: Final = re.compile(
    r"\b(?:it|them|this|that|these|those)\b(?! (?:is|are|a|an|the)\b)", re.I
)
_WHAT_IT_DOES: Final = re.compile(
    r"^(?:what|how|why|when|where) (?:does |do |must |should |may |can )?(?P<subject>(?:(?:the"
    r"|an?) )?(?:mcp )?(?:servers?|clients?|hosts?))\b",
    re.I,
)
_PERSON: Final = re.compile(r"^(?:i|we|you|one|(?:my|your|our) \w+)$", re.I)


def asks_whether(text: str) -> bool:
    """Return whether a question can be answered by yes or no."""
    return bool(_WHETHER.match(text) or _TAG.search(text))


def asserts(text: str) -> bool:
    """Return whether a question states something and only asks for assent: "..., right?"."""
    return bool(_TAG.search(text))


def answer_of(question: str, text: str) -> str | None:
    """Return what an answer of yes or no to a question states, or None where it is no such answer.

    "Can servers do it? No, they must ask first." is "servers can not do it; they must ask first".
    """
    match = _ANSWER.match(text)
    parts = _PARTS.match(" ".join(question.rstrip("? ").split()))
    if not match or not parts or _POINTS_BACK.search(parts["rest"]):
        return None
    denied = match["word"].lower() in ("no", "nope", "not at all", "never")
    subject = "Implementations" if _PERSON.match(parts["subject"]) else parts["subject"]
    auxiliary = (
        "do" if subject == "Implementations" and parts["aux"] == "does" else parts["aux"].lower()
    )
    stated = f"{subject} {auxiliary} {'not ' if denied else ''}{parts['rest']}"
    rest = match["rest"].strip()
    if not rest:
        return stated + "."
    joint = (
        " "
        if re.match(
            r"(?:through|via|by|over|with|in|on|as long as|if|unless|since|but)\b", rest, re.I
        )
        else "; "
    )
    return f"{stated}{joint}{rest}"


def subject_asked(question: str) -> str | None:
    """Return what a question is about, as far as its form is plain."""
    parts = _PARTS.match(question.rstrip("? "))
    if parts:
        return None if _PERSON.match(parts["subject"]) else parts["subject"]
    what = re.match(r"^(?:what|who) (?:is|are) (?P<subject>[^?,]{1,60})\?$", question, re.I)
    what = what or _WHAT_IT_DOES.match(question)
    return what["subject"] if what else None


def as_claim(question: str) -> str:
    """Return a question as it reads by itself: the sentence that a yes would state."""
    statement, _ = as_statement(question)
    return statement
