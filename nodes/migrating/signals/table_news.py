"""The sign that the tables of the target have something that a sentence says there is none of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nodes.migrating.matches import Matches
from nodes.migrating.signals.ground import Ground
from nodes.migrating.signals.signal import Signal
from nodes.migrating.signals.wording import NONE_OF
from nodes.migrating.values import JudgedSentence


class _Row(NamedTuple):
    name: str
    entry: str


def table_news(ground: Ground, sentence: JudgedSentence, matches: Matches) -> Signal | None:
    """Return what came, of a kind of which the sentence says that there is none."""
    told = news_about(ground, sentence, matches)
    if not told:
        return None
    return Signal(
        group="required",
        kind="added",
        why=f"{ground.target} brought: {', '.join(told)}.",
        before=ground.before(matches),
        after=ground.passages(told.values()),
    )


def news_about(ground: Ground, sentence: JudgedSentence, matches: Matches) -> dict[str, str]:
    """Return what came of the kind that is denied, each with an entry, on the sentence's topics."""
    denied = NONE_OF.search(sentence["text"])
    if denied is None:
        return {}
    about = {near["id"].partition(".")[0] for near in matches["after"][:3]}
    came = {row.name: row.entry for row in _rows(ground, denied["what"].lower())}
    return {name: entry for name, entry in came.items() if entry.partition(".")[0] in about}


def _rows(ground: Ground, what: str) -> Sequence[_Row]:
    tables = ground.tables
    rows = {
        "header": tables.headers,
        "capabilit": tables.capabilities,
        "transport": tables.transports,
    }
    return [_Row(row.name, row.entries[0]) for row in rows[what] if ground.came(row)]
