"""Check the catalogue and the tables: `python -m retrieval.catalogue_check [--specs DIR]`.

Prints one line per problem (`table-or-id: problem`) and exits 1 where there are any. With the
official text at hand (`--specs`, or `../shared/specs` by default) pages and headings are checked
too. Entries that say the same in other words are looked for by their vectors.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from retrieval.catalogue import Actor, Catalogue, Misconception, Requirement, load_catalogue
from retrieval.embeddings import MiniLMEmbedder
from retrieval.errors import DataError
from retrieval.levels import Level, normative_levels
from retrieval.near_duplicates import check_near_duplicates, read_reviewed
from retrieval.prepared import PreparedEmbedder
from retrieval.tables import load_tables
from retrieval.tables_check import check_tables
from retrieval.wordings import load_more_wordings
from retrieval.wordings_check import check_wordings

DEFAULT_SPECS: Final = Path("../shared/specs")

_MODALS: Final[dict[Level, str]] = {
    "MUST": r"\bmust\b(?! not)",
    "MUST NOT": r"\bmust not\b|\bmust never\b|\bno \w+.* must\b",
    "SHOULD": r"\bshould\b(?! not)",
    "SHOULD NOT": r"\bshould not\b|\bshould never\b|\bno \w+.* should\b",
    "MAY": r"\bmay\b(?! not)",
}
_ACTOR_WORDS: Final[dict[Actor, str]] = {
    "client": r"\bclients?\b",
    "server": r"\bservers?\b",
    "host": r"\bhosts?\b",
    "client and server": r"\bclients?\b.*\bservers?\b|\bservers?\b.*\bclients?\b"
    r"|\bboth (sides|parties)\b|\beither (side|party)\b|\b(implementation|part(y|ies))s?\b",
    "sender": r"\bsenders?\b",
    "receiver": r"\breceivers?\b|\brecipients?\b",
    "requestor": r"\brequest(o|e)rs?\b",
    "authorization server": r"\bauthorization servers?\b",
    "proxy": r"\bprox(y|ies)\b|\bintermediar(y|ies)\b",
    "user": r"\b(users?|people|person|human)\b",
    "implementor": r"\b(implementors?|implementers?|implementations?|developers?|authors?)\b",
}
_MISSING_PAGE: Final = "no such page"


def check(catalogue: Catalogue, specs: Path | None) -> Iterator[str]:
    """Yield the problems found, each as `id: what is wrong`."""
    entries = catalogue.requirements
    ids = Counter(item.id for item in (*entries, *catalogue.misconceptions))
    yield from (f"{entry_id}: the id stands {n} times" for entry_id, n in ids.items() if n > 1)
    seen: dict[tuple[str, str], str] = {}
    for entry in entries:
        yield from (f"{entry.id}: {problem}" for problem in _problems(entry, catalogue, specs))
        for version in entry.versions:
            said = seen.setdefault((version, _plain(entry.statement)), entry.id)
            if said != entry.id:
                yield f"{entry.id}: says the same as {said} in {version}"
    for belief in catalogue.misconceptions:
        yield from (f"{belief.id}: {problem}" for problem in _belief_problems(belief, catalogue))


def _problems(entry: Requirement, catalogue: Catalogue, specs: Path | None) -> Iterator[str]:
    if not entry.id.startswith(f"{entry.topic}."):
        yield f"the id does not begin with its topic, {entry.topic}"
    yield from _version_problems(entry, catalogue)
    yield from _wording_problems(entry)
    if specs:
        yield from _place_problems(entry, specs)


def _version_problems(entry: Requirement, catalogue: Catalogue) -> Iterator[str]:
    spots = Counter((p.page, p.heading, version) for p in entry.places for version in p.versions)
    for (page, heading, version), times in spots.items():
        if times > 1:
            yield f"{version} is listed {times} times for {page}, {heading}"
    for older_id in entry.replaces:
        older = catalogue.get(older_id)
        if older is None:
            yield f"replaces {older_id}, which does not exist"
        elif max(older.versions) >= min(entry.versions):
            # Version names sort by age, and "draft" sorts after every date.
            yield f"replaces {older_id}, but both hold in one version or in the wrong order"


def _wording_problems(entry: Requirement) -> Iterator[str]:
    words = entry.statement
    if normative_levels(words):
        yield "the statement shouts a key word; write it in lower case"
    if entry.level != "none":
        if not re.search(_MODALS[entry.level], words, re.I):
            yield f"level {entry.level}, but the statement does not use that word"
        if entry.informal_level:
            yield "informal_level is for entries of level none"
    elif re.search(r"\b(must|should)\b", words, re.I) and not entry.informal_level:
        yield "level none, but the statement says must or should; set informal_level or reword"
    subject = _ACTOR_WORDS.get(entry.actor)
    if subject and not re.search(subject, words, re.I):
        yield f"actor {entry.actor}, but the statement does not name it"
    # In phrasings "the spec says" is how people speak.
    if re.search(r"\b(the spec(ification)?|this page|see above)\b", words, re.I):
        yield f"speaks of the page instead of the subject: {words!r}"
    if len({_plain(text) for text in (words, *entry.phrasings)}) <= len(entry.phrasings):
        yield "two of its phrasings are the same"


def _place_problems(entry: Requirement, specs: Path) -> Iterator[str]:
    for place in entry.places:
        for version in place.versions:
            headings = _headings(specs, version, place.page)
            if headings is None:
                yield f"{_MISSING_PAGE}: {version}/{place.page}"
            elif place.heading not in headings:
                yield f"no heading {place.heading!r} on {version}/{place.page}"


def _belief_problems(belief: Misconception, catalogue: Catalogue) -> Iterator[str]:
    shown: set[str] = set()
    for entry_id in belief.refuted_by:
        entry = catalogue.get(entry_id)
        if entry is None:
            yield f"refuted by {entry_id}, which does not exist"
        else:
            shown.update(entry.versions)
    missing = [version for version in belief.versions if version not in shown]
    if missing:
        yield f"false in {', '.join(missing)}, but no entry that refutes it holds there"


@cache
def _headings(specs: Path, version: str, page: str) -> frozenset[str] | None:
    """Return the headings of a page and its title, or None where there is no such page."""
    file = specs / "docs" / "specification" / version / f"{page}.mdx"
    if not file.is_file():
        return None
    text = re.sub(r"^(```|~~~).*?^\1", "", file.read_text(encoding="utf-8"), flags=re.S | re.M)
    titles = re.findall(r"^title:\s*[\"']?(.+?)[\"']?\s*$", text, re.M)[:1]
    found = re.findall(r"^\s{0,3}#{1,6}\s+(.+?)\s*$", text, re.M)
    return frozenset(_heading_text(item) for item in (*titles, *found))


def _heading_text(heading: str) -> str:
    """Return a Markdown heading as it is read: no code marks, emphasis or link targets."""
    unlinked = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[`*]|<[^>]+>|\s*\{#.*\}$", "", unlinked).strip()


def _plain(text: str) -> str:
    """Return the words alone: case and punctuation make no other statement."""
    return " ".join(word.rstrip(".") for word in re.findall(r"[a-z0-9_/.-]+", text.lower()))


def main() -> int:
    """Run the check from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--specs", type=Path, default=DEFAULT_SPECS)
    parser.add_argument("--topic", help="only problems of entries whose id begins with this")
    args = parser.parse_args()
    specs: Path | None = args.specs if args.specs.is_dir() else None
    try:
        catalogue = load_catalogue()
    except DataError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    found = (
        *check(catalogue, specs),
        *check_tables(load_tables(), catalogue),
        *check_wordings(catalogue, load_more_wordings()),
        *check_near_duplicates(catalogue, PreparedEmbedder(MiniLMEmbedder()), read_reviewed()),
    )
    problems = [p for p in found if not args.topic or p.startswith(args.topic)]
    print("\n".join(problems))  # noqa: T201
    where = f"with the pages in {specs}" if specs else "without the official pages"
    print(  # noqa: T201
        f"{len(catalogue.requirements)} entries, {len(catalogue.misconceptions)} misconceptions, "
        f"{len(problems)} problems, checked {where}",
        file=sys.stderr,
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
