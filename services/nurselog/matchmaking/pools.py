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

MINUTE_MS = 60_000
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
    def ttl_ms(self) -> int:
        """How long a ticket lives that nobody keeps alive."""
        return 7 * DAY_MS if self is Pace.ASYNC else MINUTE_MS // 2

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

    @property
    def id(self) -> str:
        """The same for equal pools in every process, for ever."""
        text = orjson.dumps([self.game, self.seats, self.pace, self.rated, self.options])
        return blake2b(text, digest_size=10, person=b"nurselog-pool").hexdigest()

    @property
    def label(self) -> str:
        """The pool without its options, for metrics and sentences: `forest_sky 2 live rated`."""
        return f"{self.game} {_seats(self.seats)} {self.pace} {'rated' if self.rated else 'unrated'}"

    def to_proto(self) -> pb.Pool:
        """As the contract shows it, everything filled in."""
        return pb.Pool(
            game=f"games/{self.game}",
            seat_counts=self.seats,
            options=dict(self.options),
            speed=self.pace.speed,
            rated=self.rated,
        )

    def encode(self) -> bytes:
        """As the store keeps it."""
        return self.to_proto().SerializeToString(deterministic=True)

    @classmethod
    def decode(cls, data: bytes) -> Pool:
        """The inverse of `encode`."""
        found = pb.Pool.FromString(data)
        return cls(
            game=found.game.removeprefix("games/"),
            seats=tuple(found.seat_counts),
            options=tuple(sorted(found.options.items())),
            pace=Pace.of(found.speed),
            rated=found.rated,
        )


def _seats(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats))
