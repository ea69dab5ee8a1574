"""The command line: parse, run a graph, print.

Data goes to stdout, progress and messages to stderr. Exit codes: 0 done (and, for `claim`,
accurate), 1 the claim is not accurate, 2 it could not be decided, the input is bad, or we failed.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer
from typer.core import TyperGroup

from retrieval.errors import FactCheckError, InputError, LimitError
from server import __version__, printing

if TYPE_CHECKING:
    from nodes.verdicts import Label


class Exit(IntEnum):
    """What the exit code says."""

    DONE = 0
    NOT_ACCURATE = 1
    NO_ANSWER = 2


class Commands(TyperGroup):
    """The commands, and the one place where what goes wrong gets its words and its exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; an error is never the exit code of a verdict."""
        as_json = "--json" in ctx.args
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except BrokenPipeError:
            printing.drop_output()
        except FactCheckError as error:
            printing.error_out(error.kind, str(error), as_json)
        except typer.TyperException as error:
            if not as_json:
                raise
            printing.error_out("usage", error.format_message(), as_json)
        except Exception as error:  # noqa: BLE001 - the last place that can say what happened
            printing.traceback_out(error)
            printing.error_out("internal", f"this is a bug: {error!r}", as_json)
        raise typer.Exit(Exit.NO_ANSWER)


app = typer.Typer(
    cls=Commands,
    name="mcp-fact-check",
    help="Check statements about the Model Context Protocol against its specification.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


EXIT_OF: Final[dict[Label, Exit]] = {
    "supported": Exit.DONE,
    "contradicted": Exit.NOT_ACCURATE,
    "partial": Exit.NOT_ACCURATE,
    "not_mentioned": Exit.NOT_ACCURATE,
    "undecided": Exit.NO_ANSWER,
}

SpecVersion = Annotated[
    str,
    typer.Option(
        "--spec-version", help="Specification version, `latest` or `draft`.", show_default=True
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
JudgeName = Literal["settings", "local", "llm"]
JudgeOption = Annotated[
    JudgeName, typer.Option("--judge", help="Who judges; `settings`: MCP_FACT_CHECK_JUDGE.")
]


@app.callback(invoke_without_command=True)
def main(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Check statements about the Model Context Protocol against its specification."""
    printing.use_utf8()
    if version:
        printing.out(f"mcp-fact-check {__version__}")
        raise typer.Exit


@app.command()
def claim(
    text: Annotated[
        str | None, typer.Argument(help="The claim or question; - reads stdin.")
    ] = None,
    spec_version: SpecVersion = "latest",
    judge: JudgeOption = "settings",
    batch: Annotated[
        Path | None,
        typer.Option(help="JSON lines with `claim` and optional `spec_version`; - reads stdin."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check one claim or yes/no question, or with --batch one on each line of a file.

    Exits 0 if the claim is accurate, 1 if not, 2 if undecided or bad input.
    A batch prints one JSON result a line; it exits 0, or 2 if a line was bad.
    """
    import asyncio  # noqa: PLC0415

    from server.batch import check_batch, read_text  # noqa: PLC0415
    from server.results import quick_claim_result  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    if (text is None) == (batch is None):
        raise InputError("give either a claim or --batch FILE")
    with printing.progress() as progress:
        runner = Runner(progress=progress)
        if batch is not None:
            bad = asyncio.run(check_batch(runner, batch, spec_version, judge))
            raise typer.Exit(Exit.NO_ANSWER if bad else Exit.DONE)
        said = read_text(Path("-")) if text == "-" else text or ""
        state = asyncio.run(runner.quick_claim(said, spec_version, judge))
    if as_json:
        printing.json_out(quick_claim_result(state).model_dump(mode="json"))
    else:
        printing.out(state["text"])
        printing.evidence_out(state["verdict"]["evidence"], state["verdict"]["spec_version"])
    raise typer.Exit(EXIT_OF[state["verdict"]["label"]])


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What to look for, up to 500 characters.")],
    spec_version: SpecVersion = "latest",
    top_k: Annotated[int, typer.Option("--top-k", "-k", help="How many results, 1 to 20.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Search the specification."""
    import asyncio  # noqa: PLC0415

    from server.results import search_result  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    with printing.progress() as progress:
        state = asyncio.run(Runner(progress=progress).search(query, spec_version, top_k))
    if as_json:
        printing.json_out(search_result(state).model_dump(mode="json"))
    else:
        printing.out(state["text"])


@app.command()
def versions(as_json: AsJson = False) -> None:
    """List the specification versions."""
    import asyncio  # noqa: PLC0415

    from server.results import versions_result  # noqa: PLC0415
    from server.runner import Runner  # noqa: PLC0415

    state = asyncio.run(Runner().versions())
    if as_json:
        printing.json_out(versions_result(state).model_dump(mode="json"))
    else:
        printing.out(state["text"])


@app.command()
def requirements(
    spec_version: SpecVersion = "latest",
    level: Annotated[str | None, typer.Option(help="MUST, MUST NOT, SHOULD, ..., none.")] = None,
    actor: Annotated[str | None, typer.Option(help="client, server, host, ...")] = None,
    topic: Annotated[str | None, typer.Option(help="tools, transports, ...")] = None,
    page: Annotated[str | None, typer.Option(help="A page, like server/tools.")] = None,
    identifier: Annotated[str | None, typer.Option(help="A method, field, header, code.")] = None,
    text: Annotated[str | None, typer.Option(help="Words that the statement has.")] = None,
    limit: Annotated[int | None, typer.Option(help="At most so many.")] = None,
    as_json: AsJson = False,
) -> None:
    """List what a specification version requires and states."""
    from retrieval.requirements import RequirementFilter, list_requirements  # noqa: PLC0415

    if limit is not None and limit < 1:
        raise LimitError("limit", "1 or more", str(limit))
    wanted = RequirementFilter.parse(
        version=spec_version,
        level=level,
        actor=actor,
        topic=topic,
        page=page,
        identifier=identifier,
        text=text,
    )
    items = list_requirements(wanted)
    if as_json:
        printing.json_out({"spec_version": wanted.version, "items": items[:limit]})
    else:
        printing.requirements_out(items[:limit], len(items))


@app.command()
def serve() -> None:
    """Serve the tools over MCP on stdin and stdout."""
    import os  # noqa: PLC0415
    import signal  # noqa: PLC0415

    from server.app import build_server  # noqa: PLC0415

    # The SDK waits for stdin in a thread that Ctrl-C cannot end; there is nothing to clean up.
    signal.signal(signal.SIGINT, lambda _number, _frame: os._exit(130))
    build_server().run("stdio")
