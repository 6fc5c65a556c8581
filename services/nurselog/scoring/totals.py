"""Which boards of totals a finished table stands on, and with what. Pure.

A table of one side stands on the solo board of its game, rules version, options and seat count; a table of a
deal on the board of the deal, each seat among those who had the same seat. Only who played to the end does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Any

import orjson

from nurselog.api.common.v1.score_pb2 import ENDED_BY_PLAYED, Result

ALL_TIME = "all"
_DIGEST = 5


class Window(StrEnum):
    """Spans of time, in UTC, that a board can be kept for."""

    ALL = "all"
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"
    DAY = "day"


_FORMS = {
    Window.ALL: ALL_TIME,
    Window.YEAR: "%Y",
    Window.MONTH: "%Y-%m",
    Window.WEEK: "%G-W%V",
    Window.DAY: "%Y-%m-%d",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a board compares. A board with a `deal` takes a player's first total, a solo board the best."""

    game: str
    rules_version: str
    options: dict[str, str] = field(default_factory=dict)
    seats: int
    higher_is_better: bool
    deal: str = ""
    seat: int = -1

    @property
    def id(self) -> str:
        """The board's id: readable, and different for everything that is not comparable."""
        if self.deal:
            seat = f".seat{self.seat}" if self.seat >= 0 else ""
            return f"{self.game}.deal.{self.deal.removeprefix('deals/')}{seat}"
        text = orjson.dumps([self.rules_version, self.seats, sorted(self.options.items())])
        return f"{self.game}.solo.{blake2b(text, digest_size=_DIGEST).hexdigest()}"

    def encode(self) -> bytes:
        """As the store keeps it."""
        return orjson.dumps(self, option=orjson.OPT_SORT_KEYS)

    @classmethod
    def decode(cls, data: bytes) -> About:
        """The inverse of `encode`."""
        found: dict[str, Any] = orjson.loads(data)
        return cls(**found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """What one player brings to a board."""

    player: str
    name: str
    value: int
    table: str
    at_s: int


def totals(result: Result) -> Iterator[tuple[About, Total]]:
    """The boards a result stands on, with each player's total."""
    one_side = len(result.teams) == 1 or len(result.seats) == 1
    if result.aborted or result.hand_entered or not (result.deal or one_side):
        return
    ends = {placement.seat: placement for placement in result.outcome.placements}
    for seat in result.seats:
        placement, occupant = ends.get(seat.index), seat.occupant
        if placement is None or placement.ended_by != ENDED_BY_PLAYED:
            continue
        if not occupant.player.startswith("players/"):
            continue
        yield (
            _about(result, seat.index),
            Total(
                player=occupant.player,
                name=occupant.display_name,
                value=placement.total,
                table=result.table,
                at_s=result.ended_at_s,
            ),
        )


def windows(at_s: int, kept: Sequence[Window]) -> tuple[str, ...]:
    """The names of the windows of a moment, e.g. `2026-11`; all time is always one."""
    moment = datetime.fromtimestamp(at_s, UTC)
    return tuple(dict.fromkeys((ALL_TIME, *(moment.strftime(_FORMS[window]) for window in kept))))


def _about(result: Result, seat: int) -> About:
    compared = seat if result.deal and len(result.seats) > 1 else -1
    return About(
        game=result.game,
        rules_version=result.rules_version,
        options=dict(result.options),
        seats=len(result.seats),
        higher_is_better=result.higher_is_better,
        deal=result.deal,
        seat=compared,
    )
