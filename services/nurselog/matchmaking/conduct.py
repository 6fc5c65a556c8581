"""What becomes of players who leave: live pools close for a while, longer each time. Pure.

A *case* is a rated table at which a player left or never showed up, if more than a tenth of the last thirty
rated tables were such. Each case is a step: 15 min, 1 h, 6 h, 24 h; twenty clean tables are a step back.
Also kept here: whom a player met at the last two tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import orjson

from nurselog.api.common.v1.score_pb2 import (
    ENDED_BY_LEFT,
    ENDED_BY_REMOVED,
    ENDED_BY_TIMED_OUT,
    Result,
)

LAST_TABLES = 2
"""At how many tables opponents count as recent."""
LEFT = frozenset({ENDED_BY_LEFT, ENDED_BY_TIMED_OUT, ENDED_BY_REMOVED})


@dataclass(frozen=True, slots=True, kw_only=True)
class ConductTerms:
    """The numbers of the rule."""

    tables: int = 30
    """How many of the last rated tables count."""
    share: float = 0.1
    """The share of them that may go wrong."""
    closures_s: tuple[int, ...] = (900, 3_600, 21_600, 86_400)
    """For how long live pools are closed, by step."""
    clean: int = 20
    """After how many clean tables a step is taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """One player's record; `version` counts the tables noted."""

    version: int = 0
    last: str = ""
    """The last rated tables, the newest last: `-` for one that was left, `+` for a clean one."""
    step: int = 0
    clean: int = 0
    """Clean tables since the last step."""
    met: tuple[tuple[str, ...], ...] = ()
    """Whom the player met at the last two tables, the newest first."""

    @property
    def recent(self) -> frozenset[str]:
        """The opponents of the last two tables."""
        return frozenset(player for table in self.met for player in table)

    def encode(self) -> bytes:
        """As the store keeps it."""
        return orjson.dumps([self.version, self.last, self.step, self.clean, self.met])

    @classmethod
    def decode(cls, data: bytes | None) -> Conduct:
        """The inverse of `encode`; nothing is a new player's."""
        if not data:
            return cls()
        version, last, step, clean, met = orjson.loads(data)
        return cls(
            version=version, last=last, step=step, clean=clean, met=tuple(tuple(table) for table in met)
        )


@dataclass(frozen=True, slots=True)
class Noted:
    """A record after a table, and for how long live pools close now; 0 if they do not."""

    conduct: Conduct
    closed_s: int = 0


@dataclass(frozen=True, slots=True)
class Sat:
    """What a finished table says of one player."""

    player: str
    opponents: tuple[str, ...]
    rated: bool
    left: bool
    """Left, was timed out, removed, or never showed up."""


def read(result: Result) -> list[Sat]:
    """What a result says of each player at the table; bots have no conduct."""
    left = {one.seat for one in result.outcome.placements if one.ended_by in LEFT}
    left.update(result.no_show_seats)
    players = {
        seat.index: seat.occupant.player
        for seat in result.seats
        if seat.occupant.player.startswith("players/")
    }
    mates = {seat: set(team.seats) for team in result.teams for seat in team.seats}
    return [
        Sat(
            player,
            tuple(
                sorted(
                    {other for at, other in players.items() if at not in mates.get(seat, {seat})} - {player}
                )
            ),
            result.rated,
            seat in left,
        )
        for seat, player in players.items()
    ]


def note(conduct: Conduct, sat: Sat, terms: ConductTerms) -> Noted:
    """The record after one more table."""
    after = replace(conduct, version=conduct.version + 1, met=(sat.opponents, *conduct.met)[:LAST_TABLES])
    if not sat.rated:
        return Noted(after)
    after = replace(after, last=(after.last + "+-"[sat.left])[-terms.tables :])
    if not sat.left:
        return Noted(_cleaner(after, terms))
    if after.last.count("-") <= terms.share * terms.tables:
        return Noted(after)
    step = min(after.step + 1, len(terms.closures_s))
    return Noted(replace(after, step=step, clean=0), terms.closures_s[step - 1])


def scores(result: Result) -> Sequence[tuple[int, int]]:
    """Seat and place of everybody; empty if the table says nothing about strength."""
    if result.aborted:
        return ()
    return [(one.seat, one.place) for one in result.outcome.placements]


def _cleaner(conduct: Conduct, terms: ConductTerms) -> Conduct:
    clean = conduct.clean + 1
    if clean < terms.clean:
        return replace(conduct, clean=clean)
    return replace(conduct, clean=0, step=max(0, conduct.step - 1))
