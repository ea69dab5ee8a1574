"""Check in code what the caller's own model answers on an open claim: its word alone is not enough.

An answer must cite evidence that was given and quote it word for word; what it says of levels and
numbers must stand there; and its label must not be one that the checks of `answer_checks` exclude.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal, cast, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from typing_extensions import TypedDict

from nodes.judging.answer_checks import Checked, Objection, find_objection
from nodes.judging.grounds import LEAST_FULL, LEVEL_COVERED
from nodes.judging.level_comparison import compare_levels
from nodes.judging.llm import LLMAnswer, fault_of, judgement_of
from nodes.judging.local import LocalJudge
from nodes.judging.quotation import normal_text
from nodes.reading.sentence import Reading, read_sentence
from nodes.verdicts import Finding, Judgement
from retrieval.catalogue import Catalogue
from retrieval.evidence import Evidence
from retrieval.levels import normative_levels
from retrieval.versions import SpecVersion

AnswerLabel = Literal["supported", "contradicted", "not_mentioned", "undecided"]

CALLER: Final = "caller"
"""Who judged, as verdicts show it."""

CONFIDENCE: Final = 0.9
"""How sure a caller's verdict counts: a strong model was right on 97.6 % of what it decided, and
nobody knows which model calls."""

DOUBTED_CONFIDENCE: Final = 0.6
"""The same where the checks disagree, and are not certain."""

MOST_ANSWERS: Final = 500
MOST_EVIDENCE: Final = 24
"""Passages that an open claim comes with."""

RUBRIC: Final = """\
Judge each claim from its numbered evidence alone: whether the version named says so. Look at the \
level (MUST, SHOULD, MAY), at who is obliged (client, server, host, ...), and at numbers, names \
and negations.
supported: the evidence says so, with the same level, actor, direction, numbers and names.
contradicted: the evidence says what cannot be true together with the claim.
not_mentioned: the evidence neither says nor denies it. Silence is not contradiction.
undecided: you cannot tell; look for more with search-spec before you say so.
For supported and contradicted give the numbers of the evidence it rests on and a quote of three \
or more words, word for word from one of these; the reason may name no level that stands neither \
there nor in the claim. A correction is one true sentence, for contradicted only."""

_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:[.,:-]\d+)*")


class OpenClaim(TypedDict):
    """A claim, or one part of a compound one, that nobody has decided."""

    id: str
    """The claim's id, with the number of the part where it is compound: `c3`, `c4.2`."""
    key: str
    """The key of the statement that it is, or is a part of."""
    index: int
    """Which part it is, from 0."""
    subclaim: str
    spec_version: SpecVersion
    evidence: list[Evidence]
    """Numbered from 1 in answers."""


class Refused(TypedDict):
    """An answer that was not taken, and why."""

    claim_id: str
    reason: str


