"""What an audience may see, as messages and bytes.

Each view is made once per audience and version, then shared.
"""

from __future__ import annotations

from typing import Any

from google.protobuf import any_pb2
from google.protobuf.message import Message

from nurselog.api.common.v1 import clock_pb2
from nurselog.api.game.v1 import table_pb2 as pb
from nurselog.engine import facts
from nurselog.engine.address import Status
from nurselog.engine.history import Moment
from nurselog.engine.live import LiveTable
from nurselog.engine.seating import seat_message
from nurselog.rules.api import AnyRules, Audience, Seat, seats

STATES = {
    Status.OPEN: pb.TABLE_STATE_OPEN,
    Status.PLAYING: pb.TABLE_STATE_PLAYING,
    Status.FINISHED: pb.TABLE_STATE_FINISHED,
    Status.QUARANTINED: pb.TABLE_STATE_QUARANTINED,
}
_TYPE_PREFIX = "type.googleapis.com/"


def packed(message: Message) -> any_pb2.Any:
    """The message as `Any`."""
    return any_pb2.Any(
        type_url=_TYPE_PREFIX + message.DESCRIPTOR.full_name, value=message.SerializeToString()
    )


def view_message(table: LiveTable, moment: Moment, audience: Audience) -> pb.TableView:
    """Everything the audience may know at that moment."""
    play = moment.play
    view = pb.TableView(
        name=table.address.name,
        version=play.version,
        state=pb.TABLE_STATE_PLAYING if play.outcome is None else pb.TABLE_STATE_FINISHED,
        seat=audience,
        decisions=[facts.decision_message(decision) for decision in play.decisions],
        game_view=packed(table.rules.view(play.state, audience)),
        clocks=clock_messages(moment),
        can_undo=play.can_undo(audience),
        left_seats=[departure.seat for departure in play.departures],
    )
    if play.outcome is not None:
        view.outcome.CopyFrom(facts.outcome_message(play.outcome))
    return view


def clock_messages(moment: Moment) -> list[clock_pb2.SeatClock]:
    """The clocks at that moment; none if the table has no clock."""
    clocks = moment.clocks
    if clocks.rule is None:
        return []
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


def token(epoch: str, version: int) -> str:
    """Where a watcher resumes."""
    return f"{epoch}.{version}"


def read_token(text: str) -> tuple[str, int] | None:
    """The epoch and version of a resume token; None for what is none."""
    epoch, dot, version = text.rpartition(".")
    if not dot or not version.removeprefix("-").isascii() or not version.removeprefix("-").isdecimal():
        return None
    return epoch, int(version)


def table_message(table: LiveTable, *, invite: bool = False) -> pb.Table:
    """The table: its seats, options and state. The invite code only for those who may invite."""
    play = table.moment.play if table.moment is not None else None
    setting = table.terms.setting
    message = pb.Table(
        name=table.address.name,
        state=STATES[table.status],
        seats=[
            seat_message(seat, table.seating.sitters[seat], left=table.departed(seat))
            for seat in seats(table.terms.seat_count)
        ],
        version=table.log_version,
        invite_code=setting.invite_code if invite else "",
        **settings_of(table.terms.setting, table.terms.options),
    )
    message.create_time.FromMilliseconds(table.created_ms)
    if play is not None and play.outcome is not None:
        message.outcome.CopyFrom(facts.outcome_message(play.outcome))
    return message


def settings_of(setting: Any, options: Any) -> dict[str, Any]:
    """The fields of a table that never change."""
    return {
        "options": dict(options),
        "rules_version": setting.rules_version,
        "visibility": setting.visibility,
        "clock": setting.clock if setting.HasField("clock") else None,
        "leaver_policy": setting.leaver_policy,
        "rated": setting.rated,
        "durability": setting.durability,
        "seed_hash": setting.seed_hash.hex(),
        "creator": setting.creator,
    }


def step_frame(table: LiveTable, moment: Moment, audience: Audience, *, legal: bool) -> bytes:
    """The next commit, as this audience learns it."""
    rules, version = table.rules, moment.play.version
    update = pb.TableUpdate(
        kind=pb.UPDATE_KIND_STEP,
        version=version,
        resume_token=token(table.epoch, version),
        events=[packed(rules.wire.event_to_proto(event.seen_by(audience))) for event in moment.events],
        seat=moment.entry.seat,
        house_move=moment.house_move,
        view=view_message(table, moment, audience),
        legal_moves=legal_texts(rules, moment, audience) if legal else (),
    )
    return update.SerializeToString()


def full_frame(table: LiveTable, audience: Audience, *, legal: bool, resync: bool = False) -> bytes:
    """All that the audience may know now: the first frame, or a new start."""
    moment = table.moment
    update = pb.TableUpdate(
        kind=pb.UPDATE_KIND_RESYNC if resync else pb.UPDATE_KIND_SNAPSHOT,
        version=table.log_version,
        resume_token=token(table.epoch, table.log_version),
        seat=-1,
        table=table_message(table),
    )
    if moment is not None:
        update.view.CopyFrom(view_message(table, moment, audience))
        if legal:
            update.legal_moves.extend(legal_texts(table.rules, moment, audience))
    return update.SerializeToString()


def seats_frame(table: LiveTable) -> bytes:
    """Other people at a table that has not started."""
    return _bare_frame(table, pb.UPDATE_KIND_SEATS, table_message(table))


def heartbeat_frame(table: LiveTable) -> bytes:
    """Nothing happened."""
    return _bare_frame(table, pb.UPDATE_KIND_HEARTBEAT)


def _bare_frame(table: LiveTable, kind: pb.UpdateKind.ValueType, about: pb.Table | None = None) -> bytes:
    resume_token = token(table.epoch, table.log_version)
    update = pb.TableUpdate(
        kind=kind, version=table.log_version, resume_token=resume_token, seat=-1, table=about
    )
    return update.SerializeToString()
