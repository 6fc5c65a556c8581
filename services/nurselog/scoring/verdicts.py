"""Whether a finished table is rated, in which ladder, and who stood against whom. Pure: the Result decides.

Two reasons need the store and are found by `settlement`: a bot without a rating of its own in the ladder,
and a player whose tables run out one after the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from nurselog.api.common.v1.score_pb2 import ENDED_BY_PLAYED, ENDED_BY_TIMED_OUT, Result


class Unrated(StrEnum):
    """Why a table is not rated: stable words, shown in `TableResult.unrated_reason`."""

    NOT_ASKED = "not_asked"
    SOLO = "solo"
    ABORTED = "aborted"
    SEAT_EMPTY = "seat_empty"
    PLAYER_TWICE = "player_twice"
    TEAMS_UNEQUAL = "teams_unequal"
    BOT_WITHOUT_RATING = "bot_without_rating"
    HAND_ENTERED = "hand_entered"
    SERIAL_LOSS = "serial_loss"


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
    teams = [tuple(team.seats) for team in result.teams] or [(seat.index,) for seat in result.seats]
    places = {} if stopped else _places(result)
    if not result.rated:
        return Unrated.NOT_ASKED
    if result.hand_entered:
        return Unrated.HAND_ENTERED
    if len(teams) < 2:
        return Unrated.SOLO
    if result.aborted:
        return Unrated.ABORTED
    if len({len(team) for team in teams}) > 1:
        return Unrated.TEAMS_UNEQUAL
    _check_leavers(result, teams)
    return _contest(result, places, teams)


def lost_by_time(result: Result) -> tuple[str, ...]:
    """The players whose time ran out at a table that is played over days, in the order of their seats."""
    if not result.correspondence:
        return ()
    out = {one.seat for one in result.outcome.placements if one.ended_by == ENDED_BY_TIMED_OUT}
    players = (seat.occupant.player for seat in result.seats if seat.index in out)
    return tuple(player for player in players if player.startswith("players/"))


def _check_leavers(result: Result, teams: list[tuple[int, ...]]) -> None:
    """A side that all left stands below every side that played to the end."""
    ends = {one.seat: one for one in result.outcome.placements}
    sides = [[ends[seat] for seat in team if seat in ends] for team in teams]
    stayed = [
        side[0].place for side in sides if side and all(one.ended_by == ENDED_BY_PLAYED for one in side)
    ]
    gone = [side[0].place for side in sides if side and all(one.ended_by != ENDED_BY_PLAYED for one in side)]
    if stayed and gone and min(gone) <= max(stayed):
        raise ValueError(f"At {result.table} a seat that left is placed above one that played to the end.")


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
