"""Chapters 9 to 14: the end of a Season, the end of the game, alone, the variants."""

from typing import Any

import pytest

from nurselog.games.canopy_evergreen import RULES, solo
from nurselog.games.canopy_evergreen.components import CARD_NAMED, CARDS, FLAGS, SHIFTS, WILD_NAMED, Card
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.scoring import (
    FINAL,
    foraging,
    plants,
    tallest,
    value_now,
    weather_bonuses,
    weather_sets,
)
from nurselog.games.canopy_evergreen.state import Phase, State
from nurselog.rules.api import OptionProblem
from tests.support.canopy_evergreen import cards, forest, kind, luck, play, settled, state, texts

SOLO = {"fox_spirit": "easy"}

FULL_MAT = tuple(WILD_NAMED[name] for name in ("gray_wolf.a", "gray_wolf.f", "gray_wolf.p"))


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


# Alone


def alone(human: Forest, fox: Forest, **parts: Any) -> State:
    return state(human, fox, alone=True, options=SOLO, **parts)


def test_r12_1_the_fox_spirit_starts_with_its_points() -> None:
    for level, points in (("easy", 3), ("normal", 10), ("hard", 20)):
        options = RULES.spec.complete({"fox_spirit": level}, 1)
        assert RULES.setup(options, 1, luck()).state.forests[1].points == points


def test_r12_2_the_fox_spirit_takes_the_largest_pile_and_lower_ones_grow() -> None:
    position = alone(
        forest(), forest(food=0), piles="salal/sun2/rain2 trillium", deck="wildfire sun3 sun4 rain4"
    )
    position = settled(position._replace(active=1, phase=Phase.BEGIN))
    assert [len(pile.cards) for pile in position.piles] == [2, 2, 2]
    assert position.forests[1].cards[CARD_NAMED["trillium"]] == 1


def test_r12_2_it_buys_the_dearest_it_can_pay() -> None:
    position = alone(forest(), forest(food=2), mat="red_fox.a bald_eagle.p gray_wolf.p", wild_deck="cougar.p")
    position = settled(position._replace(active=1, phase=Phase.BEGIN))
    assert len(position.forests[1].wild) == 1
    assert position.forests[1].wild[0] // 3 == 0


@pytest.mark.parametrize(
    ("trees", "card", "space"),
    [
        ("a1 b2", "root_trunk", 1),
        ("a3 b4", "root_trunk", 2),
        ("a3 b4", "canopy2", 1),
        ("", "canopy2", -1),
        ("a3 b4 c5 d3 e3 f3 g3 h3", "nurse_log", 2),
    ],
)
def test_r12_3_where_it_grows(trees: str, card: str, space: int) -> None:
    assert solo.space_for(forest(trees=trees), CARD_NAMED[card]) == space


def test_r12_3_the_order_in_which_it_adds() -> None:
    held = cards("canopy1 canopy3 root_trunk salal wildfire heatwave fox_spirit")
    order = sorted(held, key=solo.adding_rank)
    assert order == [*map(CARD_NAMED.__getitem__, ORDER)]


ORDER = ("fox_spirit", "heatwave", "wildfire", "salal", "root_trunk", "canopy3", "canopy1")


def test_r12_4_it_gives_what_it_misses_least() -> None:
    fox = forest("salal salal trillium trillium")
    position = alone(forest(), fox, piles="salal/sun2/heatwave rain2", deck="")
    position = settled(position._replace(active=1, phase=Phase.BEGIN))
    assert position.forests[1].cards[CARD_NAMED["salal"]] == 1
    assert value_now(position.forests[1], "") == 1 + 4


def test_r12_5_the_fox_spirit_card_brings_it_a_wildlife() -> None:
    position = alone(forest(), forest(), piles="fox_spirit/sun2/rain2", mat="cougar.p", wild_deck="red_fox.p")
    position = play(position._replace(phase=Phase.LOOK), "keep")
    assert len(position.forests[1].wild) >= 1
    assert position.outside == (CARD_NAMED["fox_spirit"],)


def test_r12_6_the_human_needs_more_points() -> None:
    for points, reason in ((30, "fox_spirit_beaten"), (20, "fox_spirit_wins")):
        position = alone(forest(points=points, food=0), forest(points=20, food=0))
        outcome = RULES.outcome(settled(position._replace(phase=Phase.SCORING, season=3)))
        assert outcome is not None
        assert outcome.reason == reason


# Variants


def advanced(one: Forest, **parts: Any) -> State:
    return state(one, options={"advanced_tokens": "on"}, **parts)


