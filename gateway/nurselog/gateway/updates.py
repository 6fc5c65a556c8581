"""One update of a table on its way to many readers: parsed at most once, written as JSON at most once."""

from __future__ import annotations

from typing import ClassVar

from nurselog.api.game.v1 import table_pb2
from nurselog.gateway.catalogue import Catalogue


class Update:
    """What an engine pushed; `json` raises `UnknownType` for messages that nobody told so far."""

    __slots__ = ("_catalogue", "_json", "_message", "_resync", "packed")
    field: ClassVar[bytes] = b"update"
    tag: ClassVar[bytes] = b"\x12"

    def __init__(self, packed: bytes, catalogue: Catalogue) -> None:
        self.packed = packed
        self._catalogue = catalogue
        self._message: table_pb2.TableUpdate | None = None
        self._json: bytes | None = None
        self._resync: Update | None = None

    @property
    def message(self) -> table_pb2.TableUpdate:
        """The update; not to be changed."""
        if self._message is None:
            self._message = table_pb2.TableUpdate.FromString(self.packed)
        return self._message

    @property
    def json(self) -> bytes:
        """The update as JSON text."""
        if self._json is None:
            self._json = self._catalogue.codec.parts.update(self.packed)
        return self._json

    @property
    def as_resync(self) -> Update:
        """The same for a reader that had followed before and lost the thread."""
        if self.message.kind != table_pb2.UPDATE_KIND_SNAPSHOT:
            return self
        if self._resync is None:
            message = table_pb2.TableUpdate()
            message.CopyFrom(self.message)
            message.kind = table_pb2.UPDATE_KIND_RESYNC
            self._resync = Update(message.SerializeToString(), self._catalogue)
        return self._resync
