"""Chapters 9 to 11: the end of a Season and of the game."""

from typing import Any

import pytest

from nurselog.games.canopy_evergreen import RULES
from nurselog.games.canopy_evergreen.components import CARDS, FLAGS, Card
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.scoring import (
    FINAL,
    foraging,
    plants,
    tallest,
    weather_bonuses,
    weather_sets,
)
from nurselog.games.canopy_evergreen.state import Phase, State
from tests.support.canopy_evergreen import FULL_MAT, forest, kind, luck, play, settled, state, texts


def ended(*forests: Forest, phase: Phase = Phase.THREATS, season: int = 1, **parts: Any) -> State:
    return settled(state(*forests, phase=phase, season=season, **parts), luck())


def final(category: str, one: Forest) -> int:
    return FINAL[category](one).points


# The worked example of Season 3

JOAQUIN = forest(
    "salal salal salal salal chanterelle chanterelle trillium huckleberry huckleberry sun2 rain4",
    wild="black_bear.a black_bear.f black_bear.p gray_wolf.a gray_wolf.p bald_eagle.f coho_salmon.p",
    trees="a3x1 b4x2 c5x1 d2x1",
    tokens="huckleberry cat_tail_moss cat_tail_moss sun_or_rain",
    sun_or_rain="sun",
)
OTHER = forest("sun4 rain4", trees="a3x1")


def test_r9_7_joaquin_scores_six_for_foraging() -> None:
    assert foraging(JOAQUIN, "").points == 3 + 3


def test_r9_8_joaquin_has_the_tallest_tree() -> None:
    assert tallest([JOAQUIN, OTHER], 3, "") == ((2, 5), None)


def test_r9_10_joaquin_has_three_sets_and_the_second_most() -> None:
    sets = [weather_sets(JOAQUIN, ""), weather_sets(OTHER, "")]
    assert sets == [3, 4]
    assert weather_bonuses(sets, [True, True]) == (2, 5)


def test_r9_11_joaquin_scores_eleven_for_plants_and_mushrooms() -> None:
    assert plants(JOAQUIN, "").points == 9 + 4 - 2


def test_r11_2_joaquin_scores_seven_for_sets_six_for_points_five_for_the_chain() -> None:
    bears_and_wolves = forest(
        wild="black_bear.a black_bear.f black_bear.p gray_wolf.a gray_wolf.p bald_eagle.f"
    )
    assert final("sets", bears_and_wolves) == 7
    assert final("wildlife_points", bears_and_wolves) == 6
    assert final("chain", forest(wild="gray_wolf.a bald_eagle.f coho_salmon.p red_fox.p black_bear.p")) == 5


def test_r11_4_martas_chain_of_newt_wolf_and_eagle() -> None:
    assert final("chain", forest(wild="rough_skinned_newt.p gray_wolf.f bald_eagle.p")) == 3


def test_r11_4_the_ring_closes_and_counts_seven() -> None:
    ring = "coho_salmon.p cougar.p bald_eagle.p red_fox.p spotted_skunk.p black_bear.p bumble_bee.p"
    assert final("chain", forest(wild=ring)) == 17
    assert final("chain", forest(wild="bumble_bee.p coho_salmon.p")) == 1
    assert final("chain", forest(wild="olympic_elk.p")) == 0


# Steps


@pytest.mark.parametrize(
    ("sets", "bonuses"),
    [
        ([3, 2, 1], (5, 2, 0)),
        ([3, 3, 1], (3, 3, 0)),
        ([3, 2, 2], (5, 1, 1)),
        ([0, 0, 0], (0, 0, 0)),
        ([2, 2, 2], (2, 2, 2)),
        ([4, 0, 0], (5, 0, 0)),
    ],
)
def test_r9_10_ties(sets: list[int], bonuses: tuple[int, ...]) -> None:
    assert weather_bonuses(sets, [True] * 3) == bonuses


def test_r9_10_tokens_need_any_weather_card_but_the_newt_does_not() -> None:
    christie = forest(wild="rough_skinned_newt.f", tokens="sun rain")
    assert weather_sets(christie, "") == 0
    assert foraging(christie, "").points == 1
    assert weather_sets(forest("sun2", tokens="sun rain"), "") == 2


def test_r9_8_ties_split_by_the_number_of_tallest_trees() -> None:
    assert tallest([forest(trees="a4x1 b4x1"), forest(trees="c4x1")], 3, "") == ((0, 1), (2, 1))
    assert tallest([forest(trees="a4x1 b4x1"), forest(trees="c3x1")], 3, "") == ((0, 5), None)
    assert tallest([forest(), forest()], 3, "") == (None, None)


def test_r9_9_an_awarded_tree_gets_no_other_and_still_counts() -> None:
    awarded = forest(trees="a5x1 b3x1", awards="a", wild="spotted_owl.f")
    assert tallest([awarded, forest()], 1, "") == ((1, 3), None)
    assert foraging(awarded, "").points == 1


@pytest.mark.parametrize(
    ("held", "points"), [("", 0), ("a", 1), ("aa", 3), ("aaa", 6), ("aaaa", 9), ("a" * 7, 13)]
)
def test_r10_2_salal(held: str, points: int) -> None:
    assert plants(forest("salal " * len(held)), "").points == points


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, -2), (2, 4), (3, 8), (5, 8)])
def test_r10_3_trillium(count: int, points: int) -> None:
    assert plants(forest("trillium " * count), "").points == points


