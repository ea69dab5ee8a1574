"""The long-lived parts that graphs are built with: made once, opened when they are first used."""

from __future__ import annotations

from functools import cached_property
from threading import Lock

from nodes.context import JudgeChoice
from nodes.judging.answer_cache import AnswerCache
from nodes.judging.budget import Budget, Budgets, Spent
from nodes.judging.chat import StructuredChat
from nodes.judging.llm import LLMJudge
from nodes.judging.llm_citations import LLMCitationJudge
from nodes.judging.local import LocalJudge
from nodes.judging.port import CitationJudge, Judge
from nodes.judging.prose.judge import ProseJudge
from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.contrast import contrast_wordings
from retrieval.embeddings import Embedder, MiniLMEmbedder, make_embedder
from retrieval.index import BuildProgress
from retrieval.open_store import open_store
from retrieval.search import EvidenceSearch, VectorSearch
from retrieval.settings import (
    Settings,
    SourceSettings,
    read_settings,
    read_source_settings,
    require_openai_key,
)
from retrieval.sources.reader import Sources
from retrieval.sources.registry import open_sources
from retrieval.wordings import Wordings


class Services:
    """Search and judges for one process, by its settings.

    `progress` is told of an index being built on first use. Tests pass an `EvidenceSearch` of their
    own.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        progress: BuildProgress | None = None,
        search: EvidenceSearch | None = None,
        sources: SourceSettings | Sources | None = None,
    ) -> None:
        self._given_settings = settings
        self._progress = progress
        self._given_search = search
        self._sources = sources
        self._opening = Lock()

    @cached_property
    def settings(self) -> Settings:
        """The settings; read from the environment where none were given."""
        return self._given_settings or read_settings()

    @cached_property
    def catalogue(self) -> Catalogue:
        """The requirement catalogue."""
        return load_catalogue()

    @cached_property
    def search(self) -> EvidenceSearch:
        """The search over the index of each version."""
        if self._given_search is not None:
            return self._given_search
        embedder = self._embedder
        return VectorSearch(
            embedder,
            self.catalogue,
            lambda version: open_store(self.settings, version, embedder, self._progress),
            self.wordings,
        )

    @cached_property
    def _embedder(self) -> Embedder:
        return make_embedder(self.settings)

    @cached_property
    def _minilm(self) -> MiniLMEmbedder:
        # Sharing the model of the search, where it is the local one, spares half of its work.
        embedder = self._embedder
        return embedder if isinstance(embedder, MiniLMEmbedder) else MiniLMEmbedder()

    @cached_property
    def wordings(self) -> Wordings:
        """All true and false wordings of the catalogue, by their vectors."""
        return contrast_wordings(self.catalogue, self._minilm)

    @cached_property
    def local_judge(self) -> LocalJudge:
        """The judge in code, whoever else judges."""
        return LocalJudge(self.catalogue, self.wordings)

    @cached_property
    def _prose_judge(self) -> ProseJudge:
        return ProseJudge(self._minilm)

    def open_sources(self) -> Sources:
        """Return the back end that citations are looked up in, opened when it is first asked for.

        Raises:
            SourceConfigurationError: there is no such back end, or it is not set up.

        """
        with self._opening:
            given = self._sources
            if not isinstance(given, Sources):
                given = given or read_source_settings(data_dir=self.settings.data_dir)
                self._sources = given = open_sources(given)
            return given

    @cached_property
    def _chat(self) -> StructuredChat:
        require_openai_key(self.settings, "the LLM judge")
        file = self.settings.data_dir / "llm-answers.sqlite"
        return StructuredChat(self.settings, AnswerCache(file) if self.settings.llm_cache else None)

    @cached_property
    def _budgets(self) -> Budgets:
        return Budgets(self.settings)

    def session_budget(self, check_id: str, spent: Spent) -> Budget:
        """Return what is left to a migration session; what has that id spends from it."""
        return self._budgets.of_session(check_id, spent)

    def judge(self, choice: JudgeChoice = "settings", check_id: str | None = None) -> Judge:
        """Return the judge that a run asks for; with an id, within the budget of that check.

        Raises:
            ConfigurationError: the LLM judge was asked for and there is no key.

        """
        model = self.model(choice, check_id)
        if model is None:
            return self.local_judge
        fallback = self.local_judge if self.settings.llm_fallback else None
        return LLMJudge(self.settings, fallback, model)

    def citation_judge(self, choice: JudgeChoice = "settings") -> CitationJudge:
        """Return the judge of citations that a run asks for.

        Raises:
            ConfigurationError: the LLM judge was asked for and there is no key.

        """
        model = self.model(choice)
        if model is None:
            return self._prose_judge
        return LLMCitationJudge(model, self._prose_judge if self.settings.llm_fallback else None)

    def model(
        self, choice: JudgeChoice = "settings", check_id: str | None = None
    ) -> StructuredChat | None:
        """Return the language model that a run asks for, or None where it asks for none.

        Raises:
            ConfigurationError: it was asked for and there is no key.

        """
        wanted = self.settings.judge if choice == "settings" else choice
        if wanted == "llm" or (wanted == "auto" and self.settings.openai_api_key is not None):
            return self._chat.within(self._budgets.of(check_id)) if check_id else self._chat
        return None
