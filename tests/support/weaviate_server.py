"""A stand-in for a Weaviate server, for the real client: its REST start page and its gRPC service.

No package registry has a Weaviate server. This one is built from the protocol files that the client
itself carries, and does what documents of Weaviate say of what the back end asks: text properties
that are split into words, so that a filter for a name also finds names with the same words;
sorting, offset and limit, grouping; an API key; errors for a collection or property that is not
there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Any, Final, Self

import grpc
from weaviate.proto.v1 import (
    aggregate_pb2,
    base_pb2,
    properties_pb2,
    search_get_pb2,
    weaviate_pb2_grpc,
)

_VERSION: Final = "1.34.0"
_WORDS: Final = re.compile(r"\w+")


class WeaviateServer:
    """The server with one collection; `objects` have a uuid that sorts them as Weaviate would."""

    def __init__(
        self, collection: str, objects: Sequence[Mapping[str, Any]], key: str | None = None
    ) -> None:
        self.searches: list[Any] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _rest_handler(key))
        self._thread = Thread(target=self._http.serve_forever, args=(0.01,))
        self._grpc: Any = grpc.server(ThreadPoolExecutor(max_workers=8))
        service = _Service(collection, objects, key, self.searches)
        weaviate_pb2_grpc.add_WeaviateServicer_to_server(service, self._grpc)
        self.grpc_port: int = self._grpc.add_insecure_port("127.0.0.1:0")

    @property
    def port(self) -> int:
        """The port of the REST service."""
        return self._http.server_port

    def stop(self) -> None:
        """Stop both services; may be called again."""
        self._grpc.stop(None).wait()
        if self._thread.is_alive():
            self._http.shutdown()
            self._thread.join()
            self._http.server_close()

    def __enter__(self) -> Self:
        self._thread.start()
        self._grpc.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()


class _Service(weaviate_pb2_grpc.WeaviateServicer):
    """The gRPC service: Search and Aggregate over the objects of the collection."""

    def __init__(
        self,
        collection: str,
        objects: Sequence[Mapping[str, Any]],
        key: str | None,
        searches: list[Any],
    ) -> None:
        self._collection = collection
        self._objects = objects
        self._key = key
        self._searches = searches

    def Search(self, request: Any, context: Any) -> Any:  # noqa: N802 - the protocol's name
        self._searches.append(request)
        found = self._found(request, context)
        for order in reversed(request.sort_by):
            self._require(order.path[0], context)
            found.sort(key=lambda item: item[order.path[0]], reverse=not order.ascending)
        chosen = found[request.offset : request.offset + request.limit]
        names = list(request.properties.non_ref_properties)
        for name in names:
            self._require(name, context)
        return search_get_pb2.SearchReply(results=[_result(item, names) for item in chosen])

    def Aggregate(self, request: Any, context: Any) -> Any:  # noqa: N802 - the protocol's name
        found = self._found(request, context)
        field = request.group_by.property
        self._require(field, context)
        counts: dict[str, int] = {}
        for item in found:
            counts[item[field]] = counts.get(item[field], 0) + 1
        reply = aggregate_pb2.AggregateReply
        groups = [
            reply.Group(
                objects_count=count, grouped_by=reply.Group.GroupedBy(path=[field], text=value)
            )
            for value, count in list(counts.items())[: request.limit]
        ]
        return reply(grouped_results=reply.Grouped(groups=groups))

    def _found(self, request: Any, context: Any) -> list[Mapping[str, Any]]:
        sent = dict(context.invocation_metadata()).get("authorization")
        if self._key is not None and sent != f"Bearer {self._key}":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "unauthorized: invalid api key")
        if request.collection != self._collection:
            message = f"could not find class {request.collection} in schema"
            context.abort(grpc.StatusCode.UNKNOWN, message)
        if not request.HasField("filters"):
            return list(self._objects)
        return [item for item in self._objects if self._passes(item, request.filters, context)]

    def _passes(self, item: Mapping[str, Any], filters: Any, context: Any) -> bool:
        if filters.operator == base_pb2.Filters.OPERATOR_AND:
            return all(self._passes(item, part, context) for part in filters.filters)
        assert filters.operator == base_pb2.Filters.OPERATOR_EQUAL
        field = filters.target.property
        self._require(field, context)
        if filters.WhichOneof("test_value") == "value_int":
            return item[field] == filters.value_int
        wanted = {word.casefold() for word in _WORDS.findall(filters.value_text)}
        return wanted <= {word.casefold() for word in _WORDS.findall(item[field])}

    def _require(self, field: str, context: Any) -> None:
        if self._objects and field not in self._objects[0]:
            message = f"no such prop with name '{field}' found in class '{self._collection}'"
            context.abort(grpc.StatusCode.UNKNOWN, message)


def _result(item: Mapping[str, Any], names: Sequence[str]) -> Any:
    value = properties_pb2.Value
    fields = {
        name: value(int_value=item[name])
        if isinstance(item[name], int)
        else value(text_value=item[name])
        for name in names
    }
    properties = search_get_pb2.PropertiesResult(
        non_ref_props=properties_pb2.Properties(fields=fields)
    )
    metadata = search_get_pb2.MetadataResult(id=item["uuid"])
    return search_get_pb2.SearchResult(properties=properties, metadata=metadata)


def _rest_handler(key: str | None) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.endswith("/live") or self.path.endswith("/ready"):
                self._answer(200, {})
            elif key is not None and self.headers.get("Authorization") != f"Bearer {key}":
                self._answer(401, {"error": [{"message": "anonymous access not enabled"}]})
            elif self.path == "/v1/meta":
                self._answer(200, {"hostname": "http://[::]:8080", "version": _VERSION})
            else:
                self._answer(404, {})

        def _answer(self, status: int, value: object) -> None:
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    return Handler
