"""`python -m server`: the command line without its installed name."""

from server.cli import app

app()