def test_r13_1_eleven_of_thirteen_tokens_lie_on_the_map() -> None:
    options = RULES.spec.complete({"advanced_tokens": "on"}, 2)
    one = RULES.setup(options, 2, luck()).state.forests[0]
    assert (len(one.path_tokens), len(one.spent)) == (11, 2)


def test_r13_2_refresh_turns_a_token_back_and_leaves() -> None:
    position = advanced(forest(wild="red_fox.a!", tokens="wildlife_refresh"))
    position = play(position, "refresh.red_fox")
    assert "use.red_fox.1" in texts(position)
    assert position.forests[0].tokens == ()


def test_r13_2_forage_feeds_or_replaces_the_mat() -> None:
    position = advanced(
        forest(tokens="wildlife_forage", wild="gray_wolf.a", food=0),
        mat="red_fox.p cougar.p bald_eagle.p",
        wild_deck="red_fox.f cougar.f bald_eagle.f",
    )
    assert play(position, "food").forests[0].food == 1
    replaced = play(position, "market")
    assert set(replaced.market).isdisjoint(position.market)
    assert replaced.wild_known == 3


def test_r13_2_an_empty_mat_is_not_replaced() -> None:
    position = advanced(forest(tokens="wildlife_forage", wild="gray_wolf.a", food=0))
    assert "market" not in texts(position)
    assert "food" in texts(position)


def shifting(shift: str, *forests: Forest, **parts: Any) -> State:
    position = state(*forests, options={"shifting_seasons": "on"}, **parts)
    return position._replace(shifts=(SHIFTS.index(shift),))


def test_r14_1_each_season_turns_up_another_card() -> None:
    options = RULES.spec.complete({"shifting_seasons": "on"}, 2)
    position = play(RULES.setup(options, 2, luck()).state, "grow.a", "grow.a", chance=luck())
    assert len(position.shifts) == 1
    later = settled(position._replace(phase=Phase.SCORING), luck())
    assert len(set(later.shifts)) == 2


def test_r14_2_a_migration_needs_a_mat() -> None:
    position = shifting("migration", forest(wild="red_fox.a"))
    assert "migrate" not in texts(position)
    assert "migrate" in texts(position._replace(market=FULL_MAT))


@pytest.mark.parametrize(
    ("shift", "held", "points"),
    [
        ("long_rains", "sun2 rain2 rain2", 0),
        ("clear_skies", "sun2 rain3", 1),
        ("mushroom_flush", "chanterelle rain2", 1),
        ("moss_season", "cat_tail_moss cat_tail_moss", 1),
    ],
)
def test_r14_2_what_a_season_changes_in_points(shift: str, held: str, points: int) -> None:
    assert value_now(forest(held), shift) - value_now(forest(held), "") == points


def test_r14_2_tall_timber() -> None:
    assert tallest([forest(trees="a4x1"), forest(trees="b4x1")], 2, "tall_timber") == ((0, 3), (1, 3))


def test_r14_2_berry_year_and_mild_summer() -> None:
    berry = shifting("berry_year", piles="huckleberry/sun2/rain2", phase=Phase.LOOK)
    assert play(berry, "keep").forests[0].food == 3
    mild = shifting("mild_summer", forest("salal wildfire"), piles="heatwave/sun2/rain2", phase=Phase.LOOK)
    mild = play(mild, "keep")
    assert mild.gone == (CARD_NAMED["heatwave"],)


def test_r14_2_dry_lightning_and_seed_rain() -> None:
    dry = settled(shifting("dry_lightning", forest("wildfire salal salal trillium"), phase=Phase.THREATS))
    assert dry.demands[0] == 2
    rain = shifting(
        "seed_rain", forest("pine_cone"), piles="//", seeds="salal rain2 sun2 sun3", phase=Phase.BEGIN
    )
    assert len(settled(rain).shown) == 3


def test_r14_2_a_migration_once_for_each_player() -> None:
    position = shifting("migration", mat="red_fox.p", wild_deck="cougar.p bald_eagle.p gray_wolf.p")
    position = play(position._replace(forests=(forest(wild="gray_wolf.a"), forest())), "migrate")
    assert "migrate" not in texts(position)


def test_r2_5_a_first_player_must_be_there() -> None:
    with pytest.raises(OptionProblem):
        RULES.spec.complete({"first_player": "3"}, 2)
    assert RULES.setup(RULES.spec.complete({"first_player": "1"}, 2), 2, luck()).state.active == 1


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_r12_1_who_does_not_play_alone_meets_no_fox_spirit(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({"fox_spirit": "hard"}, seat_count)
    assert caught.value.option == "fox_spirit"
    assert RULES.spec.complete({"fox_spirit": "normal"}, seat_count)["fox_spirit"] == "normal"


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
