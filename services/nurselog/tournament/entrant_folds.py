"""How entrants change: who enters, rests, leaves, comes back, asks for a bye, is kept apart. Pure."""

from __future__ import annotations

from typing import Final

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.api.tournament.v1 import entrant_pb2
from nurselog.tournament.book import Book, Entry
from nurselog.tournament.happenings import tell
from nurselog.tournament.team_folds import bind, join, leave, line_up, wait_for_players
from nurselog.tournament.values import EntrantId, EntrantState

STATES: Final = {
    entrant_pb2.ENTRANT_STATE_ACTIVE: EntrantState.ACTIVE,
    entrant_pb2.ENTRANT_STATE_PAUSED: EntrantState.PAUSED,
    entrant_pb2.ENTRANT_STATE_WITHDRAWN: EntrantState.WITHDRAWN,
    entrant_pb2.ENTRANT_STATE_DISQUALIFIED: EntrantState.DISQUALIFIED,
}


def entered(book: Book, change: entrant_pb2.Entrant, time_ms: int) -> None:
    entrant = EntrantId(change.name)
    players = tuple((one.player, one.display_name) for one in change.players)
    entry = Entry(
        id=entrant,
        name=change.display_name,
        players=players,
        club=change.club,
        first_round=change.first_round,
        rating=change.rating,
        number=change.start_number,
        is_team=bool(book.settings.entry.boards or book.settings.entry.partners),
        captain=change.captain or players[0][0],
        invited=set(change.invited),
    )
    book.entrants[entrant] = entry
    for player, _ in entry.members:
        book.player_of[player] = entrant
    wait_for_players(book, entry)
    if change.start_number and book.stage is not None:
        book.stage.entrants.append(entrant)
    book.trouble = ""
    tell(book, "entered", time_ms, entrant=entrant)


def turned(book: Book, change: TournamentChange.Turned, time_ms: int) -> None:
    entry = book.entrants[EntrantId(change.entrant)]
    entry.state, entry.state_reason = STATES[change.state], change.reason
    entry.no_shows += change.no_show
    if entry.is_team:
        bind(book, entry)
    book.trouble = ""
    tell(book, entry.state.value, time_ms, entrant=entry.id, text=change.reason)


def joined(book: Book, change: TournamentChange.Joined, time_ms: int) -> None:
    join(book, EntrantId(change.entrant), change.player, change.display_name)
    book.trouble = ""
    tell(book, "joined", time_ms, entrant=change.entrant, text=change.display_name)


def left(book: Book, change: TournamentChange.Left, time_ms: int) -> None:
    leave(book, EntrantId(change.entrant), change.player)
    tell(book, "left", time_ms, entrant=change.entrant, text=change.player)


def lineup_set(book: Book, change: TournamentChange.LineupSet, time_ms: int) -> None:
    line_up(book, EntrantId(change.entrant), tuple(change.players), change.reason)
    tell(book, "lineup_set", time_ms, entrant=change.entrant, text=change.reason)


def bye_requested(book: Book, change: TournamentChange.ByeRequested, time_ms: int) -> None:
    book.entrants[EntrantId(change.entrant)].byes.add(change.round)
    tell(book, "bye_requested", time_ms, entrant=change.entrant, round=change.round)


def blocked(book: Book, change: entrant_pb2.Block, time_ms: int) -> None:
    book.blocks.append((tuple(EntrantId(one) for one in change.entrants), change.reason))
    tell(book, "blocked", time_ms, text=change.reason)
