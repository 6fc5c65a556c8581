"""Whether a finished table is rated, in which ladder, and who stood against whom. Pure: the Result decides.

One reason needs the ladder and is found there: a bot without a rating of its own (`ladders.enter`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from nurselog.api.common.v1.score_pb2 import Result


class Unrated(StrEnum):
    """Why a table is not rated: stable words, shown in `TableResult.unrated_reason`."""

    NOT_ASKED = "not_asked"
    SOLO = "solo"
    ABORTED = "aborted"
    SEAT_EMPTY = "seat_empty"
    PLAYER_TWICE = "player_twice"
    TEAMS_UNEQUAL = "teams_unequal"
    BOT_WITHOUT_RATING = "bot_without_rating"


@dataclass(frozen=True, slots=True)
class Member:
    """A seat of a rated table."""

    player: str
    name: str
    seat: int

    @property
    def is_bot(self) -> bool:
        """Whether a bot of the house sat there."""
        return self.player.startswith("bots/")


@dataclass(frozen=True, slots=True)
class Side:
    """One player, or a team, and where it was placed."""

    place: int
    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A table that is rated unless its ladder objects. Sides stand by place, then by seat."""

    table: str
    ladder: str
    ended_at_s: int
    sides: tuple[Side, ...]

    @property
    def game(self) -> str:
        """The game of the ladder."""
        return self.ladder.partition(".")[0]

    @property
    def members(self) -> tuple[Member, ...]:
        """All players, in the order of the sides."""
        return tuple(member for side in self.sides for member in side.members)


def judge(result: Result) -> Contest | Unrated:
    """What a result means for the ratings. ValueError for a result that no engine of ours would report."""
    stopped = result.aborted and not result.outcome.placements  # a table the house stopped places nobody
    places = {} if stopped else _places(result)
    if not result.rated:
        return Unrated.NOT_ASKED
    teams = [tuple(team.seats) for team in result.teams] or [(seat.index,) for seat in result.seats]
    if len(teams) < 2:
        return Unrated.SOLO
    if result.aborted:
        return Unrated.ABORTED
    if len({len(team) for team in teams}) > 1:
        return Unrated.TEAMS_UNEQUAL
    return _contest(result, places, teams)


def _contest(result: Result, places: dict[int, int], teams: list[tuple[int, ...]]) -> Contest | Unrated:
    members = {
        seat.index: Member(seat.occupant.player, seat.occupant.display_name, seat.index)
        for seat in result.seats
    }
    players = [member.player for member in members.values()]
    if not all(players):
        return Unrated.SEAT_EMPTY
    if len(set(players)) < len(players):
        return Unrated.PLAYER_TWICE
    sides = [
        Side(min(places[seat] for seat in team), tuple(members[seat] for seat in sorted(team)))
        for team in teams
    ]
    sides.sort(key=lambda side: (side.place, side.members[0].seat))
    return Contest(
        table=result.table,
        ladder=f"{result.game}.{_mode(teams)}",
        ended_at_s=result.ended_at_s,
        sides=tuple(sides),
    )


def _mode(teams: list[tuple[int, ...]]) -> str:
    if len(teams[0]) > 1:
        return "teams"
    return "duel" if len(teams) == 2 else "table"


def _places(result: Result) -> dict[int, int]:
    seats = [seat.index for seat in result.seats]
    places = {placement.seat: placement.place for placement in result.outcome.placements}
    teamed = [seat for team in result.teams for seat in team.seats]
    if not seats or sorted(seats) != sorted(places) or min(places.values()) < 1:
        raise ValueError(f"Every seat of {result.table} needs one place, from 1.")
    if teamed and sorted(teamed) != sorted(seats):
        raise ValueError(f"Every seat of {result.table} needs one team.")
    return places
