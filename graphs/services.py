"""The long-lived parts that graphs are built with: made once, opened when they are first used."""

from __future__ import annotations

from functools import cached_property

from nodes.context import JudgeChoice
from nodes.judging.llm import LLMJudge
from nodes.judging.local import LocalJudge
from nodes.judging.port import Judge
from retrieval.catalogue import Catalogue, load_catalogue
from retrieval.embeddings import make_embedder
from retrieval.index import BuildProgress, open_index
from retrieval.search import EvidenceSearch, VectorSearch
from retrieval.settings import Settings, read_settings, require_openai_key


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
    ) -> None:
        self._given_settings = settings
        self._progress = progress
        self._given_search = search

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
        embedder = make_embedder(self.settings)
        return VectorSearch(
            embedder,
            self.catalogue,
            lambda version: open_index(self.settings.data_dir, version, embedder, self._progress),
        )

    @cached_property
    def _local_judge(self) -> LocalJudge:
        return LocalJudge(self.catalogue)

    @cached_property
    def _llm_judge(self) -> LLMJudge:
        require_openai_key(self.settings, "the LLM judge")
        fallback = self._local_judge if self.settings.llm_fallback else None
        return LLMJudge(self.settings, fallback)

    def judge(self, choice: JudgeChoice = "settings") -> Judge:
        """Return the judge that a run asks for.

        Raises:
            ConfigurationError: the LLM judge was asked for and there is no key.

        """
        wanted = self.settings.judge if choice == "settings" else choice
        if wanted == "llm" or (wanted == "auto" and self.settings.openai_api_key is not None):
            return self._llm_judge
        return self._local_judge
