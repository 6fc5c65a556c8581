"""What everybody may read of tournaments: the reading half of the public face."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import grpc

from nurselog.api.tournament.v1 import entrant_pb2, round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.context import current_player, require_player
from nurselog.chassis.errors import InvalidArgument
from nurselog.chassis.paging import page_size, read_number, read_place, write_place, write_token
from nurselog.rules.chance import seed_hash
from nurselog.tournament import show
from nurselog.tournament.book import Book, RoundBook, State
from nurselog.tournament.course import inputs
from nurselog.tournament.desk import Desk
from nurselog.tournament.entries import find
from nurselog.tournament.events import inputs_json
from nurselog.tournament.exports import export_of
from nurselog.tournament.live import Standings
from nurselog.tournament.log_store import LogStore
from nurselog.tournament.names import (
    no_tournament,
    read_entrant,
    read_export,
    read_pairing,
    read_round,
    read_tournament,
)
from nurselog.tournament.rounds import find_pairing, find_round, no_round
from nurselog.tournament.values import EntrantId
from nurselog.tournament.watch import Hub

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rooms:
    """What reading needs."""

    store: LogStore
    desk: Desk
    standings: Standings
    hub: Hub


class Reading:
    """Reads; drafts are shown to their organiser only, unpublished rounds as well."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    async def book(self, tournament: str, field: str = "name") -> Book:
        """The book, if the caller may know of it; `field` of the request names it."""
        book = await self._rooms.desk.read(tournament, field)
        if book.state == State.TOURNAMENT_STATE_DRAFT and book.organizer != current_player():
            raise no_tournament(tournament, field)
        return book

    async def _parent(self, request: Any) -> Book:
        """The book whose parts are listed."""
        return await self.book(read_tournament(request.parent, "parent"), "parent")

    async def now_ms(self, tournament: str) -> int:
        """The store's clock."""
        return await self._rooms.store.now_ms(tournament)

    async def tournament(self, request: pb.GetTournamentRequest) -> tournament_pb2.Tournament:
        return show.tournament(await self.book(read_tournament(request.name)))

    async def tournaments(self, request: pb.ListTournamentsRequest) -> pb.ListTournamentsResponse:
        size = page_size(request.page_size)
        scope = f"tournaments {request.state} {request.game}"
        after = read_place(request.page_token, scope)
        found: list[Book] = []
        while len(found) <= size:
            page = await self._rooms.store.page(size + 1, after)
            books = await asyncio.gather(*(self._rooms.desk.read(name) for _, name in page))
            found += [book for book in books if self._wanted(book, request)]
            if len(page) <= size:
                break
            after = page[-1]
        shown = found[:size]
        more = write_place(scope, shown[-1].created_ms, shown[-1].id) if len(found) > size else ""
        return pb.ListTournamentsResponse(
            tournaments=[show.tournament(book) for book in shown], next_page_token=more
        )

    def _wanted(self, book: Book, request: pb.ListTournamentsRequest) -> bool:
        if book.state == State.TOURNAMENT_STATE_DRAFT and book.organizer != current_player():
            return False
        fits = not request.state or book.state == request.state
        return fits and (not request.game or book.settings.tables.game == request.game)

    async def entrant(self, request: pb.GetEntrantRequest) -> entrant_pb2.Entrant:
        tournament, name = read_entrant(request.name)
        book = await self.book(tournament)
        return show.entrant(book, find(book, resolved(book, name)))

    async def entrants(self, request: pb.ListEntrantsRequest) -> pb.ListEntrantsResponse:
        book = await self._parent(request)
        entries, token = cut(show.entrants_in_order(book), request, f"entrants {book.id}")
        return pb.ListEntrantsResponse(
            entrants=[show.entrant(book, entry) for entry in entries], next_page_token=token
        )

    async def the_round(self, request: pb.GetRoundRequest) -> round_pb2.Round:
        tournament, number = read_round(request.name)
        book = await self.book(tournament)
        return show.the_round(book, visible(book, number))

    async def rounds(self, request: pb.ListRoundsRequest) -> pb.ListRoundsResponse:
        book = await self._parent(request)
        seen = [one for one in book.rounds if show.may_see(book, one, current_player())]
        page, token = cut(seen, request, f"rounds {book.id}")
        return pb.ListRoundsResponse(
            rounds=[show.the_round(book, one) for one in page], next_page_token=token
        )

    async def pairings(self, request: pb.ListPairingsRequest) -> pb.ListPairingsResponse:
        tournament, number = read_round(request.parent, "parent")
        book = await self.book(tournament, "parent")
        here = visible(book, number, "parent")
        scope = f"pairings {book.id} {here.pairing_id}"
        page, token = cut(list(here.pairings.values()), request, scope)
        return pb.ListPairingsResponse(
            pairings=[show.pairing(book, here, one) for one in page], next_page_token=token
        )

    async def pairing(self, request: pb.GetPairingRequest) -> round_pb2.Pairing:
        where = read_pairing(request.name)
        book = await self.book(where.tournament)
        here = visible(book, where.round)
        return show.pairing(book, here, find_pairing(book, here, where.pairing))

    async def pairing_inputs(self, request: pb.GetPairingInputsRequest) -> pb.PairingInputs:
        tournament, number = read_round(request.name.removesuffix("/inputs"))
        book = await self.book(tournament)
        here = visible(book, number)
        then = await self._rooms.desk.as_of(tournament, here.inputs_version)
        text = await asyncio.to_thread(inputs_json, *inputs(then))
        return pb.PairingInputs(
            name=f"{request.name.removesuffix('/inputs')}/inputs",
            pairing_id=here.pairing_id,
            algorithm=here.algorithm,
            inputs_json=text,
            inputs_hash=here.inputs_hash,
            seed_hash=seed_hash(book.seed),
            seed=book.seed.hex() if book.is_over else "",
        )

    async def my_tables(self, request: pb.ListMyTablesRequest) -> pb.ListMyTablesResponse:
        player = require_player()
        book = await self._parent(request)
        page, token = cut(show.my_tables(book, player), request, f"my tables {book.id} {player}")
        return pb.ListMyTablesResponse(tables=page, next_page_token=token)

    async def standings(self, request: pb.ListStandingsRequest) -> pb.ListStandingsResponse:
        book = await self._parent(request)
        if not 0 <= request.stage <= max(1, len(book.stages)):
            raise InvalidArgument("FIELD_INVALID", "There is no such stage yet.", field="stage")
        table = await self._rooms.standings.of(book, request.stage)
        scope, size = f"standings {book.id} {request.stage}", page_size(request.page_size)
        start = read_number(request.page_token, scope) or 0
        stop = start + size
        return pb.ListStandingsResponse(
            standings=table.part(start, stop),
            next_page_token=write_token(scope, str(stop)) if stop < len(table.lines) else "",
        )

    async def export(self, request: pb.GetExportRequest) -> pb.Export:
        tournament, name = read_export(request.name)
        book = await self.book(tournament)
        media_type, text = await asyncio.to_thread(export_of(book, name))
        return pb.Export(name=request.name, media_type=media_type, text=text)


def visible(book: Book, number: int, field: str = "name") -> RoundBook:
    """The round, if the caller may see it."""
    here = find_round(book, number, field)
    if not show.may_see(book, here, current_player()):
        raise no_round(book, number, "The round is not published yet.", field)
    return here


def resolved(book: Book, entrant: str) -> str:
    """`me` is the caller's entrant."""
    if entrant != "me":
        return entrant
    return book.entrant_of(require_player()) or EntrantId("me")


def cut(things: Sequence[T], request: Any, scope: str) -> tuple[Sequence[T], str]:
    """A page of what is counted from 0, and the token of the next."""
    size = page_size(request.page_size)
    start = read_number(request.page_token, scope) or 0
    stop = start + size
    return things[start:stop], write_token(scope, str(stop)) if stop < len(things) else ""
