"""What every back end must do, as checks that any back end can run.

With pytest, on a store that was filled with the sample:

    from retrieval.sources import conformance

    @pytest.mark.parametrize("check", conformance.CHECKS, ids=str)
    def test_my_back_end_conforms(check, my_source):  # holds conformance.sample_chunks()
        check(my_source, conformance.SAMPLE)

`mcp-fact-check sources check NAME` runs the same checks on the documents that a store has, and does
not try those for which it has none. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple

from retrieval.errors import CitationError, FactCheckError, NoTextError
from retrieval.sources.conformance_checks import CHECKS, Check, ConformanceError, NotTried
from retrieval.sources.conformance_sample import SAMPLE, KnownDocument, sample_chunks, sample_of
from retrieval.sources.port import SourceLookup
from retrieval.sources.reader import Sources

__all__ = [
    "CHECKS",
    "SAMPLE",
    "Check",
    "ConformanceError",
    "KnownDocument",
    "NotTried",
    "Outcome",
    "look_at",
    "run_checks",
    "sample_chunks",
    "sample_of",
]

_MOST_DOCUMENTS_LOOKED_AT: Final = 20
_MOST_PAGES_LOOKED_AT: Final = 12


class Outcome(NamedTuple):
    """What became of a check."""

    check: str
    result: Literal["passed", "failed", "not tried"]
    detail: str


def run_checks(source: SourceLookup, documents: Sequence[KnownDocument]) -> list[Outcome]:
    """Run all checks; the source is closed at the end."""
    return [_outcome(check, source, documents) for check in CHECKS]


def look_at(source: SourceLookup, names: Sequence[str] = ()) -> list[KnownDocument]:
    """Return what a source has: of the documents that are named, or else of some of all.

    Raises:
        FactCheckError: the source cannot be asked, or a document that is named cannot be read.

    """
    reader = Sources(source, "source")
    if names:
        return [_known(reader, name) for name in names]
    known: list[KnownDocument] = []
    for name in _varied(reader.documents() or []):
        with suppress(CitationError):  # a broken document is no fault of the back end
            known.append(_known(reader, name))
    return known


def _outcome(check: Check, source: SourceLookup, documents: Sequence[KnownDocument]) -> Outcome:
    try:
        check(source, documents)
    except NotTried as reason:
        return Outcome(check.name, "not tried", str(reason))
    except (ConformanceError, FactCheckError) as error:
        return Outcome(check.name, "failed", str(error))
    except Exception as error:  # noqa: BLE001 - a back end may raise anything, and that is a fault
        return Outcome(check.name, "failed", f"{type(error).__name__}: {error}")
    return Outcome(check.name, "passed", "")


def _varied(names: Sequence[str]) -> list[str]:
    """Choose some names: the first, and those that try something."""
    odd = [name for name in names if not name.isascii() or "'" in name or "%" in name]
    chosen = dict.fromkeys([*names[: _MOST_DOCUMENTS_LOOKED_AT // 2], *odd])
    return list(chosen)[:_MOST_DOCUMENTS_LOOKED_AT]


def _known(reader: Sources, name: str) -> KnownDocument:
    pages = reader.page_count(name)
    last = 1 if pages is None else pages
    texts: dict[int, str] = {}
    for number in sorted({*range(1, min(last, _MOST_PAGES_LOOKED_AT) + 1), last} - {0}):
        try:
            texts[number] = reader.read(name, number).text
        except NoTextError:
            texts[number] = ""
    return KnownDocument(name, pages, texts)
