"""Join what stands apart on the page: a list with its introduction, a cell with its header."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from nodes.extracting.cleaning import cleaned, continued, without_pictures
from nodes.extracting.sentences import OPPOSED, Sentence
from nodes.extracting.words import (
    finite_verb,
    is_command,
    is_plural,
    subject_of,
    without_opening,
)
from nodes.reading.markdown import Block
from retrieval.sentences import split_sentences

LONGEST_LEAD: Final = 300
"""Of what introduces a list, no more is read into each of its items."""

_MODAL: Final = (
    r"(?:must|shall|should|may|can|will|(?:needs?|has|have|ought|(?:is|are) (?:required|expected"
    r"|allowed|free|able|encouraged|supposed)) to)"
)
_ENDS_IN_MODAL: Final = re.compile(
    rf"\b{_MODAL}(?: not| never)?(?: (?:also|always|either|at least))?$", re.I
)
_SAYS_FOLLOWING: Final = re.compile(
    rf"^(?P<head>.*\b{_MODAL}(?: not| never)?)\b.*\b(?:the following|these|this|as follows|rules?"
    r"|requirements?|things?|steps?|duties|points?)\b[^.]*$",
    re.I,
)
_CONDITION: Final = re.compile(
    r"^(?:if|when|whenever|where|for|during|in|on|after|before|once|unless|since|with|as of"
    r"|under)\b",
    re.I,
)
_OPEN_END: Final = re.compile(
    r"\b(?:is|are|includes?|contains?|supports?|offers?|provides?|defines?|has|have|by|for|of"
    r"|with|to|as|such as|like|via|in|on|from|uses?|carries|carry|declares?|sends?|returns?"
    r"|requires?|exposes?|means?|describes?|specif(?:y|ies)|covers?|into|following|follows)$",
    re.I,
)
_POINTS_ON: Final = re.compile(
    r"\b(?:following|below|as follows|here)\b|\b(?:these|this)\b(?: \w+){0,3}$", re.I
)
STARTS_WITH_VERB: Final = re.compile(
    rf"^(?:{_MODAL}|cannot|never|is|are|was|were|has|have|does|do)\b", re.I
)
_GLOSS: Final = re.compile(
    r"^(?P<term>(?:`[^`]*`|[^:–—.;!?`]){1,80}?)(?::|\s+[–—-]{1,2}|\s+=)\s+(?P<gloss>\S.*)$"
)
_ARTICLE: Final = re.compile(r"^(?:a|an|the|one|any|some|each|another)\b", re.I)
_PARTICIPLE: Final = re.compile(r"^(?:\w+ly )?\w+ed\b", re.I)
_MAX_TERM_WORDS: Final = 7

_DESCRIBES: Final = re.compile(
    r"descri|mean|what|purpose|when|note|content|expla|detail|defini|summary|comment|use|why|rule"
    r"|requirement|behaviou?r|effect|answer|fact",
    re.I,
)
_NAMES: Final = re.compile(
    r"name|field|term|concept|feature|property|item|key|thing|primitive|^$", re.I
)
_YES: Final = re.compile(r"(?:yes|y|true|✓|✔|✅|☑|supported)\W*$", re.I)
_NO: Final = re.compile(r"(?:no|n|false|✗|✘|❌|☐|not supported|unsupported|removed)\W*$", re.I)
_TRUE_OR_FALSE: Final = re.compile(r"(?:true|false)\W*$", re.I)
_PREDICATE: Final = re.compile(
    r"required|optional|mandatory|support|allowed|available|deprecated|needed|paginated", re.I
)
"""Headers of which "true" tells that it is so; under "Default" it is a value."""
_NOTHING: Final = re.compile(r"[\s–—-]*$")


def lead_of(block: Block) -> str | None:
    """Return the words that introduce the list that a block is an item of, or None.

    An item that has items below it introduces them, after its own introduction.
    """
    return _words_of(block.lead) if block.lead else None


@lru_cache(maxsize=64)
def _words_of(lead: Block) -> str | None:
    """Return the last words of a block that a list follows; None where they introduce nothing."""
    *before, last = split_sentences(lead.text.text[-LONGEST_LEAD:])
    is_cut = not before and len(lead.text.text) > LONGEST_LEAD
    if is_cut or not last.endswith((":", ",")):
        return None
    words = cleaned(last).rstrip(" :,")
    above = lead_of(lead)
    whole = joined(above, words) if above else words
    return whole if len(whole) <= LONGEST_LEAD else words


def joined(lead: str, item: str) -> str:
    """Return an item of a list as one sentence with the words that introduce it."""
    if STARTS_WITH_VERB.match(item) and not finite_verb(lead):
        return f"{lead} {item}"
    if subject_of(item) is not None and not is_command(item):
        return f"{lead}, {continued(item)}" if _is_condition(lead) else item
    if is_command(item) and len(lead.split()) < 3 and not finite_verb(lead):
        return item  # "Mitigation:" says nothing of who has to do it
    if _ENDS_IN_MODAL.search(lead):
        return f"{lead} {continued(item)}"
    following = _SAYS_FOLLOWING.match(lead)
    if following and is_command(item):
        return f"{following['head']} {continued(item)}"
    if _OPEN_END.search(lead):
        return f"{lead} {continued(item)}"
    return f"{lead}: {item}"


def is_complete(lead: str) -> bool:
    """Return whether an introduction states something without the list that it introduces."""
    return not (
        _ENDS_IN_MODAL.search(lead)
        or _OPEN_END.search(lead)
        or _POINTS_ON.search(lead)
        or _is_condition(lead)
    ) and bool(finite_verb(lead))


def _is_condition(lead: str) -> bool:
    """Return whether an introduction is only a condition or a place: "If a schema is given:"."""
    return bool(_CONDITION.match(lead)) and without_opening(lead) == lead


def split_gloss(text: str) -> tuple[str, str] | None:
    """Return the term and the gloss of "term: what it is", or None where a text is not that."""
    match = _GLOSS.match(text)
    if not match or len(match["term"].split()) > _MAX_TERM_WORDS or finite_verb(match["term"]):
        return None
    return match["term"].strip(), match["gloss"].strip()


def glossed(term: str, gloss: str) -> str:
    """Return a term and its gloss as one sentence, as far as the gloss has the form for it."""
    if _begins_with_verb(gloss):
        return f"{term} {continued(gloss)}"
    if subject_of(gloss) is not None and not is_command(gloss):
        return gloss if term.lower().strip("` ") in gloss.lower() else f"{term}: {gloss}"
    if _ARTICLE.match(gloss) or _PARTICIPLE.match(gloss):
        return f"{term} {'are' if is_plural(term) else 'is'} {continued(gloss)}"
    return f"{term}: {gloss}"


def _begins_with_verb(gloss: str) -> bool:
    """Return whether a gloss goes on from its term: "checks that the peer is alive"."""
    if STARTS_WITH_VERB.match(gloss):
        return True
    verb = finite_verb(f"it {gloss}")
    return verb is not None and verb.start == len("it ") and not verb.is_past


def row_statement(sentence: Sentence) -> str:
    """Return a row, or one cell of it, as a sentence with the headers that it needs."""
    block = sentence.block
    cells = [cell.text for cell in block.cells]
    if sentence.column is not None and (do := OPPOSED.fullmatch(block.headers[sentence.column])):
        plain = without_pictures(sentence.text)
        return f"Don't {continued(plain)}" if do["dont"] else plain
    name = _named(block.headers[0], cells[0])
    if sentence.column is not None:
        return f"{name}: {_support(sentence.text)}"
    filled = [
        (header, cell)
        for header, cell in zip(block.headers[1:], cells[1:], strict=False)
        if not _NOTHING.match(cell)
    ]
    if len(filled) == 1 and _DESCRIBES.search(filled[0][0]):
        return glossed(name, without_pictures(filled[0][1]))
    said = "; ".join(_value(header.strip(), cell) for header, cell in filled)
    return f"{name}: {said}" if said else name


def _named(header: str, cell: str) -> str:
    plain = without_pictures(cell)
    if _NAMES.search(header) or header.lower() in plain.lower() or len(plain.split()) > 3:
        return plain
    return f"{header} {plain}"


def _support(cell: str) -> str:
    if _YES.match(cell):
        return "supported"
    return "not supported" if _NO.match(cell) else without_pictures(cell) or cell


def _value(header: str, cell: str) -> str:
    is_value = _TRUE_OR_FALSE.match(cell) and not _PREDICATE.search(header)
    if _YES.match(cell) and not is_value:
        return continued(header)
    if _NO.match(cell) and not is_value:
        return f"not {continued(header)}"
    plain = without_pictures(cell) or cell
    return plain if _DESCRIBES.search(header) else f"{continued(header)} {plain}"
