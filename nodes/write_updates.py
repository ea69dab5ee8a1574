"""Node, step 5 of a migration: write the text as the plan says, span by span."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NotRequired

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from nodes.context import JudgeChoice, RunContext
from nodes.judging.budget import BudgetSpentError
from nodes.judging.chat import LLMError, StructuredChat
from nodes.migrating.feedback import wishes
from nodes.migrating.rewriting import rewritten
from nodes.migrating.text_edits import Edit, applied, trimmed, unified_diff, without_overlaps
from nodes.migrating.values import Hunk, Listed, Plan, PlannedUpdate, Revision, Updates, place_of
from nodes.migrating.values import Update as TextUpdate
from nodes.reading.markdown import Block, read_markdown
from retrieval.versions import SpecVersion

_LONGEST_NOTE: Final = 240


class Input(TypedDict):
    """What the node reads."""

    content: str
    name: NotRequired[str | None]
    target_version: SpecVersion
    updates: Updates
    plan: Plan
    skipped: NotRequired[list[str]]
    feedback: NotRequired[dict[str, list[str]]]


class Update(TypedDict):
    """What the node changes."""

    edits: list[Edit]
    revision: Revision


class _Written(TypedDict):
    """An item of the plan with what came of it: an edit, or why there is none."""

    item: PlannedUpdate
    update: TextUpdate
    edit: Edit | None
    why_not: str
    refused: bool


async def write_updates(
    state: Input,
    runtime: Runtime[RunContext],
    *,
    models: Callable[[JudgeChoice], StructuredChat | None],
) -> Update:
    """Return the text; what could not be written safely is listed with its reason."""
    chat = models((runtime.context or RunContext()).judge)
    feedback = state.get("feedback", {}).get("write_updates", [])
    updates = {item["id"]: item for item in state["updates"]["updates"]}
    items = [
        item for item in _wished(state["plan"]["items"], feedback) if item["update_id"] in updates
    ]
    content = state["content"]
    blocks = read_markdown(content).blocks
    written = await asyncio.gather(
        *(
            _written(item, updates[item["update_id"]], state, feedback, chat, blocks)
            for item in items
        )
    )
    edits = list(without_overlaps(item["edit"] for item in written if item["edit"]))
    text = applied(content, edits)
    kept = {edit["update_id"] for edit in edits}
    return Update(
        edits=edits,
        revision=Revision(
            text=text,
            diff=unified_diff(content, text, state.get("name") or "document.md"),
            hunks=[_hunk(item) for item in written if item["item"]["update_id"] in kept],
            listed=list(_listed(written, kept)),
            refused=[
                f"{item['item']['update_id']}: {item['why_not']}"
                for item in written
                if item["refused"]
            ],
            feedback=feedback,
        ),
    )


def _wished(items: Sequence[PlannedUpdate], feedback: Sequence[str]) -> Iterator[PlannedUpdate]:
    asked = {wish.id: wish for wish in wishes(feedback)}
    for item in items:
        wish = asked.get(item["update_id"])
        if wish is None:
            yield item
        elif wish.verb == "drop":
            yield {**item, "action": "leave"}
        else:
            words = wish.words or item["replacement"]
            yield {**item, "action": wish.verb, "replacement": words}


async def _written(
    item: PlannedUpdate,
    update: TextUpdate,
    state: Input,
    feedback: Sequence[str],
    chat: StructuredChat | None,
    blocks: Sequence[Block],
) -> _Written:
    words: str | None = None
    why_not, refused = item["why"], False
    if item["action"] == "change":
        words = item["replacement"]
        if words is None and chat is not None:
            asked = [*state["plan"]["feedback"], *feedback]
            try:
                words = await rewritten(
                    update, state["content"], state["target_version"], asked, chat
                )
                why_not = "the language model was not certain how it should read"
            except (LLMError, BudgetSpentError) as failure:
                why_not, refused = str(failure), True
        elif words is None:
            why_not = "there are no words to put in its place"
    edit = _edit(item, update, words, state, blocks)
    if item["action"] == "note" and edit is None:
        why_not = "no comment can stand there"
    return _Written(item=item, update=update, edit=edit, why_not=why_not, refused=refused)


def _edit(
    item: PlannedUpdate,
    update: TextUpdate,
    words: str | None,
    state: Input,
    blocks: Sequence[Block],
) -> Edit | None:
    if item["action"] == "note":
        return _note(update, state, blocks)
    if words is None or words == update["text"]:
        return None
    span = update["span"]
    whole = Edit(start=span["start"], end=span["end"], after=words, update_id=update["id"])
    return trimmed(state["content"], whole)


def _note(update: TextUpdate, state: Input, blocks: Sequence[Block]) -> Edit | None:
    """Return a comment at the end of the paragraph or list item, where readers do not see it."""
    block = _block_of(update["span"]["start"], blocks)
    if block is None:
        return None
    what = " ".join(update["text"].split())
    said = f"TODO mcp-fact-check: rewrite for {state['target_version']}: “{what}”"
    said = said.replace("--", "–").replace("*/", "* /")[:_LONGEST_NOTE]
    mdx = (state.get("name") or "").endswith(".mdx")
    comment = f" {{/* {said} */}}" if mdx else f" <!-- {said} -->"
    return Edit(start=block.end, end=block.end, after=comment, update_id=update["id"])


def _block_of(offset: int, blocks: Sequence[Block]) -> Block | None:
    for block in blocks:
        if block.start <= offset < block.end:
            return block if block.kind in ("paragraph", "list_item") else None
    return None


def _hunk(written: _Written) -> Hunk:
    update, item, edit = written["update"], written["item"], written["edit"]
    after = edit["after"].strip() if edit else ""
    if edit and item["action"] == "change":
        start = update["span"]["start"]
        text = update["text"]
        after = text[: edit["start"] - start] + edit["after"] + text[edit["end"] - start :]
    return Hunk(
        update_id=update["id"],
        line=update["span"]["line"],
        before="" if item["action"] == "note" else update["text"],
        after=after,
        why=update["why"],
        before_places=[place_of(entry) for entry in update["before"]],
        after_places=[place_of(entry) for entry in update["after"]],
    )


def _listed(written: Sequence[_Written], kept: set[str | None]) -> Iterator[Listed]:
    """Yield what a person has to see: all that is not left out, and is no change of words."""
    for item in written:
        update, planned = item["update"], item["item"]
        changed = update["id"] in kept and planned["action"] == "change"
        if planned["action"] == "leave" or changed:
            continue
        why_not = item["why_not"]
        if item["edit"] is not None and update["id"] not in kept:
            why_not = "its change overlaps another one"
        yield Listed(
            update_id=update["id"],
            group=update["group"],
            line=update["span"]["line"],
            text=update["text"],
            why=f"{update['why']} ({why_not})",
            before_places=[place_of(entry) for entry in update["before"]],
            after_places=[place_of(entry) for entry in update["after"]],
        )
