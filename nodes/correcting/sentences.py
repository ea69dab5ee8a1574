"""Correct a sentence that is wrong as a whole: by a true one, where nothing else is lost by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nodes.documents import CheckedClaim
from nodes.reading.inline import read_inline

_KEPT_KINDS: Final = ("sentence", "list_item")
_LINKS: Final = re.compile(r"\]\(|\]\[|!\[|\[\^|<[A-Za-z/!]|https?://|\{")
_CODE: Final = re.compile(r"`[^`]+`")
_LEANS: Final = re.compile(
    r"(?:it|its|they|their|them|this|that|these|those|he|she|there|both|such|only|so|neither)\b",
    re.I,
)
_KEY_WORDS: Final = re.compile(r"\b(?:must|shall|should|may)(?: not)?\b")
_CAPITALS: Final = re.compile(r"\b(?:MUST|SHALL|SHOULD|MAY|REQUIRED|RECOMMENDED|OPTIONAL)\b")
_LEAST_WORDS: Final = 4


def replacements(item: CheckedClaim) -> Iterator[str]:
    """Yield what could stand in the place of a claim that is refuted as a whole, best first.

    It is what the judge says is true, and the passage that the judge goes by.
    """
    if not is_replaceable(item):
        return
    source = item["claim"]["text"]
    judgement = item["verdict"]["parts"][0]["judgement"]
    evidence = item["verdict"]["parts"][0]["evidence"]
    truths = [judgement["correction"], *(evidence[n - 1]["text"] for n in judgement["cited"][:1])]
    for truth in dict.fromkeys(text for text in truths if text):
        sentence = " ".join(truth.split())
        if _stands_alone(sentence) and _keeps_code(source, sentence):
            yield _dressed(sentence, source)


def is_replaceable(item: CheckedClaim) -> bool:
    """Return whether a claim is one whole sentence that another can take the place of."""
    claim = item["claim"]
    return (
        claim["kind"] in _KEPT_KINDS
        and len(item["verdict"]["parts"]) == 1
        and not _LINKS.search(claim["text"])
        # A list item that goes on from its introduction cannot be a sentence of its own.
        and (claim["kind"] == "sentence" or reads_alone(claim["text"], claim["statement"]))
    )


def reads_alone(source: str, statement: str) -> bool:
    """Return whether a statement is only its source without markup."""
    return _bare(plain(source)) == _bare(statement)


def plain(source: str) -> str:
    """Return the text that a reader sees of a piece of Markdown."""
    return read_inline(source, list(range(len(source)))).text


def _bare(text: str) -> str:
    return re.sub(r"[^\w]+", " ", text).strip().lower()


def _stands_alone(sentence: str) -> bool:
    return len(sentence.split()) >= _LEAST_WORDS and not _LEANS.match(sentence)


def _keeps_code(source: str, sentence: str) -> bool:
    """Return whether all code of the source is in the sentence, with or without its marks."""
    return all(code.strip("`").strip() in sentence for code in _CODE.findall(source))


def _dressed(sentence: str, source: str) -> str:
    """Return a sentence with the capitals and the end that the source has."""
    if _CAPITALS.search(source):
        sentence = _KEY_WORDS.sub(lambda word: word.group().upper(), sentence)
    sentence = sentence.rstrip(" .") if sentence.endswith(".") else sentence
    ending = re.search(r"[.!:;,]*[*_]*$", source.rstrip())
    end = re.sub(r"[*_!]", "", ending.group()) if ending else ""
    return sentence + (end or "")