class CallerAnswer(BaseModel):
    """One answer as a caller gives it; camelCase or snake_case."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")

    claim_id: Annotated[str, Field(max_length=40, description="Id of the open claim.")]
    label: Annotated[
        AnswerLabel, BeforeValidator(lambda label: str(label).strip().lower().replace(" ", "_"))
    ]
    evidence: Annotated[
        list[int],
        Field(max_length=MOST_EVIDENCE, description="Numbers of the evidence that it rests on."),
    ] = []
    quote: Annotated[
        str,
        Field(max_length=2_000, description="Words copied from one piece of that evidence."),
    ] = ""
    reason: Annotated[
        str, Field(min_length=1, max_length=2_000, description="One or two sentences.")
    ]
    correction: Annotated[
        str | None,
        Field(max_length=1_000, description="The true statement; for contradicted only."),
    ] = None


def read_caller_answer(given: object) -> CallerAnswer | Refused:
    """Return an answer that has the right form, or what is wrong with it."""
    try:
        return CallerAnswer.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        if first["loc"] == ("label",):
            why = f"label must be one of {', '.join(get_args(AnswerLabel))}"
        else:
            why = f"{'.'.join(map(str, first['loc'])) or 'answer'}: {first['msg']}"
        return Refused(claim_id=_claim_named(given), reason=f"the answer cannot be read: {why}")


def _claim_named(given: object) -> str:
    if not isinstance(given, Mapping):
        return ""
    values = cast("Mapping[str, object]", given)
    return str(values.get("claimId", values.get("claim_id", "")))[:40]


async def judged_by(
    answer: CallerAnswer, claim: OpenClaim, catalogue: Catalogue, local: LocalJudge
) -> Judgement | Refused:
    """Return an answer as a judgement, marked where the checks doubt it, or why it is not taken."""
    evidence = claim["evidence"]
    as_model = LLMAnswer(
        label=answer.label,
        evidence=answer.evidence,
        quote=answer.quote,
        reason=answer.reason,
        correction=answer.correction or "",
        confidence=CONFIDENCE,
    )
    fault = fault_of(as_model, evidence)
    if fault:
        return Refused(claim_id=claim["id"], reason=f"the answer {fault}")
    judgement = judgement_of(as_model, CALLER)
    cited = [evidence[number - 1] for number in judgement["cited"]]
    wrong = _misreported(answer, claim, cited, catalogue) or _other_level(answer, claim, cited)
    if wrong:
        return Refused(claim_id=claim["id"], reason=wrong)
    objection = await _objection(answer.label, claim, judgement["cited"], local)
    if objection is None:
        return judgement
    if objection.certain:
        return Refused(claim_id=claim["id"], reason=objection.finding["message"])
    return _marked(judgement, objection)


def _marked(judgement: Judgement, objection: Objection) -> Judgement:
    """Return a judgement that shows its reader what the checks have against it."""
    finding = objection.finding
    return {
        **judgement,
        "confidence": DOUBTED_CONFIDENCE,
        "reason": f"{judgement['reason']} (The checks in code disagree: {finding['message']})",
        "findings": [*judgement["findings"], finding],
    }


async def _objection(
    label: AnswerLabel, claim: OpenClaim, cited: Sequence[int], local: LocalJudge
) -> Objection | None:
    """Return what the local judge has against a label: by the evidence cited, and by all of it."""
    if label == "undecided":
        return None
    return await asyncio.to_thread(_objected, label, claim, cited, local)


def _objected(
    label: Checked, claim: OpenClaim, cited: Sequence[int], local: LocalJudge
) -> Objection | None:
    statement, version, evidence = claim["subclaim"], claim["spec_version"], claim["evidence"]
    rests_on = [evidence[number - 1] for number in cited] or evidence
    settled = local.settled(local.weigh(statement, version, rests_on), version, rests_on)
    if settled and settled["label"] in ("supported", "contradicted") and settled["label"] != label:
        message = f"a check in code is certain that the claim is {settled['label']}"
        finding = Finding(kind="scope", message=f"{message}: {settled['reason']}")
        return Objection(True, finding)
    weighed = local.weigh(statement, version, evidence)
    return find_objection(label, weighed, local.likely(weighed), cited, evidence)


def _misreported(
    answer: CallerAnswer, claim: OpenClaim, cited: Sequence[Evidence], catalogue: Catalogue
) -> str | None:
    """Return what the reason or the correction says that stands nowhere."""
    if answer.label not in ("supported", "contradicted"):
        return None
    there = {level for passage in cited for level in _levels(passage, catalogue)}
    claimed = {read_sentence(claim["subclaim"]).level, *normative_levels(claim["subclaim"])}
    for level in normative_levels(answer.reason):
        if level not in there | claimed:
            return f"the reason says {level}, {_said(there)}"
    correction = answer.correction or ""
    if answer.label != "contradicted" or not correction:
        return None
    for level in normative_levels(correction):
        if level not in there:
            return f"the correction says {level}, {_said(there)}"
    known = " ".join(
        [claim["spec_version"], *(f"{passage['text']} {passage['heading']}" for passage in cited)]
    )
    numbers = set(_NUMBER.findall(normal_text(known)))
    for number in _NUMBER.findall(normal_text(correction)):
        if number not in numbers:
            return f"the correction says {number}, which does not stand in the evidence cited"
    return None


def _said(levels: set[str]) -> str:
    named = ", ".join(sorted(levels - {"none"}))
    return f"and the evidence cited says {named}" if named else "and the evidence cited sets none"


def _levels(passage: Evidence, catalogue: Catalogue) -> Iterator[str]:
    yield passage["level"]
    yield from normative_levels(passage["text"])
    for entry in filter(None, map(catalogue.get, passage["entry_ids"])):
        yield entry.level
        if entry.informal_level:
            yield entry.informal_level


def _other_level(answer: CallerAnswer, claim: OpenClaim, cited: Sequence[Evidence]) -> str | None:
    """Return at which level the official text sets what a claim that is called true has at another.

    Of official passages the level is known without an entry; that they speak of the same thing is
    certain only where both have nearly the same words.
    """
    official = [item for item in cited if item["corpus"] == "official" and item["level"] != "none"]
    if answer.label != "supported" or not official or len(official) < len(cited):
        return None
    reading = read_sentence(claim["subclaim"])
    outcomes = [compare_levels(reading.level, item["level"]) for item in official]
    if any(outcome not in ("too strong", "too weak") for outcome in outcomes):
        return None
    if not all(_same_words(reading, read_sentence(item["text"])) for item in official):
        return None
    return (
        f"the level does not agree: the claim says {reading.level}, the specification says "
        f"{official[0]['level']} ({outcomes[0]}): {official[0]['text']}"
    )


def _same_words(claim: Reading, passage: Reading) -> bool:
    shared = len(claim.terms & passage.terms)
    return (
        not claim.joined
        and shared >= LEVEL_COVERED * len(claim.terms)
        and shared >= LEAST_FULL * len(passage.terms)
    )
