"""Find catalogue entries that say the same in one version, though in other words.

Two entries are suspects where their statements are as near as THRESHOLD and no sign tells them
apart (`retrieval.differences`). THRESHOLD was chosen on the 336 pairs of the catalogue as it was
first written that had a similarity of 0.8 or more in a common version and no sign between them: all
were read by hand, and 79 said the same. At 0.86 it showed 57 of the 79 beside 58 others; at 0.9 it
was 36 beside 17, at 0.82 it would have been 70 beside 169. The duplicates below it were found by
that reading and are gone; what stands above it and is no duplicate is listed, with the reason, in
`data/near_but_distinct.jsonl`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Annotated, Final

from pydantic import BaseModel, Field, ValidationError

from retrieval.catalogue import Catalogue, EntryId, Requirement
from retrieval.differences import tell_apart
from retrieval.embeddings import Embedder
from retrieval.errors import DataError

THRESHOLD: Final = 0.86
"""The least cosine similarity of two statements that are suspected to say the same."""

FILE: Final = files("retrieval") / "data" / "near_but_distinct.jsonl"


class ReviewedPair(BaseModel, extra="forbid", frozen=True):
    """Two near entries that a reader found to say different things."""

    entries: Annotated[tuple[EntryId, EntryId], Field(description="In the order of the alphabet.")]
    why: Annotated[str, Field(min_length=8)]


def read_reviewed() -> list[ReviewedPair]:
    """Read the pairs that were reviewed.

    Raises:
        DataError: a line does not fit; names the line.

    """
    pairs: list[ReviewedPair] = []
    for number, line in enumerate(FILE.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            pairs.append(ReviewedPair.model_validate_json(line))
        except ValidationError as error:
            raise DataError(f"{FILE.name}, line {number}: {error}") from error
    return pairs


def check_near_duplicates(
    catalogue: Catalogue, embedder: Embedder, reviewed: list[ReviewedPair]
) -> Iterator[str]:
    """Yield the problems, each as `id: what is wrong`."""
    distinct = {pair.entries for pair in reviewed}
    suspects = list(find_near_duplicates(catalogue.requirements, embedder))
    for first, second, similarity in suspects:
        if (first, second) not in distinct:
            yield (
                f"{first}: says much the same as {second} ({similarity:.2f}); merge them, or list "
                f"them in {FILE.name} with what makes them different"
            )
    found = {(first, second) for first, second, _ in suspects}
    for first, second in sorted(distinct - found):
        yield f"{first}: is listed in {FILE.name} with {second}, but they are no suspects"


def find_near_duplicates(
    entries: tuple[Requirement, ...], embedder: Embedder
) -> Iterator[tuple[str, str, float]]:
    """Yield the ids of two suspects, in the order of the alphabet, and their similarity."""
    import numpy as np  # noqa: PLC0415

    if not entries:
        return
    vectors = embedder.embed([entry.statement for entry in entries])
    near = np.triu(vectors @ vectors.T, 1)
    for i, j in np.argwhere(near >= THRESHOLD):
        one, other = entries[i], entries[j]
        if not set(one.versions).isdisjoint(other.versions) and not tell_apart(one, other):
            first, second = sorted((one.id, other.id))
            yield first, second, float(near[i, j])
