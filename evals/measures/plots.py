"""The plots of a report as SVG, drawn by hand: three small pictures are no reason for a library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree import ElementTree as Xml

from evals.measures.counts import CALLED, LABELS
from evals.measures.report import Report

_SIDE: Final = 320
_LEFT: Final = 110
_TOP: Final = 40
_BOTTOM: Final = 50
_RIGHT: Final = 30
_INK: Final = "#1f2937"
_FAINT: Final = "#9ca3af"
_BLUE: Final = "#2563eb"
_RIGHT_ONES: Final = "#16a34a"
_WRONG_ONES: Final = "#dc2626"
_OPEN_ONES: Final = "#6b7280"


def plots(report: Report) -> dict[str, str]:
    """Return the pictures by file name."""
    return {
        "confusion.svg": confusion(report),
        "reliability.svg": reliability(report),
        "coverage.svg": coverage(report),
    }


def confusion(report: Report) -> str:
    """Draw what the claims are against what they were called; each row is shaded by its shares."""
    wide, high = 2 * _SIDE // len(CALLED), 44
    picture = _picture(
        "Claims by label, and by what they were called", 2 * _SIDE, high * len(LABELS)
    )
    for row, gold in enumerate(LABELS):
        y = _TOP + row * high
        _text(picture, _LEFT - 8, y + high / 2 + 4, gold, anchor="end")
        whole = sum(report.confusion[gold].values())
        for column, said in enumerate(CALLED):
            x = _LEFT + column * wide
            number = report.confusion[gold][said]
            shade = {gold: _RIGHT_ONES, "undecided": _OPEN_ONES}.get(said, _WRONG_ONES)
            opacity = f"{number / whole if whole else 0:.3f}"
            box = {"x": x, "y": y, "width": wide, "height": high}
            _add(picture, "rect", **box, fill=shade, fill_opacity=opacity, stroke=_FAINT)
            _text(picture, x + wide / 2, y + high / 2 + 4, str(number))
    for column, said in enumerate(CALLED):
        below = _TOP + high * len(LABELS) + 18
        _text(picture, _LEFT + column * wide + wide / 2, below, said)
    return _svg(picture)


def reliability(report: Report) -> str:
    """Draw the share right against the mean confidence, a circle a bin, sized by its verdicts."""
    picture = _square("Confidence of verdicts, and how many are right", "confidence", "right")
    _line(picture, [(0, 0), (1, 1)], _FAINT, dashed=True)
    most = max((item.verdicts for item in report.reliability), default=1)
    for item in report.reliability:
        x, y = _at(item.confidence, item.right)
        radius = f"{3 + 9 * (item.verdicts / most) ** 0.5:.1f}"
        dot = _add(picture, "circle", cx=x, cy=y, r=radius, fill=_BLUE, fill_opacity="0.6")
        Xml.SubElement(dot, "title").text = f"{item.verdicts} verdicts, {item.right:.0%} right"
    return _svg(picture)


def coverage(report: Report) -> str:
    """Draw the share right against the share decided, from the surest verdicts to all."""
    picture = _square("Precision, as more is decided", "claims decided", "right of decided")
    points = [(point.coverage, point.precision) for point in report.coverage]
    _line(picture, points, _BLUE)
    for floor in list(report.floors.values())[:1]:
        share = floor.figures["accuracy"].value or 0.0
        _line(picture, [(0, share), (1, share)], _FAINT, dashed=True)
    return _svg(picture)


def _square(title: str, across: str, up: str) -> Xml.Element:
    """Return a picture with axes from 0 to 1."""
    picture = _picture(title, _SIDE, _SIDE)
    frame = {"x": _LEFT, "y": _TOP, "width": _SIDE, "height": _SIDE}
    _add(picture, "rect", **frame, fill="none", stroke=_FAINT)
    for step in range(0, 11, 2):
        x, y = _at(step / 10, step / 10)
        _text(picture, x, _TOP + _SIDE + 16, f"{step * 10} %")
        _text(picture, _LEFT - 8, y + 4, f"{step * 10} %", anchor="end")
    _text(picture, _LEFT + _SIDE / 2, _TOP + _SIDE + 38, across)
    _text(picture, 8, _TOP - 10, up, anchor="start")
    return picture


def _at(x: float, y: float) -> tuple[float, float]:
    return round(_LEFT + x * _SIDE, 1), round(_TOP + (1 - y) * _SIDE, 1)


def _line(
    picture: Xml.Element,
    points: Sequence[tuple[float, float]],
    colour: str,
    *,
    dashed: bool = False,
) -> None:
    places = " ".join(f"{x},{y}" for x, y in (_at(*point) for point in points))
    dashes = {"stroke_dasharray": "4 4"} if dashed else {}
    _add(picture, "polyline", points=places, fill="none", stroke=colour, stroke_width=2, **dashes)


def _picture(title: str, wide: int, high: int) -> Xml.Element:
    width, height = _LEFT + wide + _RIGHT, _TOP + high + _BOTTOM
    picture = Xml.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "role": "img",
            "font-family": "sans-serif",
            "font-size": "12",
        },
    )
    Xml.SubElement(picture, "title").text = title
    _add(picture, "rect", width="100%", height="100%", fill="white")
    _text(picture, width / 2, 18, title)
    return picture


def _text(picture: Xml.Element, x: float, y: float, words: str, anchor: str = "middle") -> None:
    _add(picture, "text", x=x, y=y, text_anchor=anchor, fill=_INK).text = words


def _add(parent: Xml.Element, tag: str, **attributes: str | float) -> Xml.Element:
    named: Iterable[tuple[str, str]] = (
        (name.replace("_", "-"), str(value)) for name, value in attributes.items()
    )
    return Xml.SubElement(parent, tag, dict(named))


def _svg(picture: Xml.Element) -> str:
    Xml.indent(picture)
    return Xml.tostring(picture, encoding="unicode") + "\n"
