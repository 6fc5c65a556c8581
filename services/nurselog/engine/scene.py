"""One moment of one table, shown to any audience as bytes of the contract.

What all audiences see alike is serialised once, and parts are put together as bytes: protobuf reads the fields
of a message in any order (https://protobuf.dev/programming-guides/encoding/#order). The hot path of every move.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from nurselog.api.common.v1 import clock_pb2
from nurselog.api.game.v1 import table_pb2 as pb
from nurselog.engine import facts
from nurselog.engine.history import Moment
from nurselog.engine.live import LiveTable
from nurselog.rules.api import AnyRules, Audience, Seat, seats

_TYPE_PREFIX = "type.googleapis.com/"


def field(number: int, payload: bytes) -> bytes:
    """A length-delimited field (numbers below 16)."""
    size = len(payload)
    if size < 0x80:
        return bytes((number << 3 | 2, size)) + payload
    if size < 0x4000:
        return bytes((number << 3 | 2, size & 0x7F | 0x80, size >> 7)) + payload
    return bytes((number << 3 | 2, size & 0x7F | 0x80, size >> 7 & 0x7F | 0x80, size >> 14)) + payload


@cache
def type_url_field(kind: Any) -> bytes:
    """The first field of an `Any` with a message of this kind."""
    return field(1, (_TYPE_PREFIX + kind.DESCRIPTOR.full_name).encode())


@cache
def _seat_field(audience: Audience) -> bytes:
    return pb.TableView(seat=audience).SerializeToString()


_EVENTS, _VIEW, _LEGAL = 4, 7, 8
_GAME_VIEW = 6
_VALUE = 2
_CAN_UNDO = pb.TableView(can_undo=True).SerializeToString()


class Scene:
    """Made once for each step and shared by all who watch it."""

    __slots__ = ("_common_events", "_common_view", "_moment", "_rules")

    def __init__(self, table: LiveTable, moment: Moment) -> None:
        self._rules = table.rules
        self._moment = moment
        self._common_view = _common_view(table, moment)
        self._common_events: bytes | None = None

    def view(self, audience: Audience) -> bytes:
        """The `TableView` of this audience."""
        play = self._moment.play
        game_view = self._rules.view(play.state, audience)
        packed = type_url_field(type(game_view)) + field(_VALUE, game_view.SerializeToString())
        own = _seat_field(audience) + (_CAN_UNDO if play.earlier and play.can_undo(audience) else b"")
        return self._common_view + own + field(_GAME_VIEW, packed)

    def events(self, audience: Audience) -> bytes:
        """The fields `TableUpdate.events` of this audience."""
        events = self._moment.events
        if not events:
            return b""
        if any(event.private for event in events):
            return self._events(audience)
        if self._common_events is None:
            self._common_events = self._events(audience)
        return self._common_events

    def legal(self, audience: Audience) -> bytes:
        """The fields `TableUpdate.legal_moves` of this audience."""
        texts = legal_texts(self._rules, self._moment, audience)
        return b"".join([field(_LEGAL, text.encode()) for text in texts])

    def parts(self, audience: Audience, *, legal: bool) -> bytes:
        """The fields of `TableUpdate` that show this moment: the view, and the legal moves if wanted."""
        shown = field(_VIEW, self.view(audience))
        return shown + self.legal(audience) if legal else shown

    def _events(self, audience: Audience) -> bytes:
        to_proto = self._rules.wire.event_to_proto
        messages = [to_proto(event.seen_by(audience)) for event in self._moment.events]
        return b"".join(
            [
                field(_EVENTS, type_url_field(type(message)) + field(_VALUE, message.SerializeToString()))
                for message in messages
            ]
        )


def _common_view(table: LiveTable, moment: Moment) -> bytes:
    play = moment.play
    view = pb.TableView(
        name=table.address.name,
        version=play.version,
        state=pb.TABLE_STATE_PLAYING if play.outcome is None else pb.TABLE_STATE_FINISHED,
        decisions=[facts.decision_message(decision) for decision in play.decisions],
    )
    if moment.clocks.rule is not None:
        view.clocks.extend(clock_messages(moment))
    if play.departures:
        view.left_seats.extend([departure.seat for departure in play.departures])
    if play.outcome is not None:
        view.outcome.CopyFrom(facts.outcome_message(play.outcome))
    return view.SerializeToString()


def clock_messages(moment: Moment) -> list[clock_pb2.SeatClock]:
    """The clocks at that moment."""
    clocks = moment.clocks
    return [
        clock_pb2.SeatClock(
            seat=seat,
            remaining_ms=clock.left.bank_ms,
            periods_left=clock.left.periods,
            running=clock.decision_id is not None,
            due_at_ms=clocks.due(seat) or 0,
        )
        for seat, clock in zip(seats(len(clocks.seats)), clocks.seats, strict=True)
    ]


def legal_texts(rules: AnyRules, moment: Moment, audience: Audience) -> list[str]:
    """The notations of the seat's legal moves; none for spectators, or a seat with nothing to decide."""
    if moment.play.decision_of(audience) is None:
        return []
    to_text = rules.notation.format
    return [to_text(move) for move in rules.legal_moves(moment.play.state, Seat(audience))]
