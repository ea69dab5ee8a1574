"""The choice of a back end: shipped ones by name, others by their entry point."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from retrieval.errors import LimitError, SourceConfigurationError
from retrieval.settings import SourceSettings
from retrieval.sources import registry
from retrieval.sources.registry import GROUP, backends, open_lookup, open_sources


class Fetching:
    """The least that a back end is."""

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        return [{"pdf_name": pdf_name, "page_number": page_number, "text": "Found."}]


class NotPlain:
    async def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        return []


class Distribution:
    def __init__(self, name: str) -> None:
        self.name = name


class Point:
    """An entry point of an installed package, as far as the registry looks at it."""

    def __init__(self, name: str, package: str, factory: Callable[[SourceSettings], Any]) -> None:
        self.name = name
        self.dist = Distribution(package)
        self.load = lambda: factory

    def __lt__(self, other: Point) -> bool:
        return self.dist.name < other.dist.name


Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Give a function that puts entry points where those of installed packages are found."""

    def put(*points: Point) -> None:
        def found(*, group: str) -> list[Point]:
            return list(points) if group == GROUP else []

        monkeypatch.setattr(registry, "entry_points", found)

    return put


def fails(error: Exception) -> Callable[[SourceSettings], Any]:
    def factory(_settings: SourceSettings) -> Any:
        raise error

    return factory


def gives(value: object) -> Callable[[SourceSettings], Any]:
    return lambda _settings: value


def test_the_shipped_back_ends_are_there(install: Install) -> None:
    install()
    assert [*backends()] == ["files", "sqlite", "chroma", "weaviate", "postgres"]
    assert {backend.package for backend in backends().values()} == {"mcp-fact-check"}


def test_a_back_end_of_another_package_is_used_by_its_name(install: Install) -> None:
    asked: list[SourceSettings] = []

    def factory(settings: SourceSettings) -> Fetching:
        asked.append(settings)
        return Fetching()

    install(Point("mine", "my-package", factory))
    settings = SourceSettings(backend="mine", collection="whatever")
    sources = open_sources(settings)
    assert sources.name == "mine"
    assert sources.read("any.pdf", 1).text == "Found."
    assert asked == [settings]
    assert backends()["mine"].package == "my-package"


def test_an_unknown_name_is_told_with_those_that_there_are(install: Install) -> None:
    install(Point("mine", "my-package", gives(Fetching())))
    with pytest.raises(SourceConfigurationError, match=r"one of: files, .*, postgres, mine "):
        open_lookup(SourceSettings(backend="yours"))


def test_a_shipped_name_cannot_be_taken_over(install: Install, tmp_path: Path) -> None:
    install(Point("files", "my-package", gives(Fetching())))
    assert backends()["files"].package == "mcp-fact-check"
    assert not isinstance(open_lookup(SourceSettings(folder=tmp_path, data_dir=tmp_path)), Fetching)


def test_two_packages_with_one_name_are_both_named(install: Install) -> None:
    install(Point("mine", "one", gives(Fetching())), Point("mine", "two", gives(Fetching())))
    assert backends()["mine"].package == "one and two"
    with pytest.raises(SourceConfigurationError, match="the packages one and two bring it"):
        open_lookup(SourceSettings(backend="mine"))


def test_one_package_that_is_found_twice_is_one(install: Install) -> None:
    install(Point("mine", "one", gives(Fetching())), Point("mine", "one", gives(Fetching())))
    assert "mine" in backends()


@pytest.mark.parametrize(
    "made",
    [None, object(), {"fetch": 1}, NotPlain()],
    ids=["none", "object", "mapping", "not plain"],
)
def test_what_has_no_plain_fetch_is_refused(install: Install, made: object) -> None:
    install(Point("mine", "my-package", gives(made)))
    with pytest.raises(SourceConfigurationError, match="my-package made has no plain method"):
        open_lookup(SourceSettings(backend="mine"))


def test_what_fails_to_open_is_told_with_the_package_it_is_from(install: Install) -> None:
    install(Point("mine", "my-package", fails(KeyError("MY_URL"))))
    with pytest.raises(SourceConfigurationError, match=r"KeyError: 'MY_URL' \(from .* my-package"):
        open_lookup(SourceSettings(backend="mine"))
    install(Point("mine", "my-package", fails(LimitError("it", "less", "more"))))
    with pytest.raises(LimitError):
        open_lookup(SourceSettings(backend="mine"))


def test_a_real_entry_point_that_leads_nowhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*, group: str) -> list[EntryPoint]:
        return [EntryPoint("mine", "no_such_module:open_it", group)]

    monkeypatch.setattr(registry, "entry_points", found)
    with pytest.raises(SourceConfigurationError, match="No module named 'no_such_module'"):
        open_lookup(SourceSettings(backend="mine"))
