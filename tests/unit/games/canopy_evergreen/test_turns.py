"""Chapters 2 to 5: looking, passing, keeping, adding."""

import pytest

from nurselog.games.canopy_evergreen import RULES
from nurselog.games.canopy_evergreen.components import CARD_NAMED, NAME
from nurselog.games.canopy_evergreen.state import Phase, State, card_of, order_of
from nurselog.rules.api import OptionProblem
from tests.support.canopy_evergreen import forest, kind, luck, play, seat, seen, settled, state, texts

WAITS = forest(wild="gray_wolf.a")
"""With something to use, nothing happens by itself."""


def on_pile(position: State, number: int) -> list[str]:
    return sorted(NAME[card_of(slot)] for slot in position.piles[number - 1].cards)


def known(position: State, number: int, by: int) -> list[str]:
    return list(seen(position, by).piles[number - 1].known)


def test_r2_3_roots_are_placed_in_seat_order_anywhere() -> None:
    position = RULES.setup(RULES.spec.complete({}, 3), 3, luck()).state
    assert texts(position) == [f"grow.{name}" for name in "abcdefgh"]
    position = play(position, "grow.a", "grow.a", "grow.h", chance=luck())
    assert [one.heights.index(1) for one in position.forests] == [0, 0, 7]


def test_r2_4_each_seat_has_a_starting_wildlife_and_three_lie_open() -> None:
    position = dealt(4)
    assert all(len(one.wild) == 1 for one in position.forests)
    assert len(position.market) == 3
    assert len(position.wild_deck) == 45 - 4 - 3


def dealt(seats: int) -> State:
    position = RULES.setup(RULES.spec.complete({}, seats), seats, luck()).state
    return play(position, *["grow.d"] * seats, chance=luck())


def test_r2_6_decks_have_the_sizes_of_the_rulebook() -> None:
    for seats, deck, seeds, piles in ((1, 34, 8, [1, 2, 3]), (2, 33, 8, [1, 2, 3])):
        position = dealt(seats)
        assert (len(position.deck), len(position.seeds)) == (deck, seeds)
        assert [len(pile.cards) for pile in position.piles] == piles
    assert (len(dealt(3).deck), [len(pile.cards) for pile in dealt(3).piles]) == (52, [1, 1, 1, 2])
    assert (len(dealt(4).deck), [len(pile.cards) for pile in dealt(4).piles]) == (64, [1, 1, 1, 1, 2])


def test_r3_2_marta_attracts_an_eagle() -> None:
    position = state(forest(food=3), mat="bald_eagle.p gray_wolf.f cougar.p", wild_deck="red_fox.p")
    position = play(position, "attract.bald_eagle.p")
    assert position.forests[0].food == 1
    assert len(position.market) == 3


def test_r3_3_what_comes_to_the_mat_can_be_bought_too() -> None:
    position = state(forest(food=4), mat="bald_eagle.p", wild_deck="red_fox.a cougar.p")
    position = play(position, "attract.bald_eagle.p")
    assert "attract.red_fox.a" in texts(position)


def test_r4_1_order_of_three_and_four() -> None:
    assert order_of(4, 0) == (0, 4, 3)
    assert order_of(3, 2) == (2, 3, 1)
    assert order_of(2, 1) == (0, 1, 2)


def test_r4_4_marta_passes_two_piles_and_keeps_the_third() -> None:
    position = state(
        WAITS,
        piles="rain2/trillium wildfire/sun2 cat_tail_moss salal",
        deck="huckleberry salal pine_cone rain3",
    )
    position = play(position, "look", "pass", "pass", "keep")
    assert on_pile(position, 1) == ["huckleberry", "rain2"]
    assert on_pile(position, 2) == ["salal", "trillium", "wildfire"]
    assert on_pile(position, 3) == ["pine_cone", "rain3"]
    assert position.batches[-1].cards == tuple(
        sorted(CARD_NAMED[name] for name in ("sun2", "cat_tail_moss", "salal"))
    )


def test_r4_5_with_an_empty_deck_and_no_later_pile_it_must_be_kept() -> None:
    position = play(state(WAITS, piles="salal//sun2", deck="", mat="cougar.p"), "look")
    assert "pass" in texts(position)
    position = play(position, "pass")
    assert "pass" not in texts(position)


def test_r3_6_a_last_pile_is_kept_unasked_if_nothing_can_be_used_before() -> None:
    position = play(state(piles="salal//sun2 rain2", deck=""), "look", "pass")
    assert [text.split(".")[0] for text in texts(position)] == ["add", "add"]


def test_r4_5_the_last_card_goes_on_the_third_pile_and_nothing_is_drawn() -> None:
    position = state(forest(), piles="salal/sun2/rain2", deck="trillium", phase=Phase.BEGIN)
    position = play(settled(position), "pass")
    assert on_pile(position, 1) == ["salal", "trillium"]
    position = play(
        state(piles="salal/sun2/rain2", deck="trillium salal salal"), "look", "pass", "pass", "pass"
    )
    assert (position.active, len(position.deck)) == (1, 0)


def test_r4_7_a_drawn_card_is_kept_or_leaves_unseen() -> None:
    position = play(state(deck="salal salal salal huckleberry"), "look", "pass", "pass", "pass")
    assert (kind(position), texts(position)) == ("drawn", ["keep", "drop"])
    assert play(position, "keep").forests[0].cards[CARD_NAMED["huckleberry"]] == 1
    dropped = play(position, "drop")
    assert seen(dropped, 0).known_discard == ["huckleberry"]
    assert seen(dropped, 1).known_discard == []


