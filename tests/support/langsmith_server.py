"""As much of LangSmith as an experiment needs, on a free port of 127.0.0.1: it keeps all it gets.

with LangSmithServer() as server:
    ...  # anything whose LANGSMITH_ENDPOINT is server.address
assert server.examples
"""

from __future__ import annotations

import json
import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

_INGEST = {
    "use_multipart_endpoint": True,
    "size_limit": 100,
    "size_limit_bytes": 20_000_000,
    "scale_up_qsize_trigger": 1_000,
    "scale_up_nthreads_limit": 4,
    "scale_down_nempty_trigger": 4,
}
_TIME = "2026-01-01T00:00:00+00:00"


class LangSmithServer:
    """Datasets with their examples, experiments, runs and feedback."""

    def __init__(self) -> None:
        self.datasets: list[dict[str, Any]] = []
        self.examples: list[dict[str, Any]] = []
        self.experiments: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.uploaded = b""
        """All that came as runs and feedback, as it came."""
        self._lock = Lock()
        handler = type("Handler", (_Handler,), {"kept": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, method: str, path: str, query: dict[str, list[str]], body: bytes) -> Any:
        """Return the answer to a request."""
        with self._lock:
            match (method, path):
                case ("GET", "/info"):
                    return {"batch_ingest_config": _INGEST}
                case ("GET", "/datasets"):
                    names = query.get("name", [])
                    return [item for item in self.datasets if item["name"] in names]
                case ("GET", "/examples"):
                    return self.examples if query.get("offset", ["0"]) == ["0"] else []
                case ("POST", "/datasets"):
                    made = self._with_id(body) | {"created_at": _TIME}
                    self.datasets.append(made)
                    return made
                case ("POST", "/examples" | "/examples/bulk"):
                    rows = json.loads(body)
                    self._keep(rows if isinstance(rows, list) else [rows])
                    return self.examples
                case ("POST", "/sessions"):
                    made = self._with_id(body) | {"tenant_id": str(uuid4()), "start_time": _TIME}
                    self.experiments.append(made)
                    return made
                case ("PATCH", _) if path.startswith("/sessions/"):
                    return self.experiments[-1]
                case _ if re.search(r"^/(?:v1/platform/)?datasets/.*/examples", path):
                    return self._take_multipart(body)
                case _:
                    self.uploaded += body
                    return {}

    def _with_id(self, body: bytes) -> dict[str, Any]:
        return {"id": str(uuid4())} | json.loads(body)

    def _keep(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            dataset = self.datasets[-1]["id"]
            self.examples.append(
                {"id": str(uuid4()), "dataset_id": dataset, "created_at": _TIME} | row
            )

    def _take_multipart(self, body: bytes) -> dict[str, Any]:
        """Keep examples that come as parts named ID, ID.inputs and ID.outputs."""
        rows: dict[str, dict[str, Any]] = {}
        for name, value in re.findall(
            rb'name="([^"]+)"[^\r]*\r\n.*?\r\n\r\n(.*?)\r\n--', body, re.S
        ):
            id_, _, field = name.decode().partition(".")
            if field in ("inputs", "outputs"):
                rows.setdefault(id_, {"id": id_})[field] = json.loads(value)
        self._keep(list(rows.values()))
        return {"count": len(rows), "example_ids": list(rows), "as_of": _TIME}


class _Handler(BaseHTTPRequestHandler):
    kept: LangSmithServer

    def _serve(self) -> None:
        url = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.kept.keys.add(self.headers.get("x-api-key", ""))
        answer = self.kept.answer(self.command, url.path, parse_qs(url.query), body)
        content = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PATCH = _serve  # noqa: N815 - names that the library asks for

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""
