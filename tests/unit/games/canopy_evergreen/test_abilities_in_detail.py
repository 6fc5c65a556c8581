"""Chapter 8, the rarer cases: what is declined, copied, used out of turn, with too little to use."""

from nurselog.games.canopy_evergreen.components import (
    CARD_NAMED,
    NAME,
    NEWT,
    OTTER,
    SPECIES_NAMED,
    WILD_NAMED,
)
from nurselog.games.canopy_evergreen.state import Phase, State, card_of
from tests.support.canopy_evergreen import (
    forest,
    kind,
    luck,
    mover,
    play,
    refused,
    seen,
    settled,
    state,
    texts,
)

SALAL = CARD_NAMED["salal"]


def on_pile(position: State, number: int) -> list[str]:
    return sorted(NAME[card_of(slot)] for slot in position.piles[number - 1].cards)


def used(position: State, player: int, species: str) -> bool:
    return bool(position.forests[player].used >> SPECIES_NAMED[species] & 1)


# --- Tokens on piles


def test_r8_3_a_bear_gets_its_food_even_from_a_hungry_keeper() -> None:
    position = state(forest(food=0), forest(food=0), piles="salal @black_bear:1/sun2/rain2", phase=Phase.LOOK)

    assert [one.food for one in play(position, "keep").forests] == [0, 2]


def test_r5_2_the_bear_comes_before_a_chanterelle() -> None:
    position = state(
        forest(food=0), forest(food=0), piles="chanterelle @black_bear:1/sun2/rain2", phase=Phase.LOOK
    )

    assert [one.food for one in play(position, "keep").forests] == [2, 2]


def test_r1_7_the_skunk_takes_no_more_points_than_there_are() -> None:
    position = state(forest(points=1), forest(), piles="salal @spotted_skunk:1/sun2/rain2", phase=Phase.LOOK)

    assert play(position, "keep").forests[0].points == 0


def test_r8_3_a_bee_may_decline() -> None:
    position = state(forest(), forest(), piles="salal wildfire @bumble_bee:1/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep", "no")

    assert [one.food for one in position.forests] == [1, 1]
    assert kind(position) == "add"


def test_r8_3_a_bee_without_food_is_not_asked() -> None:
    position = state(
        forest(), forest(food=0), piles="salal wildfire @bumble_bee:1/sun2/rain2", phase=Phase.LOOK
    )

    assert kind(play(position, "keep")) == "add"


def test_r8_3_the_bee_may_take_a_heatwave_in_another_turn_and_the_newt_helps() -> None:
    keeper, owner = forest(), forest("salal wildfire", wild="rough_skinned_newt.a")
    position = state(keeper, owner, piles="heatwave sun2 @bumble_bee:1/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep", "add.heatwave")

    assert (mover(position), kind(position)) == (1, "heat")
    assert "use.rough_skinned_newt" in texts(position)
    position = play(position, "use.rough_skinned_newt")
    assert position.forests[1].cards[SALAL] == 1
    assert position.forests[1].cards[CARD_NAMED["heatwave"]] == 1, "it stays beside the Wildfire"


def test_r8_1_an_ability_is_used_once_a_season() -> None:
    position = play(state(forest(wild="gray_wolf.a"), mat="cougar.p"), "use.gray_wolf.cougar.p")

    assert refused(position, "use.gray_wolf.cougar.p") is not None


def test_r8_1_only_an_active_card_has_an_ability() -> None:
    position = state(forest(wild="gray_wolf.f"), mat="cougar.p")

    assert refused(position, "use.gray_wolf.cougar.p") is not None


# --- Eagle, Raven, Owl, Elk, Salmon


def test_r8_5_the_eagle_can_come_after_passes() -> None:
    position = state(forest(wild="bald_eagle.a"), piles="salal/sun2/rain2", deck="wildfire sun3 sun4")
    position = play(position, "look", "pass")
    assert "use.bald_eagle.1" in texts(position)

    position = play(position, "use.bald_eagle.1", "pile.3", "pile.1", "add.salal")

    assert position.forests[0].cards[SALAL] == 1
    assert position.forests[0].cards[CARD_NAMED["wildfire"]] == 1, "the pass has added it"


def test_r8_5_the_eagle_never_looks_at_a_fox_pile_not_even_at_the_own() -> None:
    position = state(
        forest(wild="bald_eagle.a red_fox.a!"), piles="salal @red_fox:0/sun2/rain2 trillium", deck="sun4"
    )
    assert [text for text in texts(position) if "eagle" in text] == ["use.bald_eagle.2", "use.bald_eagle.3"]

    position = play(position, "use.bald_eagle.2")

    assert texts(position) == ["pile.2", "pile.3"]


