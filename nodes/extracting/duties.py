"""Commands to an implementer, read as the duty that they state."""

from __future__ import annotations

import re
from typing import Final

from nodes.extracting.cleaning import capitalized, continued
from nodes.extracting.words import is_command, without_opening

_STRICT: Final = re.compile(
    r"^(?:(?P<always>always)|(?P<never>never|don['’]t(?: ever)?|do not(?: ever)?)"
    r"|(?P<sure>make sure|be sure|ensure)|(?P<avoid>avoid))\b\s*",
    re.I,
)
_ALWAYS: Final = re.compile(r"\b(?:always|never)\s+$", re.I)
_DUTY_VERBS: Final = re.compile(
    r"(?:accept|acknowledge|advertise|announce|answer|authenticate|authorize|bind|cache|cancel"
    r"|check|close|confirm|declare|deny|disclose|echo|encrypt|enforce|escape|expose|forward"
    r"|handle|honou?r|ignore|implement|include|inform|issue|keep|limit|list|log|mark|minimi[sz]e"
    r"|negotiate|notify|obtain|omit|pass|preserve|prompt|protect|provide|rate[- ]limit|redact"
    r"|refuse|register|reject|reply|report|request|require|respond|restrict|retry|return|reuse"
    r"|rotate|sanitise|sanitize|scope|send|show|sign|stop|store|strip|support|terminate|throttle"
    r"|treat|use|validate|verify|wait|wrap|set|add|put|attach|ask|store|prefer|generate|bind"
    r"|present|display|deliver|emit)\b",
    re.I,
)
_ACTORS: Final = (
    ("Authorization servers", re.compile(r"\bauthori[sz]ation servers?\b", re.I)),
    ("Servers", re.compile(r"\bserver(?:s|-side)?\b", re.I)),
    ("Clients", re.compile(r"\bclients?(?:-side)?\b", re.I)),
    ("Hosts", re.compile(r"\bhosts?\b", re.I)),
)
_ON_SIDE: Final = re.compile(
    r"\b(?:on|in|at|as|for|by) (?:the |your |an? )?(?:mcp )?(?P<actor>servers?|clients?"
    r"|hosts?)(?: side)?\b(?! (?:name|list|id))",
    re.I,
)


def states_duty(command: str) -> bool:
    """Return whether a command may be to an implementer: it binds, or is of the wire."""
    body = without_opening(command)
    return bool(_STRICT.match(command) or _STRICT.match(body) or _DUTY_VERBS.match(body))


def as_duty(command: str, context: tuple[str, ...]) -> str:
    """Return a command as a sentence about who has to follow it.

    Who that is comes from the sentence, or from `context`, the nearest first; "always" and "never"
    bind, a plain command states what implementers do.
    """
    if not is_command(command):
        return command
    body = without_opening(command)
    opening = command[: len(command) - len(body)]
    adverb = _ALWAYS.search(opening)
    if adverb:  # `without_opening` takes it for one that says nothing
        opening, body = opening[: adverb.start()], opening[adverb.start() :] + body
    strict = _STRICT.match(body)
    named = (body,) if strict and strict["sure"] else ()
    said = f"{_who(command, named + context)} {_rest(body, strict)}"
    return f"{opening}{continued(said)}" if opening.strip() else capitalized(said)


def _rest(body: str, strict: re.Match[str] | None) -> str:
    if strict is None:
        return continued(body)
    rest = continued(body[strict.end() :])
    if strict["always"]:
        return f"must {rest}"
    if strict["never"]:
        return f"must not {rest}"
    return f"must make sure {rest}" if strict["sure"] else f"should avoid {rest}"


def _who(command: str, context: tuple[str, ...]) -> str:
    side = _ON_SIDE.search(command)
    for text in ((side["actor"],) if side else ()) + context:
        named = [name for name, pattern in _ACTORS if pattern.search(text)]
        if len(named) == 1:
            return named[0]
    return "Implementations"
