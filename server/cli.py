"""The command line: its commands, and what becomes of errors.

Data goes to stdout, progress and messages to stderr. Exit codes: 0 done (and, for `claim`,
accurate), 1 the claim is not accurate, 2 it could not be decided, the input is bad, or we failed.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from retrieval.errors import FactCheckError
from server import __version__, printing
from server.commands.check import check
from server.commands.cite import cite
from server.commands.claim import claim
from server.commands.common import Exit
from server.commands.compare import compare
from server.commands.eval import evaluate
from server.commands.migrate import migrate
from server.commands.requirements import requirements
from server.commands.search import search
from server.commands.serve import serve
from server.commands.sources import sources
from server.commands.specs import specs
from server.commands.versions import versions


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


_COMMANDS: Final = (claim, check, cite, search, versions, requirements, compare, serve)
for command in _COMMANDS:
    app.command()(command)
app.command("eval")(evaluate)
app.add_typer(migrate, name="migrate")
app.add_typer(sources, name="sources")
app.add_typer(specs, name="specs")


@app.callback(invoke_without_command=True)
def main(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Check statements about the Model Context Protocol against its specification."""
    printing.use_utf8()
    if version:
        printing.out(f"mcp-fact-check {__version__}")
        raise typer.Exit
