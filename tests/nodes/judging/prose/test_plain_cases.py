"""Plain cases: what a reader who knows nothing of the judge tries first, and sees at once.

Each case names what must not be said: that a claim the page bears out is contradicted, or that one
it does not bear out is supported. Where it is plain what must be said, it names that too; elsewhere
`undecided` and `not_mentioned` are no mistakes.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from nodes.judging.prose.judge import ProseJudge
from nodes.locate_passages import passages_of
from nodes.verdicts import Label


class Case(NamedTuple):
    """A claim, a page of a sentence or two, and what may be made of them."""

    claim: str
    page: str
    never: Label
    plainly: Label | None = None


def holds(claim: str, page: str, plainly: Label | None = None) -> Case:
    """Return a case whose page bears the claim out."""
    return Case(claim, page, "contradicted", plainly)


def fails(claim: str, page: str, plainly: Label | None = None) -> Case:
    """Return a case whose page says otherwise, or not all of it."""
    return Case(claim, page, "supported", plainly)


ANOTHER_VERB: Final = [
    fails(
        "A committee of seven engineers found every furnace to be unsafe.",
        "In March a committee of seven engineers reviewed the safety of every furnace.",
    ),
    fails(
        "The court upheld the fine against the shipping company.",
        "The court heard the appeal of the shipping company against the fine.",
    ),
    fails(
        "The new vaccine prevents measles in young children.",
        "The new vaccine was compared with an older one for measles in young children.",
    ),
    fails(
        "The auditors praised the accounts of the northern branch.",
        "The auditors received the accounts of the northern branch in June.",
    ),
    holds(
        "The court heard the appeal of the shipping company.",
        "On Monday the court heard the appeal of the shipping company against the fine.",
        "supported",
    ),
    holds(
        "The auditors examined the accounts of the northern branch.",
        "In June the accounts of the northern branch were examined by the auditors.",
        "supported",
    ),
]

PREFIXES: Final = [
    fails("The evidence was admissible.", "The judge held that the evidence was inadmissible."),
    fails("The bridge is unstable.", "Engineers say that the bridge is stable.", "contradicted"),
    fails(
        "The union called the offer acceptable.",
        "The union called the offer unacceptable.",
        "contradicted",
    ),
    fails("The contract was valid.", "The contract was invalid.", "contradicted"),
    fails("The infection was reversible.", "The damage of the infection was irreversible."),
    fails("The cargo was flammable.", "The cargo was non-flammable.", "contradicted"),
    holds("The bridge is not stable.", "Engineers say that the bridge is unstable.", "supported"),
    holds("The cargo was not flammable.", "The cargo was non-flammable."),
]

DENIED_OPPOSITES: Final = [
    holds(
        "The board rejected the merger.",
        "After a long debate the board did not approve the merger.",
        "supported",
    ),
    fails(
        "The board rejected the merger.",
        "After a long debate the board approved the merger.",
        "contradicted",
    ),
    fails(
        "The board approved the merger.",
        "After a long debate the board rejected the merger.",
        "contradicted",
    ),
    holds(
        "The board did not approve the merger.",
        "After a long debate the board rejected the merger.",
        "supported",
    ),
    fails(
        "The rebels refused the terms of the king.",
        "The rebels agreed to the terms of the king.",
        "contradicted",
    ),
    fails("The second experiment failed.", "The second experiment succeeded.", "contradicted"),
    holds("The second experiment failed.", "The second experiment did not succeed.", "supported"),
    fails(
        "The price includes delivery.",
        "The price does not include delivery to the islands.",
        "contradicted",
    ),
]

NUMBERS: Final = [
    holds(
        "Revenue grew by 12 percent in 2021.",
        "Revenue grew by 12 % in 2021, and costs fell.",
        "supported",
    ),
    fails(
        "Revenue grew by 12 percent in 2021.",
        "Revenue grew by 15 % in 2021, and costs fell.",
        "contradicted",
    ),
    holds(
        "The tunnel is 5 kilometres long.",
        "Opened in 1912, the tunnel is 5 km long.",
        "supported",
    ),
    holds("The tunnel is 5 kilometres long.", "The tunnel is 5,000 metres long.", "supported"),
    fails("The tunnel is 5 kilometres long.", "The tunnel is 5 miles long."),
    holds(
        "Twelve patients left the trial early.",
        "Of the patients, 12 left the trial early.",
    ),
    holds("The fund lost two million euros.", "The fund lost 2 million euros in May."),
    fails(
        "The fund lost two million euros.", "The fund lost 2 billion euros in May.", "contradicted"
    ),
]

ADDED_DETAIL: Final = [
    fails("Admission is free on Sundays and on Mondays.", "Admission is free on Sundays."),
    fails(
        "The turbine was tested in Oslo with salt water.",
        "The turbine was tested in Oslo.",
    ),
    fails(
        "The nurses measured the blood pressure twice a day.",
        "The nurses measured the blood pressure.",
    ),
    fails(
        "The treaty ended the war and divided the province.",
        "The treaty ended the war.",
    ),
    holds(
        "The nurses measured the blood pressure.",
        "The nurses measured the blood pressure and the weight twice a day.",
        "supported",
    ),
    holds("The treaty ended the war.", "Signed in Utrecht, the treaty ended the war.", "supported"),
]

SWAPPED_ROLES: Final = [
    fails("The insurer sued the bank.", "The bank sued the insurer."),
    fails("Parliament overruled the king.", "The king overruled Parliament."),
    fails("The virus kills the bacterium.", "The bacterium kills the virus."),
    fails("Acme bought Bolt Steel.", "Bolt Steel bought Acme in 1998."),
    holds("The bank sued the insurer.", "The insurer was sued by the bank.", "supported"),
    holds("Acme bought the plant from Bolt.", "Bolt sold the plant to Acme in 1998."),
]

HEDGES: Final = [
    fails("The drug causes headaches.", "The drug may cause headaches."),
    fails("The cracks weaken the dam.", "The report suggests that the cracks weaken the dam."),
    fails(
        "The comet caused the extinction.",
        "Some researchers believe that the comet caused the extinction.",
    ),
    fails(
        "The company closed its plant in Leeds.",
        "The company could have closed its plant in Leeds.",
    ),
    fails(
        "The emperor was poisoned by his brother.",
        "It is possible that the emperor was poisoned by his brother.",
    ),
    holds("The drug may cause headaches.", "The drug may cause headaches.", "supported"),
    holds("The drug can cause headaches.", "In adults the drug can cause headaches.", "supported"),
]

QUANTITY_WORDS: Final = [
    fails("All patients recovered.", "Most patients recovered."),
    fails("Most shareholders voted for the plan.", "Some shareholders voted for the plan."),
    fails(
        "None of the welds passed the test.",
        "All of the welds passed the test.",
        "contradicted",
    ),
    fails("All of the witnesses agreed.", "None of the witnesses agreed.", "contradicted"),
    holds("Some patients recovered.", "All patients recovered."),
    holds("All of the welds passed the test.", "All of the welds passed the test.", "supported"),
]

TIME: Final = [
    fails(
        "The law was passed before the election.",
        "The law was passed after the election.",
        "contradicted",
    ),
    fails("The alarm rang before the pump stopped.", "The pump stopped before the alarm rang."),
    holds("The pump stopped before the alarm rang.", "The alarm rang after the pump stopped."),
    holds(
        "The law was passed after the election.",
        "Only after the election was the law passed.",
        "supported",
    ),
    fails(
        "Symptoms appeared in the first week.",
        "Symptoms appeared in the third week.",
        "contradicted",
    ),
    holds("The siege began in 1683.", "In July 1683 the siege began.", "supported"),
]

DENIED_BESIDE: Final = [
    holds(
        "The warden is appointed for a term of five years.",
        "The warden is appointed for a non-renewable term of five years.",
        "supported",
    ),
    holds("The foam deck has pads.", "The foam deck has no-wax pads."),
    holds(
        "The museum lies in the old town.",
        "The museum is not far from the station and lies in the old town.",
    ),
    holds(
        "The lamp uses less energy than a bulb.",
        "The lamp does not need much energy; it uses less energy than a bulb.",
    ),
    holds("The latte is made with hot water.", "Cream is not used in the latte."),
    fails("Members may bring guests.", "Members are not allowed to bring guests.", "contradicted"),
    fails("Guests can smoke on the terrace.", "Guests are not able to smoke on the terrace."),
    fails("The trust owns the castle.", "The trust no longer owns the castle.", "contradicted"),
    fails("The fund invests in coal.", "The fund has stopped investing in coal.", "contradicted"),
    fails(
        "The free plan includes single sign-on.",
        "Single sign-on is not available on the free plan.",
    ),
    fails("The engine has 12 layers.", "The GPT-3 engine has 14 layers.", "contradicted"),
    fails("The GPT-4 engine has 12 layers.", "The GPT-3 engine has 12 layers."),
]

COMPARISONS: Final = [
    fails("The tower is taller than the church.", "The church is taller than the tower."),
    holds("The tower is taller than the church.", "The old tower is taller than the church."),
    fails("The king founded the city.", "The city was founded by the queen.", "contradicted"),
    fails(
        "The festival takes place in winter.", "The festival takes place in summer.", "contradicted"
    ),
]

COMPOUNDS: Final = [
    fails("The drug lowered blood pressure and blood sugar.", "The drug lowered blood pressure."),
    fails("The president signed the order.", "The vice president signed the order."),
    fails("The vice president signed the order.", "The president signed the order."),
    fails("The heart surgery was delayed.", "The surgery was delayed."),
    holds("The steel bridge was closed.", "The old steel bridge was closed.", "supported"),
    holds("The bridge was closed.", "The old steel bridge was closed.", "supported"),
]

CASES: Final = [
    *ANOTHER_VERB,
    *PREFIXES,
    *DENIED_OPPOSITES,
    *NUMBERS,
    *ADDED_DETAIL,
    *SWAPPED_ROLES,
    *HEDGES,
    *QUANTITY_WORDS,
    *TIME,
    *COMPOUNDS,
    *DENIED_BESIDE,
    *COMPARISONS,
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.claim} / {case.page}" for case in CASES])
def test_what_a_reader_sees_at_once(case: Case, prose_judge: ProseJudge) -> None:
    found = prose_judge.decide(case.claim, passages_of(case.page, ()).passages)
    assert found["label"] != case.never, found["reason"]
    if case.plainly is not None:
        assert found["label"] == case.plainly, found["reason"]
