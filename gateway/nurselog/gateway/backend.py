"""What all faces call: a public method with a serialised request, wherever it is answered.

`GameService` goes to the engine of the game in the resource's name, its moves and watches by the links
(`table_calls.py`); `SessionService` and `ListGames` are answered here; every other service goes to the
replicas in the setting that is called like its package.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any, TypeAlias, cast

from google.protobuf.message import DecodeError, Message

from nurselog.api.game.v1 import game_service_pb2
from nurselog.api.gateway.v1 import session_service_pb2
from nurselog.chassis.addresses import game_of
from nurselog.chassis.context import new_request_id
from nurselog.chassis.errors import InvalidArgument, NotFound
from nurselog.gateway.catalogue import LIST, Catalogue
from nurselog.gateway.descriptors import Method
from nurselog.gateway.errors import unavailable
from nurselog.gateway.exchange import Exchange
from nurselog.gateway.session_service import SessionService
from nurselog.gateway.table_calls import SUBMIT, WATCH, TableCalls
from nurselog.gateway.updates import Update
from nurselog.gateway.upstream import Call, Upstream
from nurselog.gateway.visitors import Visitor

GAME_SERVICE = "nurselog.api.game.v1.GameService"
SESSION_SERVICE = "/nurselog.api.gateway.v1.SessionService"

Local: TypeAlias = tuple[type[Message], Callable[[Any, Visitor], Awaitable[Message | bytes]]]


class Backend:
    """Answers every public method."""

    def __init__(
        self,
        catalogue: Catalogue,
        services: Mapping[str, Upstream],
        exchanges: Mapping[str, Exchange],
        session_service: SessionService,
        deadline_s: float,
    ) -> None:
        self.catalogue = catalogue
        self.services = services
        self.deadline_s = deadline_s
        self._tables = TableCalls(exchanges, self.game_of)
        self._local = _local_methods(catalogue, session_service, self._tables)

    async def call(
        self, method: Method, request: bytes, visitor: Visitor, timeout_s: float | None = None
    ) -> bytes:
        """The serialised answer of a unary method; raises what `errors.status_of` understands."""
        if (local := self._local.get(method.path)) is not None:
            kind, behaviour = local
            answer = await behaviour(parsed(kind, request), visitor)
            return answer if isinstance(answer, bytes) else answer.SerializeToString()
        upstream, call = self.prepare(method, request, visitor)
        return await upstream.call(call, min(timeout_s or self.deadline_s, self.deadline_s))

    def stream(self, method: Method, request: bytes, visitor: Visitor) -> AsyncIterator[bytes | Update]:
        """The answers of a server-streaming method; a refusal comes instead of the first one."""
        if method.path == WATCH:
            asked = parsed(game_service_pb2.WatchTableRequest, request)
            return self._tables.watch(cast("game_service_pb2.WatchTableRequest", asked), visitor)
        upstream, call = self.prepare(method, request, visitor)
        return upstream.stream(call)

    def prepare(self, method: Method, request: bytes, visitor: Visitor) -> tuple[Upstream, Call]:
        """Where a call goes, and what is sent: a request without an id gets one, so it can be repeated."""
        message: Any = parsed(self.catalogue.codec.types.new(method.input.full_name), request)
        repeatable = method.is_read
        if "request_id" in method.input.fields_by_name:
            if not message.request_id:
                message.request_id = new_request_id()
                request = message.SerializeToString()
            repeatable = True
        upstream, key = self._destination(method, message)
        return upstream, Call(method.path, request, visitor.metadata, key, repeatable)

    def _destination(self, method: Method, message: Any) -> tuple[Upstream, str]:
        if method.service == GAME_SERVICE:
            field = "name" if "name" in method.input.fields_by_name else "parent"
            name: str = getattr(message, field)
            return self.catalogue.engines[self.game_of(name, field)], name
        service = self.services.get(method.service.split(".")[2])
        if service is None:
            raise unavailable(f"The service {method.service}")
        return service, ""

    def game_of(self, name: str, field: str) -> str:
        """The game in a resource's name; refused if none is served under it."""
        try:
            game = game_of(name)
        except ValueError:
            sentence = "The name of a table is games/{game}/tables/{table}."
            raise InvalidArgument("REQUEST_MALFORMED", sentence, field=field) from None
        if game not in self.catalogue.engines:
            raise NotFound(
                "GAME_NOT_FOUND", f"There is no game {game[:60]!r} here.", field=field, game=game[:60]
            )
        return game


def parsed(kind: type[Message], packed: bytes) -> Message:
    """The message in these bytes; refused if it is none."""
    try:
        return kind.FromString(packed)
    except DecodeError:
        raise InvalidArgument(
            "REQUEST_MALFORMED", f"These bytes are no {kind.DESCRIPTOR.full_name}."
        ) from None


def _local_methods(catalogue: Catalogue, sessions: SessionService, tables: TableCalls) -> dict[str, Local]:
    async def list_games(request: game_service_pb2.ListGamesRequest, _visitor: Visitor) -> Message:
        return await catalogue.list_games(request)

    return {
        LIST: (game_service_pb2.ListGamesRequest, list_games),
        SUBMIT: (game_service_pb2.SubmitMoveRequest, tables.submit),
        f"{SESSION_SERVICE}/CreateSession": (session_service_pb2.CreateSessionRequest, sessions.create),
        f"{SESSION_SERVICE}/RenewSession": (session_service_pb2.RenewSessionRequest, sessions.renew),
        f"{SESSION_SERVICE}/GetSession": (session_service_pb2.GetSessionRequest, sessions.get),
    }
