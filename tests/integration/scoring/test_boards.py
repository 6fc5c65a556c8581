"""The leaderboard in the store, judged by sorting everybody in a list."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ladders import Posting, Rating
from nurselog.scoring.ledger import Cause, Entry, note
from nurselog.scoring.model import NEWCOMER, Strength
from nurselog.scoring.standing_store import Page, StandingStore
from tests.support.results import NOON

LADDER = "forest_sky.duel"


async def put(ladders: LadderStore, *ratings: Rating) -> None:
    """Enters ratings as they are, in one entry."""
    lines = tuple(note(one.player, one.name, NEWCOMER, one.strength) for one in ratings)
    entry = Entry(
        cause=Cause.IMPORT, table=f"import {ratings[0].player} {ratings[0].version}", at_s=NOON, lines=lines
    )
    after = {one.player: one for one in ratings}
    before = {player: one for player in after if (one := await _known(ladders, player))}
    await ladders.settle(LADDER, Posting((entry,), after), before)


async def _known(ladders: LadderStore, player: str) -> Rating | None:
    return (await ladders.ratings(LADDER, [player])).get(player)


def rating(name: str, points: int, reached_s: int = NOON, *, games: int = 10, version: int = 1) -> Rating:
    return Rating(
        player=f"players/{name}",
        name=name.title(),
        version=version,
        games=games,
        strength=Strength(points / 100 + 3, 1.0),
        last_played_s=reached_s,
        reached_s=reached_s,
        points=points,
    )


def shown(page: Page | None) -> list[tuple[str, int]]:
    assert page is not None
    return [(row.rating.name, row.rank) for row in page.rows]


async def test_equal_points_share_a_rank_and_who_was_first_stands_first(
    ladders: LadderStore, standings: StandingStore
) -> None:
    await put(
        ladders, rating("ann", 50), rating("bob", 40, NOON + 5), rating("cat", 40, NOON), rating("dan", 30)
    )
    assert shown(await standings.page(LADDER, 0, 10)) == [("Ann", 1), ("Cat", 2), ("Bob", 2), ("Dan", 4)]
    assert shown(await standings.page(LADDER, 2, 2)) == [("Bob", 2), ("Dan", 4)]


async def test_around_the_last_are_the_last_three(ladders: LadderStore, standings: StandingStore) -> None:
    await put(ladders, rating("ann", 50), rating("bob", 40), rating("cat", 40), rating("dan", 30))
    names = [name for name, _ in shown(await standings.page(LADDER, 0, 3, around="players/dan"))]
    assert names[-1] == "Dan"
    assert len(names) == 3


async def test_provisional_players_are_not_listed_but_on_the_full_board(
    ladders: LadderStore, standings: StandingStore
) -> None:
    await put(ladders, rating("ann", 50), rating("new", 60, games=9), rating("bob", 40))
    assert shown(await standings.page(LADDER, 0, 10)) == [("Ann", 1), ("Bob", 2)]
    assert shown(await standings.page(LADDER, 0, 10, everyone=True)) == [("New", 0), ("Ann", 1), ("Bob", 2)]
    assert await standings.page(LADDER, 0, 10, around="players/new") is None
    assert await standings.sizes(LADDER) == (3, 2)


async def test_who_becomes_uncertain_is_taken_off_the_board(
    ladders: LadderStore, standings: StandingStore
) -> None:
    await put(ladders, rating("ann", 50), rating("bob", 40))
    await put(ladders, rating("ann", 55, games=1, version=2))
    assert shown(await standings.page(LADDER, 0, 10)) == [("Bob", 1)]
    row = await standings.standing(LADDER, "players/ann")
    assert row is not None
    assert (row.rank, row.rating.points) == (0, 55)


async def test_an_empty_board_has_an_empty_page(ladders: LadderStore, standings: StandingStore) -> None:
    assert shown(await standings.page(LADDER, 0, 10)) == []
    assert await standings.standing(LADDER, "players/nobody") is None
    assert await standings.page(LADDER, 0, 10, around="players/nobody") is None


@pytest.mark.parametrize("seed", range(3))
async def test_every_window_is_a_piece_of_the_sorted_list(
    seed: int, ladders: LadderStore, standings: StandingStore
) -> None:
    luck = random.Random(seed)
    everybody = [
        rating(f"p{number:02}", luck.randrange(12), NOON + luck.randrange(4)) for number in range(30)
    ]
    await put(ladders, *everybody)
    whole = shown(await standings.page(LADDER, 0, 100))
    assert whole == ranked(everybody)
    for size in (1, 2, 5, 30, 40):
        for index, (name, _) in enumerate(whole):
            page = await standings.page(LADDER, 0, size, around=f"players/{name.lower()}")
            start = max(0, min(index - (size - 1) // 2, len(whole) - size))
            assert shown(page) == whole[start : start + size]


def ranked(ratings: Iterable[Rating]) -> list[tuple[str, int]]:
    """More points first, then earlier, then the later name as in sorted sets; ranks by who has more."""
    order = sorted(ratings, key=lambda one: one.player, reverse=True)
    order.sort(key=lambda one: (-one.points, one.reached_s))
    return [(one.name, 1 + sum(other.points > one.points for other in order)) for one in order]
