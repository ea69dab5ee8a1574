"""Opposites: words of two sentences that mean opposite things, and what a "not" makes of them.

Who did not approve rejected, but who is not rich need not be poor: of complements one is always so,
of contraries neither may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from nodes.judging.prose.order import PLACED, Order, order_of
from nodes.judging.prose.polarity import Denied, denied
from nodes.judging.prose.words import Word, stem, without_prefix, words_of


class _Pair(NamedTuple):
    """The stems of words that mean one thing, and of those that mean its opposite."""

    one: frozenset[str]
    other: frozenset[str]
    complements: bool = False
    """Whether one of the two always holds, so that the denied form of one is the other."""
    synonyms: bool = False
    """Whether the words of one side may stand for each other."""


def _pairs(
    *rows: tuple[str, str], complements: bool = False, synonyms: bool = False
) -> tuple[_Pair, ...]:
    return tuple(
        _Pair(
            frozenset(stem(word) for word in one.split()),
            frozenset(stem(word) for word in other.split()),
            complements,
            synonyms,
        )
        for one, other in rows
    )


_COMPLEMENTS: Final = _pairs(
    ("true correct", "false incorrect wrong"),
    ("accept accepts accepted approve approves approved approval",
     "reject rejects rejected rejection refuse refuses refused"),
    ("agree agrees agreed", "disagree disagrees disagreed refuse refuses refused"),
    ("include includes including included", "exclude excludes excluding excluded"),
    ("allow allows allowed permit permits permitted",
     "forbid forbids forbidden forbade prohibit prohibits prohibited ban banned bans"),
    ("enable enables enabled", "disable disables disabled"),
    ("open opens opened", "close closes closed shut"),
    ("start starts started begin begins began", "end ends ended stop stops stopped finish"),
    ("success succeed succeeds succeeded successful", "failure fail fails failed unsuccessful"),
    ("pass passes passed", "fail fails failed"),
    ("win wins won", "lose loses lost"),
    ("same identical equal", "different distinct differs"),
    ("legal lawful", "illegal unlawful"),
    ("safe", "dangerous unsafe harmful"),
    ("mandatory required compulsory obligatory", "optional voluntary"),
    ("guilty convicted", "innocent acquitted"),
    ("alive survived", "dead died"),
    ("visible", "invisible hidden"),
    ("active", "inactive passive"),
    complements=True,
    synonyms=True,
)  # fmt: skip

_SYNONYMOUS_CONTRARIES: Final = _pairs(
    ("increase increases increased increasing rise rises rising grew growth raise raises raised",
     "decrease decreases decreased decreasing fall falls falling decline declines declined reduce"
     " reduces reduced drop drops dropped lower lowers lowered"),
    ("buy buys bought purchase purchased", "sell sells sold"),
    ("before prior precedes preceded", "after follows followed following"),
    ("join joins joined joining", "leave leaves left quit"),
    ("support supports supported", "oppose opposes opposed"),
    ("praise praises praised", "criticise criticize criticised criticized condemn condemned"),
    ("add adds added", "remove removes removed delete deletes"),
    ("accelerate accelerates accelerated", "slow slows slowed"),
    ("strengthen strengthens strengthened", "weaken weakens weakened"),
    ("expand expands expanded", "shrink shrinks shrank contract contracts contracted"),
    ("gain gains gained", "lose loses lost"),
    ("confirm confirms confirmed", "deny denies denied refute refutes refuted"),
    ("import imports imported", "export exports exported"),
    ("lend lends lent", "borrow borrows borrowed"),
    ("hot hotter warm warmer", "cold colder cool cooler"),
    ("hard harder difficult", "easy easier"),
    ("fast faster quick quickly", "slow slower slowly"),
    synonyms=True,
)  # fmt: skip

_CONTRARIES: Final = _pairs(
    ("more greater higher larger bigger", "less fewer lower smaller"),
    ("largest biggest highest greatest maximum", "least smallest lowest minimum fewest"),
    ("best", "worst"),
    ("earlier earliest", "later latest"),
    ("first", "last final"),
    ("oldest older old", "youngest younger newest newer"),
    ("always", "never sometimes rarely"),
    ("majority", "minority"),
    ("allow allows allowed permit permits permitted", "prevent prevents prevented"),
    ("north northern", "south southern"),
    ("east eastern", "west western"),
    ("wet wetter", "dry drier"),
    ("heavy heavier", "light lighter"),
    ("strong stronger", "weak weaker"),
    ("long longer", "short shorter"),
    ("wide wider broad", "narrow narrower"),
    ("deep deeper", "shallow"),
    ("public", "private"),
    ("male men man", "female women woman"),
    ("mother", "father"),
    ("king", "queen"),
    ("brother", "sister"),
    ("husband", "wife"),
    ("son", "daughter"),
    ("positive", "negative"),
    ("internal inside", "external outside"),
    ("input", "output"),
    ("above", "below"),
    ("left", "right"),
    ("solid", "liquid gas gaseous"),
    ("permanent", "temporary"),
    ("automatic automatically", "manual manually"),
    ("static", "dynamic"),
    ("local", "remote"),
    ("profit", "loss"),
    ("rich", "poor"),
    ("summer", "winter"),
    ("day", "night"),
    ("urban", "rural"),
    ("upper", "lower"),
    ("simple", "complex complicated"),
    ("synchronous", "asynchronous"),
)  # fmt: skip

_ALL: Final = (*_COMPLEMENTS, *_SYNONYMOUS_CONTRARIES, *_CONTRARIES)
_LISTED: Final = {
    word_stem: tuple(pair for pair in _ALL if word_stem in pair.one | pair.other)
    for word_stem in {word_stem for pair in _ALL for word_stem in pair.one | pair.other}
}
"""The pairs that a stem is in."""

_CONVERSE_VERBS: Final = """
    precede precedes preceded follow follows followed buy bought purchase purchased sell sold win
    won lose lost import imported export exported lend lent borrow borrowed
