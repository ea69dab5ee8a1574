"""Signs that a sentence does not hold in the target version, and what tells so.

A sentence that the judge supports in the target is only doubted for a number that its passage has
otherwise. What is found is a reason to look, not a verdict: only what the catalogue determines word
for word is changed without a person or a language model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nodes.judging.level_comparison import compare_levels
from nodes.migrating.checked_text import WRONG
from nodes.migrating.matches import Changes, Matches, Near
from nodes.migrating.values import Group, JudgedSentence
from nodes.reading.names import identifiers, numbers
from nodes.reading.sentence import read_sentence
from nodes.verdicts import Label
from retrieval.catalogue import Catalogue, Requirement
from retrieval.changes import Change, Passage, passage
from retrieval.tables import Span, Tables

_RESTS_ON: Final = 0.62
"""Similarity from which a sentence may rest on an entry of the version that it was written for."""

_SAME_RANK: Final = 0.12
"""How much nearer another entry may be than the changed one that the sentence rests on."""

_BROUGHT: Final = 0.7
"""Similarity to a new entry from which the target may say more than the sentence allows for."""

_BROUGHT_RANK: Final = 0.08

_OUTDOES: Final = 0.05
"""How much nearer than all of the old version a new entry is that takes up a sentence's subject."""

_SAME_THING: Final = 0.8
"""Similarity from which a sentence is about an entry, which, where it is the same, settles it."""

_ALL_CHANGED: Final = 3
_RESTS_ON_ALL: Final = 0.52
"""Similarity from which a sentence rests on entries of which the nearest few changed alike."""

_NEARLY: Final = 0.06
"""Of changed entries as near as this to each other, one that has a successor tells more."""

_DENIED: Final = 0.5
"""The same for a sentence that denies something or counts things, which news makes false."""

_SAME_DUTY: Final = 0.7
"""Similarity from which a sentence and an unchanged entry speak of the same duty."""

_NO_CLAIM: Final = 0.04
"""What is added to these for a sentence that was not read as a claim."""

_MOST_FACTS: Final = 4

_DENIAL: Final = re.compile(
    r"\b(?:no|not|never|none|nothing|without|cannot|only|neither|nor)\b|n't\b", re.I
)
_COUNT: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven)\b|\bconsists? of\b|\bis (?:a |an )?[\w`]+, |: \w+ and \w+"
    r"|[\w`]+, [\w`]+(?: [\w`]+)?,? (?:and|or) ",
    re.I,
)
_LEANS: Final = re.compile(
    r"^(?:it|they|this|that|these|those|then|from then on|in that case|such|there)\b"
    r"|\b(?:it|them|this|that|these|those|such|the) (?:document|event|batch|case|uri|stream|schema"
    r"|discovery|flow|form|request)s?\b|\b(?:it|them)\b",
    re.I,
)


