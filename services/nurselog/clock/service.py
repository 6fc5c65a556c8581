"""VacationService: players plan times in which their clocks stand still, and take them back."""

from __future__ import annotations

import re
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from nurselog.api.clock.v1 import vacation_service_pb2 as pb
from nurselog.api.clock.v1.vacation_service_pb2_grpc import VacationServiceServicer
from nurselog.chassis.context import require_player
from nurselog.chassis.errors import Aborted, InvalidArgument, NotFound, PermissionDenied
from nurselog.chassis.paging import page_size, read_number, write_token
from nurselog.clock.herald import Herald
from nurselog.clock.vacation_store import VacationStore
from nurselog.clock.vacations import HOUR_MS, Rules, Vacation, check, check_deadline, ended, left_ms, year_of

ATTEMPTS = 4
LONGEST_REQUEST_ID = 64
_NAME = re.compile(r"(players/[^/]+)/vacations/([1-9][0-9]{0,14})")


class VacationService(VacationServiceServicer):
    """Everybody plans for himself alone."""

    def __init__(self, store: VacationStore, herald: Herald, rules: Rules) -> None:
        self._store = store
        self._herald = herald
        self._rules = rules

    async def CreateVacation(self, request: pb.CreateVacationRequest, _context: Any) -> pb.Vacation:
        player = _own(request.parent, "parent")
        _check_request_id(request.request_id)
        for _ in range(ATTEMPTS):
            known = await self._store.read(player)
            if (repeated := _of_request(known.vacations, request.request_id)) is not None:
                return _message(player, repeated, await self._herald.tell(player))
            wanted = _wanted(request, known.now_ms)
            check(self._rules, known.vacations, wanted, known.now_ms)
            for table, standing in (await self._herald.ask(player, known)).items():
                check_deadline(self._rules, wanted, table, standing.due_ms)
            old = [one for one in known.vacations if year_of(one.until_ms) < year_of(known.now_ms)]
            if await self._store.put(player, known.revision, wanted, forget=old):
                return _message(player, wanted, await self._herald.tell(player))
        raise _conflict()

    async def ListVacations(
        self, request: pb.ListVacationsRequest, _context: Any
    ) -> pb.ListVacationsResponse:
        player = _own(request.parent, "parent")
        size, scope = page_size(request.page_size), f"vacations {player}"
        known = await self._store.read(player)
        after = read_number(request.page_token, scope)
        rest = [one for one in known.vacations if after is None or one.from_ms > after]
        page = rest[:size]
        left = left_ms(self._rules, known.vacations, year_of(known.now_ms))
        return pb.ListVacationsResponse(
            vacations=[_message(player, one) for one in page],
            next_page_token=write_token(scope, str(page[-1].from_ms)) if len(rest) > size else "",
            hours_left=left // HOUR_MS,
        )

    async def CancelVacation(self, request: pb.CancelVacationRequest, _context: Any) -> pb.Vacation:
        found = _NAME.fullmatch(request.name)
        if found is None:
            raise InvalidArgument(
                "FIELD_INVALID", "A vacation is called players/{player}/vacations/{vacation}.", field="name"
            )
        player, from_ms = _own(found[1], "name"), int(found[2])
        _check_request_id(request.request_id)
        for _ in range(ATTEMPTS):
            known = await self._store.read(player)
            vacation = next((one for one in known.vacations if one.from_ms == from_ms), None)
            if vacation is None:
                raise NotFound(
                    "VACATION_NOT_FOUND", "There is no such vacation.", field="name", vacation=request.name
                )
            changed = ended(vacation, known.now_ms)
            if changed == vacation or await self._store.put(player, known.revision, changed):
                return _message(player, changed, await self._herald.tell(player))
        raise _conflict()


def _own(name: str, field: str) -> str:
    """The caller, who must be the player of this name or `players/me`."""
    player = require_player()
    if name not in (player, "players/me"):
        raise PermissionDenied("NOT_OWNER", "Vacations are everybody's own.", field=field, player=name[:128])
    return player


def _check_request_id(request_id: str) -> None:
    if len(request_id) > LONGEST_REQUEST_ID or not request_id.isprintable():
        raise InvalidArgument(
            "FIELD_INVALID", "A request id has at most 64 printable characters.", field="request_id"
        )


def _wanted(request: pb.CreateVacationRequest, now_ms: int) -> Vacation:
    if not request.HasField("end_time"):
        raise InvalidArgument("FIELD_INVALID", "A vacation has an end.", field="end_time")
    start_ms = _ms(request.start_time, "start_time") if request.HasField("start_time") else now_ms
    return Vacation(start_ms, _ms(request.end_time, "end_time"), request.request_id)


def _ms(moment: Timestamp, field: str) -> int:
    try:
        return moment.ToMilliseconds()
    except ValueError:
        raise InvalidArgument("FIELD_INVALID", f"{field} is no time.", field=field) from None


def _of_request(vacations: tuple[Vacation, ...], request_id: str) -> Vacation | None:
    if not request_id:
        return None
    return next((one for one in vacations if one.request_id == request_id), None)


def _message(player: str, vacation: Vacation, tables: list[str] | None = None) -> pb.Vacation:
    message = pb.Vacation(
        name=f"{player}/vacations/{vacation.from_ms}", cancelled=vacation.cancelled, tables=tables or ()
    )
    message.start_time.FromMilliseconds(vacation.from_ms)
    message.end_time.FromMilliseconds(vacation.until_ms)
    return message


def _conflict() -> Aborted:
    return Aborted("CONFLICT", "Your vacations were changed at the same time; look again.")
