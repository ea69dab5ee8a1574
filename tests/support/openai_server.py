"""An OpenAI-compatible server that follows a script: real HTTP on a free port of 127.0.0.1.

    with OpenAIServer(rate_limited(), answers({"label": "supported", ...})) as server:
        ...  # anything that is pointed at server.base_url
    assert len(server.requests) == 2

Each request takes the next reply of the script, whichever of the two endpoints it is for. The
script must fit: a request beyond its end, one for another path, or a reply that nobody fetched
fails the test when the `with` block ends.
"""

from __future__ import annotations

import base64
import json
import socket
import struct
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, cast

CHAT: Final = "/v1/chat/completions"
EMBEDDINGS: Final = "/v1/embeddings"


@dataclass(frozen=True)
class Request:
    """One request as it came in; `headers` has lower-case names."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    def message(self, role: str) -> str:
        """Return the content of the only chat message of a role."""
        (content,) = (item["content"] for item in self.body["messages"] if item["role"] == role)
        return content


class Exchange(NamedTuple):
    """What a reply has to do with: the request, the connection, and when to let go of it."""

    request: Request
    handler: BaseHTTPRequestHandler
    closing: Event

    def send(
        self, status: int, body: bytes, media_type: str, headers: dict[str, str] | None = None
    ) -> None:
        """Send a whole response."""
        self.start(status, len(body), media_type, headers)
        self.handler.wfile.write(body)

    def start(
        self, status: int, length: int, media_type: str, headers: dict[str, str] | None = None
    ) -> None:
        """Send the head of a response whose body will have `length` bytes."""
        self.handler.send_response(status)
        self.handler.send_header("Content-Type", media_type)
        self.handler.send_header("Content-Length", str(length))
        for name, value in (headers or {}).items():
            self.handler.send_header(name, value)
        self.handler.end_headers()
        self.handler.wfile.flush()

    def hang_up(self) -> None:
        """Close the connection from this side."""
        self.handler.close_connection = True
        self.handler.connection.shutdown(socket.SHUT_RDWR)


Reply = Callable[[Exchange], None]


def answers(value: object) -> Reply:
    """Chat: a structured answer, `value` as JSON."""
    return says(json.dumps(value, ensure_ascii=False))


def says(content: str | None, *, refusal: str | None = None, finish: str = "stop") -> Reply:
    """Chat: any content: malformed JSON, prose, nothing; or a refusal beside it."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    return sends(_completion([{"index": 0, "message": message, "finish_reason": finish}]))


def says_nothing() -> Reply:
    """Chat: a completion without any choice."""
    return sends(_completion([]))


def sends(value: object, *, status: int = 200) -> Reply:
    """Any endpoint: a JSON body as it is."""
    return sends_text(json.dumps(value), "application/json", status=status)


def sends_text(text: str, media_type: str, *, status: int = 200) -> Reply:
    """Any endpoint: a body as it is, such as the HTML page of a proxy."""
    return lambda exchange: exchange.send(status, text.encode(), media_type)


def rate_limited() -> Reply:
    """Any endpoint: 429 that allows to ask again at once."""
    return _fails(429, "rate_limit_exceeded", "Rate limit reached")


def breaks() -> Reply:
    """Any endpoint: 500."""
    return _fails(500, "server_error", "The server had an error")


def refuses_key() -> Reply:
    """Any endpoint: 401, which no client asks again after."""
    return _fails(401, "invalid_api_key", "Incorrect API key provided")


def asks_to_wait(seconds: int) -> Reply:
    """Any endpoint: 429 that asks for a long wait."""
    return lambda exchange: exchange.send(
        429,
        json.dumps(_error("rate_limit_exceeded", "Rate limit reached")).encode(),
        "application/json",
        {"Retry-After": str(seconds)},
    )


def hangs() -> Reply:
    """Any endpoint: not a byte, for as long as the server is up."""
    return lambda exchange: (exchange.closing.wait(), exchange.hang_up())[1]