def test_r4_8_the_season_ends_when_a_player_to_move_has_no_pile() -> None:
    forests = (forest(), forest(), forest("salal"), forest())
    position = state(*forests, piles="/salal///", deck="", phase=Phase.BEGIN)
    position = settled(position, luck())
    assert position.season == 2


def test_r5_2_the_bear_comes_before_a_huckleberry() -> None:
    position = state(forest(food=0), forest(food=0), piles="huckleberry @black_bear:1/sun2/rain2")
    position = play(position, "look", "keep")
    assert [one.food for one in position.forests] == [1, 2]


def test_r5_3_laya_adds_a_heatwave_first() -> None:
    laya = forest("rain2", trees="b3x1", tokens="huckleberry", paths="ab:salal", points=0)
    position = state(laya, piles="root_trunk canopy2 huckleberry heatwave/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep", "add.heatwave")
    assert position.forests[0].cards[CARD_NAMED["heatwave"]] == 0
    position = play(position, "add.huckleberry", "add.root_trunk", "grow.a", "grow.a")
    grown = position.forests[0]
    assert (grown.food, grown.points) == (4, 4)
    assert [seen(position, -1).players[0].tokens] == [["huckleberry", "salal"]]


def test_r5_6_food_is_never_more_than_seven() -> None:
    position = state(forest("huckleberry", food=6), piles="huckleberry/sun2/rain2", phase=Phase.LOOK)
    assert play(position, "keep").forests[0].food == 7


def test_r5_7_a_chanterelle_brings_two_food() -> None:
    position = state(piles="chanterelle/sun2/rain2", phase=Phase.LOOK)
    assert play(position, "keep").forests[0].food == 3


def test_r6_2_a_nurse_log_adds_two_trunks() -> None:
    position = state(forest(trees="a1"), piles="nurse_log/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep", "grow.a")
    assert position.forests[0].heights[0] == 3


def test_r6_4_a_canopy_without_a_tree_leaves() -> None:
    position = play(state(piles="canopy3/sun2/rain2", phase=Phase.LOOK), "keep")
    assert (position.active, position.forests[0].points) == (1, 3)


def test_r6_6_two_low_trees_lose_the_token_between_them() -> None:
    low = forest(trees="a1 b2x1", paths="ab:salal")
    position = play(state(low, piles="canopy1/sun2/rain2", phase=Phase.LOOK), "keep", "grow.a")
    assert position.forests[0].tokens == ()
    assert len(position.forests[0].spent) == 1


def test_r6_6_two_huckleberry_tokens_feed_one_after_the_other() -> None:
    berries = forest("huckleberry", trees="a2 b2x1 d2x1", paths="ab:huckleberry ad:huckleberry", food=0)
    position = play(state(berries, piles="canopy1/sun2/rain2", phase=Phase.LOOK), "keep", "grow.a")
    assert position.forests[0].food == 3 + 1


def test_r6_7_a_huckleberry_token_alone_feeds_nobody() -> None:
    bare = forest(trees="a2 b2x1", paths="ab:huckleberry")
    position = play(state(bare, piles="canopy1/sun2/rain2", phase=Phase.LOOK), "keep", "grow.a")
    assert position.forests[0].food == 1


def test_r7_2_a_heatwave_with_nothing_to_take_leaves() -> None:
    position = play(state(piles="heatwave/sun2/rain2", phase=Phase.LOOK), "keep")
    assert position.gone == (CARD_NAMED["heatwave"],)


def test_r7_3_a_wildfire_keeps_the_heatwave() -> None:
    position = state(forest("wildfire"), piles="heatwave/sun2/rain2", phase=Phase.LOOK)
    assert play(position, "keep").forests[0].cards[CARD_NAMED["heatwave"]] == 1


def test_r7_1_a_heatwave_may_take_wildlife_and_pine_cones_never_berries() -> None:
    held = forest("huckleberry pine_cone", wild="red_fox.p")
    position = play(state(held, piles="heatwave/sun2/rain2", phase=Phase.LOOK), "keep")
    assert texts(position) == ["lose.pine_cone", "lose.red_fox.p"]


def test_r15_2_a_seat_remembers_what_it_saw_and_nobody_else_does() -> None:
    position = play(state(piles="salal/rain2 sun2/trillium"), "look", "pass")
    assert known(position, 1, by=0) == ["salal"]
    assert known(position, 2, by=0) == ["rain2", "sun2"]
    assert known(position, 1, by=1) == []
    assert len(position.piles[0].cards) == 2


def test_r15_7_only_building_can_be_taken_back() -> None:
    position = state(forest(trees="a1"), piles="root_trunk sun2/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep", "add.root_trunk")
    made = RULES.apply(position, seat(0), RULES.notation.parse("grow.b"), luck())
    assert made.state.active == 1
    assert not made.undoable


def test_r2_5_a_first_player_must_be_there() -> None:
    with pytest.raises(OptionProblem):
        RULES.spec.complete({"first_player": "3"}, 2)
    assert RULES.setup(RULES.spec.complete({"first_player": "1"}, 2), 2, luck()).state.active == 1
