"""What organisers do: a writing half of the public face, without gRPC. What entrants do is in `attending`."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import partial

from nurselog.api.game.v1.game_pb2 import Game
from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import entrant_pb2, round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.believed import Believed
from nurselog.chassis.context import require_player
from nurselog.chassis.errors import Aborted, InvalidArgument
from nurselog.chassis.partitions import new_table_id
from nurselog.tournament import changes, corrections, entries, life, rounds, show, teams
from nurselog.tournament.book import Book, RoundState, State
from nurselog.tournament.conduct import Conductor
from nurselog.tournament.course import asked_for, renamed, stage_is_played, superseded, unseen
from nurselog.tournament.desk import Ask, Decide, Desk, asking
from nurselog.tournament.going_on import check_going_on
from nurselog.tournament.moves import HasMoved
from nurselog.tournament.names import read_entrant, read_pairing, read_round, read_tournament, request_key
from nurselog.tournament.pure import pairing_refusals
from nurselog.tournament.reading import Reading
from nurselog.tournament.setup import check_terms, complete, wrong
from nurselog.tournament.trials import CheckTables

LONGEST_EXTENSION_S = 366 * 86_400


@dataclass(frozen=True, slots=True)
class Engines:
    """What organisers need of the engines."""

    has_moved: HasMoved
    check_tables: CheckTables


class Organising:
    """Writes; who may do what is decided beside each thing that is done."""

    def __init__(
        self, desk: Desk, reading: Reading, catalogue: Believed[Game], conductor: Conductor, engines: Engines
    ) -> None:
        self._desk = desk
        self._reading = reading
        self._catalogue = catalogue
        self._conductor = conductor
        self._has_moved = engines.has_moved
        self._check_tables = engines.check_tables

    # The tournament -----------------------------------------------------------------------------------------

    async def create(self, request: pb.CreateTournamentRequest) -> tournament_pb2.Tournament:
        player = require_player()
        request_id = request_key(request.request_id)
        game = await self._game(request.tournament)
        settings = complete(request.tournament, game, player)
        await self._check_tables(settings.tables)
        check_terms(settings)
        unique = request_id or secrets.token_hex(16)
        name = new_table_id(f"tournament {player} {unique}".encode())
        seed = secrets.token_bytes(32)
        book = await self._desk.change(
            name, lambda b: life.create(b, settings, seed, opened=request.open), Ask(by=player), create=True
        )
        return show.tournament(book)

    async def update(self, request: pb.UpdateTournamentRequest) -> tournament_pb2.Tournament:
        ask, name = asking(request), read_tournament(request.name)
        paths = life.changed_paths(request.update_mask.paths, request.tournament)
        book = await self._organized(name, ask.by)
        if ask.mark in book.answered:
            return show.tournament(book)
        wanted = life.merged(book, request.tournament, paths)
        game = await self._game(wanted)
        if life.touches(paths, "tables"):
            await self._check_tables(complete(wanted, game, book.organizer).tables)

        def decide(b: Book) -> list[TournamentChange]:
            life.require_organizer(b, ask.by)
            settings = complete(life.merged(b, request.tournament, paths), game, b.organizer)
            return list(life.update(b, check_terms(settings)))

        return show.tournament(await self._desk.change(name, decide, ask))

    async def move(self, name: str, decide: Decide) -> tournament_pb2.Tournament:
        """Cancels."""
        return show.tournament(await self._by_organizer(read_tournament(name), decide))

    async def advance(self, name: str, decide: Decide) -> tournament_pb2.Tournament:
        """Opens or starts, if tables of its terms can be opened (still)."""
        book = await self._organized(read_tournament(name), require_player())
        if book.state in (State.TOURNAMENT_STATE_DRAFT, State.TOURNAMENT_STATE_OPEN):
            await self._check_tables(book.settings.tables)
        return await self.move(name, decide)

    async def add_block(self, request: pb.AddBlockRequest) -> entrant_pb2.Block:
        tournament = read_tournament(request.name)
        named = [read_entrant(one, "block.entrants") for one in request.block.entrants]
        if any(where != tournament for where, _ in named):
            raise InvalidArgument("FIELD_INVALID", "All are of this tournament.", field="block.entrants")
        who = [entrant for _, entrant in named]
        await self._by_organizer(tournament, lambda b: entries.block(b, request.block, who))
        return request.block

    # Rounds -------------------------------------------------------------------------------------------------

    async def pair(self, request: pb.PairRoundRequest) -> round_pb2.Round:
        ask, name = asking(request), read_tournament(request.name)
        book = await self._organized(name, ask.by)
        if ask.mark not in book.answered:
            rounds.check_pairable(book, lambda: stage_is_played(book))
            last = book.round
            if last is None or last.state != RoundState.ROUND_STATE_PAIRING:
                book = await self._paired(book, (len(book.rounds) + 1, 1), ask)
        return show.the_round(book, rounds.find_round(book, len(book.rounds)))

    async def repair(self, request: pb.RepairRoundRequest) -> round_pb2.Round:
        ask, (name, number) = asking(request), read_round(request.name)
        book = await self._organized(name, ask.by)
        if ask.mark in book.answered:
            return show.the_round(book, rounds.find_round(book, number))
        here = rounds.check_repairable(book, number)
        tables = [table.table for one in here.pairings.values() for table in one.running if table.table]
        tables += asked_for(book)
        if await self._has_moved(tables):
            raise rounds.wrong_round(here, "A table of the round has a move.")
        again = here.state == RoundState.ROUND_STATE_PLAYING
        why = teams.reason(request.reason) if request.reason else ""
        book = await self._paired(book, (number, here.attempt + 1), ask, why, publish=again)
        return show.the_round(book, book.rounds[number - 1])

    async def publish(self, request: pb.PublishRoundRequest) -> round_pb2.Round:
        name, number = read_round(request.name)
        now_ms = await self._reading.now_ms(name)
        book = await self._by_organizer(name, lambda b: rounds.publish(b, number, now_ms))
        return show.the_round(book, book.rounds[number - 1])

    async def extend(self, request: pb.ExtendRoundRequest) -> round_pb2.Round:
        name, number = read_round(request.name)
        if not 1 <= request.seconds <= LONGEST_EXTENSION_S:
            raise InvalidArgument(
                "FIELD_INVALID",
                f"A round is extended by 1 to {LONGEST_EXTENSION_S} seconds.",
                field="seconds",
                limit=LONGEST_EXTENSION_S,
            )
        now_ms = await self._reading.now_ms(name)
        decide = partial(rounds.extend, number=number, seconds=request.seconds, now_ms=now_ms)
        book = await self._by_organizer(name, decide, asking(request))
        return show.the_round(book, rounds.find_round(book, number))

    async def correct(self, request: pb.CorrectResultRequest) -> round_pb2.Pairing:
        where = read_pairing(request.name)

        def decide(b: Book) -> list[TournamentChange]:
            made = list(corrections.corrected(b, where, request.game, request.seats, request.reason))
            check_going_on(b, made[0].corrected)
            return [*made, *superseded(b, made[0].corrected)]

        book = await self._by_organizer(where.tournament, decide, asking(request))
        here = rounds.find_round(book, where.round)
        return show.pairing(book, here, rounds.find_pairing(book, here, where.pairing))

    async def _paired(
        self, book: Book, which: tuple[int, int], ask: Ask, reason: str = "", *, publish: bool = False
    ) -> Book:
        """`which` is the round and how often it is paired with this."""
        number, attempt = which
        with pairing_refusals():
            pairings, made_from = await self._conductor.pairings(book)
        wanted = [
            changes.round_paired(
                number, renamed(pairings, attempt), made_from, attempt=attempt, reason=reason
            )
        ]
        if publish:
            now_ms = await self._reading.now_ms(book.id)
            wanted.append(changes.round_published(number, rounds.deadline_from(book, now_ms)))

        def decide(b: Book) -> list[TournamentChange]:
            if b.version != made_from[0]:
                raise Aborted("CONFLICT", "The tournament changed while the round was paired; try again.")
            return [*unseen(b), *wanted]

        return await self._desk.change(book.id, decide, ask)

    async def _game(self, wanted: tournament_pb2.Tournament) -> Game:
        """The game that is to be played; refuses a tournament that names none, with the field."""
        name = wanted.tables.game
        if not name:
            raise wrong("tables.game", "A tournament names its game, `games/{game}`.")
        return await self._catalogue.of(name)

    # Who may ------------------------------------------------------------------------------------------------

    async def _organized(self, tournament: str, player: str) -> Book:
        book = await self._reading.book(tournament)
        life.require_organizer(book, player)
        return book

    async def _by_organizer(self, tournament: str, decide: Decide, ask: Ask | None = None) -> Book:
        ask = ask or Ask(by=require_player())
        await self._organized(tournament, ask.by)
        return await self._desk.change(tournament, decide, ask)


def cancelling(reason: str) -> Decide:
    """The decision to give up."""

    def decide(book: Book) -> list[TournamentChange]:
        given_up = life.cancel(book, reason)
        return [*given_up, *unseen(book)] if given_up else []

    return decide
