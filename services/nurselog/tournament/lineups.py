"""Line-ups of teams at boards: the captain says who plays from the next round that is paired on. Pure.

The order of the boards is the team's own until the start, and stays after it: who rests is left out, and the
others move up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import InvalidArgument, PermissionDenied
from nurselog.tournament.book import Book, Entry, State
from nurselog.tournament.entries import find, wrong_state
from nurselog.tournament.teams import text
from nurselog.tournament.values import EntrantId, Pairing, Reason, ReasonKind


def set_lineup(
    book: Book, entrant: str, players: Sequence[str], reason: str, caller: str
) -> Sequence[TournamentChange]:
    """Who of a team plays, in board order; the same again changes nothing."""
    entry = _led(book, entrant, caller)
    if book.state not in (State.TOURNAMENT_STATE_OPEN, State.TOURNAMENT_STATE_RUNNING):
        raise wrong_state(book)
    _check_players(book, entry, players)
    why = text(reason, "reason")
    if book.state == State.TOURNAMENT_STATE_RUNNING:
        _check_order(entry, players)
        if not why:
            raise InvalidArgument("FIELD_INVALID", "A reason has 1 to 80 characters.", field="reason")
    if tuple(players) == entry.lineup:
        return []
    return [
        TournamentChange(lineup_set=TournamentChange.LineupSet(entrant=entrant, players=players, reason=why))
    ]


def explained(book: Book, pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """The pairings with the captains' reasons for the line-ups in them."""
    return tuple(
        replace(one, reasons=(*one.reasons, *_reasons(book, one.seats))) if one.lineups else one
        for one in pairings
    )


def _reasons(book: Book, teams: Iterable[EntrantId]) -> list[Reason]:
    told = ((team, book.entrants[team].lineup_reason) for team in teams)
    return [Reason(ReasonKind.LINEUP, 0, team, why) for team, why in told if why]


def _led(book: Book, entrant: str, caller: str) -> Entry:
    """The team, if the caller may say who plays for it. Permission before existence."""
    entry = book.entrants.get(EntrantId(entrant))
    if caller != book.organizer and (entry is None or caller != entry.captain):
        raise PermissionDenied("NOT_OWNER", "Only the captain or the organiser may do this.", field="name")
    return find(book, entrant)


def _check_players(book: Book, entry: Entry, players: Sequence[str]) -> None:
    boards = book.settings.entry.boards
    if not boards or not entry.is_team:
        raise _invalid("Only teams that play at boards have line-ups.")
    known = dict(entry.members)
    for index, player in enumerate(players):
        if player not in known:
            raise _invalid(f"{player[:80]!r} is no player of the team.")
        if player in players[:index]:
            raise _invalid(f"{player[:60]!r} is named twice.")
    if 2 * len(players) < boards:
        raise _invalid(f"At least half of the {boards} boards are played.")


def _check_order(entry: Entry, players: Sequence[str]) -> None:
    chosen = set(players)
    if [player for player, _ in entry.members if player in chosen] != list(players):
        raise _invalid("The order of the boards stays as it was at the start.")


def _invalid(sentence: str) -> InvalidArgument:
    return InvalidArgument("LINEUP_INVALID", sentence, field="players")
