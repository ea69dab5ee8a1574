"""Conflicts: what a text says otherwise than a claim, each with the sentence that says it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nodes.judging.prose.agreement import agreement
from nodes.judging.prose.alignment import Alignment, ReadText
from nodes.judging.prose.grounding import LEAST_LIKE
from nodes.judging.prose.number_words import MONTHS
from nodes.judging.prose.opposites import oppositions
from nodes.judging.prose.order import turned_around
from nodes.judging.prose.polarity import denied
from nodes.judging.prose.quantities import Quantity, quantities
from nodes.judging.prose.slots import other_filler, swapped_roles
from nodes.judging.prose.strength import amounts
from nodes.judging.prose.words import Word, stem

ConflictKind = Literal["number", "denial", "aside", "answer", "opposite", "name", "roles"]
"""An aside denies something else in the same words."""

_SLOT_WORDS: Final = 6
"""Words before a number among which the word may be that it belongs to."""

_NO: Final = re.compile(r"^(?:[^.?!]{0,40}[ ,])?no\b|^not\b", re.I)


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing that a sentence of the page says otherwise."""

    kind: ConflictKind
    strength: float
    """How surely the sentence speaks of the same thing, 0 to 1: the weight of the claim that it
    shares."""
    row: int
    """The sentence, as a row of the alignment."""
    claimed: str
    given: str


def find_conflicts(alignment: Alignment) -> list[Conflict]:
    """Return the strongest conflict of each kind, strongest first."""
    strongest: dict[ConflictKind, Conflict] = {}
    finders = (_numbers, _denials, _answers, _opposites, _amounts, _names, _roles)
    for conflict in (found for finder in finders for found in finder(alignment)):
        kept = strongest.get(conflict.kind)
        if kept is None or conflict.strength > kept.strength:
            strongest[conflict.kind] = conflict
    return sorted(strongest.values(), key=lambda item: -item.strength)


def loose_number_conflict(alignment: Alignment) -> float:
    """Return how much of the claim a sentence shares that has other numbers of the same kind."""
    return max(
        (
            _shared_beside(alignment, claimed, row, with_neighbours=True)
            for row, claimed, _ in _differing(alignment)
        ),
        default=0.0,
    )


def numbers_absent(alignment: Alignment) -> bool:
    """Return whether the claim has a number that the text neither has nor has another for."""
    given = [item for _, item in _given(alignment)]
    return any(
        all(agreement(claimed, item) == "unrelated" for item in given)
        for claimed in quantities(alignment.claim.text)
    )


def _numbers(alignment: Alignment) -> Iterator[Conflict]:
    """Other numbers of the same thing, or after the same word."""
    for row, claimed, given in _differing(alignment):
        same_word = _belongs_to_same_word(alignment, row, claimed, given)
        counted = bool(claimed.of & given.of)
        if same_word or counted:
            # A unit alone must stand with the rest of the claim; a word beside it already does.
            shared = _shared_beside(alignment, claimed, row, with_neighbours=same_word)
            strength = min(1.0, shared * (same_word + counted))
            yield Conflict("number", strength, row, claimed.text, given.text)


def _differing(alignment: Alignment) -> Iterator[tuple[int, Quantity, Quantity]]:
    """Yield numbers of the claim that stand nowhere, with those of the text unlike them."""
    given = _given(alignment)
    for claimed in quantities(alignment.claim.text):
        found = [(agreement(claimed, item), row, item) for row, item in given]
        if any(outcome == "same" for outcome, _, _ in found):
            continue
        for outcome, row, item in found:
            if outcome == "different":
                yield row, claimed, item


def _shared_beside(
    alignment: Alignment, claimed: Quantity, row: int, *, with_neighbours: bool
) -> float:
    """Return how much of the claim a sentence shares but for a number and what it counts.

    That both speak of euros says little.
    """
    beside = [
        column
        for column, place in enumerate(alignment.places)
        for word in (alignment.claim.words[place],)
        if word.stem not in claimed.of and not claimed.start <= word.start < claimed.end
    ]
    here = alignment.covered(row, beside)
    return max(here, 0.9 * alignment.covered_near(row, beside)) if with_neighbours else here


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


def _denials(alignment: Alignment) -> Iterator[Conflict]:
    """Words that the claim and a sentence share, and that only one of them denies.

    Only an aside, where the other has no word like the one that is denied before all: who does not
    use cream in tea does not deny that there is tea.
    """
    mine = denied(alignment.claim.text)
    for row, sentence in enumerate(alignment.sentences):
        at_odds = _at_odds(alignment, row)
        if not at_odds or is_question(sentence.text):
            continue
        denials = {**denied(sentence.text), **mine}
        meant = [
            stem
            for stem in at_odds
            if (
                _has_like(sentence, alignment.claim, denials[stem].first)
                if stem in mine
                else _has_like(alignment.claim, sentence, denials[stem].first)
            )
        ]
        word = min(meant or at_odds, key=lambda stem: (denials[stem].distance, stem))
        text = _as_written(alignment.claim.words, word)
        claimed = _denied_as_written(text, denies=word in mine)
        given = _denied_as_written(text, denies=word not in mine)
        kind = "denial" if meant else "aside"
        yield Conflict(kind, alignment.covered(row), row, claimed, given)


