"""Chapter 8: the fifteen abilities."""

from nurselog.games.canopy_evergreen.components import (
    CARD_NAMED,
    NAME,
    NEWT,
    OTTER,
    SPECIES_NAMED,
    WILD_NAMED,
)
from nurselog.games.canopy_evergreen.state import Phase, State, card_of
from nurselog.rules.chance import ScriptedChance
from tests.support.canopy_evergreen import forest, kind, luck, play, seen, settled, state, texts


def on_pile(position: State, number: int) -> list[str]:
    return sorted(NAME[card_of(slot)] for slot in position.piles[number - 1].cards)


def foods(position: State) -> list[int]:
    return [one.food for one in position.forests]


def test_r8_2_a_token_lies_on_a_pile_with_cards_and_without_token() -> None:
    position = state(forest(wild="red_fox.a cougar.a"), piles="salal/salal sun2/")
    assert [text for text in texts(position) if "fox" in text] == ["use.red_fox.1", "use.red_fox.2"]
    assert [text for text in texts(position) if "cougar" in text] == ["use.cougar.2"]
    position = play(position, "use.red_fox.2")
    assert "use.cougar.2" not in texts(position)


def test_r8_2_others_decide_on_a_fox_pile_blind_and_its_owner_looks() -> None:
    fox = state(forest(), forest(), piles="salal @red_fox:1/sun2/rain2", phase=Phase.BEGIN)
    blind = settled(fox)
    assert seen(blind, 0).piles[0].known == []
    own = settled(fox._replace(active=1))
    assert seen(own, 1).piles[0].known == ["salal"]


def test_r8_3_bear_fox_and_skunk() -> None:
    for token, food, points in (
        ("black_bear", [0, 3], 3),
        ("red_fox", [1, 2], 3),
        ("spotted_skunk", [1, 2], 1),
    ):
        position = state(forest(), forest(), piles=f"salal @{token}:1/sun2/rain2", phase=Phase.LOOK)
        position = play(position, "keep")
        assert (foods(position), position.forests[0].points) == (food, points), token


def test_r8_3_the_cougar_takes_a_random_card() -> None:
    position = state(forest(), forest(), piles="salal wildfire @cougar:1/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep", chance=ScriptedChance(below=[0]))
    assert position.gone == (CARD_NAMED["wildfire"],)
    assert position.forests[1].points == 4


def test_r8_3_the_bee_takes_a_card_for_a_food() -> None:
    position = state(forest(), forest(), piles="salal wildfire @bumble_bee:1/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep")
    assert (kind(position), texts(position)) == ("bee", ["add.wildfire", "add.salal", "no"])
    position = play(position, "add.salal")
    assert foods(position) == [3, 0]
    assert [one.cards[CARD_NAMED["salal"]] for one in position.forests] == [0, 1]


def test_r8_3_the_own_pile_gives_nothing() -> None:
    owner = forest(wild="red_fox.a!")
    position = state(owner, forest(), piles="salal @red_fox:0/sun2/rain2", phase=Phase.LOOK)
    assert foods(play(position, "keep")) == [1, 1]


def test_r8_4_a_token_leaves_with_its_card() -> None:
    owner = forest(wild="red_fox.a!")
    position = state(owner, piles="heatwave/sun2 @red_fox:0/rain2", phase=Phase.LOOK)
    position = play(position, "keep")
    assert position.piles[1].token is None


def test_r8_5_the_eagle_keeps_one_of_three_and_none_grows() -> None:
    position = state(forest(wild="bald_eagle.a"), piles="salal/sun2/rain2 trillium")
    position = play(position, "use.bald_eagle.3", "pile.1")
    assert texts(position) == ["pile.1", "pile.2", "pile.3"]
    position = play(position, "pile.3")
    assert on_pile(position, 1) == ["salal"]
    assert len(position.piles[2].cards) == 2


def test_r8_6_the_raven_swaps_piles_with_their_tokens() -> None:
    position = state(forest(wild="common_raven.a"), piles="salal/sun2 @red_fox:1/rain2")
    assert "use.common_raven.2" not in texts(position)
    position = play(position, "use.common_raven.1", "pile.2")
    assert on_pile(position, 1) == ["sun2"]
    assert position.piles[0].token is not None
    assert seen(position, 0).piles[1].known == ["salal"]


def test_r8_7_the_owl_puts_two_cards_on_two_piles() -> None:
    position = play(
        state(forest(wild="spotted_owl.a"), deck="wildfire salal rain2"), "use.spotted_owl", "pile.1"
    )
    assert texts(position) == ["pile.2", "pile.3"]
    position = play(position, "pile.3")
    assert list(seen(position, 0).piles[0].known) == ["salal", "wildfire"]
    assert list(seen(position, 0).piles[2].known) == ["salal"]
    assert not any(pile.known for pile in seen(position, 1).piles)


