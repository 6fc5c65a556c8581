"""Every refusal, with the number of its rule."""

from pathlib import Path
from typing import Any

import pytest

from nurselog.games.canopy_evergreen import refusals
from nurselog.games.canopy_evergreen.state import Phase, State
from nurselog.rules.api import Rejection
from tests.support.canopy_evergreen import forest, play, refused, settled, state


def looking(**parts: Any) -> State:
    return play(state(forest(wild="red_fox.a"), **parts), "look")


CASES: dict[tuple[str, str], tuple[State, str]] = {
    ("too_dear", "3.2"): (state(mat="olympic_elk.p", wild_deck=""), "attract.olympic_elk.p"),
    ("not_on_mat", "3.2"): (state(mat="olympic_elk.p"), "attract.gray_wolf.p"),
    ("only_at_start", "3.2"): (looking(mat="red_fox.p"), "attract.red_fox.p"),
    ("must_keep", "4.5"): (looking(piles="salal//", deck=""), "pass"),
    ("no_card_left", "4.6"): (looking(deck=""), "draw"),
    ("not_waiting", "5.3"): (play(looking(piles="salal/rain2 sun2/salal"), "pass", "keep"), "add.salal"),
    ("root_first", "2.3"): (state(phase=Phase.ROOT)._replace(actor=0), "keep"),
    ("no_place", "6.1"): (
        play(state(forest(trees="a1"), piles="canopy2/salal/salal", phase=Phase.LOOK), "keep"),
        "grow.b",
    ),
    ("not_threatened", "7.1"): (looking(), "lose.salal"),
    ("discard_first", "7.1"): (
        play(state(forest("salal rain2"), piles="heatwave/salal/salal", phase=Phase.LOOK), "keep"),
        "end",
    ),
    ("ability_closed", "8.1"): (looking(), "use.black_bear.1"),
    ("pile_closed", "8.5"): (looking(), "pile.1"),
    ("no_token", "13.2"): (looking(), "food"),
    ("no_migration", "14.2"): (state(forest(wild="red_fox.a")), "migrate"),
    ("other_question", "3.6"): (looking(), "sun"),
}


@pytest.mark.parametrize("refusal", CASES)
def test_a_refusal_cites_its_rule(refusal: tuple[str, str]) -> None:
    position, text = CASES[refusal]
    assert refused(position, text) == refusal


def test_r3_6_another_seat_is_to_decide() -> None:
    assert refused(state(forest(wild="red_fox.a")), "look", by=1) == ("not_your_decision", "3.6")


def test_r11_1_the_play_is_over() -> None:
    assert refused(state(phase=Phase.OVER), "look") == ("play_over", "11.1")


def test_r4_6_who_passed_all_draws() -> None:
    position = play(looking(), "pass", "pass", "pass")
    assert refused(position, "end") == ("must_draw", "4.6")


def test_r9_2_only_drawn_seeds_are_kept() -> None:
    position = settled(state(forest("pine_cone"), piles="//", seeds="salal rain2", phase=Phase.BEGIN))
    assert refused(position, "add.trillium") == ("not_drawn", "9.2")


def test_r8_10_only_what_was_called_is_kept() -> None:
    position = state(forest(wild="olympic_elk.a"), deck="rain2 rain3 salal")
    position = play(position, "use.olympic_elk.rain")
    assert refused(position, "add.salal") == ("not_called", "8.10")


def test_r9_4_the_fire_takes_plants() -> None:
    position = state(forest("wildfire wildfire salal trillium huckleberry"), phase=Phase.THREATS)
    position = settled(position)
    assert refused(position, "lose.huckleberry") == ("no_plant", "9.4")


def test_r9_5_the_disease_takes_wildlife() -> None:
    ill = forest("disease disease", wild="red_fox.a black_bear.f")
    position = settled(state(ill, forest(), forest(), forest(), piles="salal/////", phase=Phase.THREATS))
    assert refused(position, "lose.gray_wolf.f") == ("no_such_wildlife", "9.5")


def test_every_refusal_stands_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    all_of_them = [value for value in vars(refusals).values() if isinstance(value, Rejection)]
    assert [one.code for one in all_of_them if f'("{one.code}", "{one.rule}")' not in text] == []
