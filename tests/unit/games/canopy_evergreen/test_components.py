"""Chapter 1: what the component data must keep, whoever corrects them."""

from itertools import pairwise

from nurselog.games.canopy_evergreen import components as c
from nurselog.games.canopy_evergreen.components import Kind
from nurselog.games.canopy_evergreen.forest import with_wild
from nurselog.games.canopy_evergreen.scoring import FINAL, foraging, plants
from nurselog.games.canopy_evergreen.state import Phase
from tests.support.canopy_evergreen import forest, luck, play, settled, state, texts

EVERY = range(len(c.SPECIES))


def links(*names: str) -> list[int]:
    return [c.LINK[c.SPECIES_NAMED[name]] for name in names]


def left(name: str) -> str:
    return c.RING[c.LINK[c.SPECIES_NAMED[name]] - 1]


def right(name: str) -> str:
    return c.RING[c.LINK[c.SPECIES_NAMED[name]] % len(c.RING)]


def test_r1_4_fifteen_species_have_three_cards_each() -> None:
    assert len(c.SPECIES) == 15
    assert len(c.WILDS) == 45


def test_r2_4_the_starting_wildlife_are_five_active_cards() -> None:
    assert {c.WILD_NAME[wild] for wild in c.STARTERS} == {
        "black_bear.a",
        "bumble_bee.a",
        "cougar.a",
        "red_fox.a",
        "spotted_skunk.a",
    }


def test_r1_4_newt_wolf_and_eagle_have_the_icons_of_the_rulebook() -> None:
    assert (left("rough_skinned_newt"), right("rough_skinned_newt")) == ("water", "rock")
    assert (left("gray_wolf"), right("gray_wolf")) == ("rock", "claw")
    assert (left("bald_eagle"), right("bald_eagle")) == ("claw", "wind")


def test_r1_4_the_ring_has_seven_links_and_two_species_share_each() -> None:
    assert len(set(c.RING)) == len(c.RING) == 7
    assert sorted(link for link in c.LINK if link) == [link for link in range(1, 8) for _ in range(2)]


def test_r1_4_the_elk_alone_has_no_link() -> None:
    assert [c.SPECIES_NAME[species] for species in c.SPECIES if not c.LINK[species]] == ["olympic_elk"]


