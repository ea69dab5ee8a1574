"""The words for numbers, months, scales and shares, and what measures begin with."""

from __future__ import annotations

from typing import Final

from nodes.judging.prose.words import stem

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip

UNITS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip

TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
}  # fmt: skip

SCALES: Final = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "k": 1e3, "m": 1e6, "mn": 1e6, "b": 1e9, "bn": 1e9,
}  # fmt: skip

ORDINALS: Final = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip

FRACTIONS: Final = {
    "half": 1 / 2, "third": 1 / 3, "thirds": 1 / 3, "quarter": 1 / 4, "quarters": 1 / 4,
    "fourth": 1 / 4, "fourths": 1 / 4, "fifth": 1 / 5, "fifths": 1 / 5, "tenth": 1 / 10,
    "tenths": 1 / 10,
}  # fmt: skip

_UNIT_ROWS: Final = (
    ("length", 1, "metre metres meter meters"),
    ("length", 1e3, "km kilometre kilometres kilometer kilometers"),
    ("length", 1e-2, "cm centimetre centimetres centimeter centimeters"),
    ("length", 1e-3, "mm millimetre millimetres millimeter millimeters"),
    ("length", 1609.344, "mile miles mi"),
    ("length", 0.3048, "foot feet ft"),
    ("length", 0.0254, "inch inches"),
    ("length", 0.9144, "yard yards"),
    ("mass", 1, "kg kilogram kilograms kilo kilos kilogramme kilogrammes"),
    ("mass", 1e-3, "gram grams gramme grammes"),
    ("mass", 1e-6, "mg milligram milligrams"),
    ("mass", 1e3, "tonne tonnes"),
    ("mass", 0.45359, "lb lbs"),
    ("volume", 1, "litre litres liter liters"),
    ("volume", 1e-3, "ml millilitre millilitres milliliter milliliters"),
    ("time", 1, "hour hours hr hrs"),
    ("time", 1 / 60, "minute minutes"),
    ("time", 24, "day days"),
    ("time", 168, "week weeks"),
    ("time", 8766, "year years"),
    ("time", 730.5, "month months"),
)
UNIT: Final = {name: (kind, size) for kind, size, names in _UNIT_ROWS for name in names.split()}
"""What a unit measures, and its size in the first unit of that kind."""

_MEASURES: Final = """
    miles km kilometers kilometres meters metres feet ft tons tonnes people members employees
    dollars euros pounds parameters tokens pages words species students patients users items ships
    votes points times square kg grams mg ml liters litres mm cm inches acres hectares characters
    bytes requests seconds minutes hours days
"""

MEASURES: Final = frozenset(map(stem, _MEASURES.split()))
"""What is counted where a number of four digits is no year."""
