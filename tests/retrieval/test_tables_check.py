"""The checker of the tables: each kind of problem is found, and the shipped tables have none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from retrieval.catalogue import Catalogue, Requirement, load_catalogue
from retrieval.tables import (
    Capability,
    ErrorCode,
    Feature,
    Header,
    KnownName,
    Method,
    Tables,
    Transport,
    load_tables,
)
from retrieval.tables_check import check_tables
from retrieval.versions import VERSIONS
from tests.retrieval.small import requirement


def entry(*versions: str) -> Requirement:
    return requirement(
        identifiers=["ping", "Mcp-Name", "-32602"],
        places=[{"versions": list(versions or VERSIONS), "page": "p", "heading": "h"}],
    )


def span(**changes: Any) -> dict[str, Any]:
    return {"first": VERSIONS[0], "last": None, "entries": ["tools.declare-capability"], **changes}


def method(**changes: Any) -> Method:
    row = {"name": "ping", "kind": "request", "sender": "client", "receiver": "server"}
    none = {"capability": None, "capability_side": None, "extension": None}
    return Method.model_validate({**span(), **row, **none, **changes})


def feature(*changes: tuple[str, str], **more: Any) -> Feature:
    told = ["tools.declare-capability"]
    return Feature.model_validate(
        {
            "id": "tools",
            "name": "Tools",
            "topics": ["tools"],
            "described_by": told,
            "changes": [
                {"version": version, "status": status, "told_by": told}
                for version, status in changes or (("2024-11-05", "present"),)
            ],
            **more,
        }
    )


GOOD = Tables(
    methods=(method(),),
    capabilities=(Capability.model_validate({"name": "tools", "side": "server", **span()}),),
    headers=(
        Header.model_validate(
            {"name": "Mcp-Name", "sender": "client", "level": "MUST", "when": "always", **span()}
        ),
    ),
    errors=(ErrorCode.model_validate({"meaning": "x", "code": -32602, "name": "X", **span()}),),
    transports=(Transport.model_validate({"name": "stdio", "standard": True, **span()}),),
    features=(feature(),),
    names=(KnownName(name="structuredContent", versions=("2025-06-18", "2025-11-25")),),
)


def problems(tables: Tables, *entries: Requirement) -> list[str]:
    return list(check_tables(tables, Catalogue(entries or (entry(),), ())))


def test_tables_that_fit_the_catalogue_have_no_problem() -> None:
    assert problems(GOOD) == []


@pytest.mark.parametrize(
    ("methods", "problem"),
    [
        ((method(last="2025-06-18"), method(first="2025-06-18")), "2 rows hold in 2025-06-18"),
        ((method(), method(first="draft", last="2024-11-05")), "ends with 2024-11-05, before it"),
        ((method(entries=["tools.gone"]),), "there is no entry tools.gone"),
        ((method(), method(name="initialize")), "methods: initialize is in no entry"),
        ((method(name="tools/x"),), "methods: the catalogue knows ping, the table does not"),
        (
            (method(capability="tools", capability_side="client"),),
            "methods: ping: no client capability tools in 2024-11-05",
        ),
    ],
)
def test_a_problem_of_a_row_is_found(methods: tuple[Method, ...], problem: str) -> None:
    assert any(problem in line for line in problems(replace(GOOD, methods=methods)))


def test_a_version_of_a_row_in_which_no_entry_holds_is_found() -> None:
    found = problems(GOOD, entry(*VERSIONS[:-1]))
    assert "errors: x: no entry of it holds in draft" in found
    assert "transports: stdio: no entry of it holds in draft" in found
    assert "features: tools: nothing that describes it holds in draft" in found


def test_the_same_method_of_the_core_and_of_an_extension_is_no_overlap() -> None:
    both = (method(), method(extension="io.modelcontextprotocol/tasks"))
    assert problems(replace(GOOD, methods=both)) == []


@pytest.mark.parametrize(
    ("features", "problem"),
    [
        ((feature(), feature()), "features: tools: the id stands 2 times"),
        (
            (feature(("2025-06-18", "present"), ("2025-03-26", "removed")),),
            "its changes are not in the order of the versions",
        ),
        (
            (feature(("2025-03-26", "present"), ("2025-06-18", "present")),),
            "is present already before 2025-06-18",
        ),
        ((feature(described_by=["tools.gone"]),), "there is no entry tools.gone"),
    ],
)
def test_a_problem_of_a_feature_is_found(features: tuple[Feature, ...], problem: str) -> None:
    assert any(problem in line for line in problems(replace(GOOD, features=features)))


@pytest.mark.parametrize(
    ("versions", "problem"),
    [
        (["2025-06-18", "2025-03-26"], "names: x: its versions are not in their order"),
        (list(VERSIONS), "names: x: every version knows it, or none"),
        ([], "names: x: every version knows it, or none"),
    ],
)
def test_a_problem_of_a_known_name_is_found(versions: list[str], problem: str) -> None:
    name = KnownName.model_validate({"name": "x", "versions": versions})
    assert problem in problems(replace(GOOD, names=(name,)))


def test_a_change_that_nothing_tells_of_in_its_version_is_found() -> None:
    found = problems(GOOD, entry(*VERSIONS[1:]))
    assert "features: tools: nothing that tells of its change holds in 2024-11-05" in found


def test_names_that_only_the_catalogue_knows_are_found() -> None:
    more = requirement(id="tools.more", identifiers=["server/x", "Mcp-New", "-32099", "-32111"])
    found = problems(GOOD, entry(), more)
    assert found == [
        "methods: the catalogue knows server/x, the table does not",
        "headers: the catalogue knows mcp-new, the table does not",
        "errors: the catalogue knows -32111, the table does not",
    ]


def test_the_shipped_tables_fit_the_shipped_catalogue() -> None:
    assert list(check_tables(load_tables(), load_catalogue())) == []