def test_r8_5_with_one_pile_the_eagle_keeps_it() -> None:
    position = state(forest(wild="bald_eagle.a"), piles="salal//", deck="")
    position = play(position, "use.bald_eagle.1", chance=luck())

    assert (position.season, position.forests[0].points) == (2, 3 + 1), "the Season ended with its Salal"


def test_r8_6_the_raven_may_leave_the_piles_where_they_are() -> None:
    position = play(
        state(forest(wild="common_raven.a"), piles="salal/sun2/rain2"), "use.common_raven.1", "no"
    )

    assert [on_pile(position, number) for number in (1, 2, 3)] == [["salal"], ["sun2"], ["rain2"]]
    assert used(position, 0, "common_raven")


def test_r8_7_with_one_card_the_owl_puts_one() -> None:
    position = play(state(forest(wild="spotted_owl.a"), deck="wildfire"), "use.spotted_owl", "pile.2")

    assert (kind(position), len(position.deck)) == ("look", 0), "nothing else is left to be done at the start"
    assert "wildfire" in on_pile(position, 2)


def test_r8_7_and_r8_10_an_empty_deck_ends_owl_and_elk() -> None:
    position = state(forest(wild="spotted_owl.a olympic_elk.a"), deck="")

    assert not [text for text in texts(position) if text.startswith("use")]


def test_r8_8_the_salmon_takes_what_the_passes_made() -> None:
    position = state(forest(wild="coho_salmon.a"), piles="salal/sun2/rain2", deck="trillium rain3 sun3 salal")
    position = play(position, "look", "pass", "pass", "pass", "use.coho_salmon.1", "add.salal")

    assert position.forests[0].cards[SALAL] == 1
    assert position.forests[0].cards[CARD_NAMED["trillium"]] == 1
    assert on_pile(position, 1) == ["salal"], "the deck's last card refills the cone"


def test_r8_10_the_elk_adds_a_tree_card_at_once() -> None:
    position = state(forest(trees="d1", wild="olympic_elk.a"), deck="root_trunk rain2 sun2")
    position = play(position, "use.olympic_elk.root_trunk", chance=luck())

    assert kind(position) == "grow"
    assert play(position, "grow.d").forests[0].heights[3] == 2


def test_r8_10_without_the_name_all_go_back() -> None:
    position = state(forest(wild="olympic_elk.a"), deck="rain2 sun2")
    position = play(position, "use.olympic_elk.salal", chance=luck())

    assert len(position.deck) == 2
    assert (kind(position), used(position, 0, "olympic_elk")) == ("look", True)


# --- Newt and Beaver at the end of a Season


def test_r8_11_the_newt_saves_a_plant_from_a_wildfire() -> None:
    burning = forest("wildfire wildfire salal salal trillium", wild="rough_skinned_newt.a")
    position = settled(state(burning, phase=Phase.THREATS), luck())
    position = play(position, "use.rough_skinned_newt")

    assert position.demands[0] == 1
    assert position.forests[0].used >> NEWT & 1


def test_r8_11_the_newt_may_be_given_to_a_disease_or_save_another() -> None:
    ill = forest("disease disease", wild="rough_skinned_newt.a black_bear.f cougar.p")
    position = settled(state(ill, forest(), forest(), forest(), phase=Phase.THREATS, piles="////"), luck())

    assert "lose.rough_skinned_newt.a" in texts(position)
    position = play(position, "use.rough_skinned_newt")
    assert position.sickness[0] == 1


def test_r8_11_a_spreading_fire_is_met_by_the_newt_too() -> None:
    fire, newt = forest("wildfire wildfire wildfire"), forest("salal", wild="rough_skinned_newt.a")
    position = settled(state(fire, newt, phase=Phase.THREATS), luck())

    assert texts(position) == ["lose.salal", "use.rough_skinned_newt"]


def test_r8_12_who_keeps_one_for_each_pine_cone_does_not_use_the_beaver() -> None:
    beaver = forest("pine_cone", wild="mountain_beaver.a")
    position = settled(state(beaver, piles="//", seeds="salal rain2", phase=Phase.BEGIN))
    kept = play(position, "add.salal", "no", chance=luck())

    assert kept.season == 2
    position = play(position, "add.salal", "add.rain2", chance=luck())
    assert position.season == 2


# --- Otter


