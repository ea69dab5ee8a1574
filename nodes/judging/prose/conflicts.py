"""Conflicts: what a text says otherwise than a claim, each with the sentence that says it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nodes.judging.prose.agreement import agreement
from nodes.judging.prose.alignment import Alignment
from nodes.judging.prose.polarity import denied, opposites
from nodes.judging.prose.quantities import Quantity, quantities
from nodes.judging.prose.slots import other_filler, swapped_roles
from nodes.judging.prose.words import Word

ConflictKind = Literal["number", "denial", "answer", "opposite", "name", "roles"]

_SLOT_WORDS: Final = 6
"""Words before a number among which the word may be that it belongs to."""

_NO: Final = re.compile(r"^(?:[^.?!]{0,40}[ ,])?no\b|^not\b", re.I)
_LEAST_SHARED: Final = 0.3
"""Weight of the claim that a sentence must share before a denial in it is one of the claim."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing that a sentence of the page says otherwise."""

    kind: ConflictKind
    strength: float
    """How surely the sentence speaks of the same thing: the weight of the claim that it shares;
    more than 1 where a number stands in the same place."""
    row: int
    """The sentence, as a row of the alignment."""
    claimed: str
    given: str


def find_conflicts(alignment: Alignment) -> list[Conflict]:
    """Return the strongest conflict of each kind, strongest first."""
    strongest: dict[ConflictKind, Conflict] = {}
    finders = (_numbers, _denials, _answers, _opposites, _names, _roles)
    for conflict in (found for finder in finders for found in finder(alignment)):
        kept = strongest.get(conflict.kind)
        if kept is None or conflict.strength > kept.strength:
            strongest[conflict.kind] = conflict
    return sorted(strongest.values(), key=lambda item: -item.strength)


def loose_number_conflict(alignment: Alignment) -> float:
    """Return how much of the claim a sentence shares that has other numbers of the same kind."""
    return max((shared for shared, *_ in _differing(alignment)), default=0.0)


def numbers_absent(alignment: Alignment) -> bool:
    """Return whether the claim has a number that the text neither has nor has another for."""
    given = [item for _, item in _given(alignment)]
    return any(
        all(agreement(claimed, item) == "unrelated" for item in given)
        for claimed in quantities(alignment.claim.text)
    )


def _numbers(alignment: Alignment) -> Iterator[Conflict]:
    """Other numbers of the same thing, or after the same word."""
    for shared, row, claimed, given in _differing(alignment):
        same_word = _belongs_to_same_word(alignment, row, claimed, given)
        counted = bool(claimed.of & given.of)
        if same_word or counted:
            yield Conflict("number", shared * (same_word + counted), row, claimed.text, given.text)


def _differing(alignment: Alignment) -> Iterator[tuple[float, int, Quantity, Quantity]]:
    """Yield numbers of the claim that stand nowhere, with those of the text unlike them."""
    given = _given(alignment)
    for claimed in quantities(alignment.claim.text):
        found = [(agreement(claimed, item), row, item) for row, item in given]
        if any(outcome == "same" for outcome, _, _ in found):
            continue
        for outcome, row, item in found:
            if outcome == "different":
                yield _shared_beside(alignment, claimed, row), row, claimed, item


def _shared_beside(alignment: Alignment, claimed: Quantity, row: int) -> float:
    """Return how much of the claim a sentence shares but for a number and what it counts.

    That both speak of euros says little. What the sentences beside it say counts a little less.
    """
    beside = [
        column
        for column, place in enumerate(alignment.places)
        for word in (alignment.claim.words[place],)
        if word.stem not in claimed.of and not claimed.start <= word.start < claimed.end
    ]
    if not beside:
        return 0.0
    weights = alignment.weights[beside] / alignment.weights[beside].sum()
    near = alignment.exact[max(0, row - 1) : row + 2].max(axis=0)
    here = float(alignment.exact[row][beside] @ weights)
    return max(here, 0.9 * float(near[beside] @ weights))


def _given(alignment: Alignment) -> list[tuple[int, Quantity]]:
    return [
        (row, item)
        for row, sentence in enumerate(alignment.sentences)
        for item in quantities(sentence.text)
    ]


