"""Every error a caller may meet.

    FactCheckError
    ├── InputError                 the caller could have avoided it: bad input, and what is allowed
    │   ├── UnknownVersionError
    │   ├── LimitError
    │   ├── UnknownRefError        a source has no such branch or tag
    │   ├── SpecSourceRefusedError a source that is not safe to read, or too large
    │   ├── NotExtractedError      the official text of a version is not there
    │   ├── UnknownSessionError
    │   ├── DecisionError          a decision that does not fit the step of a migration
    │   ├── StaleStepError         a decision on a step that is not the one that waits
    │   ├── FinishedSessionError   a session in which nothing is left to decide
    │   ├── NothingOpenError       a report in which no claim waits for an answer
    │   ├── FileChangedError       a file is not what a session began with
    │   ├── FolderNotAllowedError  a file outside the folders that may be read
    │   └── CitationError          what is cited cannot be read
    │       ├── DocumentNotFoundError
    │       ├── PageNotFoundError
    │       ├── NothingStoredError
    │       ├── NoTextError
    │       └── UnreadableDocumentError
    ├── SessionConflictError       somebody else is at this session
    ├── OutdatedSessionError       a session that another release made
    ├── BusyError                  another process does the same; wait for it
    ├── ConfigurationError         a setting is missing or does not fit: which one, and what to set
    │   ├── GitMissingError
    │   ├── EmbedderMismatchError
    │   └── SourceConfigurationError
    ├── DataError                  a file that ships or was built is damaged: which, how to renew it
    │   └── UnreadablePageError    a page of the specification that cannot be read
    └── UnavailableError           something outside did not answer: what, and whether to try again
        ├── SpecSourceError        the source of the specification
        ├── SourceUnavailableError
        └── SourceFailedError

Each has a stable `kind`, which is what `--json` prints, and a message that names the thing, the
reason and the next step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar


class FactCheckError(RuntimeError):
    """Base of all errors of this project.

    A `RuntimeError`: LangGraph runs no node again for it, and Studio shows its message.
    """

    kind: ClassVar[str] = "error"


class InputError(FactCheckError):
    """The caller gave something that cannot be worked with."""

    kind: ClassVar[str] = "invalid_input"


class UnknownVersionError(InputError):
    """A spec version that does not exist. Fields: `name`, `valid`."""

    kind: ClassVar[str] = "unknown_version"

    def __init__(self, name: str, valid: Sequence[str]) -> None:
        self.name = name
        self.valid = tuple(valid)
        super().__init__(
            f"unknown MCP specification version {name!r}; use one of: {', '.join(valid)}"
        )


class LimitError(InputError):
    """A value outside its limits. Fields: `field`, `allowed`, `given`."""

    kind: ClassVar[str] = "out_of_limits"

    def __init__(self, field: str, allowed: str, given: str) -> None:
        self.field = field
        self.allowed = allowed
        self.given = given
        super().__init__(f"{field} must be {allowed}; got {given}")


class UnknownRefError(InputError):
    """A branch or tag that a repository has not got. Fields: `ref`, `close`, names like it."""

    kind: ClassVar[str] = "unknown_ref"

    def __init__(self, ref: str | None, source: str, close: Sequence[str]) -> None:
        self.ref = ref
        self.close = tuple(close)
        hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
        super().__init__(f"{source} has no branch, tag or commit {ref!r}{hint}")


class SpecSourceRefusedError(InputError):
    """A source that is not safe to read, or too large. Fields: `source`, `why`."""

    kind: ClassVar[str] = "source_refused"

    def __init__(self, source: str, why: str) -> None:
        self.source = source
        self.why = why
        super().__init__(f"{source} is refused: {why}; nothing of it was taken over")


class NotExtractedError(InputError):
    """The official text of a version is not there. Field: `version`."""

    kind: ClassVar[str] = "not_extracted"

    def __init__(self, version: str) -> None:
        self.version = version
        super().__init__(
            f"the official text of {version} is not extracted; run "
            f"`mcp-fact-check specs extract --version {version}`"
        )


class UnknownSessionError(InputError):
    """A session that does not exist, or not any more. Fields: `handle`."""

    kind: ClassVar[str] = "unknown_session"

    def __init__(self, handle: str, what: str) -> None:
        self.handle = handle
        super().__init__(
            f"there is no {what} session {handle!r}: it was never started here, was deleted or has "
            "expired; start a new one, or list those that there are"
        )


class DecisionError(InputError):
    """A decision that does not fit the step of a migration."""

    kind: ClassVar[str] = "bad_decision"


class StaleStepError(InputError):
    """A decision on another step than the one that waits. Fields: `expected`, `waiting`."""

    kind: ClassVar[str] = "stale_step"

    def __init__(self, expected: str, waiting: str) -> None:
        self.expected = expected
        self.waiting = waiting
        super().__init__(
            f"the session does not wait for a decision on {expected} but on {waiting}; look at its "
            "state, then decide on that"
        )


class FinishedSessionError(InputError):
    """A session in which nothing is left to decide. Field: `handle`."""

    kind: ClassVar[str] = "finished"

    def __init__(self, handle: str, how: str) -> None:
        self.handle = handle
        super().__init__(
            f"session {handle} is {how}: nothing is left to decide; go back to a step to decide on "
            "it again, or take its text and diff"
        )


class NothingOpenError(InputError):
    """A report in which no claim waits for an answer any more. Field: `handle`."""

    kind: ClassVar[str] = "nothing_open"

    def __init__(self, handle: str) -> None:
        self.handle = handle
        super().__init__(
            f"report {handle} is finished: every claim is judged, and nothing was changed; to "
            "judge anew, check the text again"
        )


class FileChangedError(InputError):
    """A file that is not what a session began with. Field: `path`."""

    kind: ClassVar[str] = "file_changed"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(
            f"{path} is not what the session began with; nothing was written. Put it back, write "
            "elsewhere with --to, or take the changes from `migrate diff`"
        )


class FolderNotAllowedError(InputError):
    """A file that the server may not read. Field: `path`."""

    kind: ClassVar[str] = "folder_not_allowed"

    def __init__(self, path: str) -> None:
        self.path = path
        super().__init__(
            f"{path!r} is in no folder that may be read; give the content itself, or set "
            "MCP_FACT_CHECK_MIGRATION_FOLDERS to the folders whose files may be"
        )


class SessionConflictError(FactCheckError):
    """A session that somebody else is going on with. Fields: `handle`."""

    kind: ClassVar[str] = "conflict"

    def __init__(self, handle: str) -> None:
        self.handle = handle
        super().__init__(
            f"session {handle} is being continued by somebody else right now; look at its state, "
            "then try again"
        )


class OutdatedSessionError(FactCheckError):
    """A session whose state has the form of another release. Fields: `handle`."""

    kind: ClassVar[str] = "outdated_session"

    def __init__(self, handle: str, made: int, known: int) -> None:
        self.handle = handle
        super().__init__(
            f"session {handle} was made by another release of mcp-fact-check (state format {made}, "
            f"this release has {known}); go on with that release, or delete it and start anew"
        )


class CitationError(InputError):
    """What is cited cannot be read. Field: `document`."""

    kind: ClassVar[str] = "citation"

    def __init__(self, document: str, message: str) -> None:
        self.document = document
        super().__init__(message)


class DocumentNotFoundError(CitationError):
    """The source has no document of that name. Field: `close`, names that are like it."""

    kind: ClassVar[str] = "document_not_found"

    def __init__(self, document: str, close: Sequence[str] = (), note: str = "") -> None:
        self.close = tuple(close)
        hint = "; give its name as the source has it, with its ending"
        if close:
            hint = f"; did you mean {' or '.join(map(repr, close))}?"
        super().__init__(document, f"there is no document named {document!r}{note}{hint}")


class PageNotFoundError(CitationError):
    """The document has no such page. Fields: `page`, and `pages`, how many it has."""

    kind: ClassVar[str] = "page_out_of_range"

    def __init__(self, document: str, page: int | str, pages: int, printed: str = "") -> None:
        self.page = page
        self.pages = pages
        has = f"its {pages:,} pages are 1 to {pages:,}" if pages > 1 else "its only page is 1"
        if not pages:
            has = "it has no pages"
        as_printed = f", printed as {printed}" if printed else ""
        super().__init__(document, f"{document!r} has no page {page!r}; {has}{as_printed}")


class NothingStoredError(CitationError):
    """Nothing is stored for the page, and the back end cannot tell why. Field: `page`."""

    kind: ClassVar[str] = "nothing_stored"

    def __init__(self, document: str, page: int | str) -> None:
        self.page = page
        super().__init__(
            document,
            f"nothing is stored for page {page!r} of {document!r}: the document or the page is "
            "missing, or the page is empty; this back end cannot tell which",
        )


class NoTextError(CitationError):
    """The page is there and has no text. Field: `page`."""

    kind: ClassVar[str] = "page_has_no_text"

    def __init__(self, document: str, page: int | str) -> None:
        self.page = page
        super().__init__(
            document,
            f"page {page!r} of {document!r} has no text: it is empty, or a scan without a text "
            "layer; run text recognition (OCR) over the document, or cite another page",
        )


class UnreadableDocumentError(CitationError):
    """A document is there and cannot be read: protected, broken, or too much. Field: `why`."""

    kind: ClassVar[str] = "unreadable_document"

    def __init__(self, document: str, why: str) -> None:
        self.why = why
        super().__init__(document, f"{document!r} cannot be read: {why}")


class BusyError(FactCheckError):
    """Another process is at it."""

    kind: ClassVar[str] = "busy"


class ConfigurationError(FactCheckError):
    """A setting is missing or does not fit."""

    kind: ClassVar[str] = "configuration"


class EmbedderMismatchError(ConfigurationError):
    """An index was made by another embedder than the one that would search it."""

    kind: ClassVar[str] = "embedder_mismatch"

    def __init__(self, made_by: str, asked_by: str, where: str) -> None:
        self.made_by = made_by
        self.asked_by = asked_by
        super().__init__(
            f"the index at {where} was made with {made_by} and cannot be searched with {asked_by}; "
            "set the embeddings back, or remove that folder to have it built anew"
        )


class SourceConfigurationError(ConfigurationError):
    """A citation source is not set up. Field: `source`, the back end."""

    kind: ClassVar[str] = "source_configuration"

    def __init__(self, source: str, message: str) -> None:
        self.source = source
        super().__init__(f"the citation source {source!r} is not set up: {message}")


class GitMissingError(ConfigurationError):
    """There is no git on this machine, and the source is a repository."""

    kind: ClassVar[str] = "git_missing"

    def __init__(self) -> None:
        super().__init__(
            "git is not installed, and the source is a git repository; install git, or give "
            "--source a plain folder with docs/specification/ and schema/ in it"
        )


class DataError(FactCheckError):
    """A shipped or built file is missing or damaged."""

    kind: ClassVar[str] = "damaged_data"


class UnreadablePageError(DataError):
    """A page of the official text that does not parse. Fields: `file`, `line`."""

    kind: ClassVar[str] = "unreadable_page"

    def __init__(self, file: str, line: int | None, why: str) -> None:
        self.file = file
        self.line = line
        where = f"{file}, line {line}" if line else file
        super().__init__(
            f"{where}: {why}; nothing was changed. Extract another --ref, or report the page to "
            "its authors"
        )


class UnavailableError(FactCheckError):
    """A service outside this process did not answer."""

    kind: ClassVar[str] = "unavailable"


class SpecSourceError(UnavailableError):
    """The source of the specification did not give it. Fields: `source`, `why`."""

    kind: ClassVar[str] = "spec_source"

    def __init__(self, source: str, why: str) -> None:
        self.source = source
        self.why = why
        super().__init__(
            f"the specification cannot be had from {source}: {why}. Check address and network and "
            "try again, or give --source a folder; what was extracted before is unharmed"
        )


class SourceUnavailableError(UnavailableError):
    """A citation source cannot be reached. Field: `source`, the back end."""

    kind: ClassVar[str] = "source_unavailable"

    def __init__(self, source: str, why: str) -> None:
        self.source = source
        super().__init__(
            f"the citation source {source!r} cannot be reached: {why}; check that it runs and that "
            "its settings are right, then try again"
        )


class SourceFailedError(UnavailableError):
    """A citation source answered with an error, or with what is no answer. Field: `source`."""

    kind: ClassVar[str] = "source_failed"

    def __init__(self, source: str, why: str) -> None:
        self.source = source
        super().__init__(f"the citation source {source!r} failed: {why}")
