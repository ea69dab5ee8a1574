"""The cache of answers: a SQLite file that several processes may use."""

from __future__ import annotations

import logging
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from nodes.judging.answer_cache import AnswerCache, answer_key


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "answers.sqlite"


def test_an_answer_is_there_for_every_process(file: Path) -> None:
    AnswerCache(file).put("key", "ответ ✓")
    assert AnswerCache(file).get("key") == "ответ ✓"
    assert AnswerCache(file).get("other") is None


def test_a_newer_answer_takes_the_place_of_an_older_one(file: Path) -> None:
    cache = AnswerCache(file)
    cache.put("key", "old")
    cache.put("key", "new")
    assert cache.get("key") == "new"


def test_the_answers_that_were_used_longest_ago_make_room(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nodes.judging.answer_cache._MOST_ANSWERS", 2)
    monkeypatch.setattr("nodes.judging.answer_cache._PRUNE_EVERY", 1)
    cache = AnswerCache(file)
    for key in "abc":
        cache.put(key, key)
        assert cache.get("a") == "a"
    assert [key for key in "abc" if cache.get(key)] == ["a", "c"]


def test_a_file_that_is_no_database_is_a_cache_that_has_nothing(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file.parent.mkdir()
    file.write_text("this is no database, and long enough to be seen as none " * 20)
    cache = AnswerCache(file)
    with caplog.at_level(logging.WARNING):
        cache.put("key", "answer")
        assert cache.get("key") is None
    assert str(file) in caplog.text


def test_a_folder_that_cannot_be_written_is_a_cache_that_has_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = AnswerCache(tmp_path / "file" / "answers.sqlite")
    cache.put("key", "answer")
    assert cache.get("key") is None


WRITER = """
import sys
from pathlib import Path
from nodes.judging.answer_cache import AnswerCache
cache = AnswerCache(Path(sys.argv[1]))
for number in range(40):
    cache.put(f"{sys.argv[2]}-{number}", "x" * 1000)
    assert cache.get(f"{sys.argv[2]}-{number}") == "x" * 1000
"""


def test_two_processes_write_at_once_and_lose_nothing(file: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(file), name], cwd=root) for name in "ab"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    cache = AnswerCache(file)
    assert all(cache.get(f"{name}-{number}") for name in "ab" for number in range(40))


KILLED = """
import os, signal, sys
from pathlib import Path
from nodes.judging.answer_cache import AnswerCache
cache = AnswerCache(Path(sys.argv[1]))
cache.put("first", "kept")
with cache._database() as database:
    database.execute("INSERT INTO answers VALUES ('half', 'written', 0)")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_that_is_killed_while_it_writes_leaves_what_was_there(file: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run([sys.executable, "-c", KILLED, str(file)], cwd=root, check=False)
    assert done.returncode == -9
    cache = AnswerCache(file)
    assert (cache.get("first"), cache.get("half")) == ("kept", None)
    cache.put("later", "works")
    assert cache.get("later") == "works"


def test_the_file_is_closed_after_each_use(file: Path) -> None:
    AnswerCache(file).put("key", "answer")
    with sqlite3.connect(file, timeout=0) as database:
        database.execute("BEGIN EXCLUSIVE")
        database.execute("DELETE FROM answers")
    database.close()
    assert AnswerCache(file).get("key") is None


def test_a_key_changes_with_each_thing_that_the_answer_depends_on() -> None:
    parts = ["model", {"a": 1, "b": 2}, "instructions", "request"]
    key = answer_key(*parts)
    assert answer_key("model", {"b": 2, "a": 1}, "instructions", "request") == key
    for place in range(len(parts)):
        other = [*parts[:place], "changed", *parts[place + 1 :]]
        assert answer_key(*other) != key
    assert answer_key("model" + "x", *parts[1:]) != key
