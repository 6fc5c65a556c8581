"""Pools: tickets may meet if they want the same table. A pool is a value; its id is a digest of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from types import MappingProxyType

import orjson

from nurselog.api.common.v1.clock_pb2 import ClockSetting
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.matchmaking.matching.seekers import Shape

MINUTE_MS = 60_000
FEWEST_TO_BACKFILL = 3
"""With fewer seats a table ends when somebody leaves."""
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


class Pace(StrEnum):
    """How fast a table is played, as `Speed` says it."""

    LIVE = "live"
    FAST = "fast"
    ASYNC = "async"
    CASUAL = "casual"

    @classmethod
    def of(cls, speed: pb.Speed.ValueType) -> Pace:
        """The pace of a contract value; unspecified means live. ValueError for a value we do not know."""
        if speed == pb.SPEED_UNSPECIFIED:
            return cls.LIVE
        return cls(pb.Speed.Name(speed).removeprefix("SPEED_").lower())

    @property
    def speed(self) -> pb.Speed.ValueType:
        """The contract's value."""
        return pb.Speed.Value(f"SPEED_{self.name}")

    @property
    def is_live(self) -> bool:
        """Whether the players sit there while they play."""
        return self is not Pace.ASYNC

    @property
    def beats(self) -> bool:
        """Whether a ticket lives by being looked at; otherwise it lives for a fixed time."""
        return self.is_live

    @property
    def ttl_ms(self) -> int:
        """How long a ticket lives that nobody keeps alive, unless the settings say otherwise."""
        return MINUTE_MS // 2 if self.is_live else 7 * DAY_MS

    def clock(self) -> ClockSetting | None:
        """The thinking time of the table; None without a clock."""
        preset = _RESERVES.get(self)
        return preset and ClockSetting(reserve=ClockSetting.Reserve(initial_ms=preset[0], add_ms=preset[1]))


_RESERVES: Mapping[Pace, tuple[int, int]] = MappingProxyType(
    {
        Pace.LIVE: (5 * MINUTE_MS, MINUTE_MS // 2),
        Pace.FAST: (2 * MINUTE_MS, MINUTE_MS // 4),
        Pace.ASYNC: (5 * DAY_MS, 12 * HOUR_MS),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Where tickets wait that may meet.

    The rules version is not part of it: a table is opened by the version its engine serves then, and two
    replicas of different age must not divide the players.
    """

    game: str
    seats: tuple[int, ...]
    """The allowed numbers of seats, ascending."""
    options: tuple[tuple[str, str], ...] = ()
    """What differs from the game's defaults, by name."""
    pace: Pace = Pace.LIVE
    rated: bool = False
    acceptance: bool = False
    """Whether players are asked before their table opens."""
    team_size: int = 0
    """How many play together; 0 if everybody plays for themselves. Follows from game and options."""

    @property
    def id(self) -> str:
        """The same for equal pools in every process, for ever."""
        words = [self.game, self.seats, self.pace, self.rated, self.options]
        further = [self.acceptance, self.team_size] if self.acceptance or self.team_size else []
        text = orjson.dumps([*words, *further])
        return blake2b(text, digest_size=10, person=b"nurselog-pool").hexdigest()

    @property
    def label(self) -> str:
        """The pool without its options, for metrics and sentences: `forest_sky 2 live rated`."""
        return f"{self.game} {_seats(self.seats)} {self.pace} {'rated' if self.rated else 'unrated'}"

    @property
    def ladder(self) -> str:
        """The ladder whose ratings count here."""
        mode = "teams" if self.team_size else "duel" if max(self.seats) <= 2 else "table"
        return f"{self.game}.{mode}"

    @property
    def backfills(self) -> bool:
        """Whether bots play for who leaves, until a substitute does: only where nothing is rated."""
        return self.pace.is_live and not self.rated and max(self.seats) >= FEWEST_TO_BACKFILL

    @property
    def shape(self) -> Shape:
        """What the matcher has to know."""
        return Shape(
            seats=self.seats, team_size=self.team_size, is_async=not self.pace.is_live, rated=self.rated
        )

    def to_proto(self) -> pb.Pool:
        """As the contract shows it, everything filled in."""
        return pb.Pool(
            game=f"games/{self.game}",
            seat_counts=self.seats,
            options=dict(self.options),
            speed=self.pace.speed,
            rated=self.rated,
            acceptance=self.acceptance,
            team_count=max(self.seats) // self.team_size if self.team_size else 0,
        )

    def encode(self) -> bytes:
        """As the store keeps it."""
        return self.to_proto().SerializeToString(deterministic=True)

    @classmethod
    def decode(cls, data: bytes) -> Pool:
        """The inverse of `encode`."""
        found = pb.Pool.FromString(data)
        teams = found.team_count
        return cls(
            game=found.game.removeprefix("games/"),
            seats=tuple(found.seat_counts),
            options=tuple(sorted(found.options.items())),
            pace=Pace.of(found.speed),
            rated=found.rated,
            acceptance=found.acceptance,
            team_size=max(found.seat_counts) // teams if teams else 0,
        )


def _seats(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats))
