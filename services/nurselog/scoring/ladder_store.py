"""Ladders in the store: all that belongs to one ladder lies under one hash tag, such as `{forest_sky.duel}`.

`settle` is the only writer, and it is one function: a table is settled once, on the very ratings its entry
was made from.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import Word
from nurselog.scoring.ladders import Entry, Rating

NAMES = key("scoring", "ladders")
"""The set of all ladders that have entries."""

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
class Row:
    """A rating with its shared rank, 0 while it is not listed."""

    rating: Rating
    rank: int


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of a board from index `start` on, out of `total`."""

    start: int
    total: int
    rows: tuple[Row, ...]


class LadderStore:
    """All calls that a ladder needs; answers are values of `ladders`."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer
        self._known: set[str] = set()

    async def ratings(self, ladder: str, players: Sequence[str]) -> dict[str, Rating]:
        """The ratings of those players that have one."""
        where = key(ladder, "ratings")
        found = await self._store.call("HMGET", where, *players, key=where)
        return {
            player: Rating.decode(player, data) for player, data in zip(players, found, strict=True) if data
        }

    async def settle(
        self, ladder: str, entry: Entry, before: Mapping[str, Rating], after: Mapping[str, Rating]
    ) -> Settled:
        """Writes an entry with all it changes, if its table is unsettled and nobody's rating moved."""
        players: list[Word] = []
        for rating in after.values():
            listed = int(not rating.provisional)
            version = before[rating.player].version if rating.player in before else 0
            players += [rating.player, version, rating.encode(), rating.score, listed]
        return await self._settle(ladder, (entry.table, "", entry.encode(), len(after), *players))

    async def settle_unrated(self, ladder: str, table: str, reason: str, unrated: Sequence[str]) -> Settled:
        """Marks a table as unrated in its ladder, unless one of `unrated` got a rating meanwhile."""
        players: list[Word] = [word for player in unrated for word in (player, 0)]
        return await self._settle(ladder, (table, reason, b"", len(unrated), *players))

    async def standing(self, ladder: str, player: str) -> Row | None:
        """One player's rating and rank."""
        keys = [key(ladder, "ratings"), key(ladder, "board")]
        found = await self._store.fcall("nurselog_ladder_standing", keys, [player])
        return Row(Rating.decode(player, found[0]), int(found[1])) if found else None

    async def page(
        self, ladder: str, start: int, size: int, *, around: str = "", everyone: bool = False
    ) -> Page | None:
        """A page of the board, best first; None if `around` names a player who is not on it."""
        keys = [key(ladder, part) for part in ("ratings", "board", "everyone")]
        found = await self._store.fcall("nurselog_ladder_page", keys, [start, size, around, int(everyone)])
        return _page(found) if found else None

    async def names(self) -> list[str]:
        """All ladders that have entries, in order."""
        return sorted(name.decode() for name in await self._store.call("SMEMBERS", NAMES, key=NAMES))

    async def exists(self, ladder: str) -> bool:
        """Whether the ladder has entries."""
        return bool(await self._store.call("SISMEMBER", NAMES, ladder, key=NAMES))

    async def sizes(self, ladder: str) -> tuple[int, int]:
        """How many players the ladder rates, and how many it lists."""
        everyone, board = key(ladder, "everyone"), key(ladder, "board")
        rated = self._store.call("ZCARD", everyone, key=everyone)
        listed = self._store.call("ZCARD", board, key=board)
        return int(await rated), int(await listed)

    async def ledger(self, ladder: str) -> AsyncIterator[Entry]:
        """All entries, in their order."""
        where, after = key(ladder, "ledger"), b"-"
        while found := await self._store.call("XRANGE", where, after, "+", "COUNT", _PAGE, key=where):
            for stream_id, words in found:
                yield _entry(stream_id, words)
            after = b"(" + found[-1][0]

    async def all_ratings(self, ladder: str) -> dict[str, Rating]:
        """Every rating of a ladder (for the proof that it is the fold of the ledger)."""
        where, cursor, ratings = key(ladder, "ratings"), b"0", dict[str, Rating]()
        while True:
            cursor, words = await self._store.call("HSCAN", where, cursor, "COUNT", _PAGE, key=where)
            for player, data in zip(words[::2], words[1::2], strict=True):
                ratings[player.decode()] = Rating.decode(player.decode(), data)
            if cursor == b"0":
                return ratings

    async def board(self, ladder: str, *, everyone: bool = False) -> dict[str, int]:
        """A whole board: player and packed score, best first."""
        where = key(ladder, "everyone" if everyone else "board")
        words = await self._store.call("ZREVRANGE", where, 0, -1, "WITHSCORES", key=where)
        return {
            player.decode(): int(float(score)) for player, score in zip(words[::2], words[1::2], strict=True)
        }

    async def _settle(self, ladder: str, args: Sequence[Word]) -> Settled:
        keys = [key(ladder, part) for part in ("ratings", "ledger", "marks", "board", "everyone")]
        verdict, mark = await self._store.fcall("nurselog_settle", keys, args)
        if verdict == b"conflict":
            return Conflict(mark.decode())
        kind = Applied if verdict == b"applied" else Replayed
        if mark.startswith(b"!"):
            return kind(None, mark[1:].decode())
        await self._announce(ladder)
        return kind(await self._entry(ladder, int(mark)))

    async def _entry(self, ladder: str, seq: int) -> Entry:
        where = key(ladder, "ledger")
        [(stream_id, words)] = await self._store.call("XRANGE", where, f"{seq}-1", f"{seq}-1", key=where)
        return _entry(stream_id, words)

    async def _announce(self, ladder: str) -> None:
        """Puts the ladder on the list; once per process, so that a lost attempt is made up for."""
        if ladder not in self._known:
            await self._store.call("SADD", NAMES, ladder, key=NAMES)
            self._known.add(ladder)


def _entry(stream_id: bytes, words: Sequence[bytes]) -> Entry:
    return Entry.decode(int(stream_id.partition(b"-")[0]), words[1])


def _page(found: Sequence[Any]) -> Page:
    rows = zip(found[2::3], found[3::3], found[4::3], strict=True)
    return Page(
        start=int(found[0]),
        total=int(found[1]),
        rows=tuple(Row(Rating.decode(player.decode(), record), int(rank)) for player, record, rank in rows),
    )
