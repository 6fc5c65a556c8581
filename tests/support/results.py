"""Finished tables as engines report them, for tests of whoever reads results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

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
    ends: Mapping[int, EndedBy.ValueType] | None = None,
    totals: Sequence[int] | None = None,
    **more: Any,
) -> Result:
    """`result(1, ["ann", "bob"], [1, 2])`: ann sat in seat 0 and won. A name with a slash is a whole name.

    `ends` names the seats that did not play to the end; `more` are fields of `Result`.
    """
    fields = {"rules_version": "1", "higher_is_better": True, "version": 42, **more}
    full = [name if "/" in name or not name else f"players/{name}" for name in players]
    return Result(
        table=table_name(number, game),
        game=game,
        rated=rated,
        seats=[
            Seat(index=index, occupant=Occupant(player=name, display_name=name.rpartition("/")[2].title()))
            for index, name in enumerate(full)
        ],
        outcome=Outcome(
            reason="done",
            placements=[
                Placement(
                    seat=seat,
                    place=place,
                    total=totals[seat] if totals else 100 - place,
                    ended_by=(ends or {}).get(seat, EndedBy.ENDED_BY_PLAYED),
                )
                for seat, place in enumerate(places)
            ],
        ),
        teams=[Team(seats=team) for team in teams],
        aborted=aborted,
        ended_at_s=ended_at_s,
        **fields,
    )
