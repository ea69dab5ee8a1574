"""The parts of the report on a document."""