def test_r8_13_a_copied_fox_hides_the_pile_from_the_fox_itself() -> None:
    position = state(forest(wild="river_otter.a"), forest(wild="red_fox.a!"), piles="salal/sun2/rain2")
    position = play(position, "copy.red_fox.1", "pass", "keep", chance=luck())

    assert mover(position) == 1
    assert seen(position, 1).piles[0].known == []


def test_r8_13_what_a_copied_token_brings_is_the_otters() -> None:
    position = state(forest(), forest(), piles="salal @black_bear:1o/sun2/rain2", phase=Phase.LOOK)

    assert [one.food for one in play(position, "keep").forests] == [0, 3]


def test_r8_13_the_otter_stands_in_for_a_used_newt() -> None:
    otter, newt = forest("salal", wild="river_otter.a"), forest(wild="rough_skinned_newt.a!")
    position = state(otter, newt, piles="heatwave/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep")

    assert "copy.rough_skinned_newt" in texts(position)
    position = play(position, "copy.rough_skinned_newt")
    assert position.forests[0].cards[SALAL] == 1
    assert position.forests[0].used >> OTTER & 1


def test_r8_13_the_otter_stands_in_for_a_used_beaver_only() -> None:
    otter = forest("pine_cone", wild="river_otter.a")
    for beaver, kept in (("mountain_beaver.a!", 2), ("mountain_beaver.a", 1)):
        other = forest(wild=beaver)
        position = settled(state(otter, other, piles="//", seeds="salal rain2", phase=Phase.BEGIN))
        assert seen(position, 0).seed_limit == kept, beaver


def test_r8_13_an_otter_cannot_copy_what_is_not_used() -> None:
    position = state(forest(wild="river_otter.a"), forest(wild="gray_wolf.a"), mat="cougar.p")

    assert not [text for text in texts(position) if text.startswith("copy")]


def test_r8_13_if_either_card_leaves_both_tokens_leave_the_pile() -> None:
    otter, fox = forest(wild="river_otter.a!"), forest(wild="red_fox.a!")
    for loser, lost in ((0, "river_otter.a"), (1, "red_fox.a")):
        position = state(otter, fox, piles="heatwave/sun2 @red_fox:0o/rain2", phase=Phase.LOOK, active=loser)
        position = play(position, "keep")
        assert position.piles[1].token is None, lost
        assert WILD_NAMED[lost] not in position.forests[loser].wild


def test_r8_4_a_wildlife_that_is_bought_again_has_a_fresh_token() -> None:
    owner = forest(wild="red_fox.a!", food=3)
    position = state(
        owner, piles="heatwave/sun2/rain2", phase=Phase.LOOK, mat="cougar.p gray_wolf.p", wild_deck=""
    )
    position = play(position, "keep")
    assert position.market[2] == WILD_NAMED["red_fox.a"], "the empty place on the mat is filled at once"

    position = position._replace(active=0, phase=Phase.START)
    position = play(position, "attract.red_fox.a")

    assert not used(position, 0, "red_fox")


# --- What is drawn


def test_r15_4_a_card_that_was_drawn_and_dropped_is_known_to_its_seat() -> None:
    position = state(forest(), deck="rain3 sun3 salal trillium")
    position = play(position, "look", "pass", "pass", "pass", "drop", chance=luck())

    assert list(seen(position, 0).known_discard) == ["trillium"]
    assert not seen(position, 1).known_discard
    assert seen(position, 1).unseen_discard_size == 1


def test_r15_4_seed_cards_that_were_not_kept_are_known_to_their_seat() -> None:
    first, second = forest("pine_cone"), forest("pine_cone")
    position = settled(state(first, second, piles="//", seeds="salal rain2 sun2 sun3", phase=Phase.BEGIN))
    position = play(position, "add.salal")

    assert list(seen(position, 0).known_discard) == ["rain2"]
    assert not seen(position, 1).known_discard
    assert sorted(seen(position, 1).drawn) == ["sun2", "sun3"]
    assert not seen(position, 0).drawn
    assert not seen(position, -1).drawn


def test_r15_3_another_elk_ends_the_set_even_of_a_card_that_its_seat_has_drawn() -> None:
    elk, otter = forest(wild="olympic_elk.a"), forest(wild="river_otter.a")
    position = state(elk, otter, deck="salal rain2 rain3 sun2 sun3 trillium wildfire salal")
    position = play(position, "use.olympic_elk.canopy", "keep", chance=luck())
    position = play(position, "look", "pass", "pass", "pass", "draw")
    assert kind(position) == "drawn"
    assert len(seen(position, 0).known_sets[0].cards) == 6

    position = play(position, "copy.olympic_elk.canopy", chance=luck(1))

    assert not any(known.cards for known in seen(position, 0).known_sets)