"""
_CONVERSES: Final = frozenset(map(stem, (*PLACED, *_CONVERSE_VERBS.split())))
"""Words that say the same as their opposite where what stands on their sides changes places."""

Relation = Literal["same", "opposed"]


class Opposition(NamedTuple):
    """A word of a claim and one of a sentence that a pair of opposites joins."""

    relation: Relation
    claimed: Word
    given: Word
    claim_denies: bool
    sentence_denies: bool


class _Sided(NamedTuple):
    """A word on a side of a pair of opposites."""

    word: Word
    first: bool
    denied: bool | None
    """None where it stands behind a word that is denied, so that either may be meant."""


@lru_cache(maxsize=4096)
def oppositions(claim_text: str, sentence_text: str) -> tuple[Opposition, ...]:
    """Return how each pair of opposites joins a claim with a sentence.

    A pair of which one of them has both sides tells nothing.
    """
    claim, sentence = words_of(claim_text), words_of(sentence_text)
    mine, theirs = denied(claim_text), denied(sentence_text)
    found: list[Opposition] = []
    for pair in _pairs_for(claim, sentence):
        here, there = _side(claim, pair, mine), _side(sentence, pair, theirs)
        if here is None or there is None or here.denied is None or there.denied is None:
            continue
        relation = _relation(here, there, pair)
        if relation and here.first != there.first and here.word.stem in _CONVERSES:
            order = order_of(claim, here.word, sentence, there.word)
            relation = _turned(relation, order)
        if relation:
            found.append(Opposition(relation, here.word, there.word, here.denied, there.denied))
    return tuple(found)


def _turned(relation: Relation, order: Order) -> Relation | None:
    if order == "unknown":
        return None
    if order == "kept":
        return relation
    return "same" if relation == "opposed" else None


def _relation(mine: _Sided, theirs: _Sided, pair: _Pair) -> Relation | None:
    """Return what two words make of each other, each denied or not."""
    across = mine.first != theirs.first
    if across and mine.denied == theirs.denied:
        return "opposed" if pair.complements or not mine.denied else None
    if across:
        # What fell did not rise; what did not fall may have stayed as it was.
        return "same" if pair.complements or mine.denied else None
    if mine.word.stem == theirs.word.stem or not pair.synonyms:
        return None  # a word that both have, and its denial, are compared as such
    return "same" if mine.denied == theirs.denied else "opposed"


def _pairs_for(claim: Sequence[Word], sentence: Sequence[Word]) -> Iterator[_Pair]:
    """Yield the pairs of which the claim has a side; those by prefix where both sides are there."""
    stems = {word.stem for word in claim}
    listed = {pair for word_stem in stems for pair in _LISTED.get(word_stem, ())}
    yield from sorted(listed, key=_ALL.index)
    for words, others in ((claim, sentence), (sentence, claim)):
        there = {word.stem for word in others}
        for word in words:
            plain = without_prefix(word.text)
            if plain in there and not any(word.stem in pair.other for pair in listed):
                yield _Pair(frozenset({plain}), frozenset({word.stem}), complements=True)


def _side(words: Sequence[Word], pair: _Pair, denials: Mapping[str, Denied]) -> _Sided | None:
    """Return the first word of a sentence on either side, where all such words say the same."""
    found = [
        _Sided(word, word.stem in pair.one, _is_denied(word.stem, denials))
        for word in words
        if word.stem in pair.one or word.stem in pair.other
    ]
    if len({item.first for item in found}) != 1:
        return None
    return found[0]


def _is_denied(word_stem: str, denials: Mapping[str, Denied]) -> bool | None:
    if word_stem not in denials:
        return False
    return True if denials[word_stem].distance == 0 else None