def dribbles() -> Reply:
    """Any endpoint: a body that comes byte by byte, always in time, and never ends."""

    def reply(exchange: Exchange) -> None:
        exchange.start(200, 1_000_000, "application/json")
        while not exchange.closing.wait(0.02):
            exchange.handler.wfile.write(b" ")
        exchange.hang_up()

    return reply


def hangs_up(*, after: int = 0) -> Reply:
    """Any endpoint: a connection closed before the response, or `after` bytes into its body."""

    def reply(exchange: Exchange) -> None:
        if after:
            exchange.start(200, 2 * after, "application/json")
            exchange.handler.wfile.write(b" " * after)
        exchange.hang_up()

    return reply


def embeds(vector: Callable[[str], Sequence[float]]) -> Reply:
    """Embeddings: the vector of each text that was asked for, as floats or base64 as asked."""

    def reply(exchange: Exchange) -> None:
        body = exchange.request.body
        rows = [list(vector(text)) for text in body["input"]]
        encode = _base64 if body.get("encoding_format") == "base64" else list[float]
        sends(
            {
                "object": "list",
                "model": body["model"],
                "data": [
                    {"object": "embedding", "index": index, "embedding": encode(row)}
                    for index, row in enumerate(rows)
                ],
                "usage": {"prompt_tokens": 1, "total_tokens": 1},
            }
        )(exchange)

    return reply


class OpenAIServer:
    """The server; `requests` holds what came in, in order."""

    def __init__(self, *script: Reply, always: Reply | None = None) -> None:
        """Take a script; `always` answers what comes beyond it, however much that is."""
        self.requests: list[Request] = []
        self._always = always
        self._script = deque(script)
        self._unexpected: list[str] = []
        self._lock = Lock()
        self._closing = Event()
        self._http = _HTTPServer(self._serve)
        self._thread = Thread(target=self._http.serve_forever, args=(0.01,))

    @property
    def base_url(self) -> str:
        """The address that goes into OPENAI_BASE_URL."""
        return f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.close()
        if kind is None:
            assert not self._unexpected, f"not in the script: {self._unexpected}"
            assert not self._script, f"{len(self._script)} scripted replies were never asked for"

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length", "0"))
        request = Request(
            path=handler.path,
            headers={name.lower(): value for name, value in handler.headers.items()},
            body=json.loads(handler.rfile.read(length)),
        )
        exchange = Exchange(request, handler, self._closing)
        self._next_reply(request)(exchange)

    def _next_reply(self, request: Request) -> Reply:
        with self._lock:
            self.requests.append(request)
            if request.path in (CHAT, EMBEDDINGS) and self._script:
                return self._script.popleft()
            if request.path in (CHAT, EMBEDDINGS) and self._always:
                return self._always
            self._unexpected.append(request.path)
            # Not a status that clients ask again after: the test should end, and then fail.
            return _fails(404, "unexpected_request", "the script of the test has run out")


class _HTTPServer(ThreadingHTTPServer):
    """Knows its open connections: clients keep them alive, and a handler waits on each for more."""

    daemon_threads = False
    request_queue_size = 64  # the default, 5, makes the sixth of many at once wait for a second

    def __init__(self, serve: Callable[[BaseHTTPRequestHandler], None]) -> None:
        self.serve = serve
        self._open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self._open.add(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def close(self) -> None:
        """Close every connection, and wait for the handlers to be done."""
        for connection in self._open.copy():
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # the other side was faster
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        try:
            cast("_HTTPServer", self.server).serve(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # a client that gave up, as it should after its timeout

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Keep stderr for what a test prints."""


def _completion(choices: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_800_000_000,
        "model": "scripted",
        "choices": list(choices),
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }


def _fails(status: int, code: str, message: str) -> Reply:
    # OpenAI's client takes `Retry-After: 0` for no advice and waits half a second by itself; the
    # header in milliseconds makes it ask again at once.
    headers = {"Retry-After": "0", "Retry-After-Ms": "1"}
    body = json.dumps(_error(code, message)).encode()
    return lambda exchange: exchange.send(status, body, "application/json", headers)


def _error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": code, "param": None, "code": code}}


def _base64(row: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode()
