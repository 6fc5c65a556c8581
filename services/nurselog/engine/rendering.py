"""What an audience may see, as messages and bytes.

Each view is made once per audience and version, then shared.
"""

from __future__ import annotations

import re
from typing import Any

from google.protobuf import any_pb2
from google.protobuf.message import Message

from nurselog.api.game.v1 import table_pb2 as pb
from nurselog.engine import facts
from nurselog.engine.address import Status
from nurselog.engine.history import Moment
from nurselog.engine.live import LiveTable
from nurselog.engine.scene import Scene
from nurselog.engine.seating import seat_message
from nurselog.engine.wire import field, int_field
from nurselog.rules.api import Audience, seats

STATES = {
    Status.OPEN: pb.TABLE_STATE_OPEN,
    Status.PLAYING: pb.TABLE_STATE_PLAYING,
    Status.FINISHED: pb.TABLE_STATE_FINISHED,
    Status.QUARANTINED: pb.TABLE_STATE_QUARANTINED,
}
_TOKEN = re.compile(r"(.*)\.(-1|0|[1-9][0-9]{0,9})")
_TYPE_PREFIX = "type.googleapis.com/"


def packed(message: Message) -> any_pb2.Any:
    """The message as `Any`."""
    return any_pb2.Any(
        type_url=_TYPE_PREFIX + message.DESCRIPTOR.full_name, value=message.SerializeToString()
    )


def token(epoch: str, version: int) -> str:
    """Where a watcher resumes."""
    return f"{epoch}.{version}"


def read_token(text: str) -> tuple[str, int] | None:
    """The epoch and version of a resume token; None for what is none."""
    found = _TOKEN.fullmatch(text)
    return (found[1], int(found[2])) if found is not None else None


def table_message(table: LiveTable, *, invite: bool = False) -> pb.Table:
    """The table: its seats, options and state. The invite code only for those who may invite."""
    play = table.moment.play if table.moment is not None else None
    setting = table.terms.setting
    message = pb.Table(
        name=table.address.name,
        state=STATES[table.status],
        seats=[
            seat_message(
                seat,
                table.seating.sitters[seat],
                left=table.departed(seat),
                substitute=table.seating.substitute(seat),
            )
            for seat in seats(table.terms.seat_count)
        ],
        version=table.log_version,
        invite_code=setting.invite_code if invite else "",
        moved_seats=facts.moved(play) if play is not None else (),
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
        "deal": setting.deal,
        "tournament": setting.tournament,
    }


def view_message(table: LiveTable, moment: Moment, audience: Audience) -> pb.TableView:
    """Everything the audience may know at that moment."""
    return pb.TableView.FromString(Scene(table, moment).view(audience))


_STEP = pb.TableUpdate(kind=pb.UPDATE_KIND_STEP).SerializeToString()
_HOUSE = pb.TableUpdate(seat=-1).SerializeToString()


class StepFrames:
    """The next commit, as each audience learns it."""

    __slots__ = ("_head", "_scene")

    def __init__(self, table: LiveTable, moment: Moment) -> None:
        version, seat, house_move = moment.play.version, moment.entry.seat, moment.house_move
        self._scene = Scene(table, moment)
        self._head = b"".join(
            (
                _STEP,
                int_field(2, version),
                field(3, token(table.epoch, version).encode()),
                int_field(5, seat) if seat >= 0 else _HOUSE,
                field(6, house_move.encode()) if house_move else b"",
            )
        )

    def of(self, audience: Audience, *, legal: bool) -> bytes:
        """The frame of one audience."""
        return self._head + self._scene.events(audience) + self._scene.parts(audience, legal=legal)


def full_frame(table: LiveTable, audience: Audience, *, legal: bool, resync: bool = False) -> bytes:
    """All that the audience may know now: the first frame, or a new start."""
    head = pb.TableUpdate(
        kind=pb.UPDATE_KIND_RESYNC if resync else pb.UPDATE_KIND_SNAPSHOT,
        version=table.log_version,
        resume_token=token(table.epoch, table.log_version),
        seat=-1,
        table=table_message(table),
    ).SerializeToString()
    if table.moment is None:
        return head
    return head + Scene(table, table.moment).parts(audience, legal=legal)


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