def test_r1_7_points_never_fall_below_nothing_and_a_step_is_one_sum() -> None:
    assert ended(forest("trillium", points=1), phase=Phase.SCORING).forests[0].points == 0
    assert ended(forest("trillium salal", points=1), phase=Phase.SCORING).forests[0].points == 0


@pytest.mark.parametrize(
    ("species", "held", "trees", "points"),
    [
        ("bald_eagle", "", "a3x1 b2x1 c4", 1),
        ("banana_slug", "chanterelle chanterelle", "", 2),
        ("black_bear", "huckleberry " * 7, "", 6),
        ("bumble_bee", "salal salal trillium trillium huckleberry", "", 1),
        ("coho_salmon", "sun4 sun3", "", 2),
        ("common_raven", "cat_tail_moss " * 3, "", 3),
        ("cougar", "wildfire heatwave", "", 2),
        ("mountain_beaver", "trillium salal huckleberry chanterelle", "", 1),
        ("olympic_elk", "", "a1 b2x1 c3", 1),
        ("red_fox", "salal " * 6, "", 6),
        ("river_otter", "rain4 rain2", "", 2),
        ("rough_skinned_newt", "sun4 rain3", "", 1),
        ("spotted_owl", "", "a2x1 b2x1 c3", 1),
        ("spotted_skunk", "trillium " * 5, "", 4),
        ("gray_wolf", "", "", 0),
    ],
)
def test_r10_1_foraging(species: str, held: str, trees: str, points: int) -> None:
    assert foraging(forest(held, trees=trees, wild=f"{species}.f"), "").points == points


def test_r10_1_the_wolf_counts_itself() -> None:
    assert foraging(forest(wild="gray_wolf.f red_fox.p cougar.p"), "").points == 1


def test_r9_2_two_pine_cones_and_a_wildfire_draw_five_and_keep_two() -> None:
    drawing = forest("pine_cone pine_cone wildfire")
    position = ended(drawing, phase=Phase.BEGIN, piles="//", seeds="salal salal rain2 sun2 trillium wildfire")
    assert len(position.shown) == 5
    position = play(position, "add.salal", "add.sun2", chance=luck())
    assert position.season == 2


def test_r9_2_a_kept_pine_cone_does_nothing() -> None:
    position = ended(forest("pine_cone"), phase=Phase.BEGIN, piles="//", seeds="pine_cone rain2")
    assert play(position, "add.pine_cone", chance=luck()).season == 2


def test_r9_3_two_fires_cost_two_plants_three_cost_everybody_one() -> None:
    two = ended(forest("wildfire wildfire salal salal trillium"), forest("salal trillium"))
    assert two.demands == (2, 0)
    three = ended(forest("wildfire wildfire wildfire salal trillium"), forest("salal trillium"))
    assert three.demands == (1, 1)


def test_r9_5_diseases_take_wildlife_under_the_deck() -> None:
    ill = forest("disease disease", wild="red_fox.a black_bear.f cougar.p")
    position = ended(ill, forest(), forest(), forest(), piles="salal/////")
    assert kind(position) == "disease"
    position = play(position._replace(market=FULL_MAT), "lose.red_fox.a", chance=luck())
    assert position.wild_known == 1


def test_r9_6_the_sun_or_rain_token_is_chosen() -> None:
    position = ended(forest("sun2", tokens="sun_or_rain"))
    assert texts(position) == ["sun", "rain"]
    assert play(position, "rain", chance=luck()).forests[0].points == 3 + 1 + 5


def test_r9_13_the_fewest_points_begin() -> None:
    assert ended(forest(points=9), forest(points=4)).active == 1
    assert ended(forest(points=4), forest(points=4)).active == 1


def test_r11_6_more_wildlife_break_a_tie() -> None:
    first, second = forest(points=20, food=0), forest(points=20, food=0, wild="red_fox.a")
    outcome = RULES.outcome(ended(first, second, season=3))
    assert outcome is not None
    assert [one.place for one in outcome.placements] == [2, 1]
    assert outcome.reason == "three_seasons"


def test_r9_12_only_trees_tokens_and_wildlife_stay() -> None:
    kept: tuple[Card, ...] = (
        ended(forest("sun2 sun3", wild="red_fox.a!", trees="a2"), phase=Phase.SCORING).forests[0].cards
    )
    assert kept == (0,) * len(CARDS)


def test_r9_9_the_data_can_turn_rulings_round(monkeypatch: pytest.MonkeyPatch) -> None:
    awarded = forest(trees="a3x1 b3x1", awards="a", wild="bald_eagle.f")
    monkeypatch.setitem(FLAGS, "awarded_tree_still_counts_as_canopy", False)
    assert foraging(awarded, "").points == 1
    monkeypatch.setitem(FLAGS, "points_floor_zero", False)
    assert ended(forest("trillium", points=1), phase=Phase.SCORING).forests[0].points == -1
    monkeypatch.setitem(FLAGS, "heatwave_counts_for_wildfire_threshold", True)
    assert ended(forest("wildfire heatwave salal salal trillium")).demands[0] == 2
    monkeypatch.setitem(FLAGS, "tallest_tree_divisor", "tied_players")
    assert tallest([forest(trees="a4x1 b4x1"), forest(trees="c4x1")], 3, "") == ((0, 2), (2, 2))
    monkeypatch.setitem(FLAGS, "weather_bonus_needs_one_set", False)
    assert weather_bonuses([0, 0], [True, False]) == (5, 0)
