"""EngineService: what the house itself asks of an engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceServicer
from nurselog.api.game.v1 import table_pb2
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument
from nurselog.chassis.partitions import HOUSE
from nurselog.engine.address import address_of
from nurselog.engine.backfill import Vacancy, substitute, vacate
from nurselog.engine.deals import DealBook, check_deal_name, check_tournament, read_deal
from nurselog.engine.games import Games
from nurselog.engine.link import Link
from nurselog.engine.opening import LONGEST_REQUEST_ID, Wish, check_request_id
from nurselog.engine.rendering import table_message
from nurselog.engine.seating import Sitter


class EngineService(EngineServiceServicer):
    """Internal: callers are other processes of the house."""

    def __init__(self, games: Games, deals: DealBook) -> None:
        self._games = games
        self._deals = deals

    async def Link(self, request: AsyncIterator[pb.LinkRequest], context: Any) -> None:  # type: ignore[override]
        await Link(self._games).run(request, context.write)

    async def CreateAssignedTable(
        self, request: pb.CreateAssignedTableRequest, _context: Any
    ) -> table_pb2.Table:
        hosted = self._games.of_game(request.parent, "parent")
        wish, sitters = _assigned(request)
        return table_message(await hosted.lobby.open(wish, sitters), invite=True)

    async def CheckTable(self, request: pb.CheckTableRequest, _context: Any) -> pb.CheckTableResponse:
        wish, _ = _assigned(request.table)
        self._games.of_game(request.table.parent, "table.parent").lobby.check(wish)
        return pb.CheckTableResponse()

    async def StopTable(self, request: pb.StopTableRequest, _context: Any) -> pb.StopTableResponse:
        hosted = self._games.of_table(request.name)
        address = address_of(request.name)
        stopped = await hosted.steward.stop(address, overruled=request.result_by_hand)
        return pb.StopTableResponse(stopped=stopped)

    async def SubstituteSeat(self, request: pb.SubstituteSeatRequest, _context: Any) -> table_pb2.Table:
        hosted = self._games.of_table(request.name)
        if not request.occupant.player:
            raise InvalidArgument("FIELD_INVALID", "A substitute is a player.", field="occupant")
        sitter = Sitter(request.occupant.player, request.occupant.display_name)
        vacancy = Vacancy(request.seat, request.left_at_version)
        table = await substitute(hosted.keeper, address_of(request.name), vacancy, sitter)
        await hosted.steward.expire(table.address)  # the seat's time runs from now on
        return table_message(table, invite=True)

    async def VacateSeat(self, request: pb.VacateSeatRequest, _context: Any) -> pb.VacateSeatResponse:
        hosted, address = self._games.of_table(request.name), address_of(request.name)
        vacancy = Vacancy(request.seat, request.left_at_version)
        vacant = await vacate(hosted.keeper, address, vacancy, request.player)
        if vacant:
            await hosted.steward.expire(address)  # the bot's time runs from now on
        return pb.VacateSeatResponse(vacant=vacant)

    async def ExpireTurn(self, request: pb.ExpireTurnRequest, _context: Any) -> pb.ExpireTurnResponse:
        hosted = self._games.of_table(request.name)
        outages = [(int(outage.from_ms), int(outage.until_ms)) for outage in request.outages]
        return pb.ExpireTurnResponse(expired=await hosted.steward.expire(address_of(request.name), outages))

    async def ArchiveTable(self, request: pb.ArchiveTableRequest, _context: Any) -> pb.ArchiveTableResponse:
        hosted = self._games.of_table(request.name)
        return pb.ArchiveTableResponse(archived=await hosted.records.archive(address_of(request.name)))

    async def RevealDeal(self, request: pb.RevealDealRequest, _context: Any) -> pb.RevealDealResponse:
        await self._deals.reveal(check_deal_name(request.name, "name"))
        return pb.RevealDealResponse()

    async def NoteVacations(
        self, request: pb.NoteVacationsRequest, _context: Any
    ) -> pb.NoteVacationsResponse:
        hosted = self._games.of_table(request.name)
        wanted = [(int(span.from_ms), int(span.until_ms)) for span in request.vacations]
        noted = await hosted.vacations.note(
            address_of(request.name), request.player, wanted, ask_only=request.ask_only
        )
        return pb.NoteVacationsResponse(counts=noted.counts, due_at_ms=noted.due_ms or 0)

    async def ReleaseTable(self, request: pb.ReleaseTableRequest, _context: Any) -> table_pb2.Table:
        hosted = self._games.of_table(request.name)
        keep = request.keep_version if request.HasField("keep_version") else None
        table = await hosted.steward.release(address_of(request.name), keep)
        if table is None:
            raise FailedPrecondition(
                "TABLE_NOT_QUARANTINED",
                "The table is not quarantined, or its log has no such version.",
                field="name",
                table=request.name,
            )
        return table_message(table)


def _assigned(request: pb.CreateAssignedTableRequest) -> tuple[Wish, list[Sitter]]:
    """The wish for an assigned table, and who sits there."""
    check_request_id(request.request_id, LONGEST_REQUEST_ID)
    if not request.request_id:
        raise InvalidArgument("FIELD_INVALID", "Assigned tables need a request id.", field="request_id")
    sitters = [Sitter(occupant.player, occupant.display_name) for occupant in request.occupants]
    if not all(sitter.player for sitter in sitters):
        raise InvalidArgument("FIELD_INVALID", "Every occupant has a player.", field="occupants")
    wish = Wish(
        creator=HOUSE,
        request_id=request.request_id,
        seat_count=len(sitters),
        options=dict(request.options),
        visibility=request.visibility,
        clock=request.clock,
        leaver_policy=request.leaver_policy,
        rated=request.rated,
        durability=request.durability,
        seats_assigned=True,
        tournament=check_tournament(request.tournament),
        deal=read_deal(request.deal) if request.HasField("deal") else None,
    )
    return wish, sitters
