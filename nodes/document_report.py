"""What the check of a document gives beside the verdicts of its claims, as plain values."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from nodes.documents import SkipReason, Span
from nodes.judging.level_comparison import LevelOutcome
from nodes.reading.modality import ClaimLevel
from nodes.verdicts import Label
from retrieval.catalogue import Actor, Topic
from retrieval.levels import Level


class MissingPractice(TypedDict):
    """A recommendation of a topic that the text is about, and that it does not mention."""

    entry_id: str
    topic: Topic
    level: Level
    actor: Actor
    statement: str
    page: str
    heading: str
    link: str
    near: str | None
    """The id of the claim that it belongs beside, where it is near one."""


class ModalVerb(TypedDict):
    """How binding a claim says something is, against how binding the requirement is."""

    claim_id: str
    said: str
    """The claim, or the part of it, that says so."""
    claim_level: ClaimLevel
    entry_id: str
    required: str
    """The requirement."""
    level: Level
    actor: Actor
    """Who is obliged."""
    page: str
    heading: str
    link: str
    outcome: LevelOutcome
    """`unclear` also where a claim states as a fact what is only recommended or allowed."""


EditKind = Literal["level", "identifier", "number", "actor", "sentence", "rewritten"]
"""What a correction changes: a word, the whole sentence by the judge's correction, or the whole
sentence as a language model puts it."""


class Candidate(TypedDict):
    """A way to correct a claim that was not verified yet."""

    key: str
    """Under which its verdict is filed."""
    claim_id: str
    kind: EditKind
    span: Span
    before: str
    after: str


class Correction(TypedDict):
    """A change of the text that the judge found right."""

    claim_id: str
    kind: EditKind
    span: Span
    before: str
    after: str


class Uncorrected(TypedDict):
    """A claim that is wrong and was left as it is."""

    claim_id: str
    reason: str
    suggestion: str | None
    """What is true instead, where the judge says so."""


class Summary(TypedDict):
    """The document in numbers and lists."""

    confidence: float | None
    """How sure the verdicts are, 0 to 1: the mean over all claims, an undecided one counts 0. None
    where there is no claim."""
    counts: dict[Label, int]
    skipped: dict[SkipReason, int]
    """Sentences that are no claims, by reason."""
    ignored: int
    """Claims that a comment in the text left out."""
    issues: list[str]
    suggestions: list[str]
