"""Ladders in the store: all that belongs to one ladder lies under one hash tag, such as `{forest_sky.duel}`.

`settle` is the only writer of ratings, and it is one function: a table is settled once, on the very ratings
its entries were made from. What is computed again is written beside them by `copy_store`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import Word
from nurselog.scoring.generations import Generations, meta_key
from nurselog.scoring.ladders import Posting, Rating
from nurselog.scoring.ledger import Entry
from nurselog.scoring.replay import seasons_of
from nurselog.scoring.seasons import NO_SEASON, Season

NAMES = key("scoring", "ladders")
"""The set of all ladders that have entries."""

DAY_S = 86_400
_PAGE = 500


@dataclass(frozen=True, slots=True)
class Applied:
    """The table was settled now; `entry` has its number, None if it is unrated for `reason`."""

    entry: Entry | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Replayed:
    """The table had been settled before, and so."""

    entry: Entry | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody's rating changed since it was read: read again."""

    player: str


Settled: TypeAlias = Applied | Replayed | Conflict


@dataclass(frozen=True, slots=True)
class Known:
    """What a table is rated on: the ladder's seasons, and the ratings of those players that have one."""

    seasons: tuple[Season, ...]
    ratings: dict[str, Rating]


class LadderStore:
    """All that settling, history and proof need; answers are values of `ladders` and `ledger`."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer
        self._generations = Generations(gatherer)
        self._announced: set[str] = set()

    async def known(self, ladder: str, players: Sequence[str]) -> Known:
        """What a table of these players is rated on."""
        _, seasons, records = await self._generations.call(
            ladder,
            "nurselog_ladder_ratings",
            lambda generation: [meta_key(ladder), key(ladder, "seasons"), ratings_key(ladder, generation)],
            players,
        )
        ratings = {
            player: Rating.decode(player, data)
            for player, data in zip(players, records, strict=True)
            if data is not None
        }
        return Known(tuple(sorted(map(Season.decode, seasons), key=lambda one: one.begins_s)), ratings)

    async def ratings(self, ladder: str, players: Sequence[str]) -> dict[str, Rating]:
        """The ratings of those players that have one."""
        return (await self.known(ladder, players)).ratings

    async def settle(self, ladder: str, posting: Posting, before: Mapping[str, Rating]) -> Settled:
        """Writes entries with all they change, if their table is unsettled and nobody's rating moved."""
        entry, touched = posting.entries[-1], sorted(posting.after)
        seasons = _seasons(posting)
        args: list[Word] = [entry.table, entry.at_s // DAY_S, len(seasons), len(posting.entries)]
        args += [one.encode() for one in posting.entries]
        for player in touched:
            args += _words(posting, posting.after[player], seasons, before.get(player))
        histories = [where for player in touched for where in history_keys(ladder, player)]

        def keys(generation: int) -> list[str]:
            own = [meta_key(ladder), key(ladder, "ledger"), key(ladder, "marks")]
            listing = [part for season in seasons for part in board_keys(ladder, generation, season)]
            return [*own, ratings_key(ladder, generation), *listing, *histories]

        answer = await self._generations.call(ladder, "nurselog_ladder_settle", keys, args)
        return await self._settled(ladder, answer, entry)

    async def settle_unrated(self, ladder: str, table: str, reason: str, unrated: Sequence[str]) -> Settled:
        """Marks a table as unrated in its ladder, unless one of `unrated` got a rating meanwhile."""
        answer = await self._generations.call(
            ladder,
            "nurselog_ladder_settle_unrated",
            lambda generation: [meta_key(ladder), key(ladder, "marks"), ratings_key(ladder, generation)],
            [table, reason, *unrated],
        )
        return await self._settled(ladder, answer)

    async def settled(self, ladder: str, table: str) -> Replayed | None:
        """How a table was settled; None if it was not."""
        where = key(ladder, "marks")
        mark = await self._store.call("HGET", where, table, key=where)
        return None if mark is None else Replayed(*await self._meaning(ladder, mark))

    async def history(self, ladder: str, player: str, size: int, before: int | None) -> list[Entry]:
        """The player's entries with numbers below `before`, newest first, at most `size`."""
        where = history_keys(ladder, player)[0]
        top = f"({before}" if before else "+inf"
        found = await self._store.call(
            "ZRANGE", where, top, "-inf", "BYSCORE", "REV", "LIMIT", 0, size, key=where
        )
        return await self._entries(ladder, found)

    async def days(self, ladder: str, player: str, size: int, before: int | None) -> list[Entry]:
        """The last entry of each day on which the player had one: as `history`."""
        where = history_keys(ladder, player)[1]
        top = f"({before}" if before else "+inf"
        found = await self._store.call(
            "ZRANGE", where, top, "-inf", "BYSCORE", "REV", "LIMIT", 0, size, "WITHSCORES", key=where
        )
        return await self._entries(ladder, found[1::2])

    async def names(self) -> list[str]:
        """All ladders that have entries, in order."""
        return sorted(name.decode() for name in await self._store.call("SMEMBERS", NAMES, key=NAMES))

    async def exists(self, ladder: str) -> bool:
        """Whether the ladder has entries."""
        return bool(await self._store.call("SISMEMBER", NAMES, ladder, key=NAMES))

    async def ledger(self, ladder: str, after: int = 0) -> AsyncIterator[Entry]:
        """All entries with numbers above `after`, in their order."""
        where, start = key(ladder, "ledger"), f"({after}-1".encode()
        while found := await self._store.call("XRANGE", where, start, "+", "COUNT", _PAGE, key=where):
            for stream_id, words in found:
                yield _entry(stream_id, words)
            start = b"(" + found[-1][0]

    async def _settled(self, ladder: str, answer: Sequence[Any], entry: Entry | None = None) -> Settled:
        verdict, mark = answer
        if verdict == b"conflict":
            return Conflict(mark.decode())
        if verdict == b"applied" and entry is not None:
            await self._announce(ladder)
            return Applied(replace(entry, seq=int(mark)))
        kind = Applied if verdict == b"applied" else Replayed
        known, reason = await self._meaning(ladder, mark)
        if known is not None:
            await self._announce(ladder)
        return kind(known, reason)

    async def _meaning(self, ladder: str, mark: bytes) -> tuple[Entry | None, str]:
        if mark.startswith(b"!"):
            return None, mark[1:].decode()
        [entry] = await self._entries(ladder, [mark])
        return entry, ""

    async def _entries(self, ladder: str, seqs: Sequence[bytes]) -> list[Entry]:
        where = key(ladder, "ledger")
        calls = [
            self._store.call("XRANGE", where, seq + b"-1", seq + b"-1", key=where)
            for seq in (b"%d" % int(seq) for seq in seqs)
        ]
        return [_entry(*found[0]) for found in [await call for call in calls]]

    async def _announce(self, ladder: str) -> None:
        """Puts the ladder on the list; once per process, so that a lost attempt is made up for."""
        if ladder not in self._announced:
            await self._store.call("SADD", NAMES, ladder, key=NAMES)
            self._announced.add(ladder)


def ratings_key(ladder: str, generation: int) -> str:
    """The records of all players."""
    return key(ladder, "ratings", str(generation))


def board_keys(ladder: str, generation: int, season: int) -> tuple[str, str, str]:
    """Records, listed scores and all scores of one season; outside seasons the records are the ratings."""
    names = ("listed", "everyone")
    listed, everyone = (key(ladder, name, str(generation), str(season)) for name in names)
    if season == NO_SEASON:
        return ratings_key(ladder, generation), listed, everyone
    return key(ladder, "rows", str(generation), str(season)), listed, everyone


def history_keys(ladder: str, player: str) -> tuple[str, str]:
    """The numbers of a player's entries, and of the last one of each day."""
    return key(ladder, "history", player), key(ladder, "days", player)


def _seasons(posting: Posting) -> tuple[int, ...]:
    """The seasons whose boards a posting writes; two at most, for a result that came late."""
    entry = posting.entries[-1]
    found = [season for rating in posting.after.values() for season in seasons_of(entry, rating)]
    return tuple(dict.fromkeys(found))


def _words(
    posting: Posting, rating: Rating, seasons: Sequence[int], before: Rating | None
) -> tuple[Word, ...]:
    """One player's part of the arguments of `settle`."""
    shown_in = seasons_of(posting.entries[-1], rating)
    digits = "".join(str(place) for place, season in enumerate(seasons, 1) if season in shown_in)
    concerned = "".join(
        str(place)
        for place, entry in enumerate(posting.entries, 1)
        if any(line.player == rating.player for line in entry.lines)
    )
    version = before.version if before else 0
    listed = int(not rating.provisional)
    return rating.player, version, rating.encode(), rating.score, listed, digits, concerned


def _entry(stream_id: bytes, words: Sequence[bytes]) -> Entry:
    return Entry.decode(int(stream_id.partition(b"-")[0]), words[1])
