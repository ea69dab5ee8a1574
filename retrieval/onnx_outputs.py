"""The outputs of a serialised ONNX model: to get at states that it does not give by itself.

An ONNX file is a `ModelProto` in the wire format of protocol buffers: 7 is its graph; of that, 1 is
a node (and 2 of that a name of what it gives), 12 an output (and 1 of that its name). Nodes stand
in the order in which they are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_GRAPH: Final = 7
_NODE: Final = 1
_GIVES: Final = 2
_OUTPUT: Final = 12
_NAME: Final = 1


def with_output(model: bytes, name: str) -> bytes:
    """Return a model with one more output.

    Messages that stand one after the other are merged as they are read: the second adds to the
    repeated fields of the first.
    """
    return model + _field(_GRAPH, _field(_OUTPUT, _field(_NAME, name.encode())))


def up_to(model: bytes, name: str) -> bytes:
    """Return a model that ends with what has this name, and gives it alone."""
    kept = b"".join(
        _field(number, b"".join(_nodes_up_to(content, name))) if number == _GRAPH else raw
        for number, content, raw in _fields(model)
    )
    return with_output(kept, name)


def _nodes_up_to(graph: bytes, name: str) -> Iterator[bytes]:
    """Yield the fields of a graph without its outputs, and without what is run after one node."""
    ended = False
    for number, content, raw in _fields(graph):
        if number == _NODE and not ended:
            yield raw
            ended = (_GIVES, name.encode()) in (
                (field, value) for field, value, _ in _fields(content)
            )
        elif number not in (_NODE, _OUTPUT):
            yield raw


def _fields(message: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield the fields of a message: number, content (of one with a length), and all its bytes."""
    place = 0
    while place < len(message):
        start = place
        tag, place = _varint(message, place)
        content = b""
        if tag & 7 == 2:
            length, place = _varint(message, place)
            content = message[place : place + length]
            place += length
        elif tag & 7 == 0:
            _, place = _varint(message, place)
        else:
            place += {1: 8, 5: 4}[tag & 7]
        yield tag >> 3, content, message[start:place]


def _varint(message: bytes, place: int) -> tuple[int, int]:
    """Return the number that begins at a place, and where it ends."""
    value = shift = 0
    while True:
        byte = message[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def _field(number: int, content: bytes) -> bytes:
    """Return a field of bytes."""
    return _number(number << 3 | 2) + _number(len(content)) + content


def _number(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*found, value))
