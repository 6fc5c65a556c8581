"""Line-ups of teams, written into a match when it is paired."""

from collections.abc import Iterable
from dataclasses import replace

from nurselog.tournament.values import Event, Pairing, PairingKind


def with_lineups(event: Event, pairings: Iterable[Pairing]) -> list[Pairing]:
    """The matches with both teams' players in board order: who is missing is left out, the next move up."""
    players = {one.id: one.lineup for one in event.entrants}
    return [
        replace(pairing, lineups=tuple(players[team] for team in pairing.seats))
        if pairing.kind is PairingKind.TABLE
        else pairing
        for pairing in pairings
    ]