def _belongs_to_same_word(
    alignment: Alignment, row: int, claimed: Quantity, given: Quantity
) -> bool:
    mine = _words_before(alignment.claim.words, claimed.start)
    theirs = _words_before(alignment.sentences[row].words, given.start)
    return bool(mine) and mine[-1] in theirs


def _words_before(words: Sequence[Word], start: int) -> list[str]:
    before = [word for word in words if word.end <= start][-_SLOT_WORDS:]
    return [word.stem for word in before if word.content and not word.text[0].isdigit()]


def denied_in(alignment: Alignment, row: int) -> float:
    """Return how much of the claim a sentence shares that denies what it says, or the reverse."""
    return alignment.covered(row) if _at_odds(alignment, row) else 0.0


def _denials(alignment: Alignment) -> Iterator[Conflict]:
    """Words that the claim and a sentence share, and that only one of them denies."""
    mine = denied(alignment.claim.text)
    weights = {
        alignment.claim.words[place].stem: float(weight)
        for place, weight in zip(alignment.places, alignment.weights, strict=True)
    }
    for row in range(len(alignment.sentences)):
        at_odds = _at_odds(alignment, row)
        shared = alignment.covered(row)
        if at_odds and (mine or shared > _LEAST_SHARED):
            weight = min(1.0, 3 * sum(weights[stem] for stem in at_odds))
            word = max(at_odds, key=lambda stem: (weights[stem], stem))
            text = _as_written(alignment.claim.words, word)
            claimed, given = (f"not {text}", text) if word in mine else (text, f"not {text}")
            yield Conflict("denial", shared * (0.5 + 0.5 * weight), row, claimed, given)


def _at_odds(alignment: Alignment, row: int) -> list[str]:
    """Return the stems that the claim and a sentence share and that only one of them denies.

    What the claim speaks of, its first words and its names, is not what it says: a sentence that
    denies something of it need not deny the claim.
    """
    claim, sentence = alignment.claim, alignment.sentences[row]
    mine, theirs = denied(claim.text), denied(sentence.text)
    content = [claim.words[place] for place in alignment.places]
    found: set[str] = set()
    for number, word in enumerate(content):
        if word.stem not in sentence.stems or (word.stem in mine) == (word.stem in theirs):
            continue
        spoken_of = number < len(content) // 3 or word.name
        if word.stem in mine or theirs[word.stem] == 0 or not spoken_of:
            found.add(word.stem)
    return sorted(found)


def _answers(alignment: Alignment) -> Iterator[Conflict]:
    """Return a question that asks for the claim and is answered with no."""
    pairs = zip(alignment.sentences, alignment.sentences[1:], strict=False)
    for row, (question, answer) in enumerate(pairs):
        if is_question(question.text) and _NO.match(answer.text):
            yield Conflict("answer", alignment.covered(row), row, "says", "answers no")


def _opposites(alignment: Alignment) -> Iterator[Conflict]:
    mine = frozenset(alignment.claim.words[place].stem for place in alignment.places)
    for row, sentence in enumerate(alignment.sentences):
        found = opposites(mine, sentence.stems)
        if found:
            yield Conflict(
                "opposite",
                alignment.covered(row),
                row,
                _as_written(alignment.claim.words, found[0]),
                _as_written(sentence.words, found[1]),
            )


def _names(alignment: Alignment) -> Iterator[Conflict]:
    missing = alignment.missing
    for row, sentence in enumerate(alignment.sentences):
        found = other_filler(alignment.claim.words, sentence.words, missing)
        if found:
            yield Conflict("name", alignment.covered(row), row, *found)


def _roles(alignment: Alignment) -> Iterator[Conflict]:
    for row, sentence in enumerate(alignment.sentences):
        found = swapped_roles(alignment.claim.words, sentence.words)
        if found:
            one, verb, other = (_as_written(alignment.claim.words, stem) for stem in found)
            yield Conflict(
                "roles",
                alignment.covered(row),
                row,
                f"{one} {verb} {other}",
                f"{other} {verb} {one}",
            )


def is_question(text: str) -> bool:
    """Return whether a sentence asks."""
    return text.rstrip("\"”’') ").endswith("?")


def _as_written(words: Sequence[Word], stem: str) -> str:
    return next((word.text for word in words if word.stem == stem), stem)
