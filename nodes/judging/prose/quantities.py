"""Quantities: the dates, years, shares and counts of a sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from nodes.judging.prose.number_words import (
    FRACTIONS,
    MEASURES,
    MONTHS,
    ORDINALS,
    SCALES,
    TENS,
    UNIT,
    UNITS,
)
from nodes.judging.prose.words import STOP, stem

Kind = Literal["date", "century", "share", "ordinal", "count"]
Bound = Literal["exact", "about", "least", "most"]

_NUMBER_WORD: Final = "|".join((*UNITS, *TENS))
_MONTH: Final = r"(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR: Final = r"(?P<year>\d{3,4})"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"

_DATES: Final = tuple(
    re.compile(rf"(?<![\w.]){pattern}(?![\w])", re.I)
    for pattern in (
        rf"{_MONTH}\s+{_DAY}(?:\s*,\s*|\s+){_YEAR}",
        rf"{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}",
        r"(?P<year>\d{4})-(?P<month>\d{2})-(?P<day>\d{2})",
        rf"{_MONTH},?\s+(?P<year>\d{{4}})",
        rf"{_MONTH}\s+{_DAY}",
        rf"{_DAY}\s+(?:of\s+)?{_MONTH}",
    )
)
_ERA: Final = r"(?:\s*(?P<era>b\.?\s?c\.?(?:\s?e\.?)?|a\.?\s?d\.?|c\.?\s?e\.?)(?![\w]))?"
_CENTURY: Final = re.compile(
    rf"(?<!\w)(?P<ordinal>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(ORDINALS)})[\s-]+centur(?:y|ies){_ERA}",
    re.I,
)
_YEARS: Final = re.compile(
    rf"(?<![\w.,$€£])(?P<year>1[4-9]\d\d|20\d\d)(?P<decade>['’]?s)?(?![\w%]|[.,]\d){_ERA}"
    r"|(?<![\w.,$€£])(?P<old>\d{1,5})\s*(?:b\.?\s?c\.?(?:\s?e\.?)?)(?!\w)",
    re.I,
)
_FRACTION: Final = re.compile(
    rf"(?<!\w)(?:(?P<count>one|two|three|four|a)[\s-]+)?(?P<part>{'|'.join(FRACTIONS)})"
    r"(?=\s+(?:of|the|as|its|their)\b)",
    re.I,
)
_ORDINAL: Final = re.compile(
    rf"(?<!\w)(?:(?P<digits>\d{{1,3}})(?:st|nd|rd|th)|(?P<word>{'|'.join(ORDINALS)}))(?!\w)", re.I
)
_COUNT: Final = re.compile(
    r"(?<![\w.])(?P<money>[$€£]\s?)?"
    rf"(?:(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)|(?P<word>(?:{_NUMBER_WORD})"
    rf"(?:[\s-](?:{_NUMBER_WORD}))?)(?!\w))"
    r"[\s-]?(?P<scale>(?:hundred|thousand|million|billion|trillion|bn|mn|[kmb])(?!\w))?"
    rf"(?:\s?(?P<percent>%|per\s?cent\b|percentage\b)|[\s-]?(?P<unit>{'|'.join(UNIT)})(?!\w))?",
    re.I,
)
_NAME_BEFORE: Final = re.compile(r"\b(?:[A-Z]\w*-|[B-HJ-Z] )$")
"""What makes a number part of a name: "U 27", "GPT-4"."""

_REFERENCE: Final = re.compile(r"\[\s*(?:\d+|[a-z]|citation needed|edit|note \d+)\s*\]", re.I)

_BOUNDS: Final[tuple[tuple[Bound, re.Pattern[str]], ...]] = (
    (
        "least",
        re.compile(
            r"(?:over|more than|at least|above|exceed\w*|minimum(?: of)?|greater than|higher than"
            r"|longer than|upwards of|no (?:less|fewer) than)\s*$",
            re.I,
        ),
    ),
    (
        "most",
        re.compile(
            r"(?:under|less than|at most|below|fewer than|up to|maximum(?: of)?|no more than"
            r"|lower than|as (?:many|much) as)\s*$",
            re.I,
        ),
    ),
    (
        "about",
        re.compile(
            r"(?:about|approximately|around|roughly|nearly|almost|circa|c\.|ca\.|some|close to"
            r"|estimated(?: at)?)\s*$|~\s*$",
            re.I,
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts, or a point in time."""

    kind: Kind
    value: float
    """Of a date the year, negative before the common era, 0 where it has none."""
    text: str
    start: int
    end: int
    month: int = 0
    day: int = 0
    span: int = 1
    """How many years it covers, from `value` on: 10 for a decade."""
    bound: Bound = "exact"
    of: frozenset[str] = frozenset()
    """Stems of the words after it: what is counted, or what is measured ("length")."""
    unit: str = ""
    """The unit it is written in; its value is in the first one of what that measures."""


