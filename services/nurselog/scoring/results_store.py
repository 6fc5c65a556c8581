"""Finished tables in the store: a result under the tag of its table, a history under the player's own.

The effects of one finished table lie in different slots: the ladder's entry, the result, each history. Each
of them can be repeated without harm, and they happen in this order, so that a result that names a ladder has
its entry there, and what a history names can be read. After a death between two of them a second delivery
does the rest.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key, tag_of
from nurselog.chassis.redis import Word

_PAGE = 500


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """The names of a player's results, newest first; `after` continues behind them, None at the end."""

    tables: tuple[str, ...]
    after: str | None


@dataclass(frozen=True, slots=True)
class Loss:
    """A table lost by time, when it ended, and within how many seconds only the first one is rated."""

    table: str
    at_s: int
    span_s: int


class ResultsStore:
    """Results by table, histories by player."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer

    async def keep(self, document: TableResult, fact: Fact | None = None) -> bool:
        """Keeps a result and tells the house `fact`; False if it was kept before, and nothing changes."""
        table = document.result.table
        tag = _tag(table)
        keys = [_result_key(table), key(tag, "results"), key(tag, "outbox")]
        args: list[Word] = [_text(document), table, document.result.ended_at_s, _text(fact)]
        return bool(await self._store.fcall("nurselog_result_keep", keys, args))

    async def amend(self, document: TableResult, fact: Fact | None = None) -> bool:
        """Replaces a kept result and tells the house `fact`; False if it reads so already."""
        table = document.result.table
        keys = [_result_key(table), key(_tag(table), "outbox")]
        return bool(await self._store.fcall("nurselog_result_amend", keys, [_text(document), _text(fact)]))

    async def lose_by_time(self, player: str, loss: Loss, *, claim: bool) -> bool:
        """Whether a table the player lost by time counts for ratings: the first within a span does.

        Only with `claim` it is the first from now on.
        """
        args: list[Word] = [loss.table, loss.at_s, loss.span_s, int(claim)]
        return bool(await self._store.fcall("nurselog_lose_by_time", [key(player, "lost_by_time")], args))

    async def lose_unrated(self, player: str, loss: Loss) -> None:
        """Takes a claim back: the player's next loss by time is the first."""
        args: list[Word] = [loss.table, loss.at_s]
        await self._store.fcall("nurselog_lose_unrated", [key(player, "lost_by_time")], args)

    async def enter_history(self, player: str, table: str, ended_at_s: int, ladder: str) -> None:
        """Adds a result to a player's history, its ladder to the player's; adding again changes nothing."""
        history, ladders = key(player, "results"), key(player, "ladders")
        entered = self._store.call("ZADD", history, 0, _member(table, ended_at_s), key=history)
        if ladder:
            await self._store.call("SADD", ladders, ladder, key=ladders)
        await entered

    async def in_history(self, player: str, document: TableResult) -> bool:
        """Whether the player's history has this result."""
        where, result = key(player, "results"), document.result
        return (
            await self._store.call("ZSCORE", where, _member(result.table, result.ended_at_s), key=where)
            is not None
        )

    async def find(self, table: str) -> TableResult | None:
        """The result of a table."""
        try:
            where = _result_key(table)
        except ValueError:
            return None
        data = await self._store.call("GET", where, key=where)
        return TableResult.FromString(data) if data else None

    async def history(self, player: str, size: int, after: str | None) -> HistoryPage:
        """A page of a player's tables, newest first, behind `after`."""
        where = key(player, "results")
        start = f"({after}" if after else "+"
        found = await self._store.call("ZREVRANGEBYLEX", where, start, "-", "LIMIT", 0, size + 1, key=where)
        members = [member.decode() for member in found[:size]]
        tables = tuple(member.partition(":")[2] for member in members)
        return HistoryPage(tables, members[-1] if len(found) > size else None)

    async def ladders(self, player: str) -> list[str]:
        """The ladders in which the player was rated, in order."""
        where = key(player, "ladders")
        return sorted(name.decode() for name in await self._store.call("SMEMBERS", where, key=where))

    async def tables(self) -> AsyncIterator[str]:
        """All tables that have a result, in no order that means anything (for the proof over all of them)."""
        for tag in TAGS:
            where, cursor = key(tag, "results"), b"0"
            while True:
                cursor, words = await self._store.call("ZSCAN", where, cursor, "COUNT", _PAGE, key=where)
                for table in _members(words):
                    yield table
                if cursor == b"0":
                    break


def _text(message: TableResult | Fact | None) -> bytes:
    return message.SerializeToString(deterministic=True) if message else b""


def _members(words: Sequence[bytes]) -> list[str]:
    return [word.decode() for word in words[::2]]


def _member(table: str, ended_at_s: int) -> str:
    return f"{ended_at_s:010d}:{table}"


def _tag(table: str) -> str:
    return tag_of(table.rpartition("/")[2])


def _result_key(table: str) -> str:
    return key(_tag(table), "result", table)
