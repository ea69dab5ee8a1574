"""The official text of the specification: fetched, read into blocks, cut into chunks, compared."""
