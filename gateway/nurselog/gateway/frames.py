"""Frames of the web socket, read and written in both forms: JSON text and protobuf bytes.

Written here by hand is only what is sent thousands of times a second: the answer to a move and the push
of an update, whose JSON is made once and shared by all who follow.
"""

from __future__ import annotations

from typing import Any, Protocol

import orjson
from google.protobuf.message import DecodeError
from google.rpc import status_pb2

from nurselog.api.game.v1 import game_service_pb2
from nurselog.api.gateway.v1 import realtime_pb2 as api
from nurselog.chassis.errors import InvalidArgument, Refusal
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.followings import News
from nurselog.gateway.json_codec import loads


class FrameRefused(Exception):
    """A frame cannot be read; `id` is its id as far as that could be read."""

    def __init__(self, frame_id: int, refusal: Refusal) -> None:
        super().__init__(frame_id, refusal)
        self.id = frame_id
        self.refusal = refusal


class Form(Protocol):
    """One of the two forms."""

    def head(self, size: int) -> bytes:
        """What the wire has before a payload of this size (RFC 6455, section 5.2)."""
        ...

    def read(self, payload: bytes) -> api.ClientFrame:
        """The frame in a payload; raises FrameRefused."""
        ...

    def write(self, frame: api.ServerFrame) -> bytes:
        """Any frame to a client."""
        ...

    def submitted(self, frame_id: int, answer: game_service_pb2.SubmitMoveResponse) -> bytes:
        """The answer to a move."""
        ...

    def push(self, subscription: int, update: News) -> bytes:
        """An update for one subscription."""
        ...


class JsonForm:
    """Text frames."""

    def head(self, size: int) -> bytes:
        return _head(0x81, size)

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def read(self, payload: bytes) -> api.ClientFrame:
        frame_id = 0
        try:
            value = loads(payload)
            frame_id = _id_in(value)
            return self._catalogue.codec.fill(api.ClientFrame(), value)
        except InvalidArgument as refusal:
            raise FrameRefused(frame_id, refusal) from None

    def write(self, frame: api.ServerFrame) -> bytes:
        return self._catalogue.codec.dumps(frame)

    def submitted(self, frame_id: int, answer: game_service_pb2.SubmitMoveResponse) -> bytes:
        written = {
            "version": answer.version,
            "replayed": answer.replayed,
            "committedAtMs": answer.committed_at_ms,
        }
        return orjson.dumps({"id": frame_id, "submitted": written})

    def push(self, subscription: int, update: News) -> bytes:
        return b'{"id":0,"push":{"subscription":%d,"%b":%b}}' % (subscription, update.field, update.json)


class ProtobufForm:
    """Binary frames."""

    def head(self, size: int) -> bytes:
        return _head(0x82, size)

    def read(self, payload: bytes) -> api.ClientFrame:
        try:
            return api.ClientFrame.FromString(payload)
        except DecodeError:
            refusal = InvalidArgument("REQUEST_MALFORMED", "These bytes are no ClientFrame.")
            raise FrameRefused(0, refusal) from None

    def write(self, frame: api.ServerFrame) -> bytes:
        return frame.SerializeToString()

    def submitted(self, frame_id: int, answer: game_service_pb2.SubmitMoveResponse) -> bytes:
        return api.ServerFrame(id=frame_id, submitted=answer).SerializeToString()

    def push(self, subscription: int, update: News) -> bytes:
        inner = b"\x08" + _varint(subscription) + update.tag + _varint(len(update.packed)) + update.packed
        return b"\x42" + _varint(len(inner)) + inner


def error_frame(frame_id: int, status: status_pb2.Status) -> api.ServerFrame:
    """The refusal of a frame."""
    return api.ServerFrame(id=frame_id, error=status)


def _id_in(value: Any) -> int:
    found = value.get("id") if isinstance(value, dict) else None
    return found if type(found) is int and abs(found) < 2**31 else 0


def _head(first: int, size: int) -> bytes:
    if size < 126:
        return bytes((first, size))
    if size < 1 << 16:
        return bytes((first, 126)) + size.to_bytes(2)
    return bytes((first, 127)) + size.to_bytes(8)


def _varint(number: int) -> bytes:
    """A number as protobuf writes it; ids of subscriptions are not negative."""
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)
