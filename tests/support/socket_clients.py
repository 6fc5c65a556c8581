"""Clients on the web socket, in text and in binary frames; sessions and tickets go over REST."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import suppress
from types import TracebackType
from typing import Any, ClassVar, Self

from google.protobuf import json_format
from google.rpc import code_pb2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from nurselog.api.gateway.v1 import realtime_pb2
from tests.support.clients import Faces, Json, NdjsonClient, Refused, Seen, refused_of, seen_of
from tests.support.grpc_client import json_of, know_all_games


class SocketClient(NdjsonClient):
    """Text frames. One connection for everything; pushes go to the subscription they belong to."""

    face: ClassVar[str] = "socket_json"

    def __init__(self, faces: Faces) -> None:
        super().__init__(faces)
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ids = 0
        self._answers: dict[int, asyncio.Future[Json]] = {}
        self._pushes: dict[int, asyncio.Queue[Json | Refused | None]] = {}

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket is not None and self._reading is not None:
            await self._socket.close()
            await self._reading
        await super().__aexit__(kind, error, trace)

    async def connect(self) -> Self:
        """Opens the socket under the session, if there is one."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self._socket = await connect(self.faces.socket, additional_headers=headers, proxy=None)
        self._reading = asyncio.create_task(self._read(self._socket))
        return self

    async def ask(self, frame: Json) -> Json:
        """Sends a frame and returns its answer; raises `Refused`."""
        if self._socket is None:
            await self.connect()
        number = self._send_id()
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        await self._send({"id": number, **frame})
        return await answer

    async def watch(
        self, table: str, *, spectator: bool = False, token: str = ""
    ) -> AsyncGenerator[Seen, None]:
        if self._socket is None:
            await self.connect()
        number = self._send_id()
        pushes = self._pushes[number] = asyncio.Queue()
        wish = {"name": table, "includeLegalMoves": True, "asSpectator": spectator, "resumeToken": token}
        await self._send({"id": number, "subscribe": wish})
        while (update := await pushes.get()) is not None:
            if isinstance(update, Refused):
                raise update
            seen = seen_of(update)
            yield seen
            if seen.finished:
                await self.ask({"unsubscribe": {"subscription": number}})
                return
        raise ConnectionResetError("the socket was closed")

    async def submit(self, table: str, move: Json) -> Json:
        answer = await self.ask({"submit": {"name": table, **move}})
        submitted: Json = answer["submitted"]
        return submitted

    def encode(self, frame: Json) -> str | bytes:
        """A frame on its way out."""
        return json.dumps(frame)

    def decode(self, data: str | bytes) -> Json:
        """A frame that came in."""
        assert isinstance(data, str), "text is answered by text"
        frame: Json = json.loads(data)
        return frame

    def _send_id(self) -> int:
        self._ids += 1
        return self._ids

    async def _send(self, frame: Json) -> None:
        assert self._socket is not None
        await self._socket.send(self.encode(frame))

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for data in socket:
                self._take(self.decode(data))
        for waiting in self._answers.values():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError("the socket was closed"))
                waiting.exception()  # whoever waited may be gone
        for pushes in self._pushes.values():
            pushes.put_nowait(None)

    def _take(self, frame: Json) -> None:
        number = int(frame.get("id", 0))
        if "push" in frame:
            push = frame["push"]
            self._pushes[int(push["subscription"])].put_nowait(push["update"])
        elif "error" in frame:
            self._refuse(number, _refusal(frame["error"]))
        elif number in self._answers:
            self._answers.pop(number).set_result(frame)

    def _refuse(self, number: int, refusal: Refused) -> None:
        if number in self._answers:
            self._answers.pop(number).set_exception(refusal)
        elif number in self._pushes:
            self._pushes[number].put_nowait(refusal)


class BinarySocketClient(SocketClient):
    """Binary frames: protobuf bytes."""

    face: ClassVar[str] = "socket_binary"

    def __init__(self, faces: Faces) -> None:
        super().__init__(faces)
        know_all_games()

    def encode(self, frame: Json) -> str | bytes:
        return json_format.ParseDict(frame, realtime_pb2.ClientFrame()).SerializeToString()

    def decode(self, data: str | bytes) -> Json:
        assert isinstance(data, bytes), "binary is answered by binary"
        return json_of(realtime_pb2.ServerFrame.FromString(data))


def _refusal(status: dict[str, Any]) -> Refused:
    """A google.rpc.Status in JSON has its code as a number."""
    return refused_of({**status, "status": code_pb2.Code.Name(int(status.get("code", 2)))})
