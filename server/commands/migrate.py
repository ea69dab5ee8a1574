"""Commands `migrate ...`: move a document from one specification version to another."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from retrieval.errors import DecisionError, FileChangedError, InputError
from server import printing
from server.commands.common import AsJson, Exit, JudgeOption

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from graphs.migrations import Migration, Migrations
    from nodes.context import JudgeChoice


_Given = TypeVar("_Given")

_STDIN: Final = Path("-")

migrate = typer.Typer(
    help="Move a document from one specification version to another, step by step.",
    no_args_is_help=True,
)

Handle = Annotated[str, typer.Argument(metavar="SESSION", help="The handle that `start` printed.")]


@migrate.command()
def start(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A Markdown file, or - for stdin.")],
    current: Annotated[str, typer.Option("--from", help="Version that the text is about.")],
    target: Annotated[str, typer.Option("--to", help="Version that it is to be about.")],
    scope: Annotated[
        str, typer.Option(help="comprehensive, critical_only or enhancement_focused.")
    ] = "comprehensive",
    judge: JudgeOption = "settings",
    yes: Annotated[
        bool, typer.Option("--yes", help="Approve every step; print the patch on stdout.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Begin a session; in a terminal, each step is shown and asked about.

    Exits 0; with --yes 1 where something is left for a person or did not pass the last check.
    """
    from server.batch import read_text  # noqa: PLC0415

    content = read_text(file)
    source = None if file == _STDIN else str(file.resolve())

    async def run(sessions: Migrations) -> Migration:
        begun = await sessions.start(content, current, target, scope, source=source, judge=judge)
        return await _approve_all(sessions, begun, judge) if yes else begun

    migration = _run(run)
    if yes:
        raise typer.Exit(_patch_out(migration, as_json=as_json))
    _go_on(migration, judge, as_json=as_json, ask=file != _STDIN)


