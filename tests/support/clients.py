"""Small clients, one per face, made of nothing but httpx, websockets, grpc and the protos.

All of them do the same with the same words (`Client`), so one test plays over each face.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, ClassVar, Protocol, Self

import httpx

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Faces:
    """Where a backend answers."""

    http: str
    grpc: str

    @property
    def socket(self) -> str:
        return f"ws{self.http.removeprefix('http')}/v1/ws"


class Refused(Exception):
    """The backend said no. `code` is the name of the gRPC code."""

    def __init__(
        self, code: str, reason: str, message: str, metadata: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(f"{code} {reason}: {message}")
        self.code = code
        self.reason = reason
        self.message = message
        self.metadata = dict(metadata or {})
        self.field = ""
        """The field that was wrong, where the face tells it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One update as a client sees it; `view` and `events` are in the contract's JSON."""

    kind: str
    version: int
    token: str
    view: Json = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    events: tuple[Json, ...] = ()

    @property
    def finished(self) -> bool:
        return bool(self.view.get("state") == "TABLE_STATE_FINISHED")

    @property
    def seat(self) -> int:
        return int(self.view.get("seat", 0))

    @property
    def decision(self) -> int | None:
        """The id of the seat's open decision."""
        for one in self.view.get("decisions", ()):
            if one.get("seat", 0) == self.seat:
                return int(one.get("decisionId", 0))
        return None


class Client(Protocol):
    """A player, or nobody, over one face."""

    face: ClassVar[str]
    faces: Faces
    player: str
    token: str

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def enter(self, name: str) -> None:
        """Becomes a guest."""

    def as_player(self, player: str, token: str) -> None:
        """Goes on as a guest that somebody else opened the session for."""

    async def find_table(self, pool: Json) -> str:
        """Files a ticket and waits for its table."""
        ...

    def watch(self, table: str, *, spectator: bool = False, token: str = "") -> AsyncGenerator[Seen, None]:
        """Follows a table to its end."""
        ...

    async def submit(self, table: str, move: Json) -> Json:
        """A SubmitMoveRequest without its name, in JSON."""
        ...

    async def get(self, path: str) -> Json:
        """A resource under /v1, in JSON: `{table}`, `{table}/scoreSheets`, `{table}/record`."""
        ...


def seen_of(update: Json) -> Seen:
    """The update in its JSON form."""
    view = update.get("view") or {}
    return Seen(
        kind=update.get("kind", "").removeprefix("UPDATE_KIND_"),
        version=int(update.get("version", 0)),
        token=update.get("resumeToken", ""),
        view=view,
        moves=tuple(update.get("legalMoves", ())),
        events=tuple(update.get("events", ())),
    )


def refused_of(error: Json) -> Refused:
    """The refusal in the `error` of a JSON answer (REST: status by name; socket: google.rpc.Status)."""
    details = error.get("details", ())
    info: Json = next((one for one in details if one.get("@type", "").endswith("ErrorInfo")), {})
    code = error.get("status") or str(error.get("code", ""))
    refused = Refused(code, info.get("reason", ""), error.get("message", ""), info.get("metadata"))
    wrong = [one for detail in details for one in detail.get("fieldViolations", ())]
    refused.field = wrong[0]["field"] if wrong else ""
    return refused


