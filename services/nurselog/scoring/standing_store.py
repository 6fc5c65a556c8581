"""The boards of ladders as they are read: pages, windows around a player, single standings, friends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nurselog.chassis.gatherer import Gatherer
from nurselog.scoring import boards
from nurselog.scoring.generations import Generations, meta_key
from nurselog.scoring.ladder_store import board_keys, ratings_key
from nurselog.scoring.ladders import Rating
from nurselog.scoring.packed_store import Packed, PackedStore, rating_of
from nurselog.scoring.seasons import NO_SEASON


@dataclass(frozen=True, slots=True)
class Row:
    """A rating with its shared rank on the board of a season, 0 while it is not listed there."""

    rating: Rating
    rank: int
    top_percent: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of a board from index `start` on, out of `total`."""

    start: int
    total: int
    rows: tuple[Row, ...]


class StandingStore:
    """Reads only. A season is named by the second at which it begins; 0 is the board outside seasons."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._generations = Generations(gatherer)
        self._packed = PackedStore(gatherer)

    async def standing(self, ladder: str, player: str, season: int = NO_SEASON) -> Row | None:
        """One player's present rating, and its rank on the board of a season."""
        answer = await self._generations.call(
            ladder,
            "nurselog_ladder_standing",
            lambda generation: [
                meta_key(ladder),
                ratings_key(ladder, generation),
                board_keys(ladder, generation, season)[1],
            ],
            [player],
        )
        if answer[0] == b"absent":
            return None
        rank, size = int(answer[2]), int(answer[3])
        return Row(Rating.decode(player, answer[1]), rank, boards.top_percent(rank, size))

    async def page(
        self,
        ladder: str,
        start: int,
        size: int,
        *,
        season: int = NO_SEASON,
        around: str = "",
        everyone: bool = False,
    ) -> Page | None:
        """A page of the board, best first; None if `around` names a player who is not on it."""
        answer = await self._generations.call(
            ladder,
            "nurselog_ladder_page",
            lambda generation: [meta_key(ladder), *board_keys(ladder, generation, season)],
            [start, size, around, int(everyone)],
        )
        found = None if answer[0] == b"absent" else _page(answer)
        if season != NO_SEASON and (found is None or not found.total):
            packed = await self._packed.board(ladder, self._generations.present(ladder), season)
            return _packed_page(packed, start, size, around, everyone=everyone) if packed else found
        return found

    async def members(self, ladder: str, players: Sequence[str], season: int = NO_SEASON) -> list[Row]:
        """Those of some players who are listed, best first, ranked among themselves."""
        _, scores, records = await self._generations.call(
            ladder,
            "nurselog_ladder_members",
            lambda generation: [meta_key(ladder), *board_keys(ladder, generation, season)[:2]],
            players,
        )
        known = dict(zip(players, records, strict=True))
        found = dict(zip(players, (None if one is None else int(float(one)) for one in scores), strict=True))
        if season != NO_SEASON and not any(found.values()):
            rows = {
                row[0]: row
                for row in await self._packed.board(ladder, self._generations.present(ladder), season)
                if row[2]
            }
            found = {player: rows[player][1] for player in players if player in rows}
            known = {player: rows[player][3].encode() for player in found}
        ranked = boards.rank_members(found)
        return [
            Row(Rating.decode(player, known[player]), rank, boards.top_percent(rank, len(ranked)))
            for player, rank in ranked
        ]

    async def sizes(self, ladder: str, season: int = NO_SEASON) -> tuple[int, int]:
        """How many players the ladder rates, and how many it lists in a season."""
        answer = await self._generations.call(
            ladder,
            "nurselog_ladder_sizes",
            lambda generation: [
                meta_key(ladder),
                ratings_key(ladder, generation),
                board_keys(ladder, generation, season)[1],
            ],
        )
        return int(answer[1]), int(answer[2])


def _packed_page(packed: Packed, start: int, size: int, around: str, *, everyone: bool) -> Page | None:
    """A page as `nurselog_ladder_page` cuts it."""
    listed = [(player, score) for player, score, shown, _ in packed if shown]
    ranks = dict(boards.shared_ranks(listed))
    rows = packed if everyone else [row for row in packed if row[2]]
    if around:
        index = next((place for place, row in enumerate(rows) if row[0] == around), None)
        if index is None:
            return None
        start = max(0, min(index - (size - 1) // 2, len(rows) - size))
    cut = [
        (rating_of(player, record), ranks.get(player, 0))
        for player, _, _, record in rows[start : start + size]
    ]
    shown = tuple(Row(rating, rank, boards.top_percent(rank, len(listed))) for rating, rank in cut)
    return Page(start, len(rows), shown)


def _page(answer: Sequence[Any]) -> Page:
    listed = int(answer[3])
    rows = zip(answer[4::3], answer[5::3], answer[6::3], strict=True)
    return Page(
        start=int(answer[1]),
        total=int(answer[2]),
        rows=tuple(
            Row(Rating.decode(player.decode(), record), int(rank), boards.top_percent(int(rank), listed))
            for player, record, rank in rows
        ),
    )
