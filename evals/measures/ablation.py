"""What each check and each corpus brings: the same claims judged without it.

The weights are not fitted anew: a feature that is switched off is at its mean, so that it speaks
for no label.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import numpy as np
from pydantic import BaseModel

from evals.claims import LabelledClaim
from evals.measures.counts import CALLED, LABELS, Counts, Values, macro_f1
from evals.measures.experiment import Experiment
from evals.measures.intervals import estimate
from evals.measures.outcomes import Outcome
from evals.measures.report import Figure, figures_of
from evals.measures.run import judge_all
from evals.measures.table import str_figure, table
from graphs.services import Services
from nodes.judging.features import wording_features
from nodes.judging.local import Check, LocalJudge
from nodes.judging.weights import Weights, load_weights
from retrieval.catalogue import Catalogue
from retrieval.contrast import contrast_wordings
from retrieval.embeddings import MiniLMEmbedder
from retrieval.evidence import Corpus, Evidence, Granularity
from retrieval.index import BuildProgress
from retrieval.search import EvidenceSearch
from retrieval.versions import LATEST, SpecVersion
from retrieval.wordings import Contrast, Nearness, Scores

_NOTHING: Final = Nearness(Scores.of({}), Scores.of({}))
_BELIEFS: Final = ("belief", "contrast", "false", "true_lead", "entry_lead")
"""What the names of the features begin with that look at misconceptions."""
_SHOWN: Final = ("coverage", "coverage_precision", "wrong_among_accepted", "finding_recall")

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Variant:
    """The local judge and its search, with something switched off."""

    name: str
    checks: frozenset[Check] = frozenset()
    features: frozenset[str] = frozenset()
    beliefs: bool = True
    contrast: bool = True
    corpora: frozenset[Corpus] = frozenset({"catalogue", "schema", "official"})


class Row(BaseModel):
    """What one variant reaches."""

    name: str
    figures: dict[str, Figure]
    lead: Figure
    """By how much the whole judge's macro-F1 is higher on the same claims."""


def variants(weights: Weights) -> list[Variant]:
    """Return what is compared, the whole judge first."""
    wordings = frozenset(wording_features(_NOTHING, Catalogue((), ())))
    beliefs = frozenset(name for name in weights.features if name.startswith(_BELIEFS))
    ours: frozenset[Corpus] = frozenset({"catalogue", "schema"})
    return [
        Variant("everything"),
        Variant("without quotation", checks=frozenset({"quotation"})),
        Variant("without checks over tables", checks=frozenset({"tables"})),
        Variant("without level alone", checks=frozenset({"level"})),
        Variant("without enforcement", checks=frozenset({"enforcement"})),
        Variant("without misconceptions", features=beliefs, beliefs=False),
        Variant(
            "without the contrast model",
            features=wordings,
            contrast=False,
        ),
        Variant("without the catalogue's passages", corpora=frozenset({"schema", "official"})),
        Variant("without the schema's passages", corpora=frozenset({"catalogue", "official"})),
        Variant("without the official text", corpora=ours),
    ]


def ablate(
    claims: Sequence[LabelledClaim], services: Services, progress: BuildProgress | None = None
) -> list[Row]:
    """Judge the claims by each variant.

    The official text is only left out where it is there: else both would be the same.
    """
    weights = load_weights()
    contrast = contrast_wordings(services.catalogue, MiniLMEmbedder())
    remembered: dict[object, Any] = {}
    rows: list[Row] = []
    whole: list[Outcome] = []
    extracted = any(services.search.find_official([["tools"]], LATEST, "fine", 1)[0])
    for variant in variants(weights):
        if not extracted and "official" not in variant.corpora:
            continue
        judged = judge_all(
            claims,
            "local",
            _services(variant, services, contrast, weights, remembered),
            Experiment(f"ablation {variant.name}"),
            progress and _named(progress, variant.name),
        ).outcomes
        whole = whole or judged
        rows.append(Row(name=variant.name, figures=figures_of(judged), lead=_lead(whole, judged)))
    return rows


def _named(progress: BuildProgress, name: str) -> BuildProgress:
    return lambda _, done, total: progress(name, done, total)


def _services(
    variant: Variant,
    services: Services,
    contrast: Contrast,
    weights: Weights,
    remembered: dict[object, Any],
) -> Services:
    """Return services that lack something; what all of them would compute is computed once."""
    kept = Services(services.settings, search=_AblatedSearch(services.search, variant, remembered))
    kept.local_judge = LocalJudge(
        services.catalogue,
        _AblatedContrast(contrast, variant, remembered),
        without_features(weights, variant.features),
        without=variant.checks,
    )
    return kept


