"""Moves and watches of one game over the links to its engine's replicas, whatever happens to them.

Promises: a submit is answered exactly once. One that was under way when its link broke is sent once more,
which its request id makes harmless. A watch that lost its link goes on at another, from its last token:
its reader sees every step in order, or a resync.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from google.rpc import status_pb2

from nurselog.api.engine.v1 import engine_service_pb2 as api
from nurselog.api.game.v1 import game_service_pb2
from nurselog.api.game.v1.table_pb2 import TableUpdate
from nurselog.chassis import logs
from nurselog.chassis.errors import DeadlineExceeded, Refusal, to_status
from nurselog.gateway import metrics
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.descriptors import UnknownType
from nurselog.gateway.errors import info_of, status_of, unavailable
from nurselog.gateway.link import Link
from nurselog.gateway.updates import Update
from nurselog.gateway.upstream import ELSEWHERE

SWEEP_S = 0.25
PASSING = frozenset({"SERVICE_UNAVAILABLE", "STORE_UNAVAILABLE"})
"""Reasons for which a table that could be followed before will be followed again."""

log = logs.get(__name__)

OnAnswer = Callable[[api.LinkReply], None]


@dataclass(slots=True, eq=False)
class Submit:
    """A move under way."""

    call: api.LinkCall
    on_answer: OnAnswer
    since: float
    link: Link | None = None
    repeated: bool = False
    refused_by: tuple[Link, ...] = ()


@dataclass(slots=True, eq=False)
class Watch:
    """A reader of a table; it is told by `on_update` until `on_end`, or until it is dropped."""

    request: game_service_pb2.WatchTableRequest
    player: str
    request_id: str
    on_update: Callable[[Update], None]
    on_end: Callable[[status_pb2.Status], None]
    on_over: Callable[[], None] | None = None
    """The table has ended, and everything was told."""
    link: Link | None = None
    id: int = 0
    told: bool = False
    last: bytes = b""
    """The last update, which has the token to go on from; it is read when that is needed."""
    wanted: bool = True
    refused_by: tuple[Link, ...] = ()

    def begin_anew(self) -> None:
        """Forgets where it was: a full view comes next."""
        self.request.resume_token, self.last = "", b""


class Exchange:
    """All that one game's tables say to us and hear from us."""

    def __init__(self, game: str, catalogue: Catalogue, *, wait_s: float, deadline_s: float) -> None:
        self._game = game
        self._engine = engine = catalogue.engines[game]
        self._catalogue = catalogue
        self.wait_s = wait_s
        """How long a call waits for a link."""
        self._deadline_s = deadline_s
        self._links = {address: Link(replica, self) for address, replica in engine.replicas.items()}
        self._submits: dict[int, Submit] = {}
        self._watches: dict[int, Watch] = {}
        self._last_id = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def alive(self) -> bool:
        """Whether any link is open."""
        return any(link.alive for link in self._links.values())

    async def run(self) -> None:
        """Keeps all links, for ever."""
        async with asyncio.TaskGroup() as group:
            for link in self._links.values():
                group.create_task(link.run())
            group.create_task(self._sweep())

    # What sockets use ---------------------------------------------------------------------------------------

    def submit(
        self, request: game_service_pb2.SubmitMoveRequest, player: str, request_id: str, on_answer: OnAnswer
    ) -> None:
        """Sends a move, which must have a request id; `on_answer` is called exactly once, and later."""
        call_id = self._next_id()
        link = self._link_for(request.name)
        call = link.call() if link is not None else api.LinkCall()
        call.id, call.player, call.request_id = call_id, player, request_id
        call.submit.CopyFrom(request)
        self._submits[call_id] = Submit(call, on_answer, time.monotonic(), link)

    def watch(self, watch: Watch) -> None:
        """Begins, or begins anew from the token in its request."""
        self._release(watch)
        watch.wanted = True
        watch.id = self._next_id()
        self._watches[watch.id] = watch
        self._place(watch)

    def drop(self, watch: Watch) -> None:
        """Ends a watch: it is told nothing any more."""
        watch.wanted = False
        self._release(watch)

    # What links tell ----------------------------------------------------------------------------------------

    def connected(self) -> None:
        """Everything that waits for a link goes its way."""
        self._catalogue.forget(self._game)
        for submit in self._submits.values():
            if submit.link is None:
                self._repeat(submit)
        for watch in self._watches.values():
            if watch.link is None:
                self._place(watch)

    def broken(self, link: Link) -> None:
        """What the link carried goes on elsewhere, or waits, or is told."""
        for call_id, submit in list(self._submits.items()):
            if submit.link is link:
                self._rescue(call_id, submit)
        for watch in self._watches.values():
            if watch.link is link:
                watch.link = None
                self._place(watch)

    def received(self, message: api.LinkResponse) -> None:
        """Answers first: who moved learns that before the step."""
        for reply in message.replies:
            self._answer(reply)
        for push in message.pushes:
            update = Update(push.update, self._catalogue)
            for watch_id in push.watch_ids:
                if (watch := self._watches.get(watch_id)) is not None:
                    self._tell(watch, update)
        metrics.moves.inc(len(message.replies))
        metrics.pushes.inc(len(message.pushes))

    # How ----------------------------------------------------------------------------------------------------

    def _release(self, watch: Watch) -> None:
        known = self._watches.pop(watch.id, None) is watch
        if known and watch.link is not None and watch.link.alive:
            watch.link.call().unwatch = watch.id
        watch.link = None

    def _answer(self, reply: api.LinkReply) -> None:
        if (submit := self._submits.get(reply.id)) is not None:
            if reply.HasField("error") and self._elsewhere(submit, submit.call.submit.name, reply.error):
                self._repeat(submit)
                return
            del self._submits[reply.id]
            submit.on_answer(reply)
        elif (watch := self._watches.get(reply.id)) is not None:
            if reply.HasField("error"):
                self._end(watch, reply.error)
            elif reply.HasField("over") and watch.on_over is not None:
                watch.on_over()

    def _elsewhere(self, asked: Submit | Watch, table: str, error: status_pb2.Status) -> bool:
        """Whether the refusal speaks for one replica only, and there is another one to ask."""
        if info_of(error).reason not in ELSEWHERE or asked.link is None:
            return False
        asked.refused_by = (*asked.refused_by, asked.link)
        return self._link_for(table, asked.refused_by) is not None

    def _tell(self, watch: Watch, update: Update) -> None:
        try:
            watch.on_update(update)
        except UnknownType as unknown:
            self._in_background(self._learn(watch, unknown))
            return
        except Exception as error:  # noqa: BLE001 - one reader's trouble must not become everybody's
            self.drop(watch)
            watch.on_end(status_of(error))
            return
        watch.told, watch.last = True, update.packed

    def _end(self, watch: Watch, status: status_pb2.Status) -> None:
        if watch.told and info_of(status).reason in PASSING:
            self._in_background(self._again(watch))
            return
        if self._elsewhere(watch, watch.request.name, status):
            self._place(watch)
            return
        self.drop(watch)
        watch.on_end(status)

    def _place(self, watch: Watch) -> None:
        link = watch.link = self._link_for(watch.request.name, watch.refused_by)
        if link is not None:
            call = link.call()
            call.id, call.player, call.request_id = watch.id, watch.player, watch.request_id
            call.watch.CopyFrom(watch.request)
            if watch.last:
                call.watch.resume_token = TableUpdate.FromString(watch.last).resume_token

    def _rescue(self, call_id: int, submit: Submit) -> None:
        if submit.repeated:
            self._fail(call_id, unavailable("The engine"))
            return
        submit.link, submit.repeated = None, True
        self._repeat(submit)

    def _repeat(self, submit: Submit) -> None:
        link = submit.link = self._link_for(submit.call.submit.name, submit.refused_by)
        if link is not None:
            link.call().CopyFrom(submit.call)

    def _fail(self, call_id: int, refusal: Refusal) -> None:
        self._submits.pop(call_id).on_answer(api.LinkReply(id=call_id, error=to_status(refusal)))

    def _link_for(self, table: str, but: Sequence[Link] = ()) -> Link | None:
        """The table's preferred replica that is there, and not one of some."""
        for replica in self._engine.order(table):
            link = self._links[replica.address]
            if link.alive and link not in but:
                return link
        return None

    def _next_id(self) -> int:
        while True:
            self._last_id = self._last_id % 0xFFFF_FFFF + 1
            if self._last_id not in self._submits and self._last_id not in self._watches:
                return self._last_id

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            now = time.monotonic()
            for call_id, submit in list(self._submits.items()):
                if submit.link is None and now - submit.since > self.wait_s:
                    self._fail(call_id, unavailable("The engine"))
                elif now - submit.since > self._deadline_s:
                    sentence = "The move took longer than its deadline; send it again with its request id."
                    self._fail(call_id, DeadlineExceeded("DEADLINE_EXCEEDED", sentence))

    async def _learn(self, watch: Watch, unknown: UnknownType) -> None:
        """Stops a watch at a message nobody knows, and goes on from the token before it."""
        self._release(watch)
        try:
            await self._catalogue.find(unknown)
        except UnknownType:
            if watch.wanted:
                watch.on_end(to_status(unavailable("The description of this game")))
            return
        if watch.wanted:
            self.watch(watch)

    async def _again(self, watch: Watch) -> None:
        await asyncio.sleep(SWEEP_S)
        if watch.wanted:
            self.watch(watch)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
