"""What a move costs the gateway on its way through a web socket: one frame in, one answer and two pushes out.

python -m tests.perf.gateway_hot_path

Without the kernel and without gRPC, whose cost is shared by all moves of a pass: only our own work, and the
least of many passes, so that other work on the machine shows little.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import uvloop
from picows import WSMsgType
from pydantic import SecretStr

from nurselog.api.engine.v1 import engine_service_pb2 as api
from nurselog.api.game.v1 import table_pb2
from nurselog.gateway.backend import Backend
from nurselog.gateway.catalogue import Catalogue
from nurselog.gateway.exchange import Exchange
from nurselog.gateway.hub import Hub
from nurselog.gateway.limits import Limits
from nurselog.gateway.session_service import SessionService
from nurselog.gateway.sessions import Sessions
from nurselog.gateway.settings import GatewaySettings
from nurselog.gateway.upstream import Replica, Upstream
from nurselog.gateway.visitors import Visitor
from nurselog.gateway.websocket import Socket
from tests.support import toy

TABLE = "games/toy/tables/e0-00000001"
MOVES, PASSES = 20, 300
SUBSCRIBE = f'{{"id":1,"subscribe":{{"name":"{TABLE}"}}}}'.encode()
SUBMIT = (
    f'{{"id":7,"submit":{{"name":"{TABLE}","decisionId":17,"requestId":"abc7","notation":"d3"}}}}'.encode()
)


class _Wire:
    """A transport that takes everything."""

    def __init__(self) -> None:
        self.underlying_transport = self

    def write(self, data: bytes) -> None:
        """Nothing happens."""

    def set_write_buffer_limits(self, high: int) -> None:
        """Nothing happens."""


class Scene:
    """One table with both its players, and a link that only gathers."""

    def __init__(self) -> None:
        settings = GatewaySettings(session_key=SecretStr("k" * 32), frames_per_s=0)
        catalogue = Catalogue({"toy": Upstream("toy", [Replica("127.0.0.1:1", settings)])})
        catalogue._take("toy", toy.files())
        sessions = Sessions(["k" * 32], 30)
        backend = Backend(catalogue, {}, {}, SessionService(sessions), 10)
        self.exchange = Exchange("toy", catalogue, wait_s=3, deadline_s=20)
        (self.link,) = self.exchange._links.values()
        self.link.alive = True
        self.hub = Hub(settings, backend, {"toy": self.exchange}, sessions, Limits(settings))
        visitor = Visitor("local", "request", sessions.open("Ann")[0])
        self.sockets = [Socket(self.hub, visitor) for _ in range(2)]
        for socket in self.sockets:
            socket.on_ws_connected(cast("Any", _Wire()))
            socket._take(WSMsgType.TEXT, SUBSCRIBE, last=True)
        self.watches = [call.id for call in self.link._gathered.calls]
        self.updates = [_update(seat) for seat in range(2)]

    def submits(self) -> bytes:
        """The frames of one pass; returns what leaves by the link."""
        self.link._gathered = api.LinkRequest()
        for _ in range(MOVES):
            self.sockets[0]._take(WSMsgType.TEXT, SUBMIT, last=True)
        return self.link._gathered.SerializeToString()

    def answers(self) -> bytes:
        """What the engine says to them (not measured)."""
        response = api.LinkResponse()
        for call in self.link._gathered.calls:
            response.replies.add(id=call.id).submitted.version = 3
            for watch, update in zip(self.watches, self.updates, strict=True):
                response.pushes.add(watch_ids=[watch], update=update)
        return response.SerializeToString()

    def deliver(self, answers: bytes) -> None:
        """Answers and pushes, as JSON, to the wire."""
        self.exchange.received(api.LinkResponse.FromString(answers))
        self.hub._flush()


def _update(seat: int) -> bytes:
    update = table_pb2.TableUpdate(kind=table_pb2.UPDATE_KIND_STEP, version=17, resume_token="abcdef.17")
    update.view.name, update.view.version, update.view.seat = TABLE, 17, seat
    update.view.decisions.add(seat=0, kind="turn", decision_id=17)
    view: Any = toy.kind("View")(squares=range(40), hand="abc")
    for square in range(20):
        view.stones.add(colour=square % 3, square=square)
    update.view.game_view.Pack(view)
    update.events.add().Pack(toy.kind("Event")(moved=3))
    return update.SerializeToString()


def _least(measured: dict[str, float], name: str, work: Callable[[], Any]) -> Any:
    started = time.process_time()
    made = work()
    spent = (time.process_time() - started) / MOVES * 1e6
    measured[name] = min(measured.get(name, spent), spent)
    return made


async def main() -> None:
    """Prints the parts and their sum."""
    scene = Scene()
    measured: dict[str, float] = {}
    for _ in range(PASSES):
        _least(measured, "frame in", scene.submits)
        answers = scene.answers()
        _least(measured, "answer and two pushes out", partial(scene.deliver, answers))
    for name, spent in measured.items():
        print(f"{spent:6.1f} us  {name}")
    print(f"{sum(measured.values()):6.1f} us  per move")


if __name__ == "__main__":
    uvloop.run(main())
