"""Boards of seasons long past: one compressed text each instead of sorted sets and hashes, still readable.

A packed board belongs to a generation of its ladder: a ladder made anew has all boards as they were.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import orjson

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.scoring.generations import Generations, meta_key
from nurselog.scoring.ladder_store import board_keys
from nurselog.scoring.ladders import Rating
from nurselog.scoring.replay import Board

Packed: TypeAlias = list[tuple[str, int, bool, str]]
"""Player, score, whether listed, and the record of each; best first."""

_CHUNK = 500
_REMEMBERED = 4


class PackedStore:
    """Packs and reads; a few boards that were read last are remembered."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer
        self._generations = Generations(gatherer)
        self._read: OrderedDict[str, Packed] = OrderedDict()

    async def pack(self, ladder: str, season: int) -> bool:
        """Packs the board of a season; False if it is empty, packed already, or changed meanwhile."""
        generation = await self._generations.read(ladder)
        rows, listed, everyone = board_keys(ladder, generation, season)
        words = await self._store.call("ZREVRANGE", everyone, 0, -1, "WITHSCORES", key=everyone)
        if not words:
            return False
        players, scores = words[::2], words[1::2]
        shown = set(await self._store.call("ZRANGE", listed, 0, -1, key=listed))
        records = await self._records(rows, players)
        text = await asyncio.to_thread(_pack, zip(players, scores, records, strict=True), shown)
        answer = await self._store.fcall(
            "nurselog_ladder_pack",
            [meta_key(ladder), packed_key(ladder, generation, season), rows, listed, everyone],
            [generation, len(players), len(shown), text],
        )
        return bool(answer[0] == b"ok")

    async def board(self, ladder: str, generation: int, season: int) -> Packed:
        """A packed board; empty if there is none."""
        where = packed_key(ladder, generation, season)
        known = self._read.get(where)
        if known is not None:
            self._read.move_to_end(where)
            return known
        text = await self._store.call("GET", where, key=where)
        if not text:
            return []
        packed = await asyncio.to_thread(_unpack, text)
        self._read[where] = packed
        if len(self._read) > _REMEMBERED:
            self._read.popitem(last=False)
        return packed

    async def _records(self, rows: str, players: Sequence[bytes]) -> list[bytes]:
        chunks = [players[start : start + _CHUNK] for start in range(0, len(players), _CHUNK)]
        found = [await self._store.call("HMGET", rows, *chunk, key=rows) for chunk in chunks]
        return [record for chunk in found for record in chunk]


def as_board(packed: Packed) -> Board:
    """The scores in a packed board."""
    return Board(
        listed={player: score for player, score, listed, _ in packed if listed},
        everyone={player: score for player, score, _, _ in packed},
    )


def rating_of(player: str, record: str) -> Rating:
    """The rating in a packed record."""
    return Rating.decode(player, record.encode())


def packed_key(ladder: str, generation: int, season: int) -> str:
    """Where the packed board of a season is."""
    return key(ladder, "packed", str(generation), str(season))


def _pack(rows: Iterable[tuple[bytes, bytes, bytes]], listed: set[bytes]) -> bytes:
    found: list[Any] = [
        (player.decode(), int(float(score)), player in listed, record.decode())
        for player, score, record in rows
    ]
    return zlib.compress(orjson.dumps(found))


def _unpack(text: bytes) -> Packed:
    return [tuple(row) for row in orjson.loads(zlib.decompress(text))]
