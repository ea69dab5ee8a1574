"""The back ends that there are: those shipped here, and those that installed packages bring.

A package registers one under the entry point group `mcp_fact_check.sources`: its name, and a
callable that takes the settings and returns a `SourceLookup`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, NamedTuple, cast

from retrieval.errors import FactCheckError, SourceConfigurationError
from retrieval.settings import SourceSettings
from retrieval.sources.port import SourceLookup
from retrieval.sources.reader import Sources

GROUP: Final = "mcp_fact_check.sources"
SHIPPED_WITH: Final = "mcp-fact-check"

SourceFactory = Callable[[SourceSettings], SourceLookup]


class Backend(NamedTuple):
    """A back end that can be chosen by its name."""

    name: str
    package: str
    load: Callable[[], SourceFactory]


def backends() -> dict[str, Backend]:
    """Return all back ends by name.

    A name that is shipped stays with what is shipped; one that two packages bring is neither's.
    """
    found = {name: Backend(name, SHIPPED_WITH, load) for name, load in _SHIPPED.items()}
    for point in sorted(entry_points(group=GROUP)):
        package = point.dist.name if point.dist else "?"
        there = found.setdefault(point.name, Backend(point.name, package, _loader(point)))
        if there.package not in (package, SHIPPED_WITH):
            both = f"{there.package} and {package}"
            found[point.name] = Backend(point.name, both, _contested(point.name, both))
    return found


def open_sources(settings: SourceSettings) -> Sources:
    """Open the back end that the settings choose, behind the reader.

    Raises:
        SourceConfigurationError: there is none of that name, or it is not set up.

    """
    return Sources(open_lookup(settings), settings.chosen_backend)


def open_lookup(settings: SourceSettings) -> SourceLookup:
    """Open the back end that the settings choose, as it is: for the conformance kit.

    Raises:
        SourceConfigurationError: there is none of that name, or it is not set up.

    """
    name = settings.chosen_backend
    known = backends()
    if name not in known:
        raise SourceConfigurationError(
            name,
            f"there is no such back end; set CITATION_BACKEND to one of: {', '.join(known)} (a "
            "further one comes with the package that brings it)",
        )
    return _opened(known[name], settings)


def _opened(backend: Backend, settings: SourceSettings) -> SourceLookup:
    try:
        source = cast("object", backend.load()(settings))
    except FactCheckError:
        raise
    except Exception as error:
        raise SourceConfigurationError(
            backend.name, f"{type(error).__name__}: {error} (from the package {backend.package})"
        ) from error
    fetch: Any = getattr(source, "fetch", None)
    if not callable(fetch) or inspect.iscoroutinefunction(fetch):
        raise SourceConfigurationError(
            backend.name,
            f"what the package {backend.package} made has no plain method `fetch(pdf_name, "
            "page_number)`",
        )
    return cast("SourceLookup", source)


def _loader(point: EntryPoint) -> Callable[[], SourceFactory]:
    return lambda: cast("SourceFactory", point.load())


def _contested(name: str, packages: str) -> Callable[[], SourceFactory]:
    def load() -> SourceFactory:
        raise SourceConfigurationError(
            name, f"the packages {packages} bring it; remove all but one of them"
        )

    return load


def _files() -> SourceFactory:
    from retrieval.sources.files import open_files  # noqa: PLC0415

    return open_files


def _sqlite() -> SourceFactory:
    from retrieval.sources.sqlite import open_sqlite  # noqa: PLC0415

    return open_sqlite


def _chroma() -> SourceFactory:
    from retrieval.sources.chroma import open_chroma  # noqa: PLC0415

    return open_chroma


def _weaviate() -> SourceFactory:
    from retrieval.sources.weaviate import open_weaviate  # noqa: PLC0415

    return open_weaviate


def _postgres() -> SourceFactory:
    from retrieval.sources.postgres import open_postgres  # noqa: PLC0415

    return open_postgres


_SHIPPED: Final[dict[str, Callable[[], SourceFactory]]] = {
    "files": _files,
    "sqlite": _sqlite,
    "chroma": _chroma,
    "weaviate": _weaviate,
    "postgres": _postgres,
}
