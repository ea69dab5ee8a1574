"""Changes of words that the catalogue, its tables or the judge determine: one kind a file."""
