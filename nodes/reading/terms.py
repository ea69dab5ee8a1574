"""Terms: the stems of what a sentence speaks of, with the synonyms of this field folded."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_STOP: Final = frozenset(
    """
    a an the of to in on for with by from at as is are was were be been being it its this
    that these those they them their there here and or but if then than so such any all
    every each some same other one which who whom whose what when where how why also only
    just even still very more most much many about into onto over under between through per
    via within i you we he she my your our me us do does did doing done has have had having
    will would up out off both either not no never nor none without cannot while during
    because since unless until against own mcp protocol spec specification version model
    context according e.g i.e etc really actually simply always let lets get gets got like
    thing things way ways able use uses used using make makes made given case kind whether
    anything something everything right okay ok please
    """.split()  # noqa: SIM905 - a list of words is read best as text
)

_MODAL_WORDS: Final = frozenset(
    """
    must shall should may might can could required require requires requirement mandatory
    mandate mandates optional optionally recommended recommend recommends recommendation
    need needs needed have ought allowed allow allows permitted permit permits forbidden
    prohibited forbid forbids prohibit prohibits encouraged advised free obliged obligated
    obligation strictly not-allowed
    """.split()  # noqa: SIM905 - a list of words is read best as text
)

_ACTOR_WORDS: Final = frozenset(
    """
    client clients server servers host hosts user users sender senders receiver receivers
    recipient recipients requestor requestors requester requesters implementor implementors
    implementer implementers implementation implementations party parties side sides
    """.split()  # noqa: SIM905 - a list of words is read best as text
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
        obtain acquire acquir fetch retriev retrieve request ask query quer
        delete remov remove drop discard
        start begin open initiat initi establish launch initialize initialization handshake
        end close terminat termin stop shut terminate shutdown
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


def terms(text: str) -> frozenset[str]:
    """Return the stems of the content words, with domain synonyms folded."""
    plain = re.sub(r"[`*\"]", " ", re.sub(r"\b\w+n't\b|\bcan't\b|'\w+\b", " ", text.lower()))
    words = re.findall(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", plain)
    parts = [part for word in words for part in {word, *word.split("-")}]
    return frozenset(
        _fold(word)
        for word in parts
        if len(word) > 1
        and word not in _STOP
        and word not in _MODAL_WORDS
        and word not in _ACTOR_WORDS
    )


def spelled(text: str, stems: frozenset[str]) -> list[str]:
    """Return the words of a text that have these stems, as they stand in it, each once."""
    words = re.findall(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*", text)
    found = {word.lower(): word for word in reversed(words) if terms(word) & stems}
    return sorted(found.values(), key=str.lower)


@lru_cache(maxsize=32_768)
def _fold(word: str) -> str:
    stem = _stem(word)
    return _SYNONYMS.get(word) or _SYNONYMS.get(stem) or stem


def _stem(word: str) -> str:
    """Cut the commonest English endings; enough to match forms of one word."""
    for ending, least in (
        ("ations", 4), ("ation", 4), ("ingly", 4), ("ities", 4), ("ings", 4), ("ing", 4),
        ("ies", 3), ("ied", 3), ("ions", 4), ("ion", 4), ("ers", 4), ("ed", 3), ("es", 3),
        ("er", 4), ("ly", 4), ("ity", 4), ("e", 3), ("s", 3), ("y", 3),
    ):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) >= least and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    # "-at" is left of "negotiate" and not of "negotiation"; "logg" is left of "logged".
    if len(word) > 7 and word.endswith("at"):
        word = word[:-2]
    last = word.rpartition("-")[2]
    doubled = len(last) > 3 and last[-1] == last[-2] != "s"
    return word[:-1] if doubled and (last[-1] != "l" or len(last) > 6) else word
