"""The cache of pages: whole or not there, and not without end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retrieval.sources.page_cache import PageCache
from retrieval.sources.pages import PageText

PAGES = [PageText("i", "Grüße 🙂 検査"), PageText(None, "")]


def test_pages_come_back_as_they_were(tmp_path: Path) -> None:
    cache = PageCache(tmp_path / "kept")
    cache.put("key", PAGES)
    assert cache.get("key") == PAGES
    assert cache.get("other") is None


@pytest.mark.skipif(os.name != "posix", reason="this system has no such rights")
def test_only_the_user_may_look_in(tmp_path: Path) -> None:
    PageCache(tmp_path / "kept").put("key", PAGES)
    assert (tmp_path / "kept").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("content", [b"", b"[", b"{}x", b"[[1]]", b"7", b"\xff"])
def test_what_is_damaged_is_not_there(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "key.json").write_bytes(content)
    assert PageCache(tmp_path).get("key") is None


def test_what_was_used_least_lately_makes_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = PageCache(tmp_path)
    for number, key in enumerate(("old", "used", "new")):
        cache.put(key, PAGES)
        os.utime(tmp_path / f"{key}.json", (number, number))
    cache.get("old")
    size = (tmp_path / "old.json").stat().st_size
    monkeypatch.setattr("retrieval.sources.page_cache._MOST_BYTES", 3 * size)
    cache.put("newest", PAGES)
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["new", "newest", "old"]
