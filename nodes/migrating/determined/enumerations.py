"""Put what came into a list, and take out what went, where both versions have the whole list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.values import JudgedSentence
from retrieval.changes import Passage

_OF_CODE: Final = re.compile(r"(`[^`]+`(?:, `[^`]+`)*,? (?:and|or) `[^`]+`)\.$")
_OF_WORDS: Final = re.compile(
    r": ([a-z][a-z -]*(?:, [a-z][a-z -]*)*,? (?:and|or) [a-z][a-z -]*)\.$"
)
_JOINTS: Final = re.compile(r",? (?:and|or) |, ")
_ARTICLE: Final = re.compile(r"^an? ")
_NO_PLURAL: Final = frozenset({"text", "audio"})
_COUNTS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
_COUNT: Final = re.compile(rf"\b(?:{'|'.join(_COUNTS)})\b", re.I)

_UNSAID: Final = frozenset({"experimental", "_meta"})
"""Where extensions have their place: a sentence may leave it out and still mean the whole list."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A list in a sentence."""

    start: int
    end: int
    items: tuple[str, ...]
    joint: str
    """What stands before the last item."""


def enumeration(sentence: JudgedSentence, signal: Signal, _: Ground) -> str | None:
    """Return the sentence with the list of the target in the sentence's own manner."""
    change = signal.change
    old = _list_of(change["before"]) if change else None
    new = _list_of(change["after"]) if change else None
    text = sentence["text"]
    found = _find(text, old) if old else None
    if found is None or old is None or new is None:
        return None
    said = {_key(item): item for item in found.items}
    came = [item for item in new if _key(item) not in map(_key, old)]
    kept = [key for key in said if key in map(_key, new)]
    if (
        not {_key(item) for item in old} <= said.keys() | _UNSAID
        or not kept
        or (not came and len(kept) == len(said))
    ):
        return None
    listed = [
        said[_key(item)] if _key(item) in said else _in_manner(item, found.items, new)
        for item in new
        if _key(item) in said or item in came
    ]
    head = _recounted(text[: found.start], len(found.items), len(listed))
    if head is None or len(listed) < 2:
        return None
    return head + ", ".join(listed[:-1]) + found.joint + listed[-1] + text[found.end :]


def _list_of(entries: Sequence[Passage]) -> list[str] | None:
    """Return the list at the end of the one entry that has one."""
    found = [
        match[1]
        for entry in entries
        if (match := _OF_CODE.search(entry["statement"]) or _OF_WORDS.search(entry["statement"]))
    ]
    return _JOINTS.split(found[0]) if len(found) == 1 else None


def _find(text: str, known: Sequence[str]) -> _Found | None:
    """Return the only list in a text that is made of known items."""
    names = "|".join(re.escape(_key(item)) for item in sorted(known, key=len, reverse=True))
    item = rf"(?:\ban? )?(?<![\w-])`?(?:{names})s?`?(?![\w-])"
    pattern = rf"{item}(?:, {item})*(?P<joint>,? (?:and|or) ){item}"
    matches = list(re.finditer(pattern, text, re.I))
    if len(matches) != 1:
        return None
    (match,) = matches
    items = tuple(_JOINTS.split(match.group()))
    if len({_key(item) for item in items}) != len(items):
        return None
    return _Found(match.start(), match.end(), items, match["joint"])


def _in_manner(item: str, others: Sequence[str], new: Sequence[str]) -> str:
    """Return an item in code, with an article or as a plural, as the sentence has the others."""
    if others[0].startswith("`"):
        return f"`{item.strip('`')}`"
    bare = item.strip("`")
    if bare in _NO_PLURAL:
        return bare
    forms = {_key(other): other.strip("`") for other in new}
    if any(_ARTICLE.match(other) for other in others):
        return f"{'an' if bare[0] in 'aeiou' else 'a'} {bare}"
    plural = any(other == f"{forms.get(_key(other))}s" for other in others)
    return f"{bare}s" if plural else bare


def _recounted(head: str, before: int, after: int) -> str | None:
    """Return the words before the list with its new count, or None where they count otherwise."""
    counts = _COUNT.findall(head)
    if not counts:
        return head
    if len(counts) > 1 or counts[0].lower() != _COUNTS[before - 2] or after - 2 >= len(_COUNTS):
        return None
    word = _COUNTS[after - 2]
    return _COUNT.sub(word.capitalize() if counts[0][0].isupper() else word, head)


def _key(item: str) -> str:
    return _ARTICLE.sub("", item.strip().lower()).strip("`").removesuffix("s")
