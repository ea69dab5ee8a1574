"""The local judge: what it decides, by what, and when it does not."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nodes.judging.local import LocalJudge
from nodes.judging.vocabulary import count_words
from nodes.judging.weights import Decision, Weights, load_weights
from nodes.verdicts import Judgement, Label
from retrieval.catalogue import Catalogue, Requirement, load_catalogue
from retrieval.contrast import contrast_wordings
from retrieval.embeddings import MiniLMEmbedder
from retrieval.evidence import Evidence
from retrieval.versions import SpecVersion
from tests.nodes.scripted_contrast import ScriptedContrast
from tests.nodes.values import passage
from tests.retrieval.small import belief, requirement

VERSION: Final[SpecVersion] = "2025-03-26"
LABELS: Final[tuple[Decision, ...]] = get_args(Decision)

LOG: Final = requirement(
    id="tools.log", statement="A server must log every tool call.", actor="server", level="MUST"
)
LIMIT: Final = requirement(
    id="tools.limit",
    statement="Servers should limit the rate of tool calls.",
    actor="server",
    level="SHOULD",
)
ASK: Final = requirement(
    id="tools.ask",
    statement="The host may show a tool call to the user.",
    actor="host",
    level="MAY",
)
TITLE: Final = requirement(
    id="tools.title",
    statement="The title of a tool has at most 40 letters.",
    actor="protocol",
    level="none",
)
NEWER: Final = requirement(
    id="tools.hue",
    statement="The `hueName` of a lamp tells its colour.",
    actor="protocol",
    level="none",
    places=[{"versions": ["2026-07-28"], "page": "server/lamps", "heading": "Lamps"}],
)
OTHERS: Final = requirement(
    id="tools.others", statement="At least a lamp came: `a/fetch` is short.", identifiers=["a/list"]
)
"""Has words that the claims of the tests have, so that they are not unknown to the version."""

UNLOGGED: Final = belief(
    id="tools.unlogged",
    belief="Servers never log any tool call.",
    correction="Servers have to log each tool call.",
    refuted_by=["tools.log"],
)
CATALOGUE: Final = Catalogue((LOG, LIMIT, ASK, TITLE, NEWER, OTHERS), (UNLOGGED,))


def found(entry: Requirement, similarity: float = 0.9, version: SpecVersion = VERSION) -> Evidence:
    """Return an entry as search finds it."""
    place = entry.place_in(version)
    assert place is not None
    return passage(
        entry.statement,
        version=version,
        page=place.page,
        heading=place.heading,
        similarity=similarity,
        entry_ids=[entry.id],
        level=entry.level,
        actor=entry.actor,
    )


def leaning(label: Decision, probability: float = 0.9, threshold: float = 0.8) -> Weights:
    """Return weights that give a label that probability, whatever the features are."""
    rest = (1 - probability) / (len(LABELS) - 1)
    return Weights(
        features=[],
        mean=[],
        scale=[],
        labels=list(LABELS),
        coefficients=[[] for _ in LABELS],
        intercepts=[math.log(probability if item == label else rest) for item in LABELS],
        thresholds={item: threshold for item in LABELS if item != "partial"},
    )


def judge(
    claim: str,
    *evidence: Evidence,
    weights: Weights | None = None,
    contrast: ScriptedContrast | None = None,
) -> Judgement:
    words = count_words(CATALOGUE, {}).of
    judging = LocalJudge(CATALOGUE, contrast or ScriptedContrast(), weights, vocabulary=words)
    return asyncio.run(judging.judge(claim, VERSION, evidence))


def supporting(claim: str, *evidence: Evidence, **how: float) -> Judgement:
    weights = leaning("supported", **how)
    return judge(claim, *evidence, weights=weights, contrast=as_searched(evidence))


def as_searched(evidence: Sequence[Evidence]) -> ScriptedContrast:
    """Return a contrast that finds each passage as near as the search did."""
    near: dict[str, float] = {}
    for item in evidence:
        for entry in item["entry_ids"]:
            near[entry] = max(near.get(entry, 0.0), item["similarity"])
    return ScriptedContrast(true=near)


def denying(claim: str, *evidence: Evidence, unlogged: float | None = None) -> Judgement:
    """Judge by weights that lean to `contradicted`, with a misconception as near as is said."""
    return judge(claim, *evidence, weights=leaning("contradicted"), contrast=near(unlogged))


def near(unlogged: float | None) -> ScriptedContrast:
    return ScriptedContrast(false={} if unlogged is None else {UNLOGGED.id: unlogged})


def missing(claim: str, *evidence: Evidence) -> Judgement:
    return judge(claim, *evidence, weights=leaning("not_mentioned"))


# The weights


@given(
    st.integers(0, 4).flatmap(
        lambda size: st.tuples(
            st.lists(st.floats(-50, 50), min_size=size, max_size=size),
            st.lists(
                st.lists(st.floats(-9, 9), min_size=size, max_size=size), min_size=4, max_size=4
            ),
            st.lists(st.floats(-900, 900), min_size=4, max_size=4),
        )
    )
)
def test_probabilities_sum_to_one(
    drawn: tuple[list[float], list[list[float]], list[float]],
) -> None:
    values, coefficients, intercepts = drawn
    names = [f"f{i}" for i in range(len(values))]
    weights = Weights(
        features=names,
        mean=[0.5] * len(names),
        scale=[2.0] * len(names),
        labels=list(LABELS),
        coefficients=coefficients,
        intercepts=intercepts,
        thresholds={},
    )
    probabilities = weights.probabilities(dict(zip(names, values, strict=True)))
    assert list(probabilities) == list(LABELS)
    assert sum(probabilities.values()) == pytest.approx(1.0)
    assert all(0.0 <= value <= 1.0 for value in probabilities.values())


def test_a_probability_is_the_softmax_of_the_standardised_features() -> None:
    weights = Weights(
        features=["glow", "hue"],
        mean=[2.0, 0.0],
        scale=[4.0, 1.0],
        labels=["supported", "contradicted"],
        coefficients=[[1.0, 0.5], [-1.0, 0.5]],
        intercepts=[0.25, 0.25],
        thresholds={},
    )
    # "Glow" is one deviation above its mean; what both labels share cancels out.
    probabilities = weights.probabilities({"hue": 3.0, "glow": 6.0, "unused": 9.0})
    assert probabilities["supported"] == pytest.approx(1 / (1 + math.exp(-2)))


def test_the_weights_that_ship_are_whole() -> None:
    weights = load_weights()
    assert sorted(weights.labels) == sorted(LABELS)
    assert weights.thresholds.keys() == set(LABELS) - {"partial"}
    assert all(0.4 <= threshold < 1.0 for threshold in weights.thresholds.values())
    size = len(weights.features)
    assert len(set(weights.features)) == size
    assert [len(row) for row in weights.coefficients] == [size] * len(weights.intercepts)
    assert len(weights.mean) == len(weights.scale) == size
    assert min(weights.scale) > 0.0


# When it says nothing


@given(st.text(max_size=80), st.sampled_from(LABELS))
def test_without_evidence_nothing_is_decided(claim: str, label: Decision) -> None:
    said = judge(claim, weights=leaning(label, 0.99), contrast=near(1.0))
    assert said["label"] == "undecided"
    assert said["reason"] == "nothing was found that the claim could be judged by"


@pytest.mark.parametrize("claim", ["", "?", "It must be so.", "Servers and clients", "1 2 3"])
@pytest.mark.parametrize("label", LABELS)
def test_a_claim_that_speaks_of_nothing_is_not_decided(claim: str, label: Decision) -> None:
    assert judge(claim, found(LOG, 1.0), weights=leaning(label, 0.99))["label"] == "undecided"


@pytest.mark.parametrize("label", LABELS)
def test_what_only_announces_a_list_is_not_decided(label: Decision) -> None:
    said = judge("Servers must log tool calls:", found(LOG, 1.0), weights=leaning(label, 0.99))
    assert said["label"] == "undecided"
    assert said["reason"] == "it announces something and says nothing by itself"


def test_an_undecided_claim_is_shown_the_nearest_passage() -> None:
    said = judge("Servers log tool calls", found(ASK), found(LOG), weights=leaning("partial"))
    assert said == {
        "label": "undecided",
        "confidence": 0.0,
        "reason": "The nearest passage (server/tools, Capabilities) says: "
        "A server must log every tool call.",
        "correction": None,
        "cited": [],
        "quote": None,
        "findings": [],
        "judge": "local",
    }


@pytest.mark.parametrize("label", [label for label in LABELS if label != "partial"])
def test_what_is_less_likely_than_the_threshold_of_its_label_is_not_said(label: Decision) -> None:
    claim = {
        "supported": "Servers must log tool calls",
        "contradicted": "Clients log every tool call",
        "not_mentioned": "Zebras graze",
    }[label]
    passages = (found(LOG, 0.5),)
    for probability, decided in ((0.8, label), (0.79, "undecided")):
        weights = leaning(label, probability, threshold=0.8)
        contrast = as_searched(passages) if label == "supported" else None
        assert judge(claim, *passages, weights=weights, contrast=contrast)["label"] == decided


def test_a_compound_that_was_not_taken_apart_is_never_called_partial() -> None:
    weights = leaning("partial", 0.999)
    weights.thresholds["partial"] = 0.1
    said = judge("A server must log every tool call and paint it", found(LOG), weights=weights)
    assert said["label"] == "undecided"


# What is supported


def test_a_claim_that_a_passage_agrees_with_is_supported_by_it() -> None:
    said = supporting("The server must log each tool call.", found(TITLE), found(LOG, 0.95))
    assert said == {
        "label": "supported",
        "confidence": 0.9,
        "reason": "A server must log every tool call. (server/tools, Capabilities, MUST)",
        "correction": None,
        "cited": [2],
        "quote": "A server must log every tool call.",
        "findings": [],
        "judge": "local",
    }


def test_the_same_statement_is_supported_though_the_weights_are_not_sure() -> None:
    claim = "A server must log every tool call."
    assert supporting(claim, found(LOG, 1.0), probability=0.4)["label"] == "supported"
    assert supporting(claim, found(LOG, 0.5), probability=0.4)["label"] == "undecided"


@pytest.mark.parametrize(
    "claim",
    [
        # Only what is far off agrees with them, or has few of their terms.
        "A server must log lamps, rain, purple and ink.",
        "A server should log every tool call and the purple lamps of rain.",
        "A client must log every tool call.",
    ],
)
def test_weights_alone_do_not_support_a_claim(claim: str) -> None:
    said = supporting(claim, found(LOG, 0.95), found(TITLE, 0.1), probability=0.99)
    assert said["label"] == "undecided"


def test_a_claim_that_joins_several_things_and_speaks_of_all_is_not_supported_by_one_passage() -> (
    None
):
    for claim, label in (
        ("A server must log every tool call.", "supported"),
        ("A server must log a tool call, and a call of a tool.", "supported"),
        ("A server must log every tool call, the name and the tool.", "undecided"),
    ):
        assert supporting(claim, found(LOG), probability=0.99)["label"] == label


@pytest.mark.parametrize(
    "claim",
    [
        "A server must log every tool call to a lamp in purple ink within days.",
        "A server must log every tool call, the name and the tool.",
    ],
)
def test_what_says_more_than_a_passage_is_not_taken_for_its_statement(claim: str) -> None:
    assert supporting(claim, found(LOG, 1.0), probability=0.4)["label"] == "undecided"


def test_at_most_three_passages_that_agree_are_cited_and_the_best_first() -> None:
    passages = [found(LOG, similarity) for similarity in (0.9, 0.8, 0.7, 0.85)]
    said = supporting("A server must log every tool call.", *passages)
    assert said["cited"] == [1, 4, 2]


def test_passages_that_are_farther_off_are_not_cited() -> None:
    far = passage("A server must log every tool call.", similarity=0.5, entry_ids=[])
    said = supporting("A server must log every tool call.", found(LOG), far)
    assert said["cited"] == [1]


def test_a_passage_of_several_entries_can_support_by_its_words() -> None:
    several = passage("Servers keep a log of calls.", entry_ids=["tools.log", "tools.limit"])
    assert supporting("Servers keep a log of calls.", several)["cited"] == [1]


# What is contradicted


@pytest.mark.parametrize(
    ("claim", "entry", "kind", "message"),
    [
        (
            "A server should log every tool call.",
            LOG,
            "level",
            "the claim says SHOULD, the specification MUST (too weak)",
        ),
        (
            "A server may log every tool call.",
            LOG,
            "level",
            "the claim says MAY, the specification MUST (too weak)",
        ),
        (
            "Servers must limit the rate of tool calls.",
            LIMIT,
            "level",
            "the claim says MUST, the specification SHOULD (too strong)",
        ),
        (
            "The host should show a tool call to the user.",
            ASK,
            "level",
            "the claim says SHOULD, the specification MAY (too strong)",
        ),
        (
            "A server must not log every tool call.",
            LOG,
            "level",
            "the claim says MUST NOT, the specification MUST",
        ),
        (
            "A server does not have to log every tool call.",
            LOG,
            "level",
            "the claim says not required, the specification MUST",
        ),
        (
            "A client must log every tool call.",
            LOG,
            "actor",
            "the claim speaks of the client, the specification of the server",
        ),
        (
            "The title of a tool has no more than 50 letters.",
            TITLE,
            "polarity",
            "one affirms what the other denies",
        ),
        (
            "The title of a tool has at most 50 letters.",
            TITLE,
            "number",
            "the specification gives another number than “50”",
        ),
        (
            "The title of a tool has at least 40 letters.",
            TITLE,
            "polarity",
            "the specification says the opposite",
        ),
    ],
)
def test_a_claim_that_is_at_odds_with_a_passage_is_told_in_what(
    claim: str, entry: Requirement, kind: str, message: str
) -> None:
    said = denying(claim, found(entry))
    assert said["label"] == "contradicted"
    assert {"kind": kind, "message": message} in said["findings"]
    assert said["reason"].lower().startswith(said["findings"][0]["message"].lower())
    assert entry.statement in said["reason"]
    assert said["correction"] == said["quote"] == entry.statement
    assert said["cited"] == [1]


@pytest.mark.parametrize(
    ("words", "claim", "kind", "message"),
    [
        (
            "Calls of `a/list` are short.",
            "Calls of `a/fetch` are short.",
            "identifier",
            "the specification names something else than “a/fetch”",
        ),
        (
            "Lamps came in 2025-03-26.",
            "Lamps came in 2024-11-05.",
            "version",
            "the specification names another version",
        ),
    ],
)
def test_names_and_versions_are_told_too(words: str, claim: str, kind: str, message: str) -> None:
    said = denying(claim, passage(words, similarity=0.9))
    assert said["findings"] == [{"kind": kind, "message": message}]


def test_a_ban_is_told_to_who_states_the_act_as_a_fact() -> None:
    ban = requirement(id="tools.skip", statement="Servers must not skip a log.", level="MUST NOT")
    judging = LocalJudge(Catalogue((ban,), ()), ScriptedContrast(), leaning("contradicted"))
    said = asyncio.run(judging.judge("Servers skip a log.", VERSION, [found(ban)]))
    assert said["findings"][0]["message"] == "the specification forbids it (MUST NOT)"


def test_weights_alone_do_not_contradict_a_claim() -> None:
    assert denying("A server must log every tool call.", found(LOG))["label"] == "undecided"


@pytest.mark.parametrize(
    ("claim", "similarity"),
    [
        # The passage is far off; has little of what is claimed; says much that is not claimed.
        ("A server should log every tool call.", 0.05),
        ("A server should log every tool call to a purple lamp within days of rain.", 0.9),
        ("Servers should call.", 0.9),
    ],
)
def test_a_passage_on_something_else_contradicts_nothing(claim: str, similarity: float) -> None:
    assert denying(claim, found(LOG, similarity))["label"] == "undecided"


def test_a_passage_that_differs_in_level_alone_decides_against_the_weights() -> None:
    for claim, label in (
        ("A server should log every tool call.", "contradicted"),
        ("A server may log every tool call.", "contradicted"),
        ("A server must log every tool call.", "supported"),
        ("A client should log every tool call.", "undecided"),
    ):
        said = supporting(claim, found(LOG, 0.95), probability=0.99)
        assert said["label"] == label, claim


def test_a_known_misconception_is_contradicted_by_what_refutes_it() -> None:
    said = denying("Servers never log any tool call.", found(TITLE), found(LOG), unlogged=0.8)
    assert said == {
        "label": "contradicted",
        "confidence": 0.9,
        "reason": "This is a known misconception. A server must log every tool call. "
        "(server/tools, Capabilities, MUST)",
        "correction": "Servers have to log each tool call.",
        "cited": [2],
        "quote": "A server must log every tool call.",
        "findings": [{"kind": "misconception", "message": "Servers never log any tool call."}],
        "judge": "local",
    }


def test_a_misconception_is_corrected_though_what_refutes_it_was_not_found() -> None:
    said = denying("Servers never log any tool call.", found(TITLE, 0.2), unlogged=0.8)
    assert said["label"] == "contradicted"
    assert said["reason"] == ("This is a known misconception. Servers have to log each tool call.")
    assert (said["cited"], said["quote"]) == ([], None)


@pytest.mark.parametrize(
    "claim",
    [
        # It denies the misconception, or says less than it does.
        "Servers must log each tool call.",
        "Servers never call.",
    ],
)
def test_a_claim_that_is_not_the_misconception_is_not_taken_for_it(claim: str) -> None:
    far = ScriptedContrast(true={TITLE.id: 0.9}, false={UNLOGGED.id: 0.8})
    said = judge(claim, found(TITLE, 0.2), weights=leaning("contradicted"), contrast=far)
    assert said["label"] == "undecided"


@pytest.mark.parametrize(
    ("belief_similarity", "similarity", "kind"),
    [
        (0.9, 0.95, "misconception"),
        (0.6, 0.75, "misconception"),
        (0.5, 0.95, "polarity"),
        (0.2, 0.6, "polarity"),
    ],
)
def test_a_passage_that_is_much_nearer_than_the_misconception_comes_before_it(
    belief_similarity: float, similarity: float, kind: str
) -> None:
    said = denying(
        "Servers never log any tool call.",
        found(LOG, similarity),
        unlogged=belief_similarity,
    )
    assert [finding["kind"] for finding in said["findings"]] == [kind]


@pytest.mark.parametrize(
    ("true", "false", "label"), [(0.4, 0.6, "contradicted"), (0.6, 0.4, "undecided")]
)
def test_a_wording_that_is_nearer_than_any_true_one_shows_the_misconception(
    true: float, false: float, label: Label
) -> None:
    contrast = ScriptedContrast({"tools.log": true}, {"tools.unlogged": false})
    weights = leaning("contradicted")
    said = judge("Calls leave no trace.", found(TITLE, 0.2), weights=weights, contrast=contrast)
    assert said["label"] == label
    if label == "contradicted":
        assert said["findings"] == [{"kind": "misconception", "message": UNLOGGED.belief}]
        assert said["correction"] == UNLOGGED.correction


def test_a_claim_is_put_beside_all_wordings_as_a_statement() -> None:
    contrast = ScriptedContrast()
    judge("Must servers log calls?", found(LOG), contrast=contrast)
    assert contrast.asked == [("servers must log calls", VERSION)]


# What MCP is said to enforce


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize(
    "claim",
    [
        "Does MCP enforce the rate limit of tool calls?",
        "The protocol enforces limits on tool calls.",
    ],
)
def test_mcp_enforces_nothing_that_is_a_duty_of_others(claim: str, label: Decision) -> None:
    said = judge(claim, found(TITLE, 0.4), found(LIMIT, 0.8), weights=leaning(label, 0.99))
    message = "MCP does not enforce this itself; it sets duties for those who implement it"
    assert said["label"] == "contradicted"
    assert said["findings"] == [{"kind": "actor", "message": message}]
    assert said["reason"].startswith(f"{message}. {LIMIT.statement}")
    assert "SHOULD" in said["reason"]
    assert said["correction"] == f"{message}: {LIMIT.statement}"
    assert (said["cited"], said["quote"]) == ([2], LIMIT.statement)
    assert 0.5 < said["confidence"] <= 0.95


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        # Somebody else enforces; nobody does; there is no duty, or none that is near.
        ("Servers enforce limits on the rate of tool calls.", found(LIMIT)),
        ("MCP does not enforce limits on the rate of tool calls.", found(LIMIT)),
        ("MCP enforces that the title of a tool has at most 40 letters.", found(TITLE)),
        ("MCP enforces limits on the rate of tool calls.", found(LIMIT, 0.1)),
        ("MCP recommends limits on the rate of tool calls.", found(LIMIT)),
    ],
)
def test_other_claims_are_not_met_by_the_rule_on_enforcement(
    claim: str, evidence: Evidence
) -> None:
    assert judge(claim, evidence, weights=leaning("partial"))["label"] == "undecided"


# What is not mentioned


@pytest.mark.parametrize(
    ("claim", "kind", "why"),
    [
        ("Zebras graze.", "scope", "this version never speaks of “graze”, “Zebras”"),
        ("Titles of a tool call rate.", "scope", "no passage of this version speaks of it"),
        ("Lamps have a `hueName`.", "version", "only other versions know “huename”"),
    ],
)
def test_what_is_not_mentioned_is_told_with_the_reason_and_the_nearest_passage(
    claim: str, kind: str, why: str
) -> None:
    said = missing(claim, found(LOG, 0.3))
    assert said["label"] == "not_mentioned"
    assert said["findings"] == [{"kind": kind, "message": f"Neither stated nor denied: {why}"}]
    assert said["reason"] == (
        f"Neither stated nor denied: {why}. The nearest passage (server/tools, Capabilities) says: "
        "A server must log every tool call."
    )
    assert (said["cited"], said["quote"], said["correction"]) == ([], None, None)


def test_a_version_is_not_silent_on_what_a_passage_is_all_about() -> None:
    assert missing("A client must log every tool call.", found(LOG))["label"] == "undecided"


# Whatever it is given


PASSAGES = st.builds(
    found, st.sampled_from([LOG, LIMIT, ASK, TITLE]), st.floats(0.0, 1.0)
) | st.builds(passage, st.sampled_from(["Servers log.", "", "Zebras 3 `a/b`"]))
CLAIMS = st.text(max_size=60) | st.lists(
    st.sampled_from(
        """
        a server clients MCP must should may not never log limit every tool call rate enforces
        title 40 50 letters `hueName` zebras and only user to the of ?
        """.split()  # noqa: SIM905 - a list of words is read best as text
    ),
    max_size=12,
).map(" ".join)
WEIGHTS = st.none() | st.builds(leaning, st.sampled_from(LABELS), st.sampled_from([0.3, 0.99]))


@given(CLAIMS, st.lists(PASSAGES, max_size=5), st.none() | st.floats(0.0, 1.0), WEIGHTS)
def test_a_judgement_is_whole_and_rests_on_what_was_there(
    claim: str, evidence: list[Evidence], unlogged: float | None, weights: Weights | None
) -> None:
    said = judge(claim, *evidence, weights=weights, contrast=near(unlogged))
    assert said["label"] in set(get_args(Label)) - {"partial"}
    assert said["judge"] == "local"
    assert said["reason"]
    assert 0.0 <= said["confidence"] <= 1.0
    assert set(said["cited"]) <= set(range(1, len(evidence) + 1))
    assert len(set(said["cited"])) == len(said["cited"])
    cited = [evidence[number - 1]["text"] for number in said["cited"]]
    assert said["quote"] in cited or (said["quote"] is None and not cited)
    assert bool(said["findings"]) == (said["label"] in ("contradicted", "not_mentioned"))
    assert (said["correction"] is not None) == (said["label"] == "contradicted")
    assert bool(cited) or said["label"] != "supported"
    assert (said["confidence"] == 0.0) == (said["label"] == "undecided")
    assert said == judge(claim, *evidence, weights=weights, contrast=near(unlogged))


# With the weights and the catalogue that ship


def labels(claims: list[tuple[str, SpecVersion, list[Evidence]]]) -> dict[str, float]:
    """Return the share of each label among the judgements of these claims."""
    judging = LocalJudge(load_catalogue(), contrast_wordings(load_catalogue(), MiniLMEmbedder()))
    said = [asyncio.run(judging.judge(*claim))["label"] for claim in claims]
    return {label: said.count(label) / len(said) for label in get_args(Label)}


def test_statements_of_the_catalogue_are_not_held_against_themselves() -> None:
    entries = load_catalogue().requirements[::20]
    shares = labels(
        [
            (entry.statement, version, [found(entry, 1.0, version)])
            for entry in entries
            for version in entry.versions[-1:]
        ]
    )
    assert shares["contradicted"] < 0.01
    assert shares["not_mentioned"] == 0.0
    assert shares["supported"] > 0.4


def test_known_misconceptions_are_never_called_true() -> None:
    catalogue = load_catalogue()
    claims: list[tuple[str, SpecVersion, list[Evidence]]] = []
    for item in catalogue.misconceptions[::20]:
        version = item.versions[-1]
        refuting = [entry for name in item.refuted_by if (entry := catalogue.get(name))]
        passages = [
            found(entry, 0.7, version) for entry in refuting if entry.place_in(version) is not None
        ]
        claims.append((item.belief, version, passages))
    shares = labels(claims)
    assert shares["supported"] == 0.0
    assert shares["contradicted"] > 0.6
