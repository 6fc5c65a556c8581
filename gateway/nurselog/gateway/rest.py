"""The HTTP face: finds the method, reads the request, answers. An ASGI application.

Everything is answered as JSON, refusals too; every answer carries `X-Request-Id`, the caller's own or a
fresh one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, TypeAlias

from google.protobuf.message import Message
from starlette.middleware.cors import CORSMiddleware

from nurselog.chassis import context, logs
from nurselog.chassis.errors import InvalidArgument, Unimplemented
from nurselog.gateway import metrics
from nurselog.gateway.answers import Answer, refusal
from nurselog.gateway.backend import Backend
from nurselog.gateway.descriptors import Method
from nurselog.gateway.errors import CODE_OF_NUMBER, status_of
from nurselog.gateway.http_rule import Match, Matcher, allowed, wrong_verb
from nurselog.gateway.limits import Limits
from nurselog.gateway.sessions import Sessions
from nurselog.gateway.settings import GatewaySettings
from nurselog.gateway.streams import Stream, format_for
from nurselog.gateway.transcoder import Route, check_coding, check_media_type, json_of, request_of
from nurselog.gateway.visitors import REQUEST_ID, Proxies, Visitor, request_id_of, visitor_of

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]
Page: TypeAlias = Callable[[], Awaitable[Answer]]

EXPOSED = (REQUEST_ID, "retry-after", "allow")
RESUME = "resume_token"
TOKEN = "access_token"  # noqa: S105 - the name of a parameter

log = logs.get(__name__)


class Rest:
    """The application; `pages` are what lies beside the contract (docs, health)."""

    def __init__(
        self,
        backend: Backend,
        routes: Matcher[Route],
        sessions: Sessions,
        limits: Limits,
        settings: GatewaySettings,
    ) -> None:
        self.pages: dict[str, Page] = {}
        self.closing = asyncio.Event()
        self._backend = backend
        self._routes = routes
        self._sessions = sessions
        self._limits = limits
        self._settings = settings
        self._proxies = Proxies(settings.trusted_proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        request = _Request(scope, headers, request_id_of(headers), receive, send)
        with context.acting_as(context.Caller(request_id=request.id)):
            try:
                answer = await self._answer(request)
            except Exception as error:  # noqa: BLE001 - every request is answered
                status = status_of(error)
                request.code = CODE_OF_NUMBER[status.code].name
                answer = refusal(status, self._backend.catalogue.codec)
        if answer is not None:
            await request.respond(answer)
        request.note()

    async def _answer(self, request: _Request) -> Answer | None:
        """The answer; None if it was sent already, piece by piece."""
        if (page := self.pages.get(request.path)) is not None:
            return await _of_page(page, request.verb)
        if request.verb == "OPTIONS":
            return _allow(self._routes.allow(request.path))
        match = self._routes.match(request.verb, request.path)
        method = match.target.method
        request.method = method.name
        if method.server_streaming:
            request.take_token()
        visitor = self._visitor(request)
        context.enter(visitor.caller)
        self._limits.count(visitor.player, visitor.address, method.name)
        message = await self._message(match, request)
        if method.server_streaming:
            return await self._stream(method, message, visitor, request)
        if method.client_streaming:
            raise Unimplemented("NOT_IMPLEMENTED", "This method is only served by gRPC.")
        packed = await self._backend.call(method, message.SerializeToString(), visitor)
        name, field = method.output.full_name, match.target.binding.response_body
        return Answer(await json_of(self._backend.catalogue, name, packed, field))

    def _visitor(self, request: _Request) -> Visitor:
        client = request.scope.get("client")
        address = self._proxies.client(
            client[0] if client else "local", request.headers.get("x-forwarded-for")
        )
        return visitor_of(
            request.headers, address, self._sessions, request_id=request.id, token=request.token
        )

    async def _message(self, match: Match[Route], request: _Request) -> Message:
        body = b""
        if match.target.binding.body:
            body = await request.body(self._limits, self._settings.body_s)
            check_coding(request.headers.get("content-encoding", ""))
            check_media_type(request.headers.get("content-type", ""), body)
        return request_of(match, request.query, body, self._backend.catalogue.codec)

    async def _stream(
        self, method: Method, message: Any, visitor: Visitor, request: _Request
    ) -> Answer | None:
        form = format_for(request.headers.get("accept", ""), method, self._backend.catalogue)
        if request.verb == "HEAD":
            return Answer(content_type=form.content_type)
        last = request.headers.get("last-event-id", "")
        if last and RESUME in method.input.fields_by_name:
            message.resume_token = last
        stream = Stream(method, self._backend.catalogue, form, self._settings.ping_s)
        with self._limits.streams.one(visitor.key), metrics.streams.labels("http").track_inprogress():
            return await stream.run(
                self._backend.stream(method, message.SerializeToString(), visitor),
                request.send,
                self._leaving(request),
                ((REQUEST_ID, request.id),),
                resumed=bool(last),
            )

    async def _leaving(self, request: _Request) -> bool:
        """Returns when the caller has left, or when we must: True then."""
        closing = asyncio.create_task(self.closing.wait())
        gone = asyncio.create_task(request.gone())
        try:
            await asyncio.wait({closing, gone}, return_when=asyncio.FIRST_COMPLETED)
            return not gone.done()
        finally:
            closing.cancel()
            gone.cancel()


class _Request:
    """One request as ASGI tells it."""

    def __init__(
        self, scope: Scope, headers: Mapping[str, str], request_id: str, receive: Receive, send: Send
    ) -> None:
        self.scope = scope
        self.headers = headers
        self.id = request_id
        self.verb: str = scope["method"]
        self.path: str = scope["raw_path"].decode("latin-1")
        self.query: str = scope["query_string"].decode("latin-1")
        self.token: str | None = None
        self.send = send
        self.method = "-"
        self.code = "OK"
        self._too_slow = False
        self._receive = receive
        self._started = time.perf_counter()

    def take_token(self) -> None:
        """Takes the session token out of the query: a browser's EventSource can send it nowhere else."""
        kept = []
        for part in self.query.split("&"):
            name, _, value = part.partition("=")
            if name == TOKEN:
                self.token = value
            else:
                kept.append(part)
        self.query = "&".join(kept)

    async def body(self, limits: Limits, within_s: float) -> bytes:
        """The whole body; refused as soon as it is known to be too large, and if it comes too slowly."""
        told = self.headers.get("content-length", "")
        limits.check_size(int(told) if told.isdigit() else 0)
        try:
            async with asyncio.timeout(within_s):
                return await self._read(limits)
        except TimeoutError:
            self._too_slow = True
            sentence = f"The body did not arrive within {within_s:g} seconds."
            raise InvalidArgument("REQUEST_MALFORMED", sentence) from None

    async def _read(self, limits: Limits) -> bytes:
        parts = bytearray()
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise InvalidArgument("REQUEST_MALFORMED", "The body broke off.")
            parts += message.get("body", b"")
            limits.check_size(len(parts))
            more = message.get("more_body", False)
        return bytes(parts)

    async def gone(self) -> None:
        """Returns when the caller has left."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def respond(self, answer: Answer) -> None:
        """Sends a whole answer."""
        headers = [*answer.raw_headers(), (REQUEST_ID.encode(), self.id.encode())]
        if not any(name == b"cache-control" for name, _ in headers):
            headers.append((b"cache-control", b"no-store"))
        if self._too_slow:  # nobody waits for the rest
            headers.append((b"connection", b"close"))
        await self.send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": answer.body})

    def note(self) -> None:
        """Counts and logs how it ended."""
        seconds = time.perf_counter() - self._started
        metrics.calls.labels("http", self.method, self.code).inc()
        metrics.call_seconds.labels("http").observe(seconds)
        log.debug(
            "call",
            face="http",
            method=self.method,
            path=self.path[:200],
            code=self.code,
            request_id=self.id,
            ms=round(seconds * 1000, 2),
        )


def with_cors(app: Rest, origins: str) -> Any:
    """The application as pages of other origins may call it."""
    return CORSMiddleware(
        app,
        allow_origins=[origin.strip() for origin in origins.split(",") if origin.strip()],
        allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
        allow_headers=["authorization", "content-type", "last-event-id", REQUEST_ID, context.INVITE],
        expose_headers=list(EXPOSED),
        max_age=86_400,
    )


async def _of_page(page: Page, verb: str) -> Answer:
    if verb in ("GET", "HEAD"):
        return await page()
    verbs = allowed(["GET"])
    if verb == "OPTIONS":
        return _allow(verbs)
    raise wrong_verb(verbs)


def _allow(verbs: tuple[str, ...]) -> Answer:
    return Answer(status=204, headers=(("allow", ", ".join(verbs)),))
