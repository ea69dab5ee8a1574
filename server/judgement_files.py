"""Open claims and their judgements as files, so that any model or person can judge, in CI too.

Nothing waits meanwhile: a document is checked again when its judgements come, and what the local
judge leaves open is the same as before.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from retrieval.errors import InputError
from server.batch import read_text
from server.documents import CheckedFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphs.check_claims import CheckState
    from server.runner import Runner

_HOW: Final = (
    "Judge each claim by its numbered evidence, as the rubric says; put your judgements into "
    "`judgements`, each with claimId, label, evidence, quote, reason and, where it is "
    "contradicted, correction; then run: mcp-fact-check check FILE --import-judgements THIS_FILE"
)
_MOST_BYTES: Final = 20_000_000


class Judgements(NamedTuple):
    """What a file of judgements holds."""

    answers: list[object]
    content_hash: str | None
    """Of the document that was judged, where the file says it."""


def write_open(file: Path, checked: Sequence[CheckedFile]) -> None:
    """Write the open claims of the one document that was checked.

    Raises:
        InputError: several were checked, the one could not be, or the file cannot be written.

    """
    from nodes.judging.answers import RUBRIC  # noqa: PLC0415
    from server.results.open_claims import open_claims  # noqa: PLC0415

    state = _state(checked)
    values = {
        "document": str(checked[0].path),
        "contentHash": _hash(state),
        "specVersion": state["spec_version"],
        "how": _HOW,
        "rubric": RUBRIC,
        "open": [
            claim.model_dump(mode="json", by_alias=True) for claim in open_claims(state["open"])
        ],
        "judgements": [],
    }
    try:
        file.write_text(json.dumps(values, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {file}: {error}") from error


def read_judgements(file: Path, files: Sequence[Path]) -> Judgements:
    """Read judgements for one document: a list of them, or an object with `judgements`.

    Raises:
        InputError: there are several documents, or the file holds no judgements.

    """
    if len(files) != 1:
        raise InputError(f"judgements are of one document; got {len(files)}")
    if file.exists() and file.stat().st_size > _MOST_BYTES:
        raise InputError(f"{file} is larger than {_MOST_BYTES:,} bytes")
    try:
        values: object = json.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file} is not JSON: {error}") from error
    content_hash = None
    if isinstance(values, dict):
        given = cast("dict[str, Any]", values)
        values, content_hash = given.get("judgements"), given.get("contentHash")
    if not isinstance(values, list) or not values:
        raise InputError(f"{file} has no judgements: give a list of them, or it as `judgements`")
    return Judgements(cast("list[object]", values), content_hash)


async def take_judgements(
    runner: Runner, checked: list[CheckedFile], judgements: Judgements
) -> list[str]:
    """Put judgements into what was checked; return a line for each that was refused.

    Raises:
        InputError: the document could not be checked, has nothing open, or is not the one that was
            judged.

    """
    state = _state(checked)
    path = checked[0].path
    if judgements.content_hash not in (None, _hash(state)):
        raise InputError(
            f"{path} is not the text that was judged; write its open claims anew with --export-open"
        )
    if not state["open"]:
        raise InputError(f"nothing is open in {path}; leave out --import-judgements")
    reports = await runner.open_reports()
    report = await reports.with_answers("check_claims", state, judgements.answers)
    checked[0] = CheckedFile(path, cast("CheckState", report.state))
    return [f"refused {item['claim_id']}: {item['reason']}" for item in report.refused]


def _state(checked: Sequence[CheckedFile]) -> CheckState:
    if len(checked) != 1:
        raise InputError(f"open claims are of one document; got {len(checked)}")
    file = checked[0]
    if file.state is None:
        raise file.error or InputError(f"{file.path} could not be checked")
    return file.state


def _hash(state: CheckState) -> str:
    return sha256(state["content"].encode("utf-8", "surrogatepass")).hexdigest()