@lru_cache(maxsize=4096)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a sentence, in order; marks of notes like "[12]" are none."""
    bare = _REFERENCE.sub(lambda match: " " * len(match.group()), text)
    found: list[Quantity] = []
    for reader in (_dates, _centuries, _years, _fractions, _ordinals, _counts):
        for quantity in reader(bare):
            if not any(quantity.start < item.end and item.start < quantity.end for item in found):
                found.append(quantity)
    return tuple(sorted(found, key=lambda item: item.start))


def _dates(text: str) -> list[Quantity]:
    """Return dates with a month; where two patterns fit, the one that takes more of the text."""
    found: list[Quantity] = []
    for match in (match for pattern in _DATES for match in pattern.finditer(text)):
        parts = match.groupdict()
        name, day, year = parts["month"].lower(), int(parts.get("day") or 0), parts.get("year")
        month = int(name) if name.isdigit() else MONTHS[name]
        if day <= 31 and 1 <= month <= 12:
            found.append(_found(match, "date", float(year or 0), month=month, day=day))
    return sorted(found, key=lambda item: item.start - item.end)


def _centuries(text: str) -> list[Quantity]:
    found: list[Quantity] = []
    for match in _CENTURY.finditer(text):
        word = match["ordinal"].lower()
        number = ORDINALS.get(word) or int(re.sub(r"\D", "", word))
        found.append(_found(match, "century", _before_era(match, number)))
    return found


def _years(text: str) -> list[Quantity]:
    found: list[Quantity] = []
    for match in _YEARS.finditer(text):
        if match["old"]:
            found.append(_found(match, "date", -float(match["old"])))
        elif match["decade"] or not _counted(text, match.end()) & MEASURES:
            year = int(match["year"])
            span = (10 if year % 100 else 100) if match["decade"] else 1
            value = _before_era(match, year)
            found.append(_found(match, "date", value, span=span, bound=_bound(text, match)))
    return found


def _fractions(text: str) -> list[Quantity]:
    return [
        _found(
            match,
            "share",
            100 * FRACTIONS[match["part"].lower()] * UNITS.get((match["count"] or "").lower(), 1),
            bound=_bound(text, match),
        )
        for match in _FRACTION.finditer(text)
    ]


def _ordinals(text: str) -> list[Quantity]:
    return [
        _found(
            match,
            "ordinal",
            float(match["digits"] or ORDINALS[match["word"].lower()]),
            of=_counted(text, match.end()),
        )
        for match in _ORDINAL.finditer(text)
    ]


def _counts(text: str) -> list[Quantity]:
    found: list[Quantity] = []
    for match in _COUNT.finditer(text):
        if (match["word"] or "").lower() == "one" and not match["scale"]:
            continue  # more often a pronoun than a number
        digits = match["digits"]
        unit = (match["unit"] or "").lower()
        measured, size = UNIT.get(unit, ("", 1.0))
        counted = _counted(text, match.end()) or _counted_by_range(text, match.end())
        if _NAME_BEFORE.search(text[: match.start()]):
            counted = frozenset[str]()  # a name counts nothing
        value = float(digits.replace(",", "")) if digits else _word_value(match["word"])
        found.append(
            _found(
                match,
                "share" if match["percent"] else "count",
                value * SCALES.get((match["scale"] or "").lower(), 1.0) * size,
                bound=_bound(text, match),
                of=counted
                | ({"$"} if match["money"] else set())
                | ({measured} if measured else set()),
                unit=unit,
            )
        )
    return found


def _found(
    match: re.Match[str],
    kind: Kind,
    value: float,
    *,
    month: int = 0,
    day: int = 0,
    span: int = 1,
    bound: Bound = "exact",
    of: frozenset[str] = frozenset(),
    unit: str = "",
) -> Quantity:
    text = match.group().strip()
    end = match.start() + len(match.group().rstrip())
    return Quantity(kind, value, text, match.start(), end, month, day, span, bound, of, unit)


def _before_era(match: re.Match[str], value: int) -> float:
    """Return a year or century as a number that is negative before the common era."""
    return float(-value if (match["era"] or "").lower().startswith("b") else value)


def _word_value(words: str) -> float:
    parts = re.split(r"[\s-]", words.lower())
    return sum(TENS.get(part, UNITS.get(part, 0.0)) for part in parts)


def _counted(text: str, end: int) -> frozenset[str]:
    """Return the stems of up to three words right after a number, to the next small word."""
    stems: list[str] = []
    for match in re.finditer(r"[^\W\d_]+|[^\s]", text[end : end + 60]):
        word = match.group()
        if word == "-":
            continue
        if len(stems) == 3 or word.lower() in STOP or not word[0].isalpha():
            break
        stems.append(stem(word))
    return frozenset(stems)


def _counted_by_range(text: str, end: int) -> frozenset[str]:
    """Return what is counted by the lower end of a range: "7 to 65 billion parameters"."""
    match = re.match(
        r"\s*(?:to|and|or|[-–—])\s*\d[\d.,]*\s*(?:hundred|thousand|million|billion|[kmb])?(?!\w)",
        text[end:],
        re.I,
    )
    return _counted(text, end + match.end()) if match else frozenset()


def _bound(text: str, match: re.Match[str]) -> Bound:
    before = text[max(0, match.start() - 24) : match.start()]
    for bound, pattern in _BOUNDS:
        if pattern.search(before):
            return bound
    return "exact"
