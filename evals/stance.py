"""Public labelled pairs of a claim and a text, read where they are: they are not part of this.

`stance_dev.jsonl` is split by claim into a part that the prose judge is fitted on and a part that
is held back; claims that share a text are on the same side. `contexttrace_holdout.json` is for
reporting only.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

StanceLabel = Literal["supported", "partial", "contradicted", "not_mentioned"]
Spoken = Literal["supported", "contradicted", "not_mentioned"]
Part = Literal["fit", "held"]

BENCH: Final = Path(__file__).resolve().parent.parent.parent / "shared" / "bench"
STANCE: Final = "stance_dev.jsonl"
CONTEXTTRACE: Final = "contexttrace_holdout.json"

_SALT: Final = "2"
_HELD_TENTHS: Final = 3

_OF_CASES: Final[dict[str, StanceLabel]] = {
    "no_failure_detected": "supported",
    "contradicted_answer": "contradicted",
    "partial_support": "partial",
    "citation_mismatch": "not_mentioned",
}
"""What the text at the cited place makes of an answer, by the first label of its case."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A claim, a text, and what the text makes of the claim."""

    claim: str
    text: str
    label: StanceLabel
    group: str
    """Claims that share a text are one group: they are never on both sides of a split."""
    other_texts: tuple[str, ...] = ()
    """The other texts of the document, where one of them bears the claim out."""

    @property
    def spoken(self) -> Spoken:
        """The label to be spoken: a text that says a part of a claim does not bear it out."""
        return "not_mentioned" if self.label == "partial" else self.label

    @property
    def part(self) -> Part:
        """The side that the pair is on, by a hash of its group."""
        number = int(hashlib.sha256((_SALT + self.group).encode()).hexdigest(), 16)
        return "held" if number % 10 < _HELD_TENTHS else "fit"


def read_stance(folder: Path = BENCH) -> list[Pair]:
    """Return the stance pairs, in file order.

    Raises:
        FileNotFoundError: the file is not in the folder.

    """
    lines = (folder / STANCE).read_text(encoding="utf-8").splitlines()
    rows: list[dict[str, Any]] = [json.loads(line) for line in lines if line.strip()]
    groups = claim_groups((row["claim"], row["text"]) for row in rows)
    return [Pair(row["claim"], row["text"], row["label"], groups[row["claim"]]) for row in rows]


def read_contexttrace(folder: Path = BENCH) -> list[Pair]:
    """Return the answers with the contexts that they cite; a case without contexts is left out.

    An answer that cites the wrong one of two contexts is `not_mentioned` there.

    Raises:
        FileNotFoundError: the file is not in the folder.

    """
    content = json.loads((folder / CONTEXTTRACE).read_text(encoding="utf-8"))
    return [_case(case) for case in content["cases"] if case["contexts"]]


def _case(case: dict[str, Any]) -> Pair:
    contexts: dict[str, str] = {item["id"]: item["text"] for item in case["contexts"]}
    cited: list[str] = [item["source_id"] for item in case.get("citations", [])]
    chosen = [name for name in contexts if not cited or name in cited]
    return Pair(
        claim=case["answer"],
        text="\n\n".join(contexts[name] for name in chosen),
        label=_OF_CASES[case["expected_labels"][0]],
        group=case["answer"],
        other_texts=tuple(text for name, text in contexts.items() if name not in chosen),
    )


def claim_groups(rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return for each claim its group: the first, by the alphabet, of all that share texts."""
    claims_of: defaultdict[str, list[str]] = defaultdict(list)
    parent: dict[str, str] = {}
    for claim, text in rows:
        claims_of[text].append(claim)
        parent.setdefault(claim, claim)
    for claims in claims_of.values():
        for other in claims[1:]:
            parent[_root(parent, other)] = _root(parent, claims[0])
    members: defaultdict[str, list[str]] = defaultdict(list)
    for claim in parent:
        members[_root(parent, claim)].append(claim)
    return {claim: min(group) for group in members.values() for claim in group}


def _root(parent: dict[str, str], claim: str) -> str:
    while parent[claim] != claim:
        claim = parent[claim]
    return claim


def of_part(pairs: Sequence[Pair], part: Part) -> list[Pair]:
    """Return the pairs of one side."""
    return [pair for pair in pairs if pair.part == part]
