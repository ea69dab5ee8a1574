"""Citation sources: the text that stands at a cited page, from wherever documents are kept."""
