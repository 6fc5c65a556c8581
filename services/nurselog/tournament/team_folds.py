"""How a team gets and loses its players: they count, and are bound, from when they agree. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nurselog.tournament.book import Book, Entry
from nurselog.tournament.values import EntrantId, EntrantState

INCOMPLETE: Final = "incomplete"
"""Why a team is paused that has not got its players (any more)."""


def join(book: Book, team: EntrantId, player: str, own_name: str) -> None:
    """Who was invited agrees, under its own name."""
    entry = book.entrants[team]
    entry.invited.discard(player)
    entry.players = tuple((one, own_name if one == player else name) for one, name in entry.players)
    book.player_of[player] = team
    wait_for_players(book, entry)


def leave(book: Book, team: EntrantId, player: str) -> None:
    """A player leaves, or declines."""
    entry = book.entrants[team]
    if player in entry.lineup:
        entry.resting.clear()  # substitutes move up
    entry.invited.discard(player)
    entry.players = tuple(one for one in entry.players if one[0] != player)
    if book.player_of.get(player) == team:
        del book.player_of[player]
    wait_for_players(book, entry)


def line_up(book: Book, team: EntrantId, players: Sequence[str], reason: str) -> None:
    """These play, in this order; the others rest."""
    entry = book.entrants[team]
    names = dict(entry.players)
    others = tuple(one for one in entry.players if one[0] not in players)
    entry.resting = {player for player, _ in entry.members if player not in players}
    if tuple(players) != tuple(player for player, _ in entry.players if player in players):
        entry.players = (*((player, names[player]) for player in players), *others)
    entry.lineup_reason = reason


def bind(book: Book, entry: Entry) -> None:
    """The players of a team that withdrew are free, until it comes back."""
    for player, _ in entry.members:
        if entry.state is EntrantState.ACTIVE:
            book.player_of[player] = entry.id
        elif entry.state is EntrantState.WITHDRAWN and book.player_of.get(player) == entry.id:
            del book.player_of[player]
    wait_for_players(book, entry)


def wait_for_players(book: Book, entry: Entry) -> None:
    """A team is paused until it has its players, and plays from then on."""
    complete = not entry.is_team or len(entry.members) >= book.size
    if entry.state is EntrantState.ACTIVE and not complete:
        entry.state, entry.state_reason = EntrantState.PAUSED, INCOMPLETE
    elif entry.state is EntrantState.PAUSED and entry.state_reason == INCOMPLETE and complete:
        entry.state, entry.state_reason = EntrantState.ACTIVE, ""
