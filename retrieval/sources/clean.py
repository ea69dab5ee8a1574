"""Make extracted text readable: ligatures as letters, words whole again that a line end divided."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

_CHARACTERS: Final = str.maketrans(
    {
        "\ufb00": "ff",
        "\ufb01": "fi",
        "\ufb02": "fl",
        "\ufb03": "ffi",
        "\ufb04": "ffl",
        "\ufb05": "st",
        "\ufb06": "st",
        **dict.fromkeys("\u00a0\u1680\u202f\u205f\u3000", " "),
        **{chr(code): " " for code in range(0x2000, 0x200B)},
        **dict.fromkeys("\u200b\u2060\ufeff", None),
        # What a terminal or a model would act on: controls but tab, newline and the hyphen's mark.
        **{chr(code): None for code in (*range(9), *range(0x0B, 0x20), *range(0x7F, 0xA0))},
    }
)
"""Only what changes no meaning: NFKC would make 10² the number 102."""

_DIVIDED: Final = "\ufffe"
"""Where PDFium found a hyphen at the end of a line; it leaves out the hyphen and the line end."""

_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
# Both begin only where a run begins, and never give back: a run without end takes one look.
_DIVISION: Final = re.compile(
    r"(?<![\w-])(?P<left>[^\W_]++(?:-[^\W_]++)*+)"
    rf"(?:{_DIVIDED}|[-\u2010\u00ad][ \t]*+\n[ \t]*+)(?P<right>[^\W_]++)"
)
_SPACES_AT_LINE_END: Final = re.compile(r"(?<![ \t])[ \t]++$", re.MULTILINE)
_BLANK_LINES: Final = re.compile(r"\n{3,}")


def clean_text(text: str) -> str:
    """Return text with plain characters and line ends, and without what nobody sees."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    plain = unicodedata.normalize("NFC", lines.translate(_CHARACTERS))
    tidy = _BLANK_LINES.sub("\n\n", _SPACES_AT_LINE_END.sub("", plain))
    return tidy.replace("\u00ad", "").replace(_DIVIDED, "").strip("\n")


def join_divided_words(pages: Sequence[str]) -> list[str]:
    """Return pages on which words that end a line with a hyphen are whole.

    Whether the hyphen belongs to the word, the rest of the document tells; where it does not, a
    lower-case word without other hyphens was divided by the typesetter.
    """
    plain = [page.replace("\r\n", "\n").replace("\r", "\n") for page in pages]
    known = {word.casefold() for page in plain for word in _WORD.findall(page)}

    def joined(division: re.Match[str]) -> str:
        left, right = division["left"], division["right"]
        whole, hyphenated = left + right, f"{left}-{right}"
        if whole.casefold() in known:
            return whole
        if hyphenated.casefold() in known or "-" in left:
            return hyphenated
        return whole if left.isalpha() and right.isalpha() and right.islower() else hyphenated

    return [_DIVISION.sub(joined, page) for page in plain]
