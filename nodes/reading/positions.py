"""Positions: from an offset in a text to the line and column that an editor shows."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from nodes.documents import Span

_LINE_END: Final = re.compile(r"\r\n?|\n")


class Lines:
    """Where the lines of a text begin. A line ends with LF, CR LF or CR."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        self._text = text

    def line(self, number: int) -> str:
        """Return a line, counted from 0, without what ends it."""
        return self._text[self.starts[number] : self.end(number)]

    def end(self, number: int) -> int:
        """Return where a line, counted from 0, ends: before its line break."""
        if number + 1 >= len(self.starts):
            return len(self._text)
        after = self.starts[number + 1]
        broken_by = 2 if self._text[after - 2 : after] == "\r\n" else 1
        return after - broken_by

    def span(self, start: int, end: int) -> Span:
        """Return the place of `text[start:end]`."""
        line = bisect_right(self.starts, start)
        return Span(start=start, end=end, line=line, column=start - self.starts[line - 1] + 1)
