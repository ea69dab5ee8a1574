"""Read a sentence about MCP: who, how binding, denied or not, which identifiers, numbers and terms.

Claims and catalogue statements are read by the same code, so that they can be compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from retrieval.catalogue import Actor
from retrieval.levels import Level

ClaimLevel = Level | Literal["OPTIONAL"]
"""`OPTIONAL` is "does not have to": it denies a duty and allows the act."""


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
    terms: frozenset[str]
    """Stems of the content words, without actors, modals, negations, numbers."""


_QUESTION: Final = re.compile(
    r"^(?:so |and |but )?(?:is it (?:true|correct|right|the case) that|do(?:es)?|did|is|are|can|could"
    r"|must|should|shall|may|will|would|has|have|was|were)\b",
    re.I,
)
_AUXILIARY: Final = re.compile(
    r"^(?P<aux>do(?:es)?|did|is|are|can|could|must|should|shall|may|will|would|has|have|was|were)\s+"
    r"(?P<subject>(?:(?:the|an?|all|every|each|any|mcp|remote|local|stdio|http)\s+)*"
    r"(?:[\w`/-]+(?:\s+(?:servers?|clients?|hosts?|protocol|spec|specification|transport|messages?"
    r"|requests?|notifications?))?))\s+(?P<rest>.+)$",
    re.I,
)

_LEVELS: Final[tuple[tuple[ClaimLevel, str], ...]] = (
    (
        "OPTIONAL",
        r"(?:do(?:es)? not|don't|doesn't|need) (?:have|need) to\b|\bneed not\b|\bneedn't\b"
        r"|\bno (?:need|obligation|requirement) (?:to|for|that)\b"
        r"|\b(?:is|are|was) (?:not|never) (?:strictly )?(?:required|mandatory|obligatory|obliged|compulsory)"
        r"|\b(?:isn't|aren't) (?:strictly )?(?:required|mandatory|obligatory|obliged|compulsory)"
        r"|\b(?:do(?:es)? not|don't|doesn't) (?:strictly )?(?:require|mandate|oblige|force)\b"
        r"|\bnot (?:strictly )?(?:required|mandatory)\b|\bunder no obligation\b",
    ),
    (
        "MUST NOT",
        r"\b(?:must|shall) (?:not|never)\b|\bmustn't\b|\bmay not\b|\bcan ?not\b|\bcan't\b"
        r"|\b(?:is|are) (?:not|never) (?:allowed|permitted)\b|\b(?:isn't|aren't) (?:allowed|permitted)\b"
        r"|\bnot (?:allowed|permitted) to\b|\b(?:forbidden|prohibited|forbids?|prohibits?|banned|bars?)\b"
        r"|\b(?:no|neither) \w+(?: \w+)? (?:must|may|can|is allowed)\b",
    ),
    (
        "SHOULD NOT",
        r"\bshould (?:not|never)\b|\bshouldn't\b|\bnot recommended\b|\bdiscouraged?\b"
        r"|\badvised? against\b|\bought not\b",
    ),
    (
        "MUST",
        r"\bmust\b|\bshall\b|\brequired?\b|\brequires\b|\brequirement\b|\bmandatory\b|\bmandates?d?\b"
        r"|\bobligat\w+|\bobliged?s?\b|\bhas to\b|\bhave to\b|\bneeds? to\b|\bcompulsory\b"
        r"|\bnon-negotiable\b|\bno exceptions?\b",
    ),
    (
        "SHOULD",
        r"\bshould\b|\brecommend(?:ed|s|ation)?\b|\bought to\b|\bencouraged?\b|\bencourages\b"
        r"|\badvised?\b|\bsuggest(?:ed|s)?\b|\bideally\b|\bbest practice\b",
    ),
    (
        "MAY",
        r"\bmay\b|\bcan\b|\bcould\b|\bmight\b|\boptional(?:ly)?\b|\bfree to\b|\ballowed\b|\bpermitted\b"
        r"|\bpermits?\b|\ballows?\b|\bup to (?:the )?(?:client|server|host|implement)\w*"
        r"|\bat (?:its|their) discretion\b|\bif (?:it|they) (?:wants?|likes?|wish(?:es)?)\b",
    ),
)
_LEVEL_PATTERNS: Final = tuple((level, re.compile(pattern, re.I)) for level, pattern in _LEVELS)

_QUOTED: Final = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”")
_CONTRAST: Final = re.compile(
    r",? (?:and |but )?not (?:just |merely |only )?(?:an? |the |as |by |in |at |on |per )?[\w-]+(?: [\w-]+){0,3}$"
    r"|\binstead of [^,;]+|\brather than [^,;]+|\bno matter [^,;]+|\bwhether or not [^,;]+",
    re.I,
)
_LEADING_CLAUSE: Final = re.compile(
    r"^(?:if|when|whenever|where|unless|once|after|before|while|although|though|because|since|as long as"
    r"|without|in case)\b[^,;:]*[,;:]\s*",
    re.I,
)
_SUBORDINATE: Final = re.compile(
    r"(?:,\s*)?\b(?:if|when|whenever|unless|once|whose|which|who|because|since|although|though|even though"
    r"|so that|as long as|until|whether|where|that (?:are|is|was|were|do|does|has|have|can|could|cannot"
    r"|did|need|needs|it|they|came|come|comes|support|supports|want|wants|use|uses|offer|offers))\b[^,;]*",
    re.I,
)

_NEGATION: Final = re.compile(
    r"\b(?:not|never|no|none|nothing|nobody|neither|nor|cannot|without|lacks?|absent|unsupported"
    r"|un(?:necessary|available)|removed|dropped|gone|dont|doesnt|isnt|arent|cant)\b|n't\b",
    re.I,
)

_ACTOR_NAMES: Final[tuple[tuple[Actor, str], ...]] = (
    ("authorization server", r"authori[sz]ation servers?|\bas metadata\b|identity providers?"),
    ("proxy", r"(?:mcp )?prox(?:y|ies)|intermediar(?:y|ies)|gateways?"),
    ("server", r"(?:mcp |remote |local |http |stdio |resource )*servers?|tool providers?"),
    ("client", r"(?:mcp |http |legacy |modern )*clients?"),
    ("host", r"hosts?(?: applications?)?|llm applications?|applications?|apps?"),
    ("receiver", r"receivers?|recipients?"),
    ("sender", r"senders?"),
    ("requestor", r"request(?:o|e)rs?"),
    ("user", r"(?:end[- ])?users?|humans?|people|persons?"),
    ("implementor", r"implement(?:o|e)rs?|implementations?|developers?|sdks?|authors?"),
)
_ACTOR_PATTERNS: Final = tuple(
    (actor, re.compile(rf"\b(?:{pattern})\b", re.I)) for actor, pattern in _ACTOR_NAMES
)
_BOTH: Final = re.compile(
    r"\b(?:both (?:sides|parties|ends|peers)|either (?:side|party|peer|end)|all parties|any party"
    r"|(?:mcp )?clients? (?:and|or) (?:mcp )?servers?|(?:mcp )?servers? (?:and|or) (?:mcp )?clients?)\b",
    re.I,
)
_PROTOCOL: Final = re.compile(
    r"\b(?:mcp|the protocol|model context protocol|the spec(?:ification)?)\b(?! (?:servers?|clients?"
    r"|hosts?|prox(?:y|ies)|implement\w+|applications?|apps?))",
    re.I,
)
_PASSIVE_AGENT: Final = re.compile(r"\bby (?:the |an? |all |any |every )?(?P<agent>.+)$", re.I)
_VERBISH: Final = re.compile(
    r"\b(?:must|shall|should|may|might|can|could|cannot|can't|will|need|needs|has|have|is|are|do|does"
    r"|don't|doesn't|never|always)\b",
    re.I,
)

_IDENTIFIER: Final = re.compile(
    r"`([^`]+)`"
    r"|(?<![\w/])((?:notifications|tools|resources|prompts|sampling|roots|elicitation|completion|logging"
    r"|tasks|server|subscriptions|ping|initialize)/[A-Za-z_/]+)"
    r"|\b([A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+)\b"
    r"|\b(_meta(?:\.[\w./]+)?)\b"
    r"|\b([a-z]+(?:[A-Z][a-z0-9]+)+)\b"
    r"|\b([A-Z][a-z]+(?:[A-Z][a-z0-9]+)+)\b"
    r"|\b([a-z]+(?:_[a-z0-9]+)+)\b"
    r"|(?<!\w)(/?\.well-known/[\w./-]+)"
)
_NUMBER: Final = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)*%?(?![\w-])|(?<!\w)-32\d{3}\b")
_DATE: Final = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_RFC: Final = re.compile(r"\b(?:RFC|BCP|ISO|SEP|OAuth|TLS|HTTP/?)[ -]?(\d+(?:\.\d+)?)\b", re.I)
_NUMBER_WORDS: Final = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10",
}  # fmt: skip

_STOP: Final = frozenset(
    ["a", "an", "the", "of", "to", "in", "on", "for", "with", "by", "from", "at", "as", "is", "are", "was", "were", "be", "been", "being", "it", "its", "this", "that", "these", "those", "they", "them", "their", "there", "here", "and", "or", "but", "if", "then", "than", "so", "such", "any", "all", "every", "each", "some", "same", "other", "one", "which", "who", "whom", "whose", "what", "when", "where", "how", "why", "also", "only", "just", "even", "still", "very", "more", "most", "much", "many", "about", "into", "onto", "over", "under", "between", "through", "per", "via", "within", "i", "you", "we", "he", "she", "my", "your", "our", "me", "us", "do", "does", "did", "doing", "done", "has", "have", "had", "having", "will", "would", "up", "out", "off", "both", "either", "not", "no", "never", "nor", "none", "without", "cannot", "while", "during", "because", "since", "unless", "until", "against", "own", "mcp", "protocol", "spec", "specification", "version", "model", "context", "according", "e.g", "i.e", "etc", "really", "actually", "simply", "always", "let", "lets", "get", "gets", "got", "like", "thing", "things", "way", "ways", "able", "use", "uses", "used", "using", "make", "makes", "made", "given", "case", "kind", "whether", "anything", "something", "everything", "right", "okay", "ok", "please", "per"]
)
_MODAL_WORDS: Final = frozenset(
    ["must", "shall", "should", "may", "might", "can", "could", "required", "require", "requires", "requirement", "mandatory", "mandate", "mandates", "optional", "optionally", "recommended", "recommend", "recommends", "recommendation", "need", "needs", "needed", "have", "ought", "allowed", "allow", "allows", "permitted", "permit", "permits", "forbidden", "prohibited", "forbid", "forbids", "prohibit", "prohibits", "encouraged", "advised", "free", "obliged", "obligated", "obligation", "strictly", "not-allowed"]
)
_ACTOR_WORDS: Final = frozenset(
    ["client", "clients", "server", "servers", "host", "hosts", "user", "users", "sender", "senders", "receiver", "receivers", "recipient", "recipients", "requestor", "requestors", "requester", "requesters", "implementor", "implementors", "implementer", "implementers", "implementation", "implementations", "party", "parties", "side", "sides"]
)

_SYNONYMS: Final[dict[str, str]] = {
    word: group[0]
    for group in (
        line.split()
        for line in """declare advertise announce advertis announc declar expos
        check verify validat verif validate verification validation
        send emit transmit issu deliver sent dispatch push
        answer respond reply respons response repl return
        reject refus deny declin refuse
        obtain acquire fetch retriev retrieve request ask query
        delete remov remove drop discard
        start begin open initiat establish launch initialize initialization handshake
        end close terminat stop shut terminate shutdown
        show display present render
        contain includ carry hold include contains
        ignor disregard
        choose select pick decid decide
        execut run invok call invoke execution invocation
        limit throttl throttle
        secur safe protect
        unique distinct
        consent approv permission approval approve confirm confirmation
        untrusted distrust
        argument parameter param args input
        transport channel
        support implement
        multiple several many
        message payload
        encrypt tls https
        mime mimetype
        url uri
        error fail failure
        batch batching
        notification notify notifi
        argument arg""".splitlines()
    )
    for word in group
}


@lru_cache(maxsize=8192)
def read_sentence(sentence: str) -> Reading:
    """Read a claim or a statement."""
    text, is_question = as_statement(sentence)
    plain = _DATE.sub(" ", text)
    main = main_clause(plain)
    level = claim_level(main)
    return Reading(
        text=text,
        is_question=is_question,
        actor=subject_actor(main),
        actors=_named_actors(plain),
        level=level,
        negated=is_negated(main, level),
        identifiers=identifiers(plain),
        numbers=_numbers(plain),
        terms=terms(plain),
    )


def as_statement(sentence: str) -> tuple[str, bool]:
    """Return a sentence as a statement, and whether it was a yes/no question.

    "Does MCP enforce rate limits?" is "MCP enforce rate limits": the claim that the answer is yes.
    """
    text = " ".join(sentence.split())
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


def claim_level(text: str) -> ClaimLevel:
    """Return the level that the words of a sentence claim, `none` for a plain indicative."""
    best: tuple[int, ClaimLevel] | None = None
    for level, pattern in _LEVEL_PATTERNS:
        match = pattern.search(text)
        # The first modal is the main one; at the same place the longer phrase stands earlier in the list.
        if match and (best is None or match.start() < best[0] - 12):
            best = match.start(), level
    return best[1] if best else "none"


def is_negated(text: str, level: ClaimLevel) -> bool:
    """Return whether the sentence denies its predicate; "must not" and "need not" are levels, not denials."""
    if level in ("MUST NOT", "SHOULD NOT", "OPTIONAL"):
        return False
    return bool(_NEGATION.search(re.sub(r"\bnot only\b", "", text, flags=re.I)))


def subject_actor(text: str) -> Actor | None:
    """Return who acts: the actor named before the first verb, else the agent of a passive."""
    verb = _VERBISH.search(text)
    head = text[: verb.start()] if verb else " ".join(text.split()[:5])
    actor = _first_actor(head)
    if actor in (None, "protocol"):
        agent = _PASSIVE_AGENT.search(text)
        by = _first_actor(" ".join(agent["agent"].split()[:4])) if agent else None
        return by or actor
    return actor


def identifiers(text: str) -> frozenset[str]:
    """Return code-like names in a text: methods, fields, headers, paths."""
    found = (next(group for group in match if group) for match in _IDENTIFIER.findall(text))
    return frozenset(name.strip("`'\"(),. ").lower() for name in found if len(name) > 1)


def terms(text: str) -> frozenset[str]:
    """Return the stems of the content words, with domain synonyms folded."""
    words = re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.sub(r"[`*\"]", " ", text.lower()))
    parts = [part for word in words for part in {word, *word.split("-")}]
    return frozenset(
        _fold(word)
        for word in parts
        if len(word) > 1
        and word not in _STOP
        and word not in _MODAL_WORDS
        and word not in _ACTOR_WORDS
    )


def _fold(word: str) -> str:
    stem = _stem(word)
    return _SYNONYMS.get(word) or _SYNONYMS.get(stem) or stem


def _stem(word: str) -> str:
    """Cut the commonest English endings; enough to match forms of one word."""
    for ending, least in (
        ("ations", 4), ("ation", 4), ("ingly", 4), ("ities", 4), ("ings", 4), ("ing", 4), ("ies", 3),
        ("ied", 3), ("ions", 4), ("ion", 4), ("ers", 4), ("ed", 3), ("es", 3), ("er", 4), ("ly", 4),
        ("ity", 4), ("e", 3), ("s", 3), ("y", 3),
    ):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def _first_actor(text: str) -> Actor | None:
    if _BOTH.search(text):
        return "client and server"
    found = [
        (match.start(), -len(match.group()), actor)
        for actor, pattern in _ACTOR_PATTERNS
        if (match := pattern.search(text))
    ]
    if found:
        return min(found)[2]
    return "protocol" if _PROTOCOL.search(text) else None


def _named_actors(text: str) -> frozenset[Actor]:
    return frozenset(actor for actor, pattern in _ACTOR_PATTERNS if pattern.search(text))


def _numbers(text: str) -> frozenset[str]:
    bare = _RFC.sub(" ", text)
    digits = {match.group().rstrip(".") for match in _NUMBER.finditer(bare)}
    words = {_NUMBER_WORDS[w] for w in re.findall(r"[a-z]+", bare.lower()) if w in _NUMBER_WORDS}
    references = {match.group(1) for match in _RFC.finditer(text)}
    return frozenset(digits | (words - {"1"}) | references) - {"2.0"}
