"""The eval of migrations: a change counts only where it names what it has to name."""

from __future__ import annotations

from typing import Any

from evals.migrations import Document, LabelledChange, judge, read_documents, summary

TEXT = "Old rule. Kept rule."
CHANGE = LabelledChange(0, 9, 1, "Old rule.", "level", ("must",))
DOCUMENT = Document("page", TEXT, "2024-11-05", "2025-06-18", (CHANGE,), ("Kept rule.",))


def outcome(after: str | None, note: str | None, text: str = TEXT, start: int = 0) -> Any:
    end = start + 9
    hunks = [{"update_id": "u1", "before": TEXT[start:end], "after": after}] if after else []
    listed = [{"update_id": "u1", "why": note, "after_places": []}] if note else []
    updates: Any = {"updates": [{"id": "u1", "span": {"start": start, "end": end}}]}
    revision: Any = {"hunks": hunks, "listed": listed, "text": text}
    return judge(DOCUMENT, updates, revision)


def test_a_change_is_made_listed_missed_or_wrong() -> None:
    assert outcome("It must.", None).made == [CHANGE]
    assert outcome(None, "it must now").listed == [CHANGE]
    assert outcome(None, "look at it").missed == [CHANGE]
    assert outcome(None, None).missed == [CHANGE]
    assert outcome("It may.", None).wrong == ["Old rule. -> It may."]


def test_a_change_of_what_is_not_labelled_is_wrong_and_alters_what_should_stay() -> None:
    found = outcome("Other.", None, "Old rule. Other.", start=10)
    assert found.wrong == ["Kept rule -> Other."]
    assert found.altered == ["Kept rule."]
    assert summary([found])["untouched sentences altered"] == 1


def test_every_label_stands_where_it_says() -> None:
    documents = read_documents()
    assert len(documents) == 6
    for document in documents:
        for change in document.changes:
            assert document.content.count("\n", 0, change.start) + 1 == change.line
        assert all(document.content.count(quote) == 1 for quote in document.untouched)
