"""Node: read the request of a quick check: the claim and the spec version that it means."""

from __future__ import annotations

from typing import Final, NotRequired

from typing_extensions import TypedDict

from retrieval.errors import LimitError
from retrieval.versions import SpecVersion, resolve_version

MAX_CLAIM: Final = 50_000


class Input(TypedDict):
    """What the node reads."""

    claim: str
    version_name: NotRequired[str | None]


class Update(TypedDict):
    """What the node changes."""

    claim: str
    spec_version: SpecVersion
    notes: list[str]


def read_request(state: Input) -> Update:
    """Return the claim without outer white space, and the version its name stands for.

    Raises:
        LimitError: the claim is empty or too long.
        UnknownVersionError: there is no such version.

    """
    claim = check_length("claim", state["claim"], MAX_CLAIM)
    resolved = resolve_version(state.get("version_name"))
    return Update(
        claim=claim,
        spec_version=resolved.version,
        notes=[resolved.note] if resolved.note else [],
    )


def check_length(field: str, text: str, most: int) -> str:
    """Return a text without outer white space, and without what no UTF-8 can hold.

    Raises:
        LimitError: it is empty, or longer than `most` characters.

    """
    stripped = readable(text).strip()
    if not stripped or len(text) > most:
        given = f"{len(text):,} characters" if stripped else "an empty text"
        raise LimitError(field, f"a text of 1 to {most:,} characters", given)
    return stripped


def readable(text: str) -> str:
    """Return a text without halves of surrogate pairs, each character in its place.

    They come in from bytes that are no UTF-8, and stop the tokenizer.
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