def without_features(weights: Weights, features: Collection[str]) -> Weights:
    """Return weights in which some features speak for no label."""
    return weights.model_copy(
        update={
            "coefficients": [
                [
                    0.0 if name in features else value
                    for name, value in zip(weights.features, row, strict=True)
                ]
                for row in weights.coefficients
            ]
        }
    )


def _lead(whole: Sequence[Outcome], judged: Sequence[Outcome]) -> Figure:
    """Return the difference in macro-F1 with its interval, over the claims that both judged."""
    cells = np.zeros((len(LABELS), len(CALLED), len(CALLED)), dtype=np.int64)
    for before, after in zip(whole, judged, strict=True):
        if before.label is not None and after.label is not None:
            gold = LABELS.index(before.claim.label)
            cells[gold, CALLED.index(before.label), CALLED.index(after.label)] += 1

    def lead(counts: Counts) -> Values:
        return macro_f1(counts.sum(-1)) - macro_f1(counts.sum(-2))

    found = estimate(cells, lead)
    return Figure(value=found.value, low=found.low, high=found.high)


def markdown(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    head = (
        "",
        "macro-F1",
        "lost",
        "coverage",
        "precision",
        "wrong of accepted",
        "findings: recall",
    )
    names = ("macro_f1", *_SHOWN, "recall_at_5")
    found = [
        (
            row.name,
            _short(row.figures["macro_f1"]),
            str_figure(row.lead),
            *(_short(row.figures[name]) for name in names[1:]),
        )
        for row in rows
    ]
    return "\n".join(table((*head, "place among 5"), found))


def _short(figure: Figure) -> str:
    return "-" if figure.value is None else f"{figure.value:.3f}"


class _AblatedSearch:
    """A search in which some corpora are not there."""

    def __init__(
        self, inner: EvidenceSearch, variant: Variant, remembered: dict[object, Any]
    ) -> None:
        self._inner = inner
        self._variant = variant
        self._remembered = remembered

    def find_many(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        corpora = self._variant.corpora
        # Where some are left out, others come up, as if the index had been built without them.
        wider = top_k if {"catalogue", "schema"} <= corpora else 4 * top_k
        found = self._once(
            ("ours", _key(asked), version, granularity, wider),
            lambda: self._inner.find_many(asked, version, granularity, wider),
        )
        return [[item for item in row if item["corpus"] in corpora][:top_k] for row in found]

    def find_official(
        self,
        asked: Sequence[Sequence[str]],
        version: SpecVersion,
        granularity: Granularity,
        top_k: int,
    ) -> list[list[Evidence]]:
        if "official" not in self._variant.corpora:
            return [[] for _ in asked]
        return self._once(
            ("official", _key(asked), version, granularity, top_k),
            lambda: self._inner.find_official(asked, version, granularity, top_k),
        )

    def word_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        return self._inner.word_fits(queries, version, passages)

    def wording_fits(
        self, queries: Sequence[str], version: SpecVersion, passages: Sequence[Evidence]
    ) -> list[float]:
        return self._inner.wording_fits(queries, version, passages)

    def similarity(self, text: str, others: Sequence[str]) -> list[float]:
        return self._inner.similarity(text, others)

    def _once(self, key: object, compute: Callable[[], Answer]) -> Answer:
        return _once(self._remembered, key, compute)


class _AblatedContrast:
    """The wordings of a version, without the false ones or without any."""

    def __init__(self, inner: Contrast, variant: Variant, remembered: dict[object, Any]) -> None:
        self._inner = inner
        self._variant = variant
        self._remembered = remembered

    def near(self, texts: Sequence[str], version: SpecVersion) -> list[Nearness]:
        if not self._variant.contrast:
            return [_NOTHING for _ in texts]
        found = _once(
            self._remembered,
            ("near", tuple(texts), version),
            lambda: self._inner.near(texts, version),
        )
        if self._variant.beliefs:
            return found
        return [Nearness(item.true, _NOTHING.false) for item in found]


def _key(asked: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(map(tuple, asked))


def _once(remembered: dict[object, Any], key: object, compute: Callable[[], Answer]) -> Answer:
    """Return what was computed for a key, or compute it: two threads may, to the same end."""
    if key not in remembered:
        remembered[key] = compute()
    return remembered[key]
