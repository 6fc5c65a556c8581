"""What a seat says and hears on a web socket, in the socket's two forms: JSON text and protobuf bytes."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import orjson
from picows import WSMsgType

from nurselog.api.game.v1 import table_pb2
from nurselog.api.gateway.v1 import realtime_pb2 as pb
from nurselog.cli.bench.table_load import News


class Heard(NamedTuple):
    """A view that was told: of which table, to which seat, and what the load needs of it."""

    table: str
    seat: int
    news: News


class Form(Protocol):
    """One of the forms. `hear` gives None for what the load does not need, and raises `Refusal`."""

    kind: WSMsgType

    def subscribe(self, number: int, table: str) -> bytes: ...
    def unsubscribe(self, number: int, subscription: int) -> bytes: ...
    def submit(self, number: int, table: str, seat: int, decision: int, notation: str) -> bytes: ...
    def hear(self, payload: bytes) -> Heard | None: ...


class Refusal(Exception):
    """The backend refused a frame."""


PUSH = b'{"id":0,"push"'
"""How a push begins in JSON; all else are answers, of which only refusals matter here."""


class JsonForm:
    """Text frames, as a browser has them."""

    kind = WSMsgType.TEXT

    def subscribe(self, number: int, table: str) -> bytes:
        return orjson.dumps({"id": number, "subscribe": {"name": table, "includeLegalMoves": True}})

    def unsubscribe(self, number: int, subscription: int) -> bytes:
        return orjson.dumps({"id": number, "unsubscribe": {"subscription": subscription}})

    def submit(self, number: int, table: str, seat: int, decision: int, notation: str) -> bytes:
        move = {"name": table, "seat": seat, "decisionId": decision, "requestId": f"b{decision}"}
        return orjson.dumps({"id": number, "submit": {**move, "notation": notation}})

    def hear(self, payload: bytes) -> Heard | None:
        if not payload.startswith(PUSH):
            if b'"error"' in payload:
                raise Refusal
            return None
        update = orjson.loads(payload)["push"]["update"]
        view = update.get("view")
        return None if view is None else Heard(view["name"], view.get("seat", 0), news_of(update, view))


def news_of(update: dict[str, Any], view: dict[str, Any]) -> News:
    """What the load needs of an update in JSON."""
    seat = view.get("seat", 0)
    decision = next(
        (one.get("decisionId", 0) for one in view.get("decisions", ()) if one.get("seat", 0) == seat), 0
    )
    return News(
        version=view.get("version", 0),
        finished=view["state"] == "TABLE_STATE_FINISHED",
        decision=decision,
        moves=update.get("legalMoves", ()),
    )


class ProtobufForm:
    """Binary frames, for clients made from the protos."""

    kind = WSMsgType.BINARY

    def subscribe(self, number: int, table: str) -> bytes:
        frame = pb.ClientFrame(id=number)
        frame.subscribe.name, frame.subscribe.include_legal_moves = table, True
        return frame.SerializeToString()

    def unsubscribe(self, number: int, subscription: int) -> bytes:
        frame = pb.ClientFrame(id=number)
        frame.unsubscribe.subscription = subscription
        return frame.SerializeToString()

    def submit(self, number: int, table: str, seat: int, decision: int, notation: str) -> bytes:
        frame = pb.ClientFrame(id=number)
        move = frame.submit
        move.name, move.seat, move.decision_id, move.notation = table, seat, decision, notation
        move.request_id = f"b{decision}"
        return frame.SerializeToString()

    def hear(self, payload: bytes) -> Heard | None:
        frame = pb.ServerFrame.FromString(payload)
        if not frame.HasField("push"):
            if frame.HasField("error"):
                raise Refusal
            return None
        update = frame.push.update
        if not update.HasField("view"):
            return None
        view = update.view
        seat = view.seat
        decision = next((one.decision_id for one in view.decisions if one.seat == seat), 0)
        finished = view.state == table_pb2.TABLE_STATE_FINISHED
        return Heard(view.name, seat, News(view.version, finished, decision, update.legal_moves))
