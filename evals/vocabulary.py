"""Count the words of the catalogue for the local judge: `python -m evals.vocabulary`."""

from __future__ import annotations

from importlib.resources import as_file

from nodes.judging.vocabulary import FILE, count_words
from retrieval.catalogue import load_catalogue
from retrieval.wordings import load_more_wordings


def main() -> None:
    """Write `vocabulary.json` anew."""
    words = count_words(load_catalogue(), load_more_wordings())
    with as_file(FILE) as path:
        path.write_text(words.model_dump_json() + "\n", encoding="utf-8")
    print(f"{len(words.terms)} terms and {len(words.names)} names in {FILE}")


if __name__ == "__main__":
    main()
