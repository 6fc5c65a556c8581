"""Boards of totals in the store: a sorted set and what each row shows, per board, generation and window.

All that belongs to one board lies under one hash tag, such as `{cabin_by_the_sea.solo.1f2e3d4c5b}`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import Word
from nurselog.scoring import boards
from nurselog.scoring.generations import Generations, meta_key
from nurselog.scoring.totals import ALL_TIME, About, Total

NAMES = key("scoring", "boards")
"""The sorted set of all boards that have entries, by name."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player's total with its shared rank."""

    total: Total
    rank: int
    top_percent: int


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Places from index `start` on, out of `size`."""

    start: int
    size: int
    places: tuple[Place, ...]


class BoardStore:
    """Writes totals, reads pages; a board is made by its first entry."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer
        self._generations = Generations(gatherer)

    async def enter(self, about: About, total: Total, windows: Sequence[str]) -> bool:
        """Enters a total where it improves the player's own; True if anything changed."""
        board = about.id
        args: list[Word] = [about.encode(), int(bool(about.deal)), total.player, _score(about, total)]

        def keys(generation: int) -> list[str]:
            parts = [part for window in windows for part in window_keys(board, generation, window)]
            return [meta_key(board), *parts]

        answer = await self._generations.call(board, "nurselog_board_enter", keys, [*args, _record(total)])
        changed = any(answer[1:])
        if changed:
            await self._store.call("ZADD", NAMES, 0, board, key=NAMES)
        return changed

    async def correct(self, about: About, player: str, total: Total | None, window: str) -> None:
        """Sets a player's entry in a window, or takes it off with None."""
        words = (_score(about, total), _record(total)) if total else ("", "")
        await self._generations.call(
            about.id,
            "nurselog_board_correct",
            lambda generation: [meta_key(about.id), *window_keys(about.id, generation, window)],
            [player, *words],
        )

    async def reset(self, board: str, windows: Iterable[str]) -> None:
        """Begins a board anew."""
        generation = await self._generations.read(board)
        old = [part for window in windows for part in window_keys(board, generation, window)]
        await self._store.fcall("nurselog_board_reset", [meta_key(board), *old], [generation, generation + 1])

    async def was_reset(self, board: str) -> bool:
        """Whether the board was ever begun anew, so that older results need not stand on it."""
        return await self._generations.read(board) > 0

    async def about(self, board: str) -> About | None:
        """What a board compares; None if it does not exist."""
        where = meta_key(board)
        data = await self._store.call("HGET", where, "about", key=where)
        return About.decode(data) if data else None

    async def page(
        self, board: str, start: int, size: int, *, window: str = ALL_TIME, around: str = ""
    ) -> BoardPage | None:
        """A page, best first; None if `around` names a player who is not on it."""
        answer = await self._generations.call(
            board,
            "nurselog_board_page",
            lambda generation: [meta_key(board), *window_keys(board, generation, window)],
            [start, size, around],
        )
        if answer[0] == b"absent":
            return None
        total = int(answer[2])
        rows = zip(answer[3::4], answer[4::4], answer[5::4], answer[6::4], strict=True)
        places = tuple(
            _place(_read(player.decode(), record, score), int(rank), total)
            for player, record, score, rank in rows
        )
        return BoardPage(int(answer[1]), total, places)

    async def members(self, board: str, players: Sequence[str], window: str = ALL_TIME) -> list[Place]:
        """Those of some players who have an entry, best first, ranked among themselves."""
        _, scores, records = await self._generations.call(
            board,
            "nurselog_board_members",
            lambda generation: [meta_key(board), *window_keys(board, generation, window)],
            players,
        )
        known = dict(zip(players, zip(records, scores, strict=True), strict=True))
        packed = {
            player: None if score is None else int(float(score)) for player, (_, score) in known.items()
        }
        ranked = boards.rank_members(packed)
        return [_place(_read(player, *known[player]), rank, len(ranked)) for player, rank in ranked]

    async def names(self, game: str, size: int, after: str | None) -> list[str]:
        """Names of boards behind `after`, at most `size`; of one game, or of all if it is empty."""
        prefix = f"{game}." if game else ""
        start = f"({max(after or '', prefix)}"  # a place before the game is no way to the boards of another
        end = f"({game}/" if game else "+"  # the slash is the character behind the dot
        found = await self._store.call("ZRANGEBYLEX", NAMES, start, end, "LIMIT", 0, size, key=NAMES)
        return [name.decode() for name in found]

    async def abouts(self, names: Sequence[str]) -> list[About]:
        """What each of some boards compares."""
        found = await asyncio.gather(*(self.about(name) for name in names))
        return [about for about in found if about is not None]


def window_keys(board: str, generation: int, window: str) -> tuple[str, str]:
    """Scores and rows of a window."""
    return key(board, "board", str(generation), window), key(board, "rows", str(generation), window)


def _score(about: About, total: Total) -> int:
    return boards.pack(boards.points_of(total.value, higher_is_better=about.higher_is_better), total.at_s)


def _record(total: Total) -> bytes:
    return orjson.dumps([total.name, total.value, total.table])


def _read(player: str, record: bytes, score: Any) -> Total:
    _, at_s = boards.unpack(int(float(score)))
    name, value, table = orjson.loads(record)
    return Total(player=player, name=name, value=value, table=table, at_s=at_s)


def _place(total: Total, rank: int, size: int) -> Place:
    return Place(total, rank, boards.top_percent(rank, size))
