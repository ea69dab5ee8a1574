"""Prompt `migrate-mcp-content`: six steps to move a text from one version to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, Completion, PromptReference
from pydantic import Field

from retrieval.errors import FactCheckError
from retrieval.versions import ALIASES, SLIPS, VERSIONS

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from mcp_types import CompletionArgument, CompletionContext, ResourceTemplateReference

    from server.runner import Runner

NAME: Final = "migrate-mcp-content"

_SCOPES: Final = {
    "comprehensive": "Bring all of it up to the target: slips that were there before, what the "
    "target makes wrong, clearer explanations and best practices within what the text covers.",
    "critical_only": "Put right only what would be wrong in the target; leave structure and "
    "wording alone wherever they are not wrong.",
    "enhancement_focused": "Take up what the target improves or adds for the subjects that the "
    "text already covers, and its best practices; clarify where that helps.",
}

_STEPS: Final = """\
Move a text about the Model Context Protocol from specification version {current} to {target}.
Scope of the updates: {scope}. {aim}
{notes}
If the user has not given the text yet, ask for it first.

There are two ways. Either begin a session with the tool `start-migration` (currentVersion \
{current}, targetVersion {target}, updateScope {scope}): it does each step, keeps it for days and \
waits for a decision that you give with `continue-migration`. Or do the steps yourself:

1. Validate the current text. Call `check-mcp-claims` with specVersion {current}. Show what is \
inaccurate or missing already: that is the baseline.
2. Analyse what changed. Call `compare-spec-versions` with fromVersion {current} and toVersion \
{target}, and `search-spec` in both versions for each subject of the text. Show a table of the \
changes that matter here: terms and concepts, methods and codes, and requirements whose level \
(MUST, SHOULD, MAY) is another one.
3. Identify the updates. Tie each change to the sentences that it touches. Group them: wrong \
already, required by the target, recommended. Say what is deprecated or gone.
4. Plan. Say in a few lines how you will go about it within the scope, and which sentences you \
will change.
5. Write the updated text. Change only what the plan names, and mark every change so that it can \
be seen.
6. Validate the result. Call `check-mcp-claims` with specVersion {target}, and \
`check-mcp-quick-claim` for a sentence that you doubt. Nothing that was accurate may have become \
wrong. Sum up.

Four principles:
- Stay in scope: revise the text that was given; add no section and no feature that it does not \
speak of.
- Keep its style: tone, formality, headings, code and links stay as they are.
- Go step by step: show the result of each step, then wait until the user agrees.
- Be accurate: rest every change on what the tools return for {target}, with its place; where they \
are silent or undecided, say so and change nothing."""


def add(server: MCPServer, runner: Runner) -> None:  # noqa: ARG001 - as tools are added
    """Register the prompt and the completion of its arguments."""

    @server.prompt(
        name=NAME,
        title="Migrate a text about MCP",
        description="Guides through moving a text about MCP to another specification version, in "
        "six steps that the user confirms.",
    )
    def migrate_mcp_content(
        current_version: Annotated[
            str, Field(description=f"Version that the text is about: {', '.join(VERSIONS)}.")
        ],
        target_version: Annotated[
            str, Field(description=f"Version to move it to: {', '.join(VERSIONS)}.")
        ],
        update_scope: Annotated[
            str, Field(description=f"One of: {', '.join(_SCOPES)}; comprehensive by default.")
        ] = "comprehensive",
    ) -> str:
        from nodes.read_migration import read_scope, read_versions  # noqa: PLC0415

        try:
            current, target, notes = read_versions(current_version, target_version)
            scope = read_scope(update_scope.strip())
        except FactCheckError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from error
        return _STEPS.format(
            current=current,
            target=target,
            scope=scope,
            aim=_SCOPES[scope],
            notes="".join(f"Note: {note}\n" for note in notes),
        )

    @server.completion()
    async def complete(
        ref: PromptReference | ResourceTemplateReference,
        argument: CompletionArgument,
        context: CompletionContext | None,
    ) -> Completion | None:
        if not isinstance(ref, PromptReference):
            return None  # all prompts name versions, and a server has one completion
        given = (context.arguments if context else None) or {}
        values = _values(argument.name, given)
        return Completion(values=[value for value in values if value.startswith(argument.value)])


def _values(argument: str, given: dict[str, str]) -> list[str]:
    """Return what an argument can be; both versions are never one."""
    if argument == "update_scope":
        return list(_SCOPES)
    if argument == "spec_version":
        return list(reversed(VERSIONS))
    if argument not in ("current_version", "target_version"):
        return []
    other = given.get("target_version" if argument == "current_version" else "current_version", "")
    taken = SLIPS[other][0] if other in SLIPS else ALIASES.get(other, other)
    return [version for version in reversed(VERSIONS) if version != taken]
