"""Tournaments in memory, for tests of what is decided on them: each change goes through the real fold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.log.v1.tournament_pb2 import TournamentChange, TournamentCommit
from nurselog.api.tournament.v1 import entrant_pb2, tournament_pb2
from nurselog.tournament import changes
from nurselog.tournament.book import Book, State
from nurselog.tournament.folds import apply
from nurselog.tournament.values import EntrantId, Pairing, PairingKind

START_MS = 1_750_000_000_000
SEED = bytes(range(32))
ORGANIZER = "players/olga"


def settings(*stages: tournament_pb2.Stage, seats: Sequence[int] = (2,)) -> tournament_pb2.Tournament:
    """Complete settings; a swiss of two rounds if no stage is named."""
    return tournament_pb2.Tournament(
        title="Event",
        organizer=ORGANIZER,
        tables=tournament_pb2.TableTerms(game="games/forest_sky", seat_counts=seats),
        stages=stages or [tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=2))],
    )


def commit(book: Book, *made: TournamentChange, time_ms: int = START_MS) -> Book:
    """Applies changes as one commit."""
    apply(book, TournamentCommit(changes=made), time_ms)
    return book


def decided(
    book: Book, decide: Callable[[Book], Sequence[TournamentChange]], time_ms: int = START_MS
) -> Book:
    """Makes a decision come true."""
    return commit(book, *decide(book), time_ms=time_ms)


def entrant(name: str, *players: str) -> entrant_pb2.Entrant:
    """An entry of a player of the same name, or of a team."""
    members = [Occupant(player=f"players/{one}", display_name=one.title()) for one in players or (name,)]
    return entrant_pb2.Entrant(
        name=name, display_name=name.title(), players=members, first_round=1, rating=1500
    )


def open_book(*names: str, wanted: tournament_pb2.Tournament | None = None) -> Book:
    """A tournament that is open, with these entrants."""
    book = Book(id="e0-00000001")
    commit(book, changes.created(wanted or settings(), SEED), changes.moved(State.TOURNAMENT_STATE_OPEN))
    if names:
        commit(book, *(changes.entered(entrant(name)) for name in names))
    return book


def running_book(*names: str, wanted: tournament_pb2.Tournament | None = None, rounds: int = 2) -> Book:
    """A tournament that runs; start numbers are in the order of the names."""
    book = open_book(*names, wanted=wanted)
    begun = TournamentChange.StageBegun(stage=1, entrants=names, ratings=[1500] * len(names), rounds=rounds)
    return commit(book, changes.moved(State.TOURNAMENT_STATE_RUNNING), TournamentChange(stage_begun=begun))


def table_pairing(name: str, *seats: str, deal: str = "") -> Pairing:
    """A pairing that asks for a table."""
    return Pairing(id=name, seats=tuple(EntrantId(seat) for seat in seats), deal=deal)


def bye(name: str, seat: str) -> Pairing:
    """A pairing that asks for nothing."""
    return Pairing(id=name, seats=(EntrantId(seat),), kind=PairingKind.BYE)


def play(book: Book, *pairings: Pairing, deadline_ms: int = 0, opened: bool = True) -> Book:
    """A round with these pairings is published, and its tables are opened."""
    number = len(book.rounds) + 1
    commit(
        book,
        changes.round_paired(number, pairings, (book.version, "")),
        changes.round_published(number, deadline_ms),
    )
    if opened:
        open_tables(book, number)
    return book


def open_tables(book: Book, number: int) -> None:
    """Opens a table for each pairing that has none running."""
    opened = []
    for name, one in book.rounds[number - 1].pairings.items():
        if one.is_table and not one.running:
            game = len(one.tables) + 1
            opened.append(
                TournamentChange.TableOpened(
                    round=number,
                    pairing=name,
                    game=game,
                    table=table_name(number, name, game),
                    entrants=one.pairing.seats,
                    players=[book.entrants[seat].players[0][0] for seat in one.pairing.seats],
                )
            )
    if opened:
        commit(book, changes.tables_opened(opened))


def table_name(number: int, pairing: str, game: int = 1) -> str:
    """The name of a table."""
    return f"games/forest_sky/tables/{number}-{pairing}-{game}"