def test_r2_4_the_starting_species_sit_on_five_different_links() -> None:
    assert len({c.LINK[wild // 3] for wild in c.STARTERS}) == 5


def test_r1_4_an_eagle_costs_two() -> None:
    assert 2 in [c.COST[3 * c.EAGLE + kind] for kind in Kind]


def test_r1_4_the_points_of_bear_and_wolf_are_six_at_most() -> None:
    assert c.POINTS[3 * c.BEAR + Kind.POINTS] + c.POINTS[3 * c.WOLF + Kind.POINTS] <= 6


BEARS_WOLVES_EAGLE = "black_bear.a black_bear.f black_bear.p gray_wolf.a gray_wolf.p bald_eagle.f"
"""The wildlife of which the rulebook's example of Season 3 tells."""

EXAMPLE = forest(
    "salal salal salal salal chanterelle chanterelle trillium huckleberry huckleberry sun2 rain4",
    wild=BEARS_WOLVES_EAGLE,
    trees="a3x1 b4x2 c5x1",
    tokens="huckleberry cat_tail_moss cat_tail_moss sun_or_rain",
    sun_or_rain="sun",
)


def test_r10_1_in_the_example_only_bear_and_eagle_pay_so_the_wolves_are_active_and_points() -> None:
    assert foraging(EXAMPLE, "").evidence == ("black_bear.f=3", "bald_eagle.f=3")
    with_the_third = with_wild(EXAMPLE, c.WILD_NAMED["gray_wolf.f"])
    assert foraging(with_the_third, "").points > foraging(EXAMPLE, "").points


def test_r11_2_in_the_example_points_wildlife_are_worth_six() -> None:
    assert FINAL["wildlife_points"](EXAMPLE).points == 6


def test_r11_4_in_the_example_another_species_makes_the_chain_of_four() -> None:
    alone = FINAL["chain"](EXAMPLE).points
    others = [3 * species for species in c.SPECIES if c.SPECIES_NAME[species] not in BEARS_WOLVES_EAGLE]
    chains = {
        FINAL["chain"](with_wild(with_wild(EXAMPLE, one), other)).points
        for one in others
        for other in others
        if one != other
    }
    assert alone < c.TABLES["chain"][4]
    assert c.TABLES["chain"][4] in chains


def test_r9_11_the_example_adds_up_to_eleven() -> None:
    assert plants(EXAMPLE, "").points == 11


def test_r1_4_each_species_has_one_active_card_and_so_one_token() -> None:
    actives = [wild for wild in c.WILDS if wild % 3 == Kind.ACTIVE]
    assert sorted(wild // 3 for wild in actives) == list(EVERY)


def test_r6_1_trunks_are_not_limited() -> None:
    """The box has 44; the cards would allow more, and the supply does not stop anybody."""
    trees = " ".join(f"{space}9" for space in "abcde")
    position = state(forest(trees=trees), piles="root_trunk/sun2/rain2", phase=Phase.LOOK)
    position = play(position, "keep")
    assert {"grow.a", "grow.f"} <= set(texts(position))


def test_r1_7_points_are_not_limited() -> None:
    """Everybody has a token for 100 points: more than 100 happens."""
    salal = forest("salal salal salal salal salal", points=100)
    position = settled(state(salal, phase=Phase.SCORING), luck())
    assert position.forests[0].points == 113


def test_r1_4_costs_can_be_paid_and_points_are_points() -> None:
    assert all(1 <= cost <= c.START["food_max"] for cost in c.COST)
    assert all(c.POINTS[3 * species + Kind.POINTS] > 0 for species in EVERY)


def test_r1_3_there_are_87_forest_cards() -> None:
    printed = c.DATA["forest"]
    assert sum(entry.get("unmarked", 0) for entry in printed) == 47
    assert sum(entry.get("marked_3", 0) for entry in printed) == 22
    assert sum(entry.get("marked_4", 0) for entry in printed) == 17
    assert sum(entry.get("solo", 0) for entry in printed) == 1


def test_r1_3_each_type_is_there_as_often_as_the_rulebook_says() -> None:
    said = {
        "root_trunk": (7, 10, 12),
        "canopy": (5, 7, 8),
        "nurse_log": (1, 2, 3),
        "rain": (4, 6, 7),
        "sun": (4, 6, 7),
        "heatwave": (1, 2, 2),
        "wildfire": (3, 4, 4),
        "disease": (0, 0, 3),
        "trillium": (4, 6, 7),
        "cat_tail_moss": (4, 6, 7),
        "huckleberry": (5, 7, 9),
        "salal": (5, 7, 9),
        "chanterelle": (2, 3, 4),
        "pine_cone": (2, 3, 4),
        "fox_spirit": (0, 0, 0),
    }
    counted = {
        name: tuple(sum(c.TYPE[card] == name for card in c.deck_for(players)) for players in (2, 3, 4))
        for name in c.TYPES
    }
    assert counted == said


def test_r12_1_alone_the_fox_spirit_is_in_the_deck() -> None:
    assert sorted([*c.deck_for(2), c.FOX_SPIRIT]) == sorted(c.deck_for(1))


def test_r1_3_weather_cards_have_two_to_four_icons_and_a_double_canopy_is_there() -> None:
    assert {c.VALUE[card] for card in c.WEATHER} <= {2, 3, 4}
    assert 2 in {c.VALUE[card] for card in c.CANOPIES}


def test_r6_3_24_canopies_are_enough() -> None:
    assert 3 * sum(c.deck_for(4).count(card) for card in c.CANOPIES) == 24


def test_r1_1_the_map_has_eight_spaces_and_eleven_paths() -> None:
    assert len(c.SPACES) == 8
    assert len({frozenset(path) for path in c.PATHS}) == len(c.PATHS) == 11
    assert 4 * len(c.SPACES) == 32


def test_r1_1_the_map_is_connected_without_a_bridge() -> None:
    for left_out in [None, *c.PATHS]:
        paths = [path for path in c.PATHS if path != left_out]
        assert reached(0, paths) == set(c.SPACES)


def reached(start: int, paths: list[tuple[int, int]]) -> set[int]:
    found = {start}
    for _ in c.SPACES:
        found |= {end for path in paths for end in path if set(path) & found}
    return found


def test_r1_2_a_player_has_eleven_tokens_and_two_more_in_the_advanced_mode() -> None:
    assert len(c.token_set(advanced=False)) == len(c.PATHS) == 11
    assert len(c.token_set(advanced=True)) == 13
    assert 4 * 11 == 44
    assert 4 * 2 == 8


def test_r1_2_the_tokens_that_the_rulebook_shows_are_there() -> None:
    tokens = [c.TOKEN_NAME[token] for token in c.token_set(advanced=False)]
    assert {"huckleberry", "salal", "trillium", "sun_or_rain"} <= set(tokens)
    assert tokens.count("cat_tail_moss") == 2
    assert c.ICONS[c.TOKEN_NAMED["sun"]] == {"sun": 2}
    assert c.ICONS[c.TOKEN_NAMED["rain"]] == {"rain": 2}


def test_r9_2_the_seed_deck_cannot_run_out_by_pine_cones() -> None:
    most = {}
    for players in (2, 3, 4):
        deck = c.deck_for(players)
        fires = deck.count(c.WILDFIRE) + deck.count(c.HEATWAVE)
        most[players] = 2 * deck.count(c.PINE_CONE) + fires
        assert most[players] <= 4 * players
    assert most == {2: 8, 3: 12, 4: 14}


def test_r10_2_salal_points_are_those_of_the_rulebook_and_steps_never_fall() -> None:
    table = c.TABLES["salal"]
    steps = [after - before for before, after in pairwise(table)]
    assert (table[1], table[4], table[5], len(table)) == (1, 9, 13, 6)
    assert steps == sorted(steps)


def test_r11_4_the_chain_table_is_that_of_the_rulebook() -> None:
    assert c.TABLES["chain"][1:] == [0, 1, 3, 5, 8, 12, 17]
    assert c.TABLES["sets"][1:] == [0, 2, 5]
    assert c.TABLES["trillium"][1:] == [-2, 4, 8]
    assert c.TABLES["tallest"] == [3, 4, 5]


def test_r14_1_there_are_ten_shifting_seasons() -> None:
    assert len(set(c.SHIFTS)) == 10


def test_data_say_what_of_them_is_ours() -> None:
    assert c.DATA["rulings"]
    assert links("olympic_elk") == [0]
