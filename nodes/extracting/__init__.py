"""Find the statements of a document: what each says by itself, and which of them are claims."""
