"""Alignment: which words of a page stand for which words of a claim.

Each content word of the claim is looked for in each sentence twice: by what says the same
(`partners.py`), and by what the embedding model makes of it in its context (as BERTScore does,
Zhang et al. 2020).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nodes.judging.prose.partners import Partners, partners_of
from nodes.judging.prose.words import Word, words_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from retrieval.embeddings import TokenStates

    Vectors = NDArray[np.float32]

_COMMONEST: Final = 1_996
"""The place of "the" in the vocabulary of the model: what is before it are marks and letters."""

_RARE: Final = 30_000
"""The rank of a word that the vocabulary has no place for, and that is read in pieces."""

_WEIGHT_OF_RARE: Final = 4.6
_NAME_WEIGHT: Final = 1.3
_GAP: Final = 2
"""Words that may come between two that stand side by side in the claim."""


@dataclass(frozen=True)
class ReadText:
    """A text as words, each with its vector and its weight."""

    text: str
    vector: Vectors
    """The unit vector of the whole, shape (384,)."""
    words: tuple[Word, ...]
    vectors: Vectors
    """One unit vector a word, shape (len(words), 384)."""
    weights: Vectors
    """How much a word tells: rare ones and names more."""

    @property
    def stems(self) -> frozenset[str]:
        """The stems of all its words."""
        return frozenset(word.stem for word in self.words)

    def rare(self, place: int) -> bool:
        """Return whether a word is as rare as a name: the vocabulary has no place for it."""
        return float(self.weights[place]) >= _WEIGHT_OF_RARE

    @property
    def content(self) -> list[int]:
        """The places of the words that say what it is about; of all, where none does."""
        places = [place for place, word in enumerate(self.words) if word.content]
        return places or list(range(len(self.words)))


@dataclass(frozen=True)
class Alignment:
    """The content words of a claim (columns) looked for in the sentences of a text (rows)."""

    claim: ReadText
    sentences: tuple[ReadText, ...]
    places: tuple[int, ...]
    """Which words of the claim the columns are."""
    weights: Vectors
    """The weights of the columns; their sum is 1."""
    soft: Vectors
    """How near the nearest word of the sentence is, -1 to 1."""
    exact: Vectors
    """1 where the sentence has a word that says the same, else 0."""
    partners: tuple[Partners, ...]
    """For each sentence, which of its words say the same as which of the claim."""
    similarity: Vectors
    """How near each sentence is to the claim as a whole, -1 to 1."""

    def covered(self, row: int, columns: Sequence[int] | None = None) -> float:
        """Return the weight of the claim's words that a sentence has, 0 to 1.

        With `columns`, of these words only.
        """
        return self._weight(self.exact[row], columns)

    def covered_near(self, row: int, columns: Sequence[int] | None = None) -> float:
        """Return the same for a sentence with its two neighbours."""
        return self._weight(self.exact[max(0, row - 1) : row + 2].max(axis=0), columns)

    def _weight(self, found: Vectors, columns: Sequence[int] | None) -> float:
        if columns is None:
            return float(found @ self.weights)
        chosen = list(columns)
        total = float(self.weights[chosen].sum())
        return float(found[chosen] @ self.weights[chosen]) / total if total else 0.0

    @property
    def best(self) -> int:
        """The row of the sentence that says most of the claim."""
        rows = 0.5 * self.soft @ self.weights + 0.3 * self.exact @ self.weights
        return int((rows + 0.2 * self.similarity).argmax())

    @property
    def missing(self) -> frozenset[str]:
        """Stems of the claim that stand in none of the sentences."""
        found = self.exact.max(axis=0)
        return frozenset(
            self.claim.words[place].stem
            for place, there in zip(self.places, found, strict=True)
            if not there
        )


def read_text(text: str, states: TokenStates) -> ReadText:
    """Join the tokens of a text to its words."""
    import numpy as np  # noqa: PLC0415

    words = words_of(text)
    vectors = np.zeros((len(words), states.states.shape[1]), dtype=np.float32)
    weights = np.ones(len(words), dtype=np.float32)
    for place, (word, tokens) in enumerate(zip(words, _tokens_of(words, states), strict=True)):
        if tokens:
            mean = states.states[tokens].mean(axis=0)
            vectors[place] = mean / np.linalg.norm(mean)
            weights[place] = _weight(word, [states.ids[token] for token in tokens])
    return ReadText(text, states.vector, words, vectors, weights)


def align(claim: ReadText, sentences: Sequence[ReadText]) -> Alignment:
    """Look for each content word of a claim in each sentence; there must be one word at least."""
    import numpy as np  # noqa: PLC0415

    places = claim.content
    partners = [partners_of(claim.text, sentence.text) for sentence in sentences]
    soft = [_nearest(claim.vectors[places], sentence.vectors) for sentence in sentences]
    exact = [[float(place in found) for place in places] for found in partners]
    weights = claim.weights[places]
    return Alignment(
        claim=claim,
        sentences=tuple(sentences),
        places=tuple(places),
        weights=weights / weights.sum(),
        soft=np.array(soft, dtype=np.float32),
        exact=np.array(exact, dtype=np.float32),
        partners=tuple(partners),
        similarity=np.array([claim.vector @ item.vector for item in sentences], dtype=np.float32),
    )


def togetherness(alignment: Alignment) -> float:
    """Return how well words that are neighbours in the claim stand together in some sentence.

    What the claim says of what it speaks of is in words side by side; a page that has all its
    words in different places says something else.
    """
    columns = range(len(alignment.places) - 1)
    if not columns:
        return float(alignment.soft.max(axis=0) @ alignment.weights)
    near = [
        max(_pair(alignment, column, row) for row in range(len(alignment.sentences)))
        for column in columns
    ]
    weights = [
        float(alignment.weights[column] + alignment.weights[column + 1]) for column in columns
    ]
    total = sum(weight * value for weight, value in zip(weights, near, strict=True))
    return total / sum(weights)


def _pair(alignment: Alignment, column: int, row: int) -> float:
    """Return how near two neighbours of the claim come to two words that stand together."""
    import numpy as np  # noqa: PLC0415

    sentence = alignment.sentences[row]
    if len(sentence.words) < 2:
        return 0.0
    here, there = alignment.places[column], alignment.places[column + 1]
    one, other = (_likeness(alignment, place, row) for place in (here, there))
    reach = there - here + _GAP
    best = -1.0
    for distance in range(1, min(reach, len(sentence.words) - 1) + 1):
        best = max(best, float(np.minimum(one[:-distance], other[distance:]).max()))
        best = max(best, float(np.minimum(one[distance:], other[:-distance]).max()))
    return max(best, 0.0)


def _likeness(alignment: Alignment, place: int, row: int) -> Vectors:
    """Return how near each word of a sentence is to one of the claim; 1 where it says the same."""
    likeness = alignment.sentences[row].vectors @ alignment.claim.vectors[place]
    likeness[list(alignment.partners[row].get(place, ()))] = 1.0
    return likeness


def _nearest(claim: Vectors, sentence: Vectors) -> Vectors:
    import numpy as np  # noqa: PLC0415

    if not len(sentence):
        return np.zeros(len(claim), dtype=np.float32)
    return (claim @ sentence.T).max(axis=1)


def _tokens_of(words: Sequence[Word], states: TokenStates) -> list[list[int]]:
    """Return for each word the tokens that lie in it; both are in the order of the text."""
    found: list[list[int]] = []
    token = 0
    for word in words:
        while token < len(states.spans) and states.spans[token][0] < word.start:
            token += 1
        mine: list[int] = []
        while token < len(states.spans) and states.spans[token][1] <= word.end:
            mine.append(token)
            token += 1
        found.append(mine)
    return found


def _weight(word: Word, ids: Sequence[int]) -> float:
    """Return how much a word tells, by its rank in a vocabulary that begins with common words."""
    rank = _RARE if len(ids) > 1 else max(0, ids[0] - _COMMONEST)
    return (0.5 + math.log1p(rank / 500)) * (_NAME_WEIGHT if word.name else 1.0)
