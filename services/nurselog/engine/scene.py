"""One moment of one table, shown to any audience as bytes of the contract.

What all audiences see alike is serialised once, and the parts are put together as bytes: this is the hot path
of every move.
"""

from __future__ import annotations

from functools import cache, lru_cache

from nurselog.api.common.v1 import clock_pb2
from nurselog.api.game.v1 import table_pb2 as pb
from nurselog.engine import facts
from nurselog.engine.history import Moment
from nurselog.engine.live import LiveTable
from nurselog.engine.wire import any_field, field, int_field
from nurselog.rules.api import AnyRules, Audience, Seat, seats
from nurselog.rules.fold import OpenDecision

_GAME_VIEW, _CAN_UNDO = 6, pb.TableView(can_undo=True).SerializeToString()
_VERSION, _DECISIONS = 2, 5
_PLAYING = pb.TableView(state=pb.TABLE_STATE_PLAYING).SerializeToString()
_FINISHED = pb.TableView(state=pb.TABLE_STATE_FINISHED).SerializeToString()
_EVENTS, _VIEW, _LEGAL = 4, 7, 8


@lru_cache(maxsize=4096)
def _name_field(name: str) -> bytes:
    return field(1, name.encode())


@cache
def _seat_field(audience: Audience) -> bytes:
    return pb.TableView(seat=audience).SerializeToString()


@lru_cache(maxsize=4096)
def _legal_field(text: str) -> bytes:
    return field(_LEGAL, text.encode())


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
        game_view = any_field(_GAME_VIEW, self._rules.view(play.state, audience))
        undo = _CAN_UNDO if play.earlier and play.can_undo(audience) else b""
        return b"".join((self._common_view, _seat_field(audience), undo, game_view))

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
        return b"".join(map(_legal_field, texts))

    def parts(self, audience: Audience, *, legal: bool) -> bytes:
        """The fields of `TableUpdate` that show this moment: the view, and the legal moves if wanted."""
        shown = field(_VIEW, self.view(audience))
        return shown + self.legal(audience) if legal else shown

    def _events(self, audience: Audience) -> bytes:
        to_proto = self._rules.wire.event_to_proto
        events = self._moment.events
        return b"".join([any_field(_EVENTS, to_proto(event.seen_by(audience))) for event in events])


def _common_view(table: LiveTable, moment: Moment) -> bytes:
    play = moment.play
    common = [
        _name_field(table.address.name),
        int_field(_VERSION, play.version),
        _PLAYING if play.outcome is None else _FINISHED,
        *[_decision_field(decision) for decision in play.decisions],
    ]
    if moment.clocks.rule is not None or play.departures or play.outcome is not None:
        common.append(_rarer(moment))
    return b"".join(common)


def _decision_field(decision: OpenDecision) -> bytes:
    seat, kind, decision_id = decision
    return field(_DECISIONS, int_field(1, seat) + field(2, kind.encode()) + int_field(3, decision_id))


def _rarer(moment: Moment) -> bytes:
    play = moment.play
    view = pb.TableView(left_seats=[departure.seat for departure in play.departures])
    if moment.clocks.rule is not None:
        view.clocks.extend(clock_messages(moment))
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
            lag_left_ms=clock.lag_left,
            leaves_at_ms=clocks.leaves_at(seat) or 0,
            vacations=[clock_pb2.Interval(from_ms=span[0], until_ms=span[1]) for span in clock.away],
        )
        for seat, clock in zip(seats(len(clocks.seats)), clocks.seats, strict=True)
    ]


def legal_texts(rules: AnyRules, moment: Moment, audience: Audience) -> list[str]:
    """The notations of the seat's legal moves; none for spectators, or a seat with nothing to decide."""
    if moment.play.decision_of(audience) is None:
        return []
    to_text = rules.notation.format
    return [to_text(move) for move in rules.legal_moves(moment.play.state, Seat(audience))]
