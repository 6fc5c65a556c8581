"""HTTP connections as uvicorn reads them, with a named refusal where it has a line of text or no word at all.

uvicorn answers what is no HTTP with plain text, and waits for ever for the rest of a request's head. Its
protocol class is open to that (`Config(http=...)`); pyproject.toml bounds the package to the versions this
was tried with, and `tests/integration/gateway/test_rest_refusals.py` would tell.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from nurselog.chassis.context import new_request_id
from nurselog.chassis.errors import InvalidArgument, Refusal, to_status
from nurselog.gateway.answers import refusal, spelled
from nurselog.gateway.catalogue import Catalogue


def connections(catalogue: Catalogue, head_s: float) -> type[asyncio.Protocol]:
    """The class for `uvicorn.Config(http=...)`; the head of a request arrives within `head_s` seconds."""
    return type("Connection", (_Connection,), {"catalogue": catalogue, "head_s": head_s})


class _Connection(HttpToolsProtocol):
    """One connection, with one request after the other."""

    catalogue: Catalogue
    head_s: float
    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_came()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._head_came()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        del msg  # uvicorn knows no more than that
        sentence = "This is no HTTP request: its first line, a header or its length cannot be read."
        self._refuse(InvalidArgument("REQUEST_MALFORMED", sentence))

    def _await_head(self) -> None:
        self._head_came()
        self._giving_up = self.loop.call_later(self.head_s, self._give_up)

    def _head_came(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None

    def _give_up(self) -> None:
        sentence = f"No whole head of a request arrived within {self.head_s:g} seconds."
        self._refuse(InvalidArgument("REQUEST_MALFORMED", sentence))

    def _refuse(self, why: Refusal) -> None:
        self._head_came()
        if self.transport.is_closing():
            return
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:  # nothing can be said in the middle of another answer
            self.transport.write(spelled(refusal(to_status(why), self.catalogue.codec), new_request_id()))
        self.transport.close()
