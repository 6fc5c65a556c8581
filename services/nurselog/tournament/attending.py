"""What entrants do for themselves, or the organiser for them: a writing half of the public face."""

from __future__ import annotations

from nurselog.api.tournament.v1 import entrant_pb2, round_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.context import current_player_name, require_player
from nurselog.chassis.errors import InvalidArgument
from nurselog.tournament import choosing, entries, lineups, show
from nurselog.tournament.desk import Ask, Desk, asking
from nurselog.tournament.names import read_entrant, read_pairing, read_tournament
from nurselog.tournament.reading import Reading, resolved
from nurselog.tournament.teams import Entering
from nurselog.tournament.values import EntrantState


class Attending:
    """Writes; who may do what is decided beside each thing that is done."""

    def __init__(self, desk: Desk, reading: Reading) -> None:
        self._desk = desk
        self._reading = reading

    async def enter(self, request: pb.EnterTournamentRequest) -> entrant_pb2.Entrant:
        player, name = require_player(), read_tournament(request.name)
        await self._reading.book(name)
        wish = Entering(
            caller=(player, current_player_name() or player.partition("/")[2]),
            players=tuple((one.player, one.display_name) for one in request.players),
            team=request.team,
            club=request.club,
        )
        book = await self._desk.change(name, lambda b: entries.enter(b, wish), asking(request))
        entered = wish.players[0][0] if entries.by_hand(book, wish) else player
        return show.entrant(book, entries.find(book, book.entrant_of(entered) or entered))

    async def turn(self, name: str, state: EntrantState, reason: str = "") -> entrant_pb2.Entrant:
        """Withdraws, pauses, resumes or disqualifies."""
        player = require_player()
        tournament, wanted = read_entrant(name)
        entrant = resolved(await self._reading.book(tournament), wanted)
        if state is EntrantState.DISQUALIFIED and not reason.strip():
            raise InvalidArgument("FIELD_INVALID", "A reason has 1 to 80 characters.", field="reason")
        ask = Ask(by=player)
        book = await self._desk.change(
            tournament, lambda b: entries.turn(b, entrant, state, player, reason), ask
        )
        return show.entrant(book, entries.find(book, entrant))

    async def request_bye(self, request: pb.RequestByeRequest) -> entrant_pb2.Entrant:
        player = require_player()
        tournament, wanted = read_entrant(request.name)
        if request.round < 1:
            raise InvalidArgument("FIELD_INVALID", "Rounds count from 1.", field="round")
        entrant = resolved(await self._reading.book(tournament), wanted)
        book = await self._desk.change(
            tournament, lambda b: entries.request_bye(b, entrant, request.round, player), Ask(by=player)
        )
        return show.entrant(book, entries.find(book, entrant))

    async def set_lineup(self, request: pb.SetLineupRequest) -> entrant_pb2.Entrant:
        ask, (tournament, wanted) = asking(request), read_entrant(request.name)
        entrant = resolved(await self._reading.book(tournament), wanted)
        book = await self._desk.change(
            tournament,
            lambda b: lineups.set_lineup(b, entrant, request.players, request.reason, ask.by),
            ask,
        )
        return show.entrant(book, entries.find(book, entrant))

    async def choose_seat(self, request: pb.ChooseSeatRequest) -> round_pb2.Pairing:
        player, where = require_player(), read_pairing(request.name)
        tournament, wanted = where.tournament, "me"
        if request.entrant:
            tournament, wanted = read_entrant(request.entrant, "entrant")
        if tournament != where.tournament:
            raise InvalidArgument("FIELD_INVALID", "The entrant is of another tournament.", field="entrant")
        entrant = resolved(await self._reading.book(tournament), wanted)
        book = await self._desk.change(
            tournament,
            lambda b: choosing.choose(b, where, entrant, request.seat, player),
            Ask(by=player),
        )
        here = book.rounds[where.round - 1]
        return show.pairing(book, here, here.pairings[where.pairing])
