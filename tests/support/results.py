"""Finished tables as engines report them, for tests of whoever reads results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nurselog.api.common.v1.score_pb2 import EndedBy, Outcome, Placement, Result, Team
from nurselog.api.common.v1.seat_pb2 import Occupant, Seat
from nurselog.chassis.partitions import new_table_id

NOON = 1_750_000_000
"""When tables of tests end, unless they say otherwise; seconds since 1970."""


def table_name(number: int, game: str = "forest_sky") -> str:
    """The table with this number."""
    return f"games/{game}/tables/{new_table_id(f'table {number}'.encode())}"


def result(
    number: int,
    players: Sequence[str],
    places: Sequence[int],
    *,
    game: str = "forest_sky",
    rated: bool = True,
    aborted: bool = False,
    ended_at_s: int = NOON,
    teams: Iterable[Iterable[int]] = (),
) -> Result:
    """`result(1, ["ann", "bob"], [1, 2])`: ann sat in seat 0 and won. A name with a slash is a whole name."""
    full = [name if "/" in name or not name else f"players/{name}" for name in players]
    return Result(
        table=table_name(number, game),
        game=game,
        rules_version="1",
        rated=rated,
        higher_is_better=True,
        seats=[
            Seat(index=index, occupant=Occupant(player=name, display_name=name.rpartition("/")[2].title()))
            for index, name in enumerate(full)
        ],
        outcome=Outcome(
            reason="done",
            placements=[
                Placement(seat=seat, place=place, total=100 - place, ended_by=EndedBy.ENDED_BY_PLAYED)
                for seat, place in enumerate(places)
            ],
        ),
        teams=[Team(seats=team) for team in teams],
        aborted=aborted,
        ended_at_s=ended_at_s,
        version=42,
    )
