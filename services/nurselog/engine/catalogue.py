"""Tables seen from outside their play: the lobby's list, and archived tables."""

from __future__ import annotations

import asyncio
import hmac

from nurselog.api.common.v1 import score_pb2
from nurselog.api.game.v1 import game_service_pb2, table_pb2
from nurselog.api.log.v1 import commit_pb2
from nurselog.chassis import paging
from nurselog.chassis.errors import InvalidArgument, PermissionDenied
from nurselog.engine.address import Address, Status
from nurselog.engine.keeper import Keeper
from nurselog.engine.log import Listed, Tale
from nurselog.engine.rendering import STATES, settings_of
from nurselog.engine.seating import read_seating, seat_message
from nurselog.rules.api import seats

NO_ENTRIES = 2**31
"""A version after which no log has anything."""

_STATUSES = {state: status for status, state in STATES.items()}


async def list_tables(
    keeper: Keeper, request: game_service_pb2.ListTablesRequest
) -> game_service_pb2.ListTablesResponse:
    """The public tables of a game, newest first.

    Seats that left are not marked: that takes folding each table.
    """
    statuses = _statuses(request.state)
    size = paging.page_size(request.page_size)
    scope = f"{request.parent}/tables/{request.state}"
    game = keeper.rules.spec.name
    place = paging.read_place(request.page_token, scope)
    before = Listed(*place) if place is not None else None
    rows = await keeper.log.listed(game, statuses, before, size + 1)
    addresses = [Address(game, row.table_id) for row in rows[:size]]
    tales = await asyncio.gather(*(keeper.log.read(address, after=NO_ENTRIES) for address in addresses))
    tables = []
    for address, tale in zip(addresses, tales, strict=True):
        if isinstance(tale, Tale):
            tables.append(_listed(address, tale))
        else:
            await keeper.log.unlist(game, address.table_id)
    last = rows[size - 1] if len(rows) > size else None
    more = paging.write_place(scope, last.created_ms, last.table_id) if last is not None else ""
    return game_service_pb2.ListTablesResponse(tables=tables, next_page_token=more)


def _statuses(state: table_pb2.TableState.ValueType) -> list[Status]:
    if state == table_pb2.TABLE_STATE_UNSPECIFIED:
        return list(Status)
    if state not in _STATUSES:
        raise InvalidArgument("FIELD_INVALID", f"Tables have no state {state}.", field="state")
    return [_STATUSES[state]]


def _listed(address: Address, tale: Tale) -> table_pb2.Table:
    setting = commit_pb2.TableSetting.FromString(tale.setting)
    seating = read_seating(tale.seating)
    table = table_pb2.Table(
        name=address.name,
        state=STATES[tale.status],
        seats=[seat_message(seat, seating.sitters[seat]) for seat in seats(setting.seat_count)],
        version=tale.version,
        **settings_of(setting, setting.options),
    )
    table.create_time.FromMilliseconds(tale.created_ms)
    if tale.outcome:
        table.outcome.CopyFrom(score_pb2.Outcome.FromString(tale.outcome))
    return table


def check_sight_of(table: table_pb2.Table, player: str, invite: str) -> None:
    """Refuses strangers of a private archived table who show no invite code."""
    if not table.invite_code or _is_ours(table, player):
        return
    if not hmac.compare_digest(table.invite_code.encode(), invite.encode()):
        raise PermissionDenied(
            "INVITE_REQUIRED",
            "The table is private: show its invite code.",
            field="invite_code",
            table=table.name,
        )


def shown_archived(table: table_pb2.Table, player: str, invite: str) -> table_pb2.Table:
    """An archived table as this caller may see it."""
    check_sight_of(table, player, invite)
    shown = table_pb2.Table()
    shown.CopyFrom(table)
    if not _is_ours(table, player):
        shown.ClearField("invite_code")
    return shown


def _is_ours(table: table_pb2.Table, player: str) -> bool:
    seated = {seat.occupant.player for seat in table.seats}
    return bool(player) and (player == table.creator or player in seated)
