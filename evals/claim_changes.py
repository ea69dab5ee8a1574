"""Claims changed by rule into others whose label is known: what real data has too few of.

Of a claim that a text supports, "not" put in or taken out makes one that it contradicts, and so
do another number or an opposite word. A claim that a text does not mention stays unmentioned
whatever is changed in it, so that no change is a sign of a label by itself. The prose judge is
fitted on these beside the real pairs, and with less weight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from evals.stance import Pair, StanceLabel
from nodes.judging.prose.quantities import Quantity, quantities
from nodes.judging.prose.words import words_of

_PAIRS: Final = """
    increase decrease|increases decreases|increased decreased|more less|higher lower|larger smaller
    largest smallest|most least|before after|first last|always never|all no|many few|same different
    includes excludes|include exclude|allow prevent|allows prevents|won lost|north south
    northern southern|east west|eastern western|hot cold|warm cold|wet dry|difficult easy|fast slow
    strong weak|long short|above below|legal illegal|public private|positive negative
    internal external|best worst|oldest youngest|highest lowest|early late|rise fall
    mandatory optional|possible impossible|can cannot|simple complex|support oppose
    supported opposed|joined left|male female
"""
_OPPOSITE: Final[dict[str, str]] = {
    word: other
    for pair in re.split(r"[|\n]", _PAIRS)
    if pair.strip()
    for one, two in [pair.split()]
    for word, other in ((one, two), (two, one))
}
_AUXILIARY: Final = re.compile(
    r"\b(is|are|was|were|can|could|does|did|will|may|might|should|must|would)\b(?! not)"
)
_NUMBER_WORDS: Final = "two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_SHIFTS: Final = (-31, -12, -7, -3, -2, 2, 3, 5, 11, 24)
_UNMENTIONED: Final = 0.3
"""Share of the unmentioned claims that are changed: there are many of them."""


@dataclass(frozen=True, slots=True)
class ChangedPair:
    """A pair with a changed claim, and how likely each label is for it."""

    pair: Pair
    change: str
    labels: dict[StanceLabel, float]


def changed_pairs(pairs: Sequence[Pair], seed: int = 7) -> list[ChangedPair]:
    """Return the changed claims of some pairs; the same ones each time."""
    random = Random(seed)  # noqa: S311 - nothing secret
    names = [name for claim in sorted({pair.claim for pair in pairs}) for name in _names(claim)]
    found: list[ChangedPair] = []
    for pair in pairs:
        if pair.label == "supported":
            for change, make in _CHANGES.items():
                _add(found, pair, change, make(pair.claim, random), {"contradicted": 1.0})
            other = _with_other_name(pair, names, random)
            _add(found, pair, "name", other, {"contradicted": 0.4, "not_mentioned": 0.6})
        elif pair.label == "contradicted":
            turned = turn(pair.claim, random)
            _add(found, pair, "turned", turned, {"supported": 0.7, "not_mentioned": 0.3})
        elif pair.label == "not_mentioned" and random.random() < _UNMENTIONED:
            change = random.choice(sorted(_CHANGES))
            _add(found, pair, change, _CHANGES[change](pair.claim, random), {"not_mentioned": 1.0})
    return found


def _add(
    found: list[ChangedPair],
    pair: Pair,
    change: str,
    claim: str | None,
    labels: dict[StanceLabel, float],
) -> None:
    if claim and claim != pair.claim:
        label = max(labels, key=lambda item: labels[item])
        found.append(ChangedPair(Pair(claim, pair.text, label, pair.group), change, labels))


def turn(claim: str, random: Random) -> str | None:
    """Return a claim with "not" put in, or taken out; None where its form gives no place for it."""
    if re.search(r"\bnot\b", claim):
        return re.sub(r"\s*\bnot\b", "", claim, count=1)
    auxiliary = _AUXILIARY.search(claim)
    if auxiliary:
        denial = random.choice(("not", "not", "never"))
        return f"{claim[: auxiliary.end()]} {denial}{claim[auxiliary.end() :]}"
    words = claim.split()
    for place, word in enumerate(words[1:5], start=1):
        if re.fullmatch(r"[a-z]+ed|[a-z]*[^s\W]s", word) and place + 1 < len(words):
            return " ".join([*words[:place], "never", *words[place:]])
    return None


def renumber(claim: str, random: Random) -> str | None:
    """Return a claim with another number in it; None where it has none."""
    found = [item for item in quantities(claim) if item.kind != "ordinal"]
    if not found:
        return None
    chosen = random.choice(found)
    other = _other_number(chosen, random)
    return claim[: chosen.start] + other + claim[chosen.end :] if other else None


def oppose(claim: str, random: Random) -> str | None:
    """Return a claim with a word's opposite in its place; None where no word has one."""
    found = [item for item in re.finditer(r"[A-Za-z]+", claim) if item[0].lower() in _OPPOSITE]
    if not found:
        return None
    chosen = random.choice(found)
    return claim[: chosen.start()] + _OPPOSITE[chosen[0].lower()] + claim[chosen.end() :]


_CHANGES: Final[dict[str, Callable[[str, Random], str | None]]] = {
    "denied": turn,
    "number": renumber,
    "opposite": oppose,
}


def _other_number(quantity: Quantity, random: Random) -> str | None:
    digits = list(re.finditer(r"\d[\d,]*(?:\.\d+)?", quantity.text))
    if not digits:
        first, _, rest = quantity.text.partition(" ")
        others = [word for word in _NUMBER_WORDS if word != first.lower()]
        return f"{random.choice(others)} {rest}".strip() if len(others) < 11 else None
    chosen = random.choice(digits)
    value = float(chosen[0].replace(",", ""))
    if quantity.kind == "date":
        is_year = len(chosen[0]) == 4
        other = value + random.choice(_SHIFTS) if is_year else (value + 7) % 28 + 1
    else:
        other = value * random.choice((0.5, 1.5, 2, 3)) + random.choice((1, 2))
    written = f"{other:.1f}" if "." in chosen[0] else str(int(other))
    return quantity.text[: chosen.start()] + written + quantity.text[chosen.end() :]


def _names(claim: str) -> list[str]:
    """Return the runs of words that are written like names."""
    runs: list[tuple[int, int]] = []
    before = -2
    for place, word in enumerate(words_of(claim)):
        if word.name:
            start = runs.pop()[0] if runs and before == place - 1 else word.start
            runs.append((start, word.end))
            before = place
    return [claim[start:end] for start, end in runs]


def _with_other_name(pair: Pair, names: Sequence[str], random: Random) -> str | None:
    """Return a claim with its last name replaced by one that neither it nor the text has."""
    mine = _names(pair.claim)
    text = f"{pair.claim} {pair.text}".lower()
    others = [name for name in names if name.lower() not in text]
    if len(mine) < 2 or not others:
        return None
    return random.choice(others).join(pair.claim.rsplit(mine[-1], 1))