def _has_like(text: ReadText, other: ReadText, word_stem: str) -> bool:
    """Return whether a text has a word of another text, or one that may stand for it.

    A word that both have stands for itself.
    """
    if word_stem in text.stems:
        return True
    places = [place for place, word in enumerate(other.words) if word.stem == word_stem]
    free = [place for place in text.content if text.words[place].stem not in other.stems]
    likeness = text.vectors[free] @ other.vectors[places].T
    return bool(free) and float(likeness.max()) >= LEAST_LIKE


def _at_odds(alignment: Alignment, row: int) -> list[str]:
    """Return the stems that the claim and a sentence share and that only one of them denies.

    What the claim speaks of, its first words and its names, is not what it says: a sentence that
    denies something of it need not deny the claim.
    """
    claim, sentence = alignment.claim, alignment.sentences[row]
    mine, theirs = denied(claim.text), denied(sentence.text)
    if any(
        item.claim_denies or item.sentence_denies for item in oppositions(claim.text, sentence.text)
    ):
        return []  # what is denied there has been compared with its opposite
    content = [claim.words[place] for place in alignment.places]
    found: set[str] = set()
    for number, word in enumerate(content):
        if word.stem not in sentence.stems or (word.stem in mine) == (word.stem in theirs):
            continue
        spoken_of = number < len(content) // 3 or word.name
        if word.stem in mine or theirs[word.stem].distance == 0 or not spoken_of:
            found.add(word.stem)
    return sorted(found)


def _answers(alignment: Alignment) -> Iterator[Conflict]:
    """Return a question that asks for the claim and is answered with no."""
    if denied(alignment.claim.text):
        return
    pairs = zip(alignment.sentences, alignment.sentences[1:], strict=False)
    for row, (question, answer) in enumerate(pairs):
        if is_question(question.text) and _NO.match(answer.text):
            yield Conflict("answer", alignment.covered(row), row, "says", "answers no")


def _opposites(alignment: Alignment) -> Iterator[Conflict]:
    for row, sentence in enumerate(alignment.sentences):
        if is_question(sentence.text):
            continue
        for item in oppositions(alignment.claim.text, sentence.text):
            if item.relation == "opposed":
                beside = [
                    column
                    for column, place in enumerate(alignment.places)
                    if alignment.claim.words[place].stem != item.claimed.stem
                ]
                yield Conflict(
                    "opposite",
                    alignment.covered(row, beside),
                    row,
                    _denied_as_written(item.claimed.text, denies=item.claim_denies),
                    _denied_as_written(item.given.text, denies=item.sentence_denies),
                )


def _amounts(alignment: Alignment) -> Iterator[Conflict]:
    """Amounts in words of the same thing that cannot both be right: none, and all."""
    for row, sentence in enumerate(alignment.sentences):
        for mine, theirs, at_odds in amounts(alignment.claim.text, sentence.text):
            if at_odds:
                beside = [
                    column
                    for column, place in enumerate(alignment.places)
                    if alignment.claim.words[place] != mine
                ]
                strength = alignment.covered(row, beside)
                yield Conflict("opposite", strength, row, mine.text, theirs.text)


def _denied_as_written(text: str, *, denies: bool) -> str:
    return f"not {text}" if denies else text


def _names(alignment: Alignment) -> Iterator[Conflict]:
    # A month is a name by its capital; dates are compared as quantities.
    missing = alignment.missing - {stem(name) for name in MONTHS}
    words = [alignment.claim.words[place] for place in alignment.places]
    beside = [
        column for column, word in enumerate(words) if not (word.name and word.stem in missing)
    ]
    for row, sentence in enumerate(alignment.sentences):
        found = other_filler(alignment.claim.words, sentence.words, missing)
        if found:
            yield Conflict("name", alignment.covered(row, beside), row, *found)


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
        elif turned := turned_around(alignment.claim.words, sentence.words):
            yield Conflict("roles", alignment.covered(row), row, turned, turned)


def is_question(text: str) -> bool:
    """Return whether a sentence asks."""
    return text.rstrip("\"”’') ").endswith("?")


def _as_written(words: Sequence[Word], stem: str) -> str:
    return next((word.text for word in words if word.stem == stem), stem)
