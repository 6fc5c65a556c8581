from __future__ import annotations

import pytest

from nurselog.api.common.v1.score_pb2 import EndedBy
from nurselog.scoring.totals import About, Window, totals, windows
from tests.support.results import NOON, result, table_name

LEFT = EndedBy.ENDED_BY_LEFT
SOLO = {"game": "cabin_by_the_sea", "higher_is_better": False}


def ids(*args: object, **more: object) -> list[str]:
    return [about.id for about, _ in totals(result(*args, **more))]  # type: ignore[arg-type]


def test_a_solo_table_stands_on_the_board_of_its_game_and_options() -> None:
    [(about, total)] = totals(result(1, ["ann"], [1], totals=[37], options={"x": "1"}, **SOLO))  # type: ignore[arg-type]
    assert about.id.startswith("cabin_by_the_sea.solo.")
    assert (about.higher_is_better, about.options, about.seats) == (False, {"x": "1"}, 1)
    assert (total.player, total.name, total.value) == ("players/ann", "Ann", 37)
    assert (total.table, total.at_s) == (table_name(1, "cabin_by_the_sea"), NOON)


def test_other_options_rules_or_seats_are_another_board() -> None:
    boards = {
        ids(1, ["ann"], [1], options={"x": "1"})[0],
        ids(2, ["ann"], [1], options={"x": "2"})[0],
        ids(3, ["ann"], [1], options={"x": "1"}, rules_version="2")[0],
        ids(4, ["ann", "bob"], [1, 1], options={"x": "1"}, teams=[[0, 1]])[0],
    }
    assert len(boards) == 4
    assert ids(5, ["bob"], [1], options={"x": "1"})[0] in boards


def test_a_pair_that_plays_together_stands_there_together() -> None:
    found = list(totals(result(1, ["ann", "bob"], [1, 1], teams=[[0, 1]])))
    assert [(about.seat, total.player) for about, total in found] == [
        (-1, "players/ann"),
        (-1, "players/bob"),
    ]


def test_a_deal_compares_each_seat_with_the_same_seat() -> None:
    assert ids(1, ["ann"], [1], deal="deals/2026-11-30") == ["forest_sky.deal.2026-11-30"]
    assert ids(1, ["ann", "bob"], [1, 2], deal="deals/d") == [
        "forest_sky.deal.d.seat0",
        "forest_sky.deal.d.seat1",
    ]


@pytest.mark.parametrize(
    "finished",
    [
        result(1, ["ann", "bob"], [1, 2]),
        result(1, ["ann"], [1], aborted=True),
        result(1, ["ann"], [], aborted=True),
        result(1, ["ann"], [1], ends={0: LEFT}),
        result(1, ["bots/random"], [1]),
        result(1, ["ann"], [1], hand_entered=True),
    ],
)
def test_what_stands_on_no_board(finished: object) -> None:
    assert list(totals(finished)) == []  # type: ignore[arg-type]


def test_windows_are_named_by_their_time_in_utc() -> None:
    last_second_of_2026 = 1_798_761_599
    assert windows(last_second_of_2026, list(Window)) == ("all", "2026", "2026-12", "2026-W53", "2026-12-31")
    assert windows(last_second_of_2026 + 1, list(Window)) == (
        "all",
        "2027",
        "2027-01",
        "2026-W53",
        "2027-01-01",
    )
    assert windows(NOON, ()) == ("all",)


def test_what_a_board_compares_survives_the_store() -> None:
    about = About(
        game="a",
        rules_version="1",
        options={"b": "c"},
        seats=2,
        higher_is_better=True,
        deal="deals/d",
        seat=1,
    )
    assert About.decode(about.encode()) == about
