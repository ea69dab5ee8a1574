"""Words: where the verb of a sentence is, what stands before it, and whether it is a command."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from nodes.extracting.verbs import ALSO_NOUNS, IRREGULAR_PASTS, ORDERS, VERBS

_AUXILIARY: Final = re.compile(
    r"(?:is|are|was|were|am|has|have|had|does|do|did|must|shall|should|may|might|can|could|cannot"
    r"|will|would|ought|\w+n['’]t|['’](?:s|re|ll|ve|d))$",
    re.I,
)
_WORD: Final = re.compile(r"`[^`]*`|[\w'’./-]+|[,;:()—–]|[^\w\s]")
_NOT_BEFORE_VERB: Final = frozenset(
    """
    a an the this that these those its their your our my any every each all some no of to for in on
    at by with from as and or must shall should may might can could cannot will would not than
    """.split()  # noqa: SIM905 - a list of words is read best as text
)
_PREPOSITION: Final = re.compile(
    r"(?:to|for|in|on|at|by|with|from|of|over|under|via|through|as|into|between|per|and|or|than)$",
    re.I,
)
_ADVERB: Final = re.compile(
    r"(?:now|also|only|always|never|then|still|just|often|even|already|not|first|both|\w+ly)$", re.I
)
_RELATIVE: Final = frozenset(["that", "which", "who"])
_GO_WITHOUT_OBJECT: Final = frozenset(
    ["stays", "works", "runs", "starts", "ends", "leads", "falls", "returns", "opens", "stops"]
)
_PLURAL: Final = re.compile(r"(?:[\w-]*[a-rt-z]s|they|we|i|you|both|people|data)$", re.I)
_THERE: Final = re.compile(
    r"^there (?:is|are|was|were|must be|should be|may be|can be|(?:must|should|may) (?:always"
    r"|never) be|exists?) (?P<subject>[\w`'/.+-]+(?: [\w`'/.+-]+){0,3})",
    re.I,
)
_ADVERBS: Final = re.compile(
    r"^(?:(?:and|but|so|or|then|now|next|first|finally|please|also|always|only|simply|just"
    r"|instead|again|generally|usually|ideally|otherwise|therefore|afterwards)\b,?\s+)+",
    re.I,
)
_OPENING_CLAUSE: Final = re.compile(
    r"^(?:(?:if|when|whenever|once|after|before|while|as soon as|as long as|unless|because|where"
    r"|although|though|until)\b[^,;:]*,"
    # A place or time has no verb: "Since May tools can do it, and so can prompts" has none.
    r"|(?:in|on|for|with|at|from|during|under|over|to|by|as|without|instead of|until|upon|via"
    r"|between|within|beyond|besides?|unlike|like|since)\b(?:(?!\b(?:can|must|should|may|is|are"
    r"|was|were|will|has|have|do|does)\b)[^,;:])*,|(?:in|since|as of|with|from|until"
    r"|before) (?:the )?(?:\w+ ){0,2}20\d\d-\d\d-\d\d(?: \w+)??,?)\s+",
    re.I,
)


_LONGEST_NAME: Final = 60
_KEPT: Final = 512
"""Readings that are kept: one sentence is looked at from several sides."""


class Verb(NamedTuple):
    """The first finite verb of a sentence."""

    start: int
    """Where it begins in the text that was searched."""
    word: str
    is_past: bool


@lru_cache(maxsize=_KEPT)
def finite_verb(text: str) -> Verb | None:
    """Return the first verb that says something of a subject before it, as far as words tell.

    A verb inside a relative clause counts where no other is found: its subject is a phrase.
    """
    words = list(_WORD.finditer(text))
    inside: Verb | None = None
    for index in range(1, len(words)):
        found = _verb_at(words, index)
        if found is None:
            continue
        before = _before(words, index).lower()
        if before in _RELATIVE or (inside and words[index - 1].start() == inside.start):
            inside = found
        else:
            return found
    return inside


@lru_cache(maxsize=_KEPT)
def subject_of(text: str) -> str | None:
    """Return what stands before the first finite verb, without a clause or adverb that opens."""
    body = without_opening(text)
    there = _THERE.match(body)
    if there:
        return there["subject"].rstrip(" .")
    verb = finite_verb(body)
    return body[: verb.start].strip(" ,") if verb else None


@lru_cache(maxsize=_KEPT)
def without_opening(text: str) -> str:
    """Return a sentence without adverbs and a subordinate clause or a place that open it."""
    body = _ADVERBS.sub("", text)
    for _ in range(2):
        shorter = _ADVERBS.sub("", _OPENING_CLAUSE.sub("", body))
        if shorter == body or len(shorter.split()) < 2:
            break
        body = shorter
    return body


@lru_cache(maxsize=_KEPT)
def is_command(text: str) -> bool:
    """Return whether a sentence tells its reader to do something."""
    body = without_opening(text)
    if re.match(
        r"(?:don['’]t|do not|never|let['’]s|let us|make sure|be (?:sure|careful))\b", body, re.I
    ):
        return True
    name, colon, _ = body.partition(":")
    if colon and len(name) <= _LONGEST_NAME and len(name.split()) < 5:
        return False  # a name and what it is
    first, _, rest = body.partition(" ")
    order = first.lower().strip(",:")
    if order not in ORDERS or (order in ALSO_NOUNS and re.match(r"(?:for|of|in|and|or)\b", rest)):
        return False
    # "Log messages must not ...": what looks like a command is the first word of a subject.
    upcoming = rest.split()[:4]
    for index, word in enumerate(upcoming):
        if _AUXILIARY.match(word):
            return any(w.lower() in _NOT_BEFORE_VERB for w in upcoming[:index])
        if word.lower() in _NOT_BEFORE_VERB:
            return True
    return True


def _verb_at(words: list[re.Match[str]], index: int) -> Verb | None:
    match = words[index]
    word = match.group().lower()
    if index == 1 and _points_and_acts(words[0].group().lower(), word):
        return Verb(match.start(), word, is_past=False)
    if _AUXILIARY.match(word):
        return Verb(match.start(), word, word in ("was", "were", "had", "did"))
    before = _before(words, index)
    if before in ",;:(–—" or before.lower() in _NOT_BEFORE_VERB - _RELATIVE:
        return None
    if _is_present(word, before) and (_is_only_verb(word) or _acts(words, index)):
        return Verb(match.start(), word, is_past=False)
    if _is_past(word, before):
        return Verb(match.start(), word, is_past=True)
    return None


def _points_and_acts(first: str, word: str) -> bool:
    """Return whether a sentence begins with "this" or the like as its subject."""
    if first in ("this", "that", "each", "either", "neither"):
        return word.endswith("s") and _base_of(word) in VERBS and word not in VERBS
    return first in ("these", "those", "both", "all", "some", "many") and word in VERBS


def _before(words: list[re.Match[str]], index: int) -> str:
    """Return the word before a verb, adverbs not counted; the first word where all are adverbs."""
    for earlier in range(index - 1, 0, -1):
        word = words[earlier].group()
        if not _ADVERB.match(word):
            return word
    return words[0].group()


def _is_present(word: str, before: str) -> bool:
    """Return whether a word is a verb in the form that what stands before it asks for."""
    if before.lower() in _RELATIVE:
        return word in VERBS or _base_of(word) in VERBS
    if word in VERBS:
        return bool(_PLURAL.match(before)) or before.endswith(("`", ")"))
    return _base_of(word) in VERBS or word.endswith(("ifies", "izes"))


def _is_only_verb(word: str) -> bool:
    """Return whether a word can hardly be a noun where it stands: a noun would be a plural."""
    return _base_of(word) not in ALSO_NOUNS or word in _GO_WITHOUT_OBJECT


def _acts(words: list[re.Match[str]], index: int) -> bool:
    """Return whether what could be a noun is a verb: by its object, or the article before it."""
    after = words[index + 1].group() if index + 1 < len(words) else ""
    if not after or after in ".,;:()–—!?" or _AUXILIARY.match(after):
        return False
    if not _PREPOSITION.match(after):
        return True
    # "Servers poll for ..." has a verb: what follows a plural is hardly a noun.
    agrees = bool(_PLURAL.match(_before(words, index))) and words[index].group().lower() in VERBS
    return agrees or (index > 1 and words[index - 2].group().lower() in _NOT_BEFORE_VERB)


def _base_of(word: str) -> str:
    if not word.endswith("s") or word.removesuffix("s") in VERBS:
        return word.removesuffix("s")
    for ending, base in (
        ("ies", "y"),
        ("sses", "ss"),
        ("shes", "sh"),
        ("ches", "ch"),
        ("xes", "x"),
    ):
        if word.endswith(ending):
            return word.removesuffix(ending) + base
    return "go" if word == "goes" else word.removesuffix("s")


def _is_past(word: str, before: str) -> bool:
    if word in IRREGULAR_PASTS:
        return True
    if not word.endswith("ed") or before.endswith("ing"):  # "defining expected parameters"
        return False
    stem = word.removesuffix("ed")
    return bool({stem, stem + "e", stem[:-1], stem.removesuffix("i") + "y"} & ORDERS)


def is_plural(phrase: str) -> bool:
    """Return whether a noun phrase is of more than one, by its last word or an "and"."""
    words = phrase.strip(" `").split()
    return bool(words) and (bool(_PLURAL.match(words[-1])) or bool(re.search(r"\band\b", phrase)))


def says_nothing(text: str) -> bool:
    """Return whether a text has no subject with a verb: a title, a name, a wish."""
    return subject_of(text) is None
