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
        return None if answer[0] == b"absent" else _page(answer)

    async def members(self, ladder: str, players: Sequence[str], season: int = NO_SEASON) -> list[Row]:
        """Those of some players who are listed, best first, ranked among themselves."""
        _, scores, records = await self._generations.call(
            ladder,
            "nurselog_ladder_members",
            lambda generation: [meta_key(ladder), *board_keys(ladder, generation, season)[:2]],
            players,
        )
        found = dict(zip(players, records, strict=True))
        packed = [None if score is None else int(float(score)) for score in scores]
        ranked = boards.rank_members(dict(zip(players, packed, strict=True)))
        return [
            Row(Rating.decode(player, found[player]), rank, boards.top_percent(rank, len(ranked)))
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
