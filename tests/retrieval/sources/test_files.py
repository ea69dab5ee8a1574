"""The back end `files`: real documents in a real folder, read in real child processes."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import pytest

from retrieval.errors import (
    DocumentNotFoundError,
    NoTextError,
    PageNotFoundError,
    SourceConfigurationError,
    UnreadableDocumentError,
)
from retrieval.settings import SourceSettings
from retrieval.sources import conformance
from retrieval.sources.conformance import Check
from retrieval.sources.files import FileSource, open_files
from retrieval.sources.pages import Limits
from retrieval.sources.reader import Sources
from tests.retrieval.sources.pdfs import (
    LEFT,
    RIGHT,
    page_bomb,
    stream_bomb,
    text_bomb,
    write_appendix,
    write_columns,
    write_pages,
    write_protected,
    write_scan,
    write_table,
)

posix = pytest.mark.skipif(os.name != "posix", reason="this system has no such files or limits")


@pytest.fixture(scope="module")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sample of the kit as Markdown, whose pages form feeds part."""
    folder = tmp_path_factory.mktemp("sample")
    for document in conformance.sample_of(".md"):
        text = "\f".join(document.texts.values()) + "\f"
        (folder / document.name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("check", conformance.CHECKS, ids=str)
def test_files_conform(
    check: Check, sample_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = tmp_path_factory.getbasetemp() / "kept-sample"
    check(FileSource(sample_folder, kept), conformance.sample_of(".md"))


def test_pages_of_a_pdf_are_read_by_place_and_by_printed_number(
    folder: Path, files: Sources
) -> None:
    write_pages(
        folder / "report.pdf",
        ["The cover."],
        ["The foreword."],
        ["The first chapter."],
        ["The second chapter."],
        labels=True,
    )
    assert [files.read("report.pdf", number).text for number in (1, 2, 3, 4)] == [
        "The cover.",
        "The foreword.",
        "The first chapter.",
        "The second chapter.",
    ]
    assert files.read("report.pdf", "ii").text == "The foreword."
    assert files.read("report.pdf", "2").text == "The second chapter."
    assert files.read("report.pdf", "4").text == "The second chapter."
    page = files.read("report.pdf", 3)
    assert (page.number, page.label) == (3, "1")


def test_printed_numbers_with_a_prefix_are_found(folder: Path, files: Sources) -> None:
    write_appendix(folder / "manual.pdf")
    assert files.read("manual.pdf", "A-2").text == "The second appendix."
    assert files.read("manual.pdf", "a-1").text == "The first appendix."
    with pytest.raises(PageNotFoundError, match="pages are 1 to 3, printed as 1, A-1, A-2"):
        files.read("manual.pdf", "B-1")


def test_a_page_beyond_the_last_is_told_with_the_number_of_pages(
    folder: Path, files: Sources
) -> None:
    write_pages(folder / "short.pdf", ["One."], ["Two."])
    with pytest.raises(PageNotFoundError, match="its 2 pages are 1 to 2") as caught:
        files.read("short.pdf", 3)
    assert caught.value.pages == 2


def test_a_wrong_name_is_told_with_names_like_it(folder: Path, files: Sources) -> None:
    write_pages(folder / "annual-report.pdf", ["One."])
    (folder / "other.md").write_text("Other.")
    with pytest.raises(DocumentNotFoundError, match=r"mean 'annual-report\.pdf'") as caught:
        files.read("annual_report.pdf", 1)
    assert caught.value.close == ("annual-report.pdf",)


@pytest.mark.parametrize("across", [False, True], ids=["by column", "across"])
def test_two_columns_are_read_one_after_the_other(
    folder: Path, files: Sources, across: bool
) -> None:
    write_columns(folder / "columns.pdf", across=across)
    words = files.read("columns.pdf", 1).text.split()
    assert words[-len(" ".join((*LEFT, *RIGHT)).split()) :] == " ".join((*LEFT, *RIGHT)).split()


def test_a_row_of_a_table_stays_on_a_line(folder: Path, files: Sources) -> None:
    rows = [["Year", "Revenue", "Profit"]] + [
        [str(2015 + n), f"{n}.5 m", f"0.{n} m"] for n in range(8)
    ]
    write_table(folder / "table.pdf", rows)
    assert files.read("table.pdf", 1).text.splitlines() == [" ".join(row) for row in rows]


def test_words_that_a_line_end_divided_are_whole(folder: Path, files: Sources) -> None:
    write_pages(
        folder / "divided.pdf",
        ["The commit-", "tee met on a well-", "known date in 2019-", "2020."],
        ["It is a well-known place."],
    )
    text = files.read("divided.pdf", 1).text
    assert " ".join(text.split()) == "The committee met on a well-known date in 2019-2020."


def test_a_page_without_a_text_layer_is_no_empty_evidence(folder: Path, files: Sources) -> None:
    write_scan(folder / "scan.pdf")
    assert files.read("scan.pdf", 1).text == "Only this page has a text layer."
    for page in (2, 3):
        with pytest.raises(NoTextError, match="OCR"):
            files.read("scan.pdf", page)


def test_a_protected_pdf_says_so(folder: Path, files: Sources) -> None:
    write_protected(folder / "locked.pdf", "open sesame")
    with pytest.raises(UnreadableDocumentError, match="asks for a password"):
        files.read("locked.pdf", 1)


def test_a_pdf_that_only_forbids_printing_is_read(folder: Path, files: Sources) -> None:
    write_protected(folder / "unprintable.pdf", "")
    assert files.read("unprintable.pdf", 1).text == "The secret is out."


def test_broken_pdfs_say_so(folder: Path, files: Sources) -> None:
    whole = write_pages(folder / "whole.pdf", ["One."]).read_bytes()
    (folder / "cut.pdf").write_bytes(whole[:200])
    (folder / "text.pdf").write_text("This is no PDF.")
    (folder / "nothing.pdf").touch()
    for name in ("cut.pdf", "text.pdf", "nothing.pdf"):
        with pytest.raises(UnreadableDocumentError, match="broken, or not what its name says"):
            files.read(name, 1)


@posix
def test_a_pdf_that_unpacks_to_more_than_the_memory_takes_only_its_child_down(
    folder: Path, kept: Path
) -> None:
    (folder / "bomb.pdf").write_bytes(stream_bomb(600))
    assert (folder / "bomb.pdf").stat().st_size < 20_000
    (folder / "good.md").write_text("Still here.")
    files = Sources(FileSource(folder, kept, Limits(memory_bytes=300 * 2**20)), "files")
    with pytest.raises(UnreadableDocumentError, match="300 MB"):
        files.read("bomb.pdf", 1)
    assert files.read("good.md", 1).text == "Still here."


def test_a_pdf_that_takes_too_long_is_given_up(folder: Path, kept: Path) -> None:
    (folder / "slow.pdf").write_bytes(text_bomb(4_000_000))
    files = Sources(FileSource(folder, kept, Limits(seconds=1, memory_bytes=8 * 2**30)), "files")
    with pytest.raises(UnreadableDocumentError, match="1 seconds"):
        files.read("slow.pdf", 1)


def test_a_pdf_with_too_many_pages_is_refused(folder: Path, files: Sources) -> None:
    (folder / "pages.pdf").write_bytes(page_bomb(100_000))
    with pytest.raises(UnreadableDocumentError, match="100,000 pages; at most 5,000"):
        files.read("pages.pdf", 1)


def test_a_document_with_too_much_text_is_refused_and_not_cut(folder: Path, kept: Path) -> None:
    (folder / "long.txt").write_text("word " * 100)
    files = Sources(FileSource(folder, kept, Limits(characters=400)), "files")
    with pytest.raises(UnreadableDocumentError, match="499 characters of text; at most 400"):
        files.read("long.txt", 1)


def test_a_file_that_is_too_big_is_not_even_opened_by_a_reader(folder: Path, kept: Path) -> None:
    with (folder / "big.pdf").open("wb") as big:
        big.truncate(2**20 + 1)
    files = Sources(FileSource(folder, kept, Limits(file_bytes=2**20)), "files")
    with pytest.raises(UnreadableDocumentError, match=r"at most 1 MB .*CITATION_MAX_FILE_MB"):
        files.read("big.pdf", 1)


def test_markdown_html_and_text_are_read_too(folder: Path, files: Sources) -> None:
    (folder / "a.md").write_text("# Title\n\nA *statement*.\n")
    (folder / "b.html").write_text("<title>No</title><h1>Title</h1><p>A <b>statement</b>.</p>")
    (folder / "c.txt").write_bytes(b"\xef\xbb\xbfWith a mark.\r\nTwo lines.")
    (folder / "d.htm").write_bytes('<meta charset="latin-1"><p>Grüße</p>'.encode("latin-1"))
    assert files.read("a.md", 1).text == "# Title\n\nA *statement*."
    assert files.read("b.html", 1).text == "Title\n\nA statement."
    assert files.read("c.txt", 1).text == "With a mark.\nTwo lines."
    assert files.read("d.htm", 1).text == "Grüße"


def test_text_in_an_unknown_encoding_is_not_guessed_at(folder: Path, files: Sources) -> None:
    (folder / "old.txt").write_bytes("Grüße".encode("latin-1"))
    with pytest.raises(UnreadableDocumentError, match="save it as UTF-8"):
        files.read("old.txt", 1)


def test_what_was_read_is_kept_for_the_next_process(
    folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pages(folder / "once.pdf", ["Read once."], ["And kept."], labels=True)
    first = FileSource(folder, kept).fetch("once.pdf", 2)

    def no_child(*_arguments: object) -> None:
        raise AssertionError("it was read again")

    monkeypatch.setattr("retrieval.sources.files.extract", no_child)
    again = FileSource(folder, kept)
    assert again.fetch("once.pdf", 2) == first
    assert again.page_labels("once.pdf") == ["i", "ii"]
    (folder / "copy.pdf").write_bytes((folder / "once.pdf").read_bytes())
    assert again.page_count("copy.pdf") == 2


def test_a_document_that_changed_is_read_anew(folder: Path, files: Sources) -> None:
    (folder / "notes.txt").write_text("Before.")
    assert files.read("notes.txt", 1).text == "Before."
    (folder / "notes.txt").write_text("Afterwards.")
    assert files.read("notes.txt", 1).text == "Afterwards."


def test_a_damaged_cache_is_read_anew(folder: Path, kept: Path) -> None:
    (folder / "notes.txt").write_text("Text.")
    assert FileSource(folder, kept).page_count("notes.txt") == 1
    (cached,) = kept.iterdir()
    cached.write_bytes(cached.read_bytes()[:-3])
    assert FileSource(folder, kept).fetch("notes.txt", 1)[0]["text"] == "Text."


def test_a_data_folder_that_cannot_be_written_is_no_obstacle(folder: Path, tmp_path: Path) -> None:
    (folder / "notes.txt").write_text("Text.")
    (tmp_path / "file").touch()
    source = FileSource(folder, tmp_path / "file" / "citations")
    assert source.fetch("notes.txt", 1)[0]["text"] == "Text."


def test_a_document_that_failed_is_not_tried_at_every_question(
    folder: Path, files: Sources, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "bad.pdf").write_text("no PDF")
    with pytest.raises(UnreadableDocumentError) as first:
        files.read("bad.pdf", 1)
    monkeypatch.setattr("retrieval.sources.files.extract", None)
    with pytest.raises(UnreadableDocumentError) as second:
        files.read("bad.pdf", 2)
    assert str(second.value) == str(first.value)
    monkeypatch.undo()
    write_pages(folder / "bad.pdf", ["Good now."])
    assert files.read("bad.pdf", 1).text == "Good now."


def test_a_document_that_many_ask_for_at_once_is_read_once(
    folder: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import retrieval.sources.files as module

    (folder / "notes.txt").write_text("Text.")
    source, real, calls = FileSource(folder, kept), module.extract, list[str]()

    def counted(*arguments: object) -> object:
        calls.append(str(arguments[2]))
        return real(*arguments)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(module, "extract", counted)
    threads = [Thread(target=source.fetch, args=("notes.txt", 1)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == ["notes.txt"]


def test_the_settings_name_the_folder_and_the_limits(folder: Path, tmp_path: Path) -> None:
    write_pages(folder / "two.pdf", ["One."], ["Two."])
    settings = SourceSettings(folder=folder, data_dir=tmp_path / "data", max_pages=1)
    with pytest.raises(UnreadableDocumentError, match="2 pages; at most 1"):
        open_files(settings).fetch("two.pdf", 1)


def test_without_a_folder_the_setting_is_named() -> None:
    with pytest.raises(SourceConfigurationError, match="set CITATION_FOLDER"):
        open_files(SourceSettings())