class RestClient:
    """What all clients over HTTP share; watches by asking again and again."""

    face: ClassVar[str] = "rest_polling"
    PAUSE_S: ClassVar[float] = 0.02

    def __init__(self, faces: Faces) -> None:
        self.faces = faces
        self.player = ""
        self.token = ""
        self.http = httpx.AsyncClient(
            base_url=faces.http, timeout=httpx.Timeout(20, read=60), trust_env=False
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.http.aclose()

    async def enter(self, name: str) -> None:
        session = await self.call("POST", "/v1/sessions", {"displayName": name})
        self.as_player(session["player"], session["token"])

    def as_player(self, player: str, token: str) -> None:
        """Goes on as a guest that somebody else opened the session for."""
        self.player, self.token = player, token
        self.http.headers["Authorization"] = f"Bearer {token}"

    async def find_table(self, pool: Json) -> str:
        ticket = await self.call("POST", "/v1/tickets", {"pool": pool})
        while "assignment" not in ticket:
            await asyncio.sleep(self.PAUSE_S)
            ticket = await self.call("GET", f"/v1/{ticket['name']}")
        return str(ticket["assignment"]["table"])

    async def watch(
        self, table: str, *, spectator: bool = False, token: str = ""
    ) -> AsyncGenerator[Seen, None]:
        del token  # whoever asks anew always resumes
        last = -1
        while True:
            view = await self.call("GET", f"/v1/{table}/view")
            if int(view.get("version", 0)) > last:
                last = int(view.get("version", 0))
                seen = Seen("SNAPSHOT", last, "", view)
                if not spectator and seen.decision is not None:
                    seen = Seen("SNAPSHOT", last, "", view, await self._moves(table, seen.decision))
                yield seen
                if seen.finished:
                    return
            await asyncio.sleep(self.PAUSE_S)

    async def submit(self, table: str, move: Json) -> Json:
        return await self.call("POST", f"/v1/{table}:submitMove", move)

    async def get(self, path: str) -> Json:
        return await self.call("GET", f"/v1/{path}")

    async def call(self, method: str, path: str, body: Json | None = None, **query: str) -> Json:
        """Any method of the REST face."""
        answer = await self.http.request(method, path, json=body, params=query)
        if not answer.is_success:
            raise refused_of(answer.json()["error"])
        found: Json = answer.json()
        return found

    async def _moves(self, table: str, decision: int) -> tuple[str, ...]:
        answer = await self.call("GET", f"/v1/{table}/legalMoves")
        same = answer.get("decision", {}).get("decisionId", 0) == decision
        return tuple(move["notation"] for move in answer.get("moves", ())) if same else ()

    def _watch_query(self, *, spectator: bool, token: str) -> dict[str, str]:
        query = {"includeLegalMoves": "true", "asSpectator": json.dumps(spectator)}
        return {**query, "resumeToken": token} if token else query


class NdjsonClient(RestClient):
    """Watches by lines of JSON."""

    face = "rest_ndjson"
    accept: ClassVar[str] = "application/x-ndjson"

    async def find_table(self, pool: Json) -> str:
        ticket = await self.call("POST", "/v1/tickets", {"pool": pool})
        async for news in self.stream(f"/v1/{ticket['name']}:watch"):
            if "assignment" in news:
                return str(news["assignment"]["table"])
        raise AssertionError("the ticket ended without a table")

    async def watch(
        self, table: str, *, spectator: bool = False, token: str = ""
    ) -> AsyncGenerator[Seen, None]:
        query = self._watch_query(spectator=spectator, token=token)
        async for update in self.stream(f"/v1/{table}:watch", **query):
            seen = seen_of(update)
            yield seen
            if seen.finished:
                return

    async def stream(self, path: str, **query: str) -> AsyncIterator[Json]:
        """The messages of a stream; raises `Refused` for an error as the last of them."""
        headers = {"Accept": self.accept}
        async with self.http.stream("GET", path, params=query, headers=headers) as answer:
            if not answer.is_success:
                raise refused_of(json.loads(await answer.aread())["error"])
            assert answer.headers["content-type"].startswith(self.accept)
            async for message in self._messages(answer):
                if "error" in message:
                    raise refused_of(message["error"])
                yield message

    async def _messages(self, answer: httpx.Response) -> AsyncIterator[Json]:
        async for line in answer.aiter_lines():
            if line:
                yield json.loads(line)


class SseClient(NdjsonClient):
    """Watches by server-sent events."""

    face = "rest_sse"
    accept = "text/event-stream"

    async def _messages(self, answer: httpx.Response) -> AsyncIterator[Json]:
        event = "message"
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                event = value
            elif name == "data" and event != "end":
                yield json.loads(value)
            elif not line:
                event = "message"
