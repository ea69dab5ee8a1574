"""Command `requirements`."""

from __future__ import annotations

from typing import Annotated

import typer

from retrieval.errors import LimitError
from server import printing
from server.commands.common import AsJson, SpecVersion


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
