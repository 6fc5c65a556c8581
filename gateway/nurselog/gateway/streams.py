"""Answers that come one by one over HTTP: server-sent events or lines of JSON (NDJSON).

Until the first message a refusal is an ordinary one; from then on it is the last message. `id:` of an
event is the resume token, so a browser's EventSource goes on where it was. A stream that was resumed and
has nothing more to tell ends with 204, at which EventSource stops asking.
https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Any, Protocol, TypeAlias

from nurselog.api.game.v1 import table_pb2
from nurselog.gateway.answers import Answer, encoded, error_json
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.descriptors import Method
from nurselog.gateway.errors import status_of, unavailable
from nurselog.gateway.transcoder import json_of, json_of_update
from nurselog.gateway.updates import Update

EVENT_STREAM = "text/event-stream"
LINES = "application/x-ndjson"
UPDATE = "nurselog.api.game.v1.TableUpdate"

PATIENCE_S = 4.0
"""How long the headers wait for the first message, which may be a refusal with a status of its own."""

Send: TypeAlias = Callable[[Any], Awaitable[None]]


class Format(Protocol):
    """How messages lie in a stream."""

    content_type: str
    end: bytes

    def heartbeat(self) -> bytes:
        """Something that changes nothing."""
        ...

    def message(self, json: bytes, token: str) -> bytes:
        """One message."""
        ...

    def error(self, json: bytes) -> bytes:
        """The last message of a stream that broke."""
        ...


class EventStream:
    """For EventSource."""

    content_type = EVENT_STREAM
    end = b"event: end\ndata: {}\n\n"

    def heartbeat(self) -> bytes:
        return b": heartbeat\n\n"

    def message(self, json: bytes, token: str) -> bytes:
        return b"id: %b\ndata: %b\n\n" % (token.encode(), json) if token else b"data: %b\n\n" % json

    def error(self, json: bytes) -> bytes:
        return b"event: error\ndata: %b\n\n" % json


class Lines:
    """For everything else. Every line is a message, so that a client may read each without a thought."""

    content_type = LINES
    end = b""

    def __init__(self, beat: bytes) -> None:
        self._beat = beat
        self._last = b""

    def heartbeat(self) -> bytes:
        return self._beat or self._last  # a message that changes nothing: the one before, once more

    def message(self, json: bytes, token: str) -> bytes:
        del token  # it is in the message
        self._last = json + b"\n"
        return self._last

    def error(self, json: bytes) -> bytes:
        return json + b"\n"


def format_for(accept: str, method: Method, catalogue: Catalogue) -> Format:
    """What the caller wants to read."""
    if EVENT_STREAM in accept:
        return EventStream()
    if method.output.full_name != UPDATE:
        return Lines(b"")
    beat = table_pb2.TableUpdate(kind=table_pb2.UPDATE_KIND_HEARTBEAT)
    return Lines(catalogue.codec.dumps(beat) + b"\n")


class Stream:
    """One stream on its way to one caller."""

    def __init__(self, method: Method, catalogue: Catalogue, form: Format, heartbeat_s: float) -> None:
        self._method = method
        self._catalogue = catalogue
        self._form = form
        self._heartbeat_s = heartbeat_s

    async def run(
        self,
        messages: AsyncIterator[bytes | Update],
        send: Send,
        gone: Awaitable[bool],
        headers: tuple[tuple[str, str], ...],
        *,
        resumed: bool,
    ) -> Answer | None:
        """Sends everything until the stream ends, the caller is `gone`, or we must go (`gone` says True).

        An answer that is returned is still to be sent instead; refusals before the first message are
        raised.
        """
        leaving = asyncio.ensure_future(gone)
        async with aclosing(_Ahead(messages)) as ahead:
            try:
                ready = await ahead.wait(leaving, PATIENCE_S)
                if ready and not leaving.done():
                    ahead.peek()
                    if ahead.ended and resumed:
                        return Answer(status=204)
                await send(_start(self._form, headers))
                await self._rest(ahead, leaving, send)
            finally:
                leaving.cancel()
                with suppress(asyncio.CancelledError):
                    await leaving
        return None

    async def _rest(self, ahead: _Ahead, leaving: asyncio.Future[bool], send: Send) -> None:
        try:
            while not leaving.done():
                if not await ahead.wait(leaving, self._heartbeat_s):
                    await send(_body(self._form.heartbeat()))
                elif not leaving.done():
                    ahead.peek()
                    if ahead.ended:
                        break
                    await send(_body(await self._written(ahead.take())))
            closing = leaving.done() and leaving.result()
            await send(_body(self._closed() if closing else self._form.end, more=False))
        except Exception as error:  # noqa: BLE001 - the status line is gone, so every error is a last message
            await send(_body(self._error(error), more=False))

    def _closed(self) -> bytes:
        return self._error(unavailable("This gateway is closing and"))

    def _error(self, error: Exception) -> bytes:
        return self._form.error(error_json(status_of(error), self._catalogue.codec))

    async def _written(self, message: bytes | Update) -> bytes:
        if not isinstance(message, Update):
            json = await json_of(self._catalogue, self._method.output.full_name, message)
            return self._form.message(json, "")
        if message.message.kind == table_pb2.UPDATE_KIND_HEARTBEAT:
            return self._form.heartbeat()
        json = await json_of_update(self._catalogue, message)
        return self._form.message(json, message.message.resume_token)


class _EndOfStream(Exception):
    """There is no further message."""


class _Ahead:
    """Reads one message ahead, so that waiting for it can be given up and taken up again."""

    def __init__(self, messages: AsyncIterator[bytes | Update]) -> None:
        self._messages = messages
        self._next = self._ask()
        self.ended = False

    async def wait(self, other: asyncio.Future[bool], patience_s: float) -> bool:
        """Waits for a message, the end, or `other`; False if nothing came."""
        either: set[asyncio.Future[Any]] = {self._next, other}
        await asyncio.wait(either, timeout=patience_s, return_when=asyncio.FIRST_COMPLETED)
        return self._next.done() or other.done()

    def peek(self) -> None:
        """Raises what the stream raised; sets `ended` at its end."""
        error = self._next.exception()
        if isinstance(error, _EndOfStream):
            self.ended = True
        elif error is not None:
            raise error

    def take(self) -> bytes | Update:
        """The message; the next one is asked for."""
        message, self._next = self._next.result(), self._ask()
        return message

    async def aclose(self) -> None:
        self._next.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await self._next
        close = getattr(self._messages, "aclose", None)
        if close is not None:
            await close()

    def _ask(self) -> asyncio.Task[bytes | Update]:
        async def one() -> bytes | Update:
            try:
                return await anext(self._messages)
            except StopAsyncIteration as end:
                raise _EndOfStream from end  # a task cannot raise StopAsyncIteration's like

        return asyncio.create_task(one())


def _start(form: Format, headers: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    own = (("content-type", form.content_type), ("cache-control", "no-store"), ("x-accel-buffering", "no"))
    return {"type": "http.response.start", "status": 200, "headers": encoded((*own, *headers))}


def _body(chunk: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.response.body", "body": chunk, "more_body": more}
