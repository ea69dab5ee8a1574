"""Reading order of two columns whose lines were drawn across both, as some printers do.

Most programs draw a column to its end before the next; then the order of drawing is that of
reading, and nothing is to be done. Tables are drawn across as well and are to stay as they are:
they differ in that their cells do not fill a column line after line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

_FEWEST_LINES: Final = 6
_FULLNESS: Final = 0.7
"""Part of a column that its lines fill on average where it is prose."""

_NARROWEST_GUTTER: Final = 6.0
_ACROSS: Final = 0.8
"""Part of the lines that are drawn across before the order counts as such."""


class Box(NamedTuple):
    """Where a piece of text stands, in points from the lower left corner of the page."""

    left: float
    bottom: float
    right: float
    top: float


class Gutter(NamedTuple):
    """The white strip between two columns."""

    left: float
    right: float


_Line = list[int]
"""The numbers of the boxes on one line, from left to right."""


def columns_apart(boxes: Sequence[Box]) -> list[list[int]] | None:
    """Return the lines in reading order, each as numbers of boxes, or None where they are already.

    `boxes` are in the order in which they were drawn.
    """
    lines = _lines(boxes)
    gutter = _gutter(boxes, lines)
    if gutter is None:
        return None
    sides = [_sides(boxes, line, gutter) for line in lines]
    parted = [(left, right) for left, right in filter(None, sides) if left and right]
    if len(parted) < _FEWEST_LINES or not _is_prose(boxes, parted, gutter):
        return None
    if not _drawn_across(parted):
        return None
    return _column_by_column(lines, sides)


def _lines(boxes: Sequence[Box]) -> list[_Line]:
    """Group boxes by the height at which they stand, from the top of the page."""
    lines: list[_Line] = []
    for number in sorted(range(len(boxes)), key=lambda number: -_middle(boxes[number])):
        first = boxes[lines[-1][0]] if lines else None
        if first and first.bottom < _middle(boxes[number]) < first.top:
            lines[-1].append(number)
        else:
            lines.append([number])
    return [sorted(line, key=lambda number: boxes[number].left) for line in lines]


def _middle(box: Box) -> float:
    return (box.bottom + box.top) / 2


def _gutter(boxes: Sequence[Box], lines: Sequence[_Line]) -> Gutter | None:
    """Return the strip that parts the most lines."""
    edges: list[tuple[float, int]] = []
    for line in lines:
        for before, after in pairwise(line):
            start, end = boxes[before].right, boxes[after].left
            if end - start >= _NARROWEST_GUTTER:
                edges += [(start, 1), (end, -1)]
    edges.sort()
    parted = most = 0
    found: Gutter | None = None
    for (edge, step), (following, _) in pairwise(edges):
        parted += step
        if parted > most:
            most, found = parted, Gutter(edge, following)
    return found if most >= _FEWEST_LINES else None


def _sides(boxes: Sequence[Box], line: _Line, gutter: Gutter) -> tuple[_Line, _Line] | None:
    """Return what stands left and right of the gutter, or None for a line that goes across it."""
    left = [number for number in line if boxes[number].right <= gutter.left]
    right = [number for number in line if boxes[number].left >= gutter.right]
    return (left, right) if len(left) + len(right) == len(line) else None


def _is_prose(boxes: Sequence[Box], parted: Sequence[tuple[_Line, _Line]], gutter: Gutter) -> bool:
    """Tell whether the lines fill the columns to either side of the gutter."""
    left = [boxes[number] for line, _ in parted for number in line]
    right = [boxes[number] for _, line in parted for number in line]
    for column, width in (
        (left, gutter.left - min(box.left for box in left)),
        (right, max(box.right for box in right) - gutter.right),
    ):
        filled = sum(box.right - box.left for box in column)
        if filled < _FULLNESS * width * len(parted):
            return False
    return True


def _drawn_across(parted: Sequence[tuple[_Line, _Line]]) -> bool:
    """Tell whether the right part of a line was drawn before the left part of the next line."""
    across = sum(max(right) < min(left) for (_, right), (left, _) in pairwise(parted))
    return across >= _ACROSS * (len(parted) - 1)


def _column_by_column(
    lines: Sequence[_Line], sides: Sequence[tuple[_Line, _Line] | None]
) -> list[_Line]:
    """Return each stretch of lines in two columns as its left lines, then its right lines."""
    ordered: list[_Line] = []
    left: list[_Line] = []
    right: list[_Line] = []
    for line, parts in zip(lines, sides, strict=True):
        if parts is None:
            ordered += [*left, *right, line]
            left, right = [], []
        else:
            left.append(parts[0])
            right.append(parts[1])
    return [line for line in (*ordered, *left, *right) if line]
