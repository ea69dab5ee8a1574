"""Check in code what the caller's own model answers on a citation that the judge left open.

An answer must cite passages that were given and quote one of them word for word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from typing_extensions import TypedDict

from nodes.citations import Passage
from nodes.judging.answers import CALLER, CONFIDENCE, CallerAnswer, Refused
from nodes.judging.llm import LLMAnswer, fault_of, judgement_of
from nodes.judging.quotation import normal_text
from nodes.verdicts import Judgement

RUBRIC: Final = """\
Judge the claim by the numbered passages alone, which are what stands on the cited page: not by \
what you know, and not by what you meant when you cited it. Look at numbers, dates, names, \
negations, and at how sure and how general the passages are.
supported: they say all of it, or it plainly follows.
contradicted: they say what cannot be true together with the claim.
not_mentioned: they neither say nor deny it, or say only a part. Silence is not contradiction.
undecided: you cannot tell.
For supported and contradicted give the numbers of the passages it rests on and a quote of three \
or more words, word for word from one of these. A correction is one true sentence, for \
contradicted only, with no number that these passages do not have."""

_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:[.,:-]\d+)*")


class OpenCitation(TypedDict):
    """A claim that the judge could not decide by the page that it cites."""

    id: str
    claim: str
    place: str
    """The document and the page, for people."""
    passages: list[Passage]
    """Numbered from 1 in answers."""


def judged_citation(answer: CallerAnswer, claim: OpenCitation) -> Judgement | Refused:
    """Return an answer as a judgement, whose `cited` counts the passages given; or why not."""
    as_model = LLMAnswer(
        label=answer.label,
        evidence=answer.evidence,
        quote=answer.quote,
        reason=answer.reason,
        correction=answer.correction or "",
        confidence=CONFIDENCE,
    )
    fault = fault_of(as_model, claim["passages"])
    if fault:
        return Refused(claim_id=claim["id"], reason=f"the answer {fault}")
    judgement = judgement_of(as_model, CALLER)
    cited = [claim["passages"][number - 1] for number in judgement["cited"]]
    wrong = _invented_number(judgement["correction"], cited)
    return Refused(claim_id=claim["id"], reason=wrong) if wrong else judgement


def _invented_number(correction: str | None, cited: Sequence[Passage]) -> str | None:
    """Return which number of a correction does not stand in the passages cited."""
    known = set(_NUMBER.findall(normal_text(" ".join(passage["text"] for passage in cited))))
    for number in _NUMBER.findall(normal_text(correction or "")):
        if number not in known:
            return f"the correction says {number}, which does not stand in the passages cited"
    return None