_LEANS_AT_ONCE: Final = re.compile(r"(?:it|they|this|these|those|such)\b", re.I)
_NONE_OF: Final = re.compile(
    r"\b(?:no|without any|not? \w+ any|needs? no)\b(?: \w+){0,2} "
    r"(?P<what>header|capabilit|transport)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Signal:
    """Why a sentence should not stay as it is."""

    group: Group
    kind: str
    why: str
    before: tuple[Passage, ...]
    after: tuple[Passage, ...]
    change: Change | None = None
    """The change that it rests on, if it is one."""
    similarity: float = 0.0
    """To the entry that changed, where none is nearer; else 0."""


class SignalReader:
    """Reads the signs of one text."""

    def __init__(
        self,
        catalogue: Catalogue,
        tables: Tables,
        changes: Changes,
        left_out: Iterable[str] = (),
    ) -> None:
        """`left_out` holds ids of entries whose changes somebody left out."""
        self._catalogue = catalogue
        self._tables = tables
        self._changes = changes
        self._left_out = frozenset(left_out)

    def read(self, sentence: JudgedSentence, now: Label | None, matches: Matches) -> Signal | None:
        """Return the strongest sign; `now` is the label in the version it was written for."""
        if sentence["label"] == "supported":
            return self._number(sentence, matches)
        found = self._found(sentence, now, matches)
        lost = self._lost(sentence)
        if not lost:
            return found
        told = f"{', '.join(lost)}: not in {self._changes.to_version}."
        if found is not None:
            return replace(found, why=f"{found.why} {told}")
        return Signal(
            group="required",
            kind="removed",
            why=told,
            before=self._before(matches, None),
            after=self._after(matches, None),
        )

    def _found(
        self, sentence: JudgedSentence, now: Label | None, matches: Matches
    ) -> Signal | None:
        strict = 0.0 if sentence["label"] else _NO_CLAIM
        if sentence["label"] in WRONG:
            return self._contradicted(sentence, now, matches)
        return (
            self._rests_on_change(matches, strict)
            or self._table_news(sentence, matches)
            or self._level(sentence, matches, strict)
            or self._number(sentence, matches)
            or self._more_names(sentence, matches, strict)
            or self._brought(sentence, matches, strict)
        )

    def leaning(
        self, sentence: JudgedSentence, matches: Matches, above: Signal, own: Signal | None
    ) -> Signal | None:
        """Return the sign of a sentence that speaks of what the one above it says, or its own.

        What the sentence above rests on tells more than what the target brought elsewhere.
        """
        text = sentence["text"]
        if sentence["label"] in (None, "supported") or not _LEANS.search(text):
            return own
        if own is not None and not (own.kind == "added" and _LEANS_AT_ONCE.match(text)):
            return own
        why = f"It speaks of what the sentence before it says, which does not hold: {above.why}"
        near = self._passages(n["id"] for n in matches["after"][:2])
        return Signal(
            group=above.group,
            kind=f"follows from {above.kind}",
            why=f"{why} {own.why}" if own else why,
            before=above.before,
            after=(*above.after, *(own.after if own else near)),
        )

    def _lost(self, sentence: JudgedSentence) -> list[str]:
        """Return the methods and headers that a sentence names and the target has not got."""
        named = identifiers(sentence["text"])
        rows = [*self._tables.methods, *self._tables.headers]
        there = {row.name for row in rows if self._changes.to_version in row.versions}
        lost = {
            row.name: row.entries
            for row in rows
            if self._changes.from_version in row.versions
            and row.name not in there
            and row.name.lower() in named
        }
        return [f"`{name}`" for name, ids in lost.items() if not self._left_out.intersection(ids)]

    def _contradicted(
        self, sentence: JudgedSentence, now: Label | None, matches: Matches
    ) -> Signal:
        change = self._change(matches["before"], 0.0)
        old = now in WRONG
        why = sentence["explanation"]
        if change is not None and not old:
            why = f"{why} {self._told(change)}"
        if sentence["correction"] and sentence["correction"] not in why:
            why = f"{why} Correct: {sentence['correction']}"
        return Signal(
            group="pre_existing" if old else "required",
            kind="wrong in both versions" if old else "wrong in the target",
            why=why,
            before=self._before(matches, change),
            after=self._after(matches, change),
            change=None if old else change,
            similarity=self._similarity(matches, change),
        )

    def _rests_on_change(self, matches: Matches, strict: float) -> Signal | None:
        change = self._change(matches["before"], strict)
        if change is None:
            return None
        return Signal(
            group="required",
            kind=change["kind"],
            why=self._told(change),
            before=self._before(matches, change),
            after=self._after(matches, change),
            change=change,
            similarity=self._similarity(matches, change),
        )

    def _level(self, sentence: JudgedSentence, matches: Matches, strict: float) -> Signal | None:
        claimed = read_sentence(sentence["statement"]).level
        entry = self._nearest(matches, _SAME_DUTY + strict)
        if entry is None or claimed == "none" or entry.level == "none":
            return None
        outcome = compare_levels(claimed, entry.level, entry.informal_level)
        # Two denials ("has an ID that is not null") make the opposite of an opposite.
        if outcome in ("same", "unclear") or (
            outcome == "opposite" and _DENIAL.search(sentence["text"])
        ):
            return None
        return self._at_odds(
            entry, matches, "level", f"The sentence says {claimed}, which is {outcome}"
        )

    def _number(self, sentence: JudgedSentence, matches: Matches) -> Signal | None:
        entry = self._nearest(matches, _SAME_DUTY)
        if entry is None:
            return None
        said, true = numbers(sentence["statement"]), numbers(entry.statement)
        said, true = _codes(said), _codes(true)
        if not said or not true or said & true:
            return None
        told = f"The sentence says {', '.join(sorted(said))}, not {', '.join(sorted(true))}"
        return self._at_odds(entry, matches, "number", told)

    def _more_names(
        self, sentence: JudgedSentence, matches: Matches, strict: float
    ) -> Signal | None:
        entry = self._nearest(matches, _RESTS_ON + strict)
        said = identifiers(sentence["statement"])
        if (
            entry is None
            or not said
            or not re.search(r"\b(?:only|nothing else|no other)\b", sentence["text"], re.I)
        ):
            return None
        more = identifiers(entry.statement) - said
        if not more:
            return None
        told = f"The sentence leaves out {', '.join(sorted(more))}"
        return self._at_odds(entry, matches, "names", told)

    def _brought(self, sentence: JudgedSentence, matches: Matches, strict: float) -> Signal | None:
        text = sentence["text"]
        shut = bool(_DENIAL.search(text) or _COUNT.search(text))
        new = [n for n in matches["after"] if self._counts_as_new(n["id"])]
        if not new or not matches["after"]:
            return None
        top = matches["after"][0]["similarity"]
        best = new[0]["similarity"]
        old = max((n["similarity"] for n in matches["before"]), default=0.0)
        near = best >= _BROUGHT + strict and top - best <= _BROUGHT_RANK
        near = near or (best >= _RESTS_ON + strict and best - old >= _OUTDOES)
        if not self._changed_after(matches["after"][0]["id"]) and top >= _SAME_THING:
            return None
        if not near and not (shut and best >= _DENIED + strict):
            return None
        told = "It leaves no room for" if shut else "It may leave out"
        facts = self._passages([n["id"] for n in new[:_MOST_FACTS]])
        news = " ".join(entry["statement"] for entry in facts)
        return Signal(
            group="required" if shut else "recommended",
            kind="added",
            why=f"{told} what {self._changes.to_version} brought: {news}",
            before=self._before(matches, None),
            after=facts,
        )

    def _at_odds(self, entry: Requirement, matches: Matches, kind: str, told: str) -> Signal:
        old = entry.place_in(self._changes.from_version) is not None
        return Signal(
            group="pre_existing" if old else "required",
            kind=kind,
            why=f"{told}: {_with_level(entry)}",
            before=self._before(matches, None),
            after=self._passages(
                dict.fromkeys([entry.id, *(n["id"] for n in matches["after"][:2])])
            ),
        )

    def _change(self, before: Sequence[Near], strict: float) -> Change | None:
        """Return the change of the nearest entry that changed, if the sentence may rest on it."""
        if not before:
            return None
        top = before[0]["similarity"]
        all_changed = all(self._changed(near["id"]) for near in before[:_ALL_CHANGED])
        kept = max((n["similarity"] for n in before if not self._changed(n["id"])), default=0.0)
        least = (_RESTS_ON_ALL if all_changed else _RESTS_ON) + strict
        found = [
            near
            for near in before
            if self._changed(near["id"])
            and near["similarity"] >= least
            and top - near["similarity"] <= _SAME_RANK
            # An entry that stays and is nearer says that a part that left was not the point.
            and (self._changes.of_before[near["id"]]["after"] or near["similarity"] >= kept)
        ]
        if not found:
            return None
        close = [n for n in found if found[0]["similarity"] - n["similarity"] <= _NEARLY]
        changes = [self._changes.of_before[near["id"]] for near in close]
        return next((change for change in changes if change["after"]), changes[0])

    def _changed(self, entry_id: str) -> bool:
        return entry_id in self._changes.of_before and entry_id not in self._left_out

    def _told(self, change: Change) -> str:
        target = self._changes.to_version
        was = " ".join(entry["statement"] for entry in change["before"][:2])
        now = " ".join(entry["statement"] for entry in change["after"][:3])
        return f"It rests on: {was} " + (
            f"In {target}: {now}" if now else f"{target} has nothing of the kind."
        )

    def _table_news(self, sentence: JudgedSentence, matches: Matches) -> Signal | None:
        """Return what came, of a kind of which the sentence says that there is none."""
        denied = _NONE_OF.search(sentence["text"])
        if denied is None:
            return None
        rows: dict[str, Sequence[Span]] = {
            "header": self._tables.headers,
            "capabilit": self._tables.capabilities,
            "transport": self._tables.transports,
        }
        came = [
            row
            for row in rows[denied["what"].lower()]
            if self._changes.to_version in row.versions
            and self._changes.from_version not in row.versions
            and not self._left_out.intersection(row.entries)
        ]
        named = {getattr(row, "name", ""): row.entries[0] for row in came}
        about = {n["id"].partition(".")[0] for n in matches["after"][:3]}
        told = {name: entry for name, entry in named.items() if entry.partition(".")[0] in about}
        if not told:
            return None
        return Signal(
            group="required",
            kind="added",
            why=f"{self._changes.to_version} brought: {', '.join(told)}.",
            before=self._before(matches, None),
            after=self._passages(dict.fromkeys(told.values())),
        )

    def _similarity(self, matches: Matches, change: Change | None) -> float:
        nearest = matches["before"][0] if matches["before"] else None
        if nearest is None or change is None:
            return 0.0
        own = self._changes.of_before.get(nearest["id"]) is change
        return nearest["similarity"] if own else 0.0

    def _changed_after(self, entry_id: str) -> bool:
        return entry_id in self._changes.of_after

    def _counts_as_new(self, entry_id: str) -> bool:
        change = self._changes.of_after.get(entry_id)
        return change is not None and entry_id not in self._left_out

    def _nearest(self, matches: Matches, least: float) -> Requirement | None:
        """Return the nearest entry of the target that sets a duty or states a fact."""
        if not matches["after"] or matches["after"][0]["similarity"] < least:
            return None
        return self._catalogue.get(matches["after"][0]["id"])

    def _before(self, matches: Matches, change: Change | None) -> tuple[Passage, ...]:
        if change is not None:
            return tuple(change["before"][:_MOST_FACTS])
        found = [self._catalogue.get(n["id"]) for n in matches["before"][:1]]
        return tuple(passage(entry, self._changes.from_version) for entry in found if entry)

    def _after(self, matches: Matches, change: Change | None) -> tuple[Passage, ...]:
        """Return what took the place of what changed, then what is nearest in the target."""
        told = [entry["id"] for entry in change["after"][:_MOST_FACTS]] if change else []
        near = [n["id"] for n in matches["after"][:3]]
        return self._passages(dict.fromkeys([*told, *near]))

    def _passages(self, ids: Iterable[str]) -> tuple[Passage, ...]:
        found = [self._catalogue.get(entry_id) for entry_id in ids]
        return tuple(passage(entry, self._changes.to_version) for entry in found if entry)


def _codes(found: frozenset[str]) -> frozenset[str]:
    """Return the numbers that are codes or statuses, not counts."""
    return frozenset(number for number in found if len(number.lstrip("-")) >= 3)


def _with_level(entry: Requirement) -> str:
    return entry.statement if entry.level == "none" else f"({entry.level}) {entry.statement}"
