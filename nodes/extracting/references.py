"""What words like "it", "they" and "this method" refer to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nodes.extracting.cleaning import continued
from nodes.extracting.words import is_plural, subject_of, without_opening

_PRONOUN: Final = re.compile(r"^(?P<word>it|they|its|their)\b", re.I)
_EXPLETIVE: Final = re.compile(
    r"^it(?:['’]s| is| was| may be| can be| would be| makes| takes| depends| turn"
    r"| follow)(?: (?:not|also|always|often|very|therefore|up))?(?: (?:possible|impossible"
    r"|important|recommended|required|optional|worth|up|common|better|best|easy|hard|good|useful"
    r"|tempting|allowed|forbidden|fine|safe|true|not|clear|sense|time|on)\b.{0,40}?\b(?:to|that"
    r"|for|if|when)\b)",
    re.I,
)
_DONE_TO: Final = re.compile(
    r"^it (?:also |then )?(?:is|was|must be|should be|may be|can be|cannot be|has to be|will be"
    r"|must not be|should not be|must never be|contains|carries|holds|tells|identifies)\b",
    re.I,
)
_ACTS: Final = re.compile(
    r"^it (?:also |then )?(?:must |should |may |can )?(?:not |never )?(?:send|ask|call|return"
    r"|answer|respond|request|declare|receive|list|read|start|launch|open|close|repl(?:y|ie)"
    r"|choose|decide|wait|stop|notif(?:y|ie)|emit|validate|reject|issue)s?\b",
    re.I,
)
_THIS_NOUN: Final = re.compile(
    r"^(?:this|that|these|those|the same|such an?) (?P<noun>method|request|operation|notification"
    r"|field|header|capability|endpoint|error|message|call|parameter|property|flag|option|hint"
    r"|code)\b",
    re.I,
)
_CODE: Final = re.compile(
    r"`[^`]{1,60}`(?: (?:capability|field|header|request|response|notification|method|parameter"
    r"|property|error|event|message|object|endpoint|scheme|mode|flag|tool|resource|prompt|URI)\b)?"
)
_WEAK_SUBJECT: Final = re.compile(
    r"^(?:this|that|these|those|both|one|here)\b|\b(?:it|they|there|what|you|we|i|he|she"
    r"|everything|nothing|anything)\b",
    re.I,
)
_ACTOR: Final = re.compile(
    r"\b(?:servers?|clients?|hosts?|users?|applications?|apps?|receivers?|senders?|models?"
    r"|humans?)$",
    re.I,
)
_ONE_ACTOR: Final = re.compile(
    r"\b(?:the|a|an|each|every|any) ((?:authori[sz]ation )?server|client|host|receiver|sender"
    r"|requestor)\b(?![-–]| (?:librar\w+|applications?|apps?|id|name|list|code|packages?"
    r"|implementations?))",
    re.I,
)
_MAX_WORDS: Final = 7
_LONGEST: Final = 80


@dataclass(slots=True)
class Memory:
    """What the sentences before spoke of."""

    singular: str | None = None
    plural: str | None = None
    actor: str | None = None
    """Who acts in the sentence before, where it names one only."""
    code: tuple[str, ...] = ()
    """Names in code in the sentence before, or in the heading."""

    def start_section(self, topic: str | None) -> None:
        """Forget all but the topic of a heading."""
        self.singular = self.plural = self.actor = None
        self.code = ()
        if topic:
            self.code = tuple(dict.fromkeys(_CODE.findall(topic)))
            self._note(topic)

    def note(self, statement: str) -> None:
        """Remember what a sentence speaks of."""
        self.code = tuple(dict.fromkeys(_CODE.findall(statement)))
        actors = {match.lower() for match in _ONE_ACTOR.findall(statement)}
        self.actor = actors.pop() if len(actors) == 1 else None
        self.singular = self.plural = None
        self._note(subject_of(statement) or "")

    def _note(self, phrase: str) -> None:
        words = phrase.split()
        if (
            not 0 < len(words) <= _MAX_WORDS
            or len(phrase) > _LONGEST
            or _WEAK_SUBJECT.search(phrase)
        ):
            return
        phrase = re.sub(r"^an? ", "The ", phrase, flags=re.I)
        if is_plural(phrase):
            self.plural = phrase
        else:
            self.singular = phrase


_YOURS: Final = re.compile(r"\b(y)our ((?:mcp |own )?(?:servers?|clients?|hosts?))\b", re.I)


def resolved(statement: str, memory: Memory) -> str:
    """Return a statement with its first pronoun replaced, where it is plain what it stands for."""
    statement = _YOURS.sub(lambda m: f"{'The' if m[1] == 'Y' else 'the'} {m[2]}", statement)
    body = without_opening(statement)
    opening = statement[: len(statement) - len(body)] if statement.endswith(body) else ""
    return opening + _resolved(body, memory, inside=bool(opening))


def _resolved(body: str, memory: Memory, *, inside: bool) -> str:
    this = _THIS_NOUN.match(body)
    if this and len(memory.code) == 1:
        name = memory.code[0].rpartition("`")[0] + "`"
        return f"{'the' if inside else 'The'} {name} {this['noun']}{body[this.end() :]}"
    pronoun = _PRONOUN.match(body)
    if not pronoun or _EXPLETIVE.match(body):
        return body
    body = re.sub(r"^(it)['’]s\b", r"\1 is", body, flags=re.I)
    word = pronoun["word"].lower()
    stands_for = _antecedent(word, body, memory)
    if stands_for is None:
        return body
    if word in ("its", "their"):
        stands_for += "'" if stands_for.endswith("s") else "'s"
    if inside:
        stands_for = continued(stands_for)
    return stands_for + body[pronoun.end() :]


def _antecedent(word: str, body: str, memory: Memory) -> str | None:
    if word in ("they", "their"):
        return memory.plural
    if memory.singular is None or (_DONE_TO.match(body) and _ACTOR.search(memory.singular)):
        # What is done to something is rarely done to who acts.
        return f"The {memory.code[0]}" if len(memory.code) == 1 else None
    # Who acts is the one who was named as acting, whatever the sentence was about.
    is_actor = bool(_ACTOR.search(memory.singular))
    acts = memory.actor is not None and not is_actor and _ACTS.match(body)
    return f"The {memory.actor}" if acts else memory.singular
