"""Citations from a file of JSON lines: an example of a back end for mcp-fact-check."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any


class JsonLines:
    """The pages of a file that has `pdf_name`, `page_number` and `text` on each line."""

    def __init__(self, path: Path) -> None:
        self._pages: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.strip():
                chunk = json.loads(line)
                self._pages[chunk["pdf_name"]][chunk["page_number"]].append(chunk["text"])

    def fetch(self, pdf_name: str, page_number: int) -> list[dict[str, Any]]:
        """Return the chunks of a page; what is not there is an empty list."""
        return [
            {"pdf_name": pdf_name, "page_number": page_number, "text": text}
            for text in self._pages.get(pdf_name, {}).get(page_number, [])
        ]

    def list_documents(self) -> list[str]:
        """Return all names, so that a wrong one is answered with names that are like it."""
        return sorted(self._pages)

    def page_count(self, pdf_name: str) -> int:
        """Return how many pages a document has, so that the others can be searched too."""
        return max(self._pages.get(pdf_name, {}), default=0)


def open_jsonl(settings: Any) -> JsonLines:
    """Open the file that CITATION_PATH names; what this raises is told to whoever set it up."""
    if settings.path is None:
        raise ValueError("set CITATION_PATH to a file of JSON lines")
    return JsonLines(settings.path)
