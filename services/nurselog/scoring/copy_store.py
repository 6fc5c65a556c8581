"""Copies of a ladder: all it holds, read for a proof; one made anew, written beside it, put in its place.

A copy is a generation of its own. Until the switch nobody reads it, so what a dying process left is simply
overwritten by the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key
from nurselog.chassis.redis import Word
from nurselog.scoring.documents import ANNULLED
from nurselog.scoring.generations import Generations, meta_key
from nurselog.scoring.ladder_store import DAY_S, board_keys, history_keys, ratings_key
from nurselog.scoring.ladders import Rating
from nurselog.scoring.ledger import Entry
from nurselog.scoring.packed_store import PackedStore, as_board, packed_key
from nurselog.scoring.replay import Board, Replay
from nurselog.scoring.seasons import NO_SEASON

_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Switched:
    """The copy is the ladder now; `seq` is the number of the last entry."""

    seq: int


@dataclass(frozen=True, slots=True)
class Behind:
    """The ledger went on meanwhile."""


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Another copy became the ladder meanwhile."""


@dataclass(frozen=True, slots=True)
class Change:
    """A copy that is to take the place of a ladder: the generation before, and its own."""

    ladder: str
    old: int
    new: int


class CopyStore:
    """Whole ladders, in chunks, so that the store answers others between them."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer
        self._generations = Generations(gatherer)
        self._packed = PackedStore(gatherer)

    async def generation(self, ladder: str) -> int:
        """The one that is read now."""
        return await self._generations.read(ladder)

    async def ratings(self, ladder: str) -> dict[str, Rating]:
        """Every rating of a ladder."""
        where = ratings_key(ladder, await self.generation(ladder))
        cursor, ratings = b"0", dict[str, Rating]()
        while True:
            cursor, words = await self._store.call("HSCAN", where, cursor, "COUNT", _CHUNK, key=where)
            for player, data in zip(words[::2], words[1::2], strict=True):
                ratings[player.decode()] = Rating.decode(player.decode(), data)
            if cursor == b"0":
                return ratings

    async def board(self, ladder: str, season: int = NO_SEASON) -> Board:
        """The boards of a season, whole."""
        generation = await self.generation(ladder)
        _, listed, everyone = board_keys(ladder, generation, season)
        board = Board(await self._scores(listed), await self._scores(everyone))
        return board if board.everyone else as_board(await self._packed.board(ladder, generation, season))

    async def draft(self, ladder: str) -> int:
        """A generation that nobody else writes, for a copy."""
        where = meta_key(ladder)
        return int(await self._store.call("HINCRBY", where, "drafts", 1, key=where))

    async def drop(self, ladder: str, generation: int, seasons: Iterable[int]) -> None:
        """Removes a copy that is of no use."""
        await self._store.call("UNLINK", *_keys(ladder, generation, seasons), key=meta_key(ladder))

    async def write(self, ladder: str, generation: int, copy: Replay, players: Iterable[str]) -> None:
        """Writes the ratings and listings of these players into a copy."""
        for chunk in _chunks(players):
            known = {player: copy.ratings[player] for player in chunk}
            await self._records(ratings_key(ladder, generation), known)
            for season, board in copy.boards.items():
                rows, listed, everyone = board_keys(ladder, generation, season)
                shown = {player: known[player] for player in chunk if player in board.everyone}
                if season != NO_SEASON:
                    await self._records(rows, shown)
                await self._enlist(listed, shown, board.listed)
                await self._enlist(everyone, shown, board.everyone)

    async def switch(
        self, change: Change, seq: int, seasons: Iterable[int], entry: Entry | None
    ) -> Switched | Behind | Overtaken:
        """Puts a copy made of all entries up to `seq` in the place of the ladder, if that is all there is.

        `entry` says why, and is added to the ledger; None adds nothing.
        """
        ladder, generation = change.ladder, change.old
        old = _keys(ladder, generation, seasons)
        lines = entry.lines if entry else ()
        keys = [meta_key(ladder), key(ladder, "ledger"), key(ladder, "marks"), *old]
        keys += [where for line in lines for where in history_keys(ladder, line.player)]
        args: list[Word] = [generation, seq, change.new]
        args += [entry.table, f"!{ANNULLED}", entry.encode()] if entry else ["", "", ""]
        args += [entry.at_s // DAY_S if entry else 0, len(old)]
        verdict, last = await self._store.fcall("nurselog_ladder_switch", keys, args)
        if verdict == b"moved":
            return Overtaken()
        return Switched(int(last)) if verdict == b"switched" else Behind()

    async def _records(self, where: str, ratings: Mapping[str, Rating]) -> None:
        if ratings:
            words = [word for player, rating in ratings.items() for word in (player, rating.encode())]
            await self._store.call("HSET", where, *words, key=where)

    async def _enlist(self, where: str, shown: Iterable[str], scores: Mapping[str, int]) -> None:
        words = [word for player in shown if player in scores for word in (scores[player], player)]
        gone = [player for player in shown if player not in scores]
        if words:
            await self._store.call("ZADD", where, *words, key=where)
        if gone:
            await self._store.call("ZREM", where, *gone, key=where)

    async def _scores(self, where: str) -> dict[str, int]:
        words = await self._store.call("ZREVRANGE", where, 0, -1, "WITHSCORES", key=where)
        pairs = zip(words[::2], words[1::2], strict=True)
        return {player.decode(): int(float(score)) for player, score in pairs}


def _keys(ladder: str, generation: int, seasons: Iterable[int]) -> list[str]:
    found = [
        name
        for season in (NO_SEASON, *seasons)
        for name in (*board_keys(ladder, generation, season), packed_key(ladder, generation, season))
    ]
    return list(dict.fromkeys(found))


def _chunks(players: Iterable[str]) -> Iterator[Sequence[str]]:
    rest = iter(players)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk
