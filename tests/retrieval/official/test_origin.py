"""Links into a source: by commit on GitHub, by path elsewhere."""

from __future__ import annotations

import pytest

from retrieval.official.origin import Origin, permalink

FILE = "docs/specification/draft/server/tools.mdx"


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com/lamps/spec",
        "https://github.com/lamps/spec.git",
        "https://github.com/lamps/spec/",
        "git@github.com:lamps/spec.git",
        "ssh://git@github.com/lamps/spec",
    ],
)
def test_a_link_into_github_names_the_commit_and_the_lines(address: str) -> None:
    origin = Origin(kind="git", repository=address, ref="main", commit="abc123")
    assert permalink(origin, FILE, (3, 5)) == (
        f"https://github.com/lamps/spec/blob/abc123/{FILE}?plain=1#L3-L5"
    )
    assert permalink(origin, FILE, (3, 3)).endswith("?plain=1#L3")


@pytest.mark.parametrize(
    "address",
    [
        "https://github.com.evil.test/lamps/spec",
        "https://gitlab.test/lamps/spec",
        "https://github.com/lamps/spec/tree",
        "/home/lamps/spec",
    ],
)
def test_a_link_into_another_repository_is_its_address_with_the_commit(address: str) -> None:
    origin = Origin(kind="git", repository=address, ref="main", commit="abc123")
    assert permalink(origin, FILE, (3, 5)) == f"{address}@abc123/{FILE}#L3-L5"


def test_a_link_into_a_folder_is_the_path_of_the_file() -> None:
    origin = Origin(kind="folder", repository="file:///spec", ref=None, commit=None)
    assert permalink(origin, FILE, (7, 7)) == f"file:///spec/{FILE}#L7"
