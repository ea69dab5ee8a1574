"""Check the wordings beside the catalogue: each of something, said once, and on one side only."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from retrieval.catalogue import Catalogue
from retrieval.versions import SpecVersion
from retrieval.wordings import false_wordings, true_wordings

LEAST: Final = 12
MOST: Final = 420
"""Characters of a wording, as in the catalogue itself."""


def check_wordings(catalogue: Catalogue, more: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the problems found, each as `id: what is wrong`."""
    sides = _Sides(defaultdict(set), defaultdict(set))
    known = {
        **{item.id: (item, true_wordings(item), sides.true) for item in catalogue.requirements},
        **{item.id: (item, false_wordings(item), sides.false) for item in catalogue.misconceptions},
    }
    for name, (item, texts, side) in known.items():
        said: set[str] = set()
        for number, text in enumerate((*texts, *more.get(name, ()))):
            if number >= len(texts) and not LEAST <= len(text) <= MOST:
                yield f"{name}: a wording has {len(text)} characters: {text!r}"
            if number >= len(texts) and _plain(text) in said:
                yield f"{name}: says twice {text!r}"
            said.add(_plain(text))
            side[_plain(text)].update(item.versions)
    for name in more.keys() - known.keys():
        yield f"{name}: has wordings, and there is no such entry or misconception"
    for text in sides.true.keys() & sides.false.keys():
        if sides.true[text] & sides.false[text]:
            yield f"wordings: both true and false in one version: {text!r}"


class _Sides(NamedTuple):
    """By text, the versions in which it is true, and those in which it is false."""

    true: defaultdict[str, set[SpecVersion]]
    false: defaultdict[str, set[SpecVersion]]


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()
