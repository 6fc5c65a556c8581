"""One link to a gateway.

Many calls in one message, everything that became ready in one pass of the loop in one answer.
"""

from __future__ import annotations

import asyncio
from typing import Any

from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.chassis.errors import Refusal, to_status
from nurselog.chassis.interceptors import refusal_of
from nurselog.chassis.logs import get
from nurselog.engine import eager
from nurselog.engine.address import address_of
from nurselog.engine.games import Games, Hosted
from nurselog.engine.sight import audience_of, check_sight, check_watching
from nurselog.engine.watch import Watch

LARGEST = 1024 * 1024
"""About the size of a message at which the rest travels in another."""

log = get(__name__)


class Link:
    """Calls run concurrently; answers and pushes gather until the stream takes them."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._replies: list[pb.LinkReply] = []
        self._pushes: list[tuple[bytes, list[int]]] = []
        self._pushed: set[Watch] = set()
        self._watches: dict[int, tuple[Hosted, Watch]] = {}
        self._opening: dict[int, bool] = {}
        """Watches that are being opened; False once the gateway wants them no more."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._some = asyncio.Event()

    async def run(self, requests: Any, write: Any) -> None:
        """Serves until the gateway closes the stream."""
        writer = asyncio.create_task(self._write(write))
        try:
            async for request in requests:
                for call in request.calls:
                    self._take(call)
        finally:
            writer.cancel()
            for task in tuple(self._tasks):
                task.cancel()
            for hosted, watch in tuple(self._watches.values()):
                hosted.hub.leave(watch)

    # Calls

    def _take(self, call: pb.LinkCall) -> None:
        which = call.WhichOneof("call")
        if which == "submit":
            eager.start(self._submit(call))
        elif which == "watch":
            self._opening[call.id] = True
            self._start(self._watch(call))
        elif which == "unwatch":
            self._unwatch(call.unwatch)

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _submit(self, call: pb.LinkCall) -> None:
        request = call.submit
        try:
            hosted = self._games.of_table(request.name)
            done = await hosted.submit(call.player, request)
        except Exception as error:  # noqa: BLE001 - every call is answered
            self._refuse(call, error)
            return
        reply = pb.LinkReply(id=call.id)
        answer = reply.submitted
        answer.version = done.version
        answer.committed_at_ms = done.at_ms
        if done.replayed:
            answer.replayed = True
        self._reply(reply)

    async def _watch(self, call: pb.LinkCall) -> None:
        request = call.watch
        try:
            hosted = self._games.of_table(request.name)
            table = await hosted.keeper.fresh(address_of(request.name))
            check_sight(table, call.player, request.invite_code)
            seat = request.seat if request.HasField("seat") else None
            audience = audience_of(table, call.player, seat, as_spectator=request.as_spectator)
            await check_watching(hosted.deals, table, audience)
            look = (audience, request.include_legal_moves)
            watch = await hosted.hub.watch(table, look, self, resume=request.resume_token, watch_id=call.id)
            hosted.attendance.saw(table, audience)
        except Exception as error:  # noqa: BLE001 - every call is answered
            self._refuse(call, error)
            return
        finally:
            wanted = self._opening.pop(call.id)
        if wanted:
            self._watches[call.id] = (hosted, watch)
            if watch.over and watch not in self._pushed:
                self._over(watch)
        else:
            hosted.hub.leave(watch)

    def _unwatch(self, watch_id: int) -> None:
        found = self._watches.pop(watch_id, None)
        if found is not None:
            found[0].hub.leave(found[1])
        elif watch_id in self._opening:
            self._opening[watch_id] = False

    # Answers

    def _refuse(self, call: pb.LinkCall, error: Exception) -> None:
        refusal = refusal_of(error)
        if refusal.reason == "INTERNAL" and not isinstance(error, Refusal):
            log.error("link_call_failed", request_id=call.request_id, exc_info=error)
        self._reply(pb.LinkReply(id=call.id, error=to_status(refusal)))

    def _reply(self, reply: pb.LinkReply) -> None:
        self._replies.append(reply)
        self._some.set()

    def push(self, watch: Watch, frame: bytes) -> None:
        """A frame for a watch; watches that share the bytes share the push."""
        pushes = self._pushes
        if pushes and pushes[-1][0] is frame:
            pushes[-1][1].append(watch.watch_id)
        else:
            pushes.append((frame, [watch.watch_id]))
        self._pushed.add(watch)
        self._some.set()

    def end(self, watch: Watch, refusal: Refusal) -> None:
        """The watch cannot go on."""
        self._watches.pop(watch.watch_id, None)
        self._reply(pb.LinkReply(id=watch.watch_id, error=to_status(refusal)))

    async def _write(self, write: Any) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            pushed, self._pushed = self._pushed, set()
            for response in self._gathered():
                await write(response)
            for watch in pushed:
                self._sent(watch)

    def _gathered(self) -> list[pb.LinkResponse]:
        """All that waits, in messages that are not too large."""
        replies, self._replies = self._replies, []
        pushes, self._pushes = self._pushes, []
        responses, size = [pb.LinkResponse(replies=replies)], 0
        for frame, watch_ids in pushes:
            size += len(frame)
            if size > LARGEST:
                responses.append(pb.LinkResponse())
                size = len(frame)
            responses[-1].pushes.add(watch_ids=watch_ids, update=frame)
        return responses

    def _sent(self, watch: Watch) -> None:
        missed = watch.sent()
        found = self._watches.get(watch.watch_id)
        if found is None:
            return
        if missed:
            found[0].hub.refresh_view(watch)
        elif watch.over:
            self._over(watch)

    def _over(self, watch: Watch) -> None:
        del self._watches[watch.watch_id]
        reply = pb.LinkReply(id=watch.watch_id)
        reply.over.SetInParent()
        self._reply(reply)
