"""Boards of totals in the store: bests, first tries, windows, friends, generations."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.scoring.annulment import Annulment
from nurselog.scoring.board_store import BoardPage, BoardStore
from nurselog.scoring.settlement import Settlement
from nurselog.scoring.totals import About, Total, totals
from tests.integration.scoring.conftest import Proof
from tests.support.results import NOON, result, table_name

LOW = About(game="cabin_by_the_sea", rules_version="1", seats=1, higher_is_better=False)
HIGH = About(game="orca_isles", rules_version="1", seats=1, higher_is_better=True)
DEAL = About(game="orca_isles", rules_version="1", seats=1, higher_is_better=True, deal="deals/2026-11-30")


def total(name: str, value: int, at_s: int = NOON, number: int = 1) -> Total:
    return Total(
        player=f"players/{name}", name=name.title(), value=value, table=table_name(number), at_s=at_s
    )


async def enter(boards: BoardStore, about: About, *found: Total) -> list[bool]:
    return [await boards.enter(about, one, ["all"]) for one in found]


def shown(page: BoardPage | None) -> list[tuple[str, int, int]]:
    assert page is not None
    return [(place.total.name, place.total.value, place.rank) for place in page.places]


async def test_points_share_ranks_and_who_was_first_stands_first(boards: BoardStore) -> None:
    await enter(
        boards, HIGH, total("ann", 50), total("bob", 40, NOON + 5), total("cat", 40, NOON), total("dan", 30)
    )
    assert shown(await boards.page(HIGH.id, 0, 10)) == [
        ("Ann", 50, 1),
        ("Cat", 40, 2),
        ("Bob", 40, 2),
        ("Dan", 30, 4),
    ]
    around = await boards.page(HIGH.id, 0, 3, around="players/dan")
    assert [name for name, _, _ in shown(around)] == ["Cat", "Bob", "Dan"]


async def test_a_best_changes_only_when_it_is_beaten(boards: BoardStore) -> None:
    changed = await enter(
        boards,
        HIGH,
        total("ann", 40, NOON),
        total("ann", 40, NOON - 9, 2),
        total("ann", 39, NOON, 3),
        total("ann", 41, NOON, 4),
        total("ann", 41, NOON, 4),
    )
    assert changed == [True, False, False, True, False]
    page = await boards.page(HIGH.id, 0, 10)
    assert page is not None
    assert (page.places[0].total.table, page.size) == (table_name(4), 1)


async def test_the_lowest_is_best_where_the_game_says_so(boards: BoardStore) -> None:
    assert await enter(boards, LOW, total("ann", 12), total("bob", 9), total("ann", 13), total("ann", 8)) == [
        True,
        True,
        False,
        True,
    ]
    assert shown(await boards.page(LOW.id, 0, 10)) == [("Ann", 8, 1), ("Bob", 9, 2)]


async def test_a_deal_has_one_try(boards: BoardStore) -> None:
    assert await enter(boards, DEAL, total("ann", 40), total("ann", 99), total("bob", 50)) == [
        True,
        False,
        True,
    ]
    assert shown(await boards.page(DEAL.id, 0, 10)) == [("Bob", 50, 1), ("Ann", 40, 2)]


async def test_friends_are_ranked_among_themselves(boards: BoardStore) -> None:
    await enter(boards, HIGH, *(total(f"p{number}", number) for number in range(50)))
    places = await boards.members(HIGH.id, ["players/p7", "players/nobody", "players/p40", "players/p9"])
    assert [(place.total.name, place.rank) for place in places] == [("P40", 1), ("P9", 2), ("P7", 3)]
    many = await boards.members(HIGH.id, [f"players/p{number}" for number in range(1000)])
    assert len(many) == 50
    assert many[0].top_percent == 2


async def test_a_board_made_anew_is_empty_for_everybody(boards: BoardStore) -> None:
    other = BoardStore(boards._store)
    await enter(other, HIGH, total("ann", 50))
    await boards.reset(HIGH.id, ["all"])
    assert shown(await boards.page(HIGH.id, 0, 10)) == []
    assert shown(await other.page(HIGH.id, 0, 10)) == []
    assert await enter(other, HIGH, total("ann", 10)) == [True]
    assert shown(await boards.page(HIGH.id, 0, 10)) == [("Ann", 10, 1)]


@pytest.mark.parametrize("seed", range(3))
async def test_every_window_is_a_piece_of_the_sorted_list(seed: int, boards: BoardStore) -> None:
    luck = random.Random(seed)
    await enter(
        boards, HIGH, *(total(f"p{n:02}", luck.randrange(12), NOON + luck.randrange(4)) for n in range(30))
    )
    whole = shown(await boards.page(HIGH.id, 0, 100))
    assert [rank for _, _, rank in whole] == [
        1 + sum(other > value for _, other, _ in whole) for _, value, _ in whole
    ]
    for k in (0, 1, 5, 20):
        for index, (name, _, _) in enumerate(whole):
            page = shown(await boards.page(HIGH.id, 0, 2 * k + 1, around=f"players/{name.lower()}"))
            start = max(0, min(index - k, len(whole) - (2 * k + 1)))
            assert page == whole[start : start + 2 * k + 1]
            assert len(page) == min(2 * k + 1, len(whole))


def solo(number: int, value: int, at_s: int = NOON) -> Result:
    return result(number, ["ann"], [1], totals=[value], ended_at_s=at_s)


async def test_finished_solo_tables_stand_on_the_boards_of_their_windows(
    settlement: Settlement, boards: BoardStore
) -> None:
    for finished in (solo(1, 50), solo(2, 40, NOON + 40 * 86_400), solo(1, 50)):
        told = await settlement.settle(finished)
        assert told.unrated_reason == "solo"
    [board] = await boards.names("", 10, None)
    assert await boards.about(board) == next(about for about, _ in totals(solo(1, 50)))
    assert shown(await boards.page(board, 0, 10)) == [("Ann", 50, 1)]
    assert shown(await boards.page(board, 0, 10, window="2025-06")) == [("Ann", 50, 1)]
    assert shown(await boards.page(board, 0, 10, window="2025-07")) == [("Ann", 40, 1)]


async def test_boards_are_listed_by_game(boards: BoardStore) -> None:
    for about in (HIGH, LOW, DEAL):
        await enter(boards, about, total("ann", 1))
    assert await boards.names("orca_isles", 10, None) == [DEAL.id, HIGH.id]
    assert await boards.names("orca_isles", 10, DEAL.id) == [HIGH.id]
    assert await boards.names("orca_isles", 10, "a") == [DEAL.id, HIGH.id]
    assert await boards.names("", 10, None) == [LOW.id, DEAL.id, HIGH.id]
    assert await boards.names("orca", 10, None) == []


async def test_the_proof_knows_the_boards(
    settlement: Settlement, boards: BoardStore, annulment: Annulment, proof: Proof
) -> None:
    played = [solo(1, 50), solo(2, 40), solo(3, 60)]
    for finished in played:
        await settlement.settle(finished)
    await annulment.annul(table_name(3), "A fault.", NOON)
    assert (await proof()).differences == []
    (about, best), *_ = totals(played[0])
    await boards.correct(about, best.player, None, "all")
    assert [one.rpartition(" ")[2] for one in (await proof()).differences] == ["total.", "total."]
    await boards.correct(about, best.player, replace(best, value=51), "all")
    assert [one.rpartition("there ")[2] for one in (await proof()).differences] == ["with another total."]
    gone = next(total for _, total in totals(played[2]))
    await boards.correct(about, best.player, gone, "all")
    assert [one.rpartition("there ")[2] for one in (await proof()).differences] == ["by an annulled table."]
    await boards.reset(about.id, ["all"])
    assert (await proof()).differences == []
