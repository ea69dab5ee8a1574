"""Run the graphs: compiled once, on first use, for the MCP server and the command line alike.

LangGraph and Chroma take seconds to import; they are imported here when the first request comes, so
that a host gets `tools/list` at once.
"""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, cast

from retrieval.settings import Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from langgraph.graph.state import CompiledStateGraph

    from graphs.check_citation import CitationState
    from graphs.check_claims import CheckState
    from graphs.compare_versions import ComparisonState
    from graphs.list_versions import VersionsState
    from graphs.migrations import Migrations
    from graphs.open_reports import OpenReport, OpenReports, ReportKind
    from graphs.quick_claim import QuickClaimState
    from graphs.search_spec import SearchState
    from graphs.services import Services
    from nodes.context import JudgeChoice
    from retrieval.index import BuildProgress
    from retrieval.sources.reader import Sources
    from server.tools.common import JudgeName

    Graph = CompiledStateGraph[Any, Any, Any, Any]
    PiecesDone = Callable[[int, int], Awaitable[None]]


class Runner:
    """The graphs of one process."""

    def __init__(
        self,
        settings: Settings | None = None,
        progress: BuildProgress | None = None,
        sources: Sources | None = None,
    ) -> None:
        self._given = settings
        self._progress = progress
        self._sources = sources
        self._lock = Lock()
        self._compiled: dict[str, Graph] = {}
        self._migrations: Migrations | None = None
        self._reports: OpenReports | None = None

    @cached_property
    def services(self) -> Services:
        """The long-lived parts behind the graphs.

        Raises:
            ConfigurationError: a setting in the environment does not fit.

        """
        from graphs.services import Services  # noqa: PLC0415

        return Services(self._given or read_settings(), self._progress, sources=self._sources)

    async def quick_claim(
        self, claim: str, version: str | None, judge: JudgeChoice = "settings"
    ) -> QuickClaimState:
        """Check one claim; see `graphs.quick_claim`.

        Raises:
            FactCheckError: bad input, a missing key, or an index that cannot be built.

        """
        from anyio.to_thread import run_sync  # noqa: PLC0415

        from nodes.context import RunContext  # noqa: PLC0415

        graph = await self._graph("quick_claim")
        # A missing key is told now, not after an index was built for nothing.
        await run_sync(self.services.judge, judge)
        state = await graph.ainvoke(
            {"claim": claim, "version_name": version},
            context=RunContext(judge=judge),
            output_keys=_all_keys(graph),
        )
        return cast("QuickClaimState", state)

    async def check_claims(
        self,
        content: str,
        version: str | None,
        use_chunking: bool = False,
        judge: JudgeChoice = "settings",
        progress: PiecesDone | None = None,
    ) -> CheckState:
        """Check a document; see `graphs.check_claims`. `progress` is told pieces done, of all.

        Raises:
            FactCheckError: bad input, a missing key, or an index that cannot be built.

        """
        from anyio.to_thread import run_sync  # noqa: PLC0415

        from nodes.context import RunContext  # noqa: PLC0415
        from server.progress import PieceCount  # noqa: PLC0415

        graph = await self._graph("check_claims")
        await run_sync(self.services.judge, judge)
        pieces = PieceCount()
        state: dict[str, Any] = {}
        stream = graph.astream(
            {"content": content, "version_name": version, "use_chunking": use_chunking},
            context=RunContext(judge=judge),
            stream_mode=["updates", "values"],
            output_keys=_all_keys(graph),
        )
        async for mode, chunk in cast("AsyncIterator[tuple[str, dict[str, Any]]]", stream):
            if mode == "values":
                state = chunk
            elif pieces.take(chunk) and progress:
                await progress(pieces.done, pieces.total)
        return cast("CheckState", state)

    async def check_citation(
        self, claim: str, document: str, page: int | str, judge: JudgeChoice = "settings"
    ) -> CitationState:
        """Check a claim by the page that it cites; see `graphs.check_citation`.

        Raises:
            FactCheckError: bad input, a missing key, or a citation that cannot be read.

        """
        from anyio.to_thread import run_sync  # noqa: PLC0415

        from nodes.context import RunContext  # noqa: PLC0415

        graph = await self._graph("check_citation")
        await run_sync(self.services.citation_judge, judge)
        state = await graph.ainvoke(
            {"claim": claim, "document": document, "page": page},
            context=RunContext(judge=judge),
            output_keys=_all_keys(graph),
        )
        return cast("CitationState", state)

    async def search(self, query: str, version: str | None, top_k: int) -> SearchState:
        """Search one version; see `graphs.search_spec`.

        Raises:
            FactCheckError: bad input, or an index that cannot be built.

        """
        graph = await self._graph("search_spec")
        state = await graph.ainvoke({"query": query, "version_name": version, "top_k": top_k})
        return cast("SearchState", state)

    async def compare_versions(
        self,
        from_version: str,
        to_version: str,
        topic: str | None,
        kinds: Sequence[str] | None,
        limit: int,
    ) -> ComparisonState:
        """Compare two versions; see `graphs.compare_versions`.

        Raises:
            FactCheckError: bad input.

        """
        graph = await self._graph("compare_versions")
        state = await graph.ainvoke(
            {
                "from_version_name": from_version,
                "to_version_name": to_version,
                "topic": topic,
                "kinds": list(kinds or ()),
                "limit": limit,
            }
        )
        return cast("ComparisonState", state)

    async def versions(self) -> VersionsState:
        """List the versions; see `graphs.list_versions`."""
        graph = await self._graph("list_versions")
        return cast("VersionsState", await graph.ainvoke({}))

    async def migrations(self) -> Migrations:
        """Return the migration sessions of the data directory; see `graphs.migrations`."""
        from anyio.to_thread import run_sync  # noqa: PLC0415

        return await run_sync(self._open_migrations)

    def _open_migrations(self) -> Migrations:
        from graphs.migrations import Migrations  # noqa: PLC0415

        with self._lock:
            if self._migrations is None:
                self._migrations = Migrations(self.services)
            return self._migrations

    def judge_of(self, judge: JudgeName, *, by_caller: bool) -> JudgeChoice:
        """Return who judges over MCP; `by_caller`: whether `auto` may leave it to the caller.

        Without a key and without a setting, whoever calls: a caller is a language model already,
        and what the local judge leaves open would else stay so.
        """
        if judge == "sampling":
            return "caller"  # the client's model answers in its place
        if judge != "auto":
            return judge
        settings = self.services.settings
        keyless = settings.judge == "auto" and settings.openai_api_key is None
        return "caller" if by_caller and keyless else "settings"

    async def kept(
        self, kind: ReportKind, state: CheckState | QuickClaimState | CitationState
    ) -> OpenReport:
        """Keep a report in which claims wait for the caller; without a handle where none do.

        Raises:
            DataError: nothing can be kept in the data directory.

        """
        if not state.get("open"):
            from graphs.open_reports import OpenReport  # noqa: PLC0415

            return OpenReport("", kind, dict(state))
        return await (await self.open_reports()).keep(kind, state)

    async def open_reports(self) -> OpenReports:
        """Return the reports that wait for the caller; see `graphs.open_reports`."""
        from anyio.to_thread import run_sync  # noqa: PLC0415

        return await run_sync(self._open_reports)

    def _open_reports(self) -> OpenReports:
        from graphs.open_reports import OpenReports  # noqa: PLC0415

        with self._lock:
            if self._reports is None:
                self._reports = OpenReports(self.services)
            return self._reports

    async def _graph(self, name: str) -> Graph:
        if name not in self._compiled:
            from anyio.to_thread import run_sync  # noqa: PLC0415

            await run_sync(self._compile, name)
        return self._compiled[name]

    def _compile(self, name: str) -> None:
        with self._lock:
            if name not in self._compiled:
                self._compiled[name] = _builders()[name](self.services).compile(name=name)


def _all_keys(graph: Graph) -> list[str]:
    """Return every key of the state: a report that waits is kept with all of it."""
    keys = graph.stream_channels_asis
    return [keys] if isinstance(keys, str) else list(keys)


def _builders() -> dict[str, Callable[[Services], Any]]:
    from graphs.check_citation import build_check_citation  # noqa: PLC0415
    from graphs.check_claims import build_check_claims  # noqa: PLC0415
    from graphs.compare_versions import build_compare_versions  # noqa: PLC0415
    from graphs.list_versions import build_list_versions  # noqa: PLC0415
    from graphs.quick_claim import build_quick_claim  # noqa: PLC0415
    from graphs.search_spec import build_search_spec  # noqa: PLC0415

    return {
        "quick_claim": build_quick_claim,
        "check_claims": build_check_claims,
        "check_citation": build_check_citation,
        "search_spec": build_search_spec,
        "list_versions": build_list_versions,
        "compare_versions": build_compare_versions,
    }
