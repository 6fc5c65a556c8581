"""Seasons in the store: the calendar of each ladder, and the boundaries that were crossed."""

from __future__ import annotations

from dataclasses import dataclass

from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, tag_for
from nurselog.chassis.redis import Word
from nurselog.scoring.seasons import Boundary, Season

SEASONAL = key("scoring", "seasonal")
"""The set of all ladders that ever had a season."""


@dataclass(frozen=True, slots=True)
class Added:
    """The calendar has the season, now or already."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The calendar has another season of this name."""


@dataclass(frozen=True, slots=True)
class Overlaps:
    """The season shares a moment with `id`."""

    id: str


class SeasonStore:
    """The calendars of all ladders."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer

    async def add(self, ladder: str, season: Season) -> Added | Taken | Overlaps:
        """Adds a season to a ladder's calendar."""
        await self._store.call("SADD", SEASONAL, ladder, key=SEASONAL)
        args: list[Word] = [season.begins_s, season.ends_s, season.id, season.encode()]
        verdict, *other = await self._store.fcall("nurselog_season_add", [key(ladder, "seasons")], args)
        if verdict == b"taken":
            return Taken()
        return Overlaps(other[0].decode()) if verdict == b"overlaps" else Added()

    async def remove(self, ladder: str, season: Season) -> None:
        """Takes a season off the calendar."""
        where = key(ladder, "seasons")
        await self._store.call("HDEL", where, season.begins_s, key=where)

    async def of(self, ladder: str) -> list[Season]:
        """The seasons of a ladder, by their beginning."""
        where = key(ladder, "seasons")
        found = await self._store.call("HVALS", where, key=where)
        return sorted(map(Season.decode, found), key=lambda one: one.begins_s)

    async def ladders(self) -> list[str]:
        """The ladders with a calendar, in order."""
        found = await self._store.call("SMEMBERS", SEASONAL, key=SEASONAL)
        return sorted(name.decode() for name in found)

    async def cross(self, ladder: str, boundary: Boundary) -> bool:
        """Tells the house that a boundary was crossed, once; False if that was done before."""
        season = boundary.season
        name = f"ladders/{ladder}/seasons/{season.id}"
        fact = Fact(season=Fact.Season(name=name, ended=boundary.kind == "end", at_s=boundary.at_s))
        tag = tag_for(ladder)
        keys = [key(tag, "seasons"), key(tag, "outbox")]
        args: list[Word] = [f"{ladder} {boundary.name}", fact.SerializeToString()]
        return bool(await self._store.fcall("nurselog_season_cross", keys, args))