def test_r8_8_the_salmon_goes_back_to_the_first_or_second_pile() -> None:
    position = play(
        state(forest(wild="coho_salmon.a"), deck="rain3 sun3 salal trillium"), "look", "pass", "pass", "pass"
    )
    assert texts(position) == ["draw", "use.coho_salmon.1", "use.coho_salmon.2"]


def test_r8_9_the_wolf_takes_a_wildlife_off_the_mat() -> None:
    position = state(forest(wild="gray_wolf.a"), mat="cougar.p", wild_deck="")
    position = play(position, "use.gray_wolf.cougar.p")
    assert (position.forests[0].food, position.forests[0].points) == (2, 4)
    assert position.market == (WILD_NAMED["cougar.p"],)


def test_r8_9_the_slug_eats_a_plant_but_no_huckleberry() -> None:
    position = state(forest("chanterelle huckleberry", wild="banana_slug.a"))
    assert [text for text in texts(position) if "slug" in text] == ["use.banana_slug.chanterelle"]
    assert play(position, "use.banana_slug.chanterelle").forests[0].food == 3


def test_r8_10_the_elk_keeps_one_of_its_name_and_knows_the_rest_as_a_set() -> None:
    position = state(
        forest(wild="olympic_elk.a"), deck="salal rain2 salal sun2 trillium wildfire cat_tail_moss"
    )
    position = play(position, "use.olympic_elk.salal", chance=luck())
    assert position.forests[0].cards[CARD_NAMED["salal"]] == 1
    (one,) = seen(position, 0).known_sets
    assert sorted(one.cards) == ["rain2", "salal", "sun2", "trillium", "wildfire"]
    assert one.in_deck == 5
    assert not seen(position, 1).known_sets


def test_r8_10_the_elk_chooses_where_cards_of_a_name_differ() -> None:
    position = play(state(forest(wild="olympic_elk.a"), deck="rain2 rain4 sun2"), "use.olympic_elk.rain")
    assert texts(position) == ["add.rain2", "add.rain4"]


def test_r15_3_a_card_that_leaves_the_deck_is_still_known_to_be_of_the_set() -> None:
    position = state(forest(wild="olympic_elk.a"), deck="salal rain2 sun2")
    position = play(position, "use.olympic_elk.trillium", "pass", chance=luck())
    shown = seen(position, 0)
    assert shown.known_sets[0].in_deck == 2
    assert list(shown.piles[0].from_sets) == [1]


def test_r8_11_the_newt_saves_a_card_from_a_heatwave() -> None:
    position = state(
        forest("salal", wild="rough_skinned_newt.a"), piles="heatwave/sun2/rain2", phase=Phase.LOOK
    )
    position = play(position, "keep", "use.rough_skinned_newt")
    assert position.forests[0].cards[CARD_NAMED["salal"]] == 1
    assert position.forests[0].used >> NEWT & 1


def test_r8_11_with_too_few_plants_the_newt_saves_nothing() -> None:
    burning = forest("wildfire wildfire salal", wild="rough_skinned_newt.a")
    position = settled(state(burning, phase=Phase.THREATS), luck())
    assert position.season == 2


def test_r8_12_the_beaver_keeps_two_cards_for_a_pine_cone() -> None:
    beaver = forest("pine_cone", wild="mountain_beaver.a")
    position = settled(state(beaver, piles="//", seeds="salal rain2", phase=Phase.BEGIN))
    position = play(position, "add.salal")
    assert texts(position) == ["add.rain2", "no"]


def test_r8_13_the_otter_copies_what_an_opponent_used() -> None:
    position = state(forest(wild="river_otter.a"), forest(wild="red_fox.a!"), piles="salal/sun2/rain2")
    assert "copy.red_fox.1" in texts(position)
    position = play(position, "copy.red_fox.1")
    assert position.forests[0].used >> OTTER & 1
    token = position.piles[0].token
    assert token is not None
    assert (token.species, token.owner, token.copied) == (SPECIES_NAMED["red_fox"], 0, True)


def test_r8_13_the_otter_cannot_copy_a_token_that_lies_on_a_pile() -> None:
    fox = forest(wild="red_fox.a!")
    position = state(forest(wild="river_otter.a gray_wolf.a"), fox, piles="salal @red_fox:1/sun2/rain2")
    assert not [text for text in texts(position) if text.startswith("copy")]
