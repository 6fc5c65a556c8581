"""Tournaments on a web socket: a stream of the service behind, told as a subscription to a table is told.

A table's updates come by the links of its game; there are few watchers of tournaments, so each has a stream
of its own. Who reads too slowly is dropped and begins anew, as at a table.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from google.rpc import status_pb2

from nurselog.api.tournament.v1 import tournament_service_pb2 as api
from nurselog.chassis.errors import Unavailable
from nurselog.gateway.backend import Backend
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.descriptors import Method
from nurselog.gateway.errors import status_of, unavailable
from nurselog.gateway.visitors import Visitor

WATCH = "/nurselog.api.tournament.v1.TournamentService/WatchTournament"


class Watched(Protocol):
    """What a subscription follows."""

    def begin_anew(self) -> None:
        """Forgets where it was: everything comes next."""


class Source(Protocol):
    """Where its news come from."""

    def watch(self, watch: Any) -> None:
        """Begins, or begins anew."""

    def drop(self, watch: Any) -> None:
        """Ends."""


class News(Protocol):
    """What a form of frames pushes: JSON and bytes, and where in a `Push` they belong."""

    field: ClassVar[bytes]
    tag: ClassVar[bytes]

    @property
    def json(self) -> bytes:
        """As JSON text."""

    @property
    def packed(self) -> bytes:
        """As protobuf bytes."""


class TournamentNews:
    """One frame of a tournament."""

    __slots__ = ("_catalogue", "packed")
    field: ClassVar[bytes] = b"tournament"
    tag: ClassVar[bytes] = b"\x1a"

    def __init__(self, packed: bytes, catalogue: Catalogue) -> None:
        self.packed = packed
        self._catalogue = catalogue

    @property
    def json(self) -> bytes:
        """The frame as JSON text."""
        return self._catalogue.codec.dumps(api.TournamentUpdate.FromString(self.packed))

    @property
    def as_resync(self) -> TournamentNews:
        """The same for a reader that had followed before and lost the thread."""
        message = api.TournamentUpdate.FromString(self.packed)
        if message.kind != api.TOURNAMENT_UPDATE_KIND_SNAPSHOT:
            return self
        message.kind = api.TOURNAMENT_UPDATE_KIND_RESYNC
        return TournamentNews(message.SerializeToString(), self._catalogue)


@dataclass(slots=True, eq=False)
class Follow:
    """A reader of a tournament; it is told by `on_update` until `on_end`, or until it is dropped."""

    request: api.WatchTournamentRequest
    visitor: Visitor
    on_update: Callable[[TournamentNews], None]
    on_end: Callable[[status_pb2.Status], None]
    task: asyncio.Task[None] | None = None

    def begin_anew(self) -> None:
        """Forgets where it was: everything comes next."""
        self.request.resume_token = ""


class Tournaments:
    """All tournaments that sockets follow."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def watch(self, watch: Follow) -> None:
        """Begins, or begins anew from the token in its request."""
        self.drop(watch)
        watch.task = asyncio.create_task(self._tell(watch))

    def drop(self, watch: Follow) -> None:
        """Ends a follow: it is told nothing any more."""
        if watch.task is not None:
            watch.task.cancel()
            watch.task = None

    async def _tell(self, watch: Follow) -> None:
        try:
            async for answer in self._backend.stream(
                self._method(), watch.request.SerializeToString(), watch.visitor
            ):
                assert isinstance(answer, bytes)
                watch.on_update(TournamentNews(answer, self._backend.catalogue))
            ended: Exception = unavailable("The tournament")
        except Exception as error:  # noqa: BLE001 - every end is told
            ended = error
        watch.task = None
        watch.on_end(status_of(ended))

    def _method(self) -> Method:
        for method in self._backend.catalogue.codec.types.methods:
            if method.path == WATCH:
                return method
        raise Unavailable("SERVICE_UNAVAILABLE", "No tournaments are served here.")
