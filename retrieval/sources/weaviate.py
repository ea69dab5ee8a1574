"""Back end `weaviate` (extra `weaviate`): a collection with an object for each chunk of a page.

Its properties for name (text), page (int) and text are named by settings, and that for the position
of a chunk on its page (int) where it has one. It is read as it is; no vectors are asked for.
"""

from __future__ import annotations

import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from retrieval.errors import SourceConfigurationError, SourceFailedError, SourceUnavailableError
from retrieval.settings import SourceSettings

if TYPE_CHECKING:
    from weaviate import WeaviateClient

_BATCH: Final = 100
_MOST: Final = 10_000
"""Objects that Weaviate lets one go through, unless its own settings allow more."""

_NEEDS_SETTING: Final = (
    "could not find class",
    "could not find collection",
    "no such prop",
    "unauthorized",
    "unauthenticated",
    "anonymous access",
    "forbidden",
)
"""What Weaviate says where the same question would not succeed at a second try either."""


def open_weaviate(settings: SourceSettings) -> WeaviateSource:
    """Prepare for the server that the settings name; it is connected to by the first question.

    Raises:
        SourceConfigurationError: a setting is missing, or the extra is not installed.

    """
    if find_spec("weaviate") is None:
        raise SourceConfigurationError(
            "weaviate", "install its client: pip install 'mcp-fact-check[weaviate]'"
        )
    missing = not settings.weaviate_cloud_url or settings.weaviate_api_key is None
    if _is_cloud(settings) and missing:
        raise SourceConfigurationError(
            "weaviate", "WEAVIATE_MODE=cloud needs WEAVIATE_CLOUD_URL and WEAVIATE_API_KEY"
        )
    return WeaviateSource(settings)


class WeaviateSource:
    """Pages as objects of a collection."""

    def __init__(self, settings: SourceSettings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._client: WeaviateClient | None = None

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        """Return the objects of a page."""
        from weaviate.classes.query import Filter  # noqa: PLC0415

        fields = self._settings.fields
        on_page = Filter.by_property(fields.page).equal(page_number)
        found = sorted(
            self._objects(pdf_name, also=on_page), key=lambda item: item.get(fields.position) or 0
        )
        return [
            {"pdf_name": pdf_name, "page_number": page_number, "text": item.get(fields.text) or ""}
            for item in found
        ]

    def list_documents(self) -> list[str]:
        """Return the names in the collection; ten thousand at most."""
        from weaviate.classes.aggregate import GroupByAggregate  # noqa: PLC0415

        field = self._settings.name_field
        by_name = GroupByAggregate(prop=field, limit=_MOST)
        with self._failures_told():
            groups = self._collection().aggregate.over_all(group_by=by_name).groups
        return sorted(str(group.grouped_by.value) for group in groups)

    def page_count(self, pdf_name: str) -> int:
        """Return the highest page number of a document."""
        from weaviate.classes.query import Sort  # noqa: PLC0415

        field = self._settings.page_field
        last_first = Sort.by_property(field, ascending=False)
        for found in self._objects(pdf_name, sort=last_first):
            return max(0, int(found.get(field) or 0))
        return 0

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None

    def _objects(self, name: str, also: Any = None, sort: Any = None) -> Iterator[dict[str, Any]]:
        """Yield the objects of a document.

        A text property is split into words unless its collection says otherwise, and then a filter
        also finds names that merely have these words: what is yielded has the very name.
        """
        from weaviate.classes.query import Filter  # noqa: PLC0415

        fields = self._settings.fields
        has_position = "position_field" in self._settings.model_fields_set
        wanted = list(fields if has_position else fields[:3])
        named = Filter.by_property(fields.name).equal(name)
        with self._failures_told():
            query = self._collection().query
            for offset in range(0, _MOST, _BATCH):
                found = query.fetch_objects(
                    filters=named & also if also is not None else named,
                    sort=sort,
                    limit=_BATCH,
                    offset=offset,
                    return_properties=wanted,
                ).objects
                for item in found:
                    if item.properties.get(fields.name) == name:
                        yield dict(item.properties)
                if len(found) < _BATCH:
                    return
        raise SourceFailedError(
            "weaviate", f"more than {_MOST:,} objects have the words of the name {name!r}"
        )

    def _collection(self) -> Any:
        with self._lock:
            self._reach()
            if self._client is None:
                self._client = self._connect()
            return self._client.collections.get(self._settings.collection)

    def _reach(self) -> None:
        """Fail at once where nobody listens: the client would try again for a whole minute.

        Its own `is_live` prints what it meets to stdout, which is the wire of the MCP server.
        """
        if not _is_cloud(self._settings):
            for port in (self._settings.weaviate_port, self._settings.weaviate_grpc_port):
                socket.create_connection((self._host(), port), self._settings.timeout).close()

    def _connect(self) -> WeaviateClient:
        import weaviate  # noqa: PLC0415
        from weaviate.classes.init import AdditionalConfig, Auth, Timeout  # noqa: PLC0415

        settings = self._settings
        key = settings.weaviate_api_key
        credentials = Auth.api_key(key.get_secret_value()) if key is not None else None
        config = AdditionalConfig(
            timeout=Timeout(init=settings.timeout, query=settings.timeout, insert=settings.timeout)
        )
        # The checks at its start ask a package registry for news of the client.
        if _is_cloud(settings) and credentials is not None:
            return weaviate.connect_to_weaviate_cloud(
                settings.weaviate_cloud_url or "",
                auth_credentials=credentials,
                additional_config=config,
                skip_init_checks=True,
            )
        return weaviate.connect_to_local(
            host=self._host(),
            port=settings.weaviate_port,
            grpc_port=settings.weaviate_grpc_port,
            auth_credentials=credentials,
            additional_config=config,
            skip_init_checks=True,
        )

    @contextmanager
    def _failures_told(self) -> Generator[None]:
        from weaviate import exceptions  # noqa: PLC0415

        try:
            yield
        except (
            OSError,
            exceptions.WeaviateConnectionError,
            exceptions.WeaviateGRPCUnavailableError,
            exceptions.WeaviateStartUpError,
            exceptions.WeaviateTimeoutError,
        ) as error:
            raise SourceUnavailableError("weaviate", f"{self._place()}: {_said(error)}") from error
        except exceptions.WeaviateBaseError as error:
            raise self._told(error) from error

    def _told(self, error: Exception) -> Exception:
        said = _said(error)
        lower = said.casefold()
        if "deadline exceeded" in lower or "unavailable" in lower:
            return SourceUnavailableError("weaviate", f"{self._place()}: {said}")
        if any(sign in lower for sign in _NEEDS_SETTING):
            return SourceConfigurationError(
                "weaviate",
                f"{said}; check WEAVIATE_API_KEY, CITATION_COLLECTION, CITATION_NAME_FIELD, "
                "CITATION_PAGE_FIELD and CITATION_TEXT_FIELD",
            )
        return SourceFailedError("weaviate", said)

    def _place(self) -> str:
        settings = self._settings
        if _is_cloud(settings):
            return settings.weaviate_cloud_url or ""
        ports = f"{settings.weaviate_port} and {settings.weaviate_grpc_port}"
        return f"{self._host()}, ports {ports}"

    def _host(self) -> str:
        return self._settings.weaviate_host or "localhost"


def _is_cloud(settings: SourceSettings) -> bool:
    if settings.weaviate_mode is not None:
        return settings.weaviate_mode == "cloud"
    return settings.weaviate_cloud_url is not None


def _said(error: Exception) -> str:
    return " ".join(str(error).split())
