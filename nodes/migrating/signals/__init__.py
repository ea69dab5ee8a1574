"""Signs that a sentence does not hold in the target version: one kind a file."""