@migrate.command("continue")
def continue_(
    session: Handle,
    approve: Annotated[bool, typer.Option("--approve", help="Take the step as it is.")] = False,
    revise: Annotated[
        str | None,
        typer.Option("--revise", metavar="TEXT", help="Do the step again with this feedback."),
    ] = None,
    edit: Annotated[
        Path | None,
        typer.Option(
            "--edit",
            metavar="FILE",
            help="Put this in place of the result: the JSON that `show --json` has under "
            "question.output; at write_updates also the text itself.",
        ),
    ] = None,
    back: Annotated[
        str | None, typer.Option("--back", metavar="STEP", help="Decide on an earlier step again.")
    ] = None,
    skip: Annotated[bool, typer.Option("--skip", help="Leave the step's result out.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="End the session here.")] = False,
    expected: Annotated[
        str | None,
        typer.Option("--step", metavar="STEP", help="Only if this step waits for a decision."),
    ] = None,
    judge: JudgeOption = "settings",
    as_json: AsJson = False,
) -> None:
    """Decide on the step that waits; without an option, the step is shown and asked about."""
    answer = _answer(approve, revise, edit, back, skip, stop)
    if answer is None:
        _go_on(_run(lambda sessions: sessions.get(session)), judge, as_json=as_json, ask=True)
        return
    migration = _run(
        lambda sessions: sessions.resume(session, answer, expected_step=expected, judge=judge)
    )
    _go_on(migration, judge, as_json=as_json, ask=False)


@migrate.command()
def show(
    session: Handle,
    checkpoint: Annotated[
        str | None, typer.Option(help="A point of the history, also on a branch that was left.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a session: what waits, what was decided, and its history."""
    migration = _run(lambda sessions: sessions.get(session, checkpoint))
    _show(migration, as_json=as_json)
    if not as_json:
        for item in migration.state.get("decisions", []):
            words = f": {item['feedback']}" if item["feedback"] else ""
            to = f" to {item['to']}" if item["to"] else ""
            printing.out(f"{item['number']}. {item['step']}: {item['decision']}{to}{words}")
        for moment in migration.history:
            mark = " " if moment.on_branch else "x"
            printing.out(f"{mark} {moment.checkpoint} {moment.at} {moment.waits_for or 'end'}")


@migrate.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the sessions, the last used first."""
    found = _run(lambda sessions: sessions.listed())
    if as_json:
        from server.results.migrations import migration_result  # noqa: PLC0415

        results = [migration_result(item, with_text=False) for item in found]
        printing.json_out({"migrations": [item.model_dump(mode="json") for item in results]})
        return
    for item in found:
        waits = f" for {item.question['step']}" if item.question else ""
        printing.out(f"{item.session.handle}  {item.status}{waits}  {item.session.title}")
    printing.message_out(f"{len(found)} sessions")


@migrate.command()
def diff(session: Handle) -> None:
    """Print the changes as a patch."""
    printing.out(_revision(_run(lambda sessions: sessions.get(session)))["diff"].rstrip("\n"))


@migrate.command()
def apply(
    session: Handle,
    to: Annotated[
        Path | None, typer.Option(help="Write there; by default the file that was read.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the text into its file, with a backup beside it.

    Refuses where the file is not what the session began with.
    """
    migration = _run(lambda sessions: sessions.get(session))
    text, source = _revision(migration)["text"], migration.state.get("source")
    file = to or (Path(source) if source else None)
    if file is None:
        raise InputError("the session began with stdin; name the file to write by --to")
    backup = _write(file, migration.state["content"], text)
    if as_json:
        printing.json_out({"file": str(file), "backup": str(backup) if backup else None})
    else:
        kept = f"; what was there is in {backup}" if backup else ""
        printing.message_out(f"wrote {file}{kept}")


@migrate.command()
def delete(session: Handle, as_json: AsJson = False) -> None:
    """Remove a session and all that it stored."""
    _run(lambda sessions: sessions.delete(session))
    if as_json:
        printing.json_out({"session": session, "deleted": True})
    else:
        printing.message_out(f"deleted {session}")


def _run(work: Callable[[Migrations], Awaitable[_Given]]) -> _Given:
    """Run something with the sessions of this machine."""
    import asyncio  # noqa: PLC0415

    from server.runner import Runner  # noqa: PLC0415

    with printing.progress() as progress:
        runner = Runner(progress=progress)

        async def run() -> _Given:
            return await work(await runner.migrations())

        return asyncio.run(run())


async def _resumed(
    sessions: Migrations, handle: str, answer: dict[str, str], judge: JudgeChoice
) -> Migration:
    return await sessions.resume(handle, answer, judge=judge)


async def _approve_all(sessions: Migrations, begun: Migration, judge: JudgeChoice) -> Migration:
    migration = begun
    while migration.question is not None:
        migration = await sessions.resume(migration.session.handle, "approve", judge=judge)
    return migration


def _go_on(migration: Migration, judge: JudgeChoice, *, as_json: bool, ask: bool) -> None:
    """Show where a session is; in a terminal, ask until nothing is left to decide."""
    _show(migration, as_json=as_json)
    while ask and not as_json and sys.stdin.isatty() and migration.question:
        answer = printing.ask_decision(migration.question["choices"])
        if answer is None:
            break
        try:
            handle = migration.session.handle
            migration = _run(partial(_resumed, handle=handle, answer=answer, judge=judge))
        except DecisionError as error:
            printing.error_out(error.kind, str(error), as_json=False)
            continue
        _show(migration, as_json=False)
    if migration.question and not as_json:
        printing.message_out(
            f"go on with: mcp-fact-check migrate continue {migration.session.handle}"
        )


def _show(migration: Migration, *, as_json: bool) -> None:
    from server.migration_text import migration_text  # noqa: PLC0415
    from server.results.migrations import migration_result  # noqa: PLC0415

    if as_json:
        printing.json_out(migration_result(migration).model_dump(mode="json"))
    else:
        printing.out(migration_text(migration))


def _patch_out(migration: Migration, *, as_json: bool) -> Exit:
    """Print the patch on stdout, and on stderr what is left for a person."""
    from server.migration_text import listed_lines  # noqa: PLC0415

    revision = _revision(migration)
    if as_json:
        _show(migration, as_json=True)
    else:
        if revision["diff"]:
            printing.out(revision["diff"].rstrip("\n"))
        for line in listed_lines(revision["listed"]):
            printing.message_out(line)
        printing.message_out(
            f"{len(revision['hunks'])} changes, {len(revision['listed'])} for a person; session "
            f"{migration.session.handle}"
        )
    passed = migration.state["validation"]["ok"] and not revision["listed"]
    return Exit.DONE if passed else Exit.NOT_ACCURATE


def _revision(migration: Migration) -> Any:
    if "revision" not in migration.state:
        raise InputError("nothing is written yet: the session has not come to write_updates")
    return migration.state["revision"]


def _answer(
    approve: bool,
    revise: str | None,
    edit: Path | None,
    back: str | None,
    skip: bool,
    stop: bool,
) -> dict[str, Any] | None:
    given: list[dict[str, Any]] = []
    given += [{"decision": "approve"}] if approve else []
    given += [{"decision": "revise", "feedback": revise}] if revise is not None else []
    given += [{"decision": "edit", "output": _edited(edit)}] if edit is not None else []
    given += [{"decision": "back", "to": back}] if back is not None else []
    given += [{"decision": "skip"}] if skip else []
    given += [{"decision": "stop"}] if stop else []
    if len(given) > 1:
        raise InputError("decide one thing: --approve, --revise, --edit, --back, --skip or --stop")
    return given[0] if given else None


def _edited(file: Path) -> Any:
    """Return the JSON of a file, or its text where it is none."""
    import json  # noqa: PLC0415

    from server.batch import read_text  # noqa: PLC0415

    text = read_text(file)
    try:
        return json.loads(text)
    except ValueError:
        return text


def _write(file: Path, content: str, text: str) -> Path | None:
    """Write a text in one go; return where the text before it was put."""
    from server.batch import read_text  # noqa: PLC0415

    backup: Path | None = None
    mark = b""
    if file.exists():
        if read_text(file) != content:
            raise FileChangedError(str(file))
        data = file.read_bytes()
        mark = data[:3] if data.startswith(b"\xef\xbb\xbf") else b""
        backup = _free(file)
        backup.write_bytes(data)
    aside = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    aside.write_bytes(mark + text.encode())
    if file.exists():
        aside.chmod(file.stat().st_mode)
    aside.replace(file)
    return backup


def _free(file: Path) -> Path:
    """Return a name for a backup that nothing has yet."""
    name = file.with_name(f"{file.name}.bak")
    number = 1
    while name.exists():
        number += 1
        name = file.with_name(f"{file.name}.bak{number}")
    return name
