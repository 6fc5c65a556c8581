"""Rules 11.3 to 11.7: two maps that share a card (their cells are in `test_map`)."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.state import State
from nurselog.rules.api import OptionProblem
from nurselog.rules.chance import SeededChance
from tests.support.forage import held, lies, play, rejected, stands, state, texts

OTHERS = "as | 2s 3s 4d / kd | qd 5s 6c / ks | qs 5s2 6s / kh | qh 5h 6h / as2 | 2s2 3s2 4d2"
LYING = {"r3c4": "th jh 8h 9h", "r3c10": "tc jc 8c 9c"}


def position(at: str, hand: str = "7h | 7d 7c ts", **other: str) -> State:
    return state(f"{hand} / {OTHERS}", at=at, lying=LYING, large=True, **other)  # type: ignore[arg-type]


def dealt(seat_count: int) -> State:
    options = RULES.spec.complete({"large_map": "on", "first_seat": "0"}, seat_count)
    return RULES.setup(options, seat_count, SeededChance(b"forage", "test", 0)).state


@pytest.mark.parametrize("seat_count", [2, 5])
def test_r11_3_the_large_map_needs_six_seats(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({"large_map": "on"}, seat_count)

    assert caught.value.option == "large_map"


@pytest.mark.parametrize(("seat_count", "sizes"), [(6, (51, 50)), (7, (49, 48)), (8, (47, 46))])
def test_r11_4_the_remaining_cards_are_divided(seat_count: int, sizes: tuple[int, int]) -> None:
    found = dealt(seat_count)

    assert (len(lies(found, "r3c4").split()), len(lies(found, "r3c10").split())) == sizes
    assert len(RULES.components(found)) == 162


def test_r11_5_the_tokens_are_divided() -> None:
    found = dealt(7)

    assert [stands(found, index) for index in range(7)] == ["r3c4", "r3c10"] * 3 + ["r3c4"]


def test_r11_3_tokens_walk_over_the_shared_card() -> None:
    found = play(position("r3c6"), "m0.r3c7", "m0.r3c8").state

    assert stands(found, 0) == "r3c8"


@pytest.mark.parametrize(
    ("at", "home"), [("r1c4", "r3c4"), ("r3c6", "r3c4"), ("r3c8", "r3c10"), ("r5c10", "r3c10")]
)
def test_r11_6_after_a_set_the_token_returns_to_its_own_half(at: str, home: str) -> None:
    found = play(position(at), "p.7c+7d+7h").state

    assert stands(found, 0) == home


@pytest.mark.parametrize(("home", "drawn"), [("r3c4", "9h 8h | ts jh"), ("r3c10", "9c 8c | ts jc")])
def test_r11_6_on_the_shared_card_the_centre_is_chosen(home: str, drawn: str) -> None:
    found = play(position("r3c7"), f"p.7c+7d+7h.{home}").state

    assert stands(found, 0) == home
    assert held(found, 0) == drawn


def test_r11_6_on_the_shared_card_there_is_a_move_for_each_centre() -> None:
    assert [text for text in texts(position("r3c7")) if text.startswith("p")] == [
        "p.7c+7d+7h.r3c4",
        "p.7c+7d+7h.r3c10",
    ]
    assert rejected(position("r3c7"), "p.7c+7d+7h") == ("choose_home", "11.6")


@pytest.mark.parametrize("at", ["r3c6", "r3c8", "r3c4"])
def test_r11_6_elsewhere_there_is_no_choice(at: str) -> None:
    assert rejected(position(at), "p.7c+7d+7h.r3c4") == ("no_choice", "11.6")


def test_r11_6_other_cells_are_no_home() -> None:
    assert rejected(position("r3c7"), "p.7c+7d+7h.r3c6") == ("no_choice", "11.6")


def test_r11_6_a_winning_set_needs_no_choice() -> None:
    winning = position("r3c7", sets="2c+3c+4c+5c 9s+9d+9h2")

    assert [text for text in texts(winning) if text.startswith("p")] == ["p.7c+7d+7h"]
    assert rejected(winning, "p.7c+7d+7h.r3c4") == ("no_choice", "11.6")


def test_r11_7_swaps_are_made_with_the_centre_where_the_token_stands() -> None:
    found = play(position("r3c10!"), "s0.7d").state

    assert held(found, 0) == "7h | 7c ts 9c"
    assert lies(found, "r3c4").endswith("9h")


def test_r11_7_cards_are_drawn_from_the_centre_to_which_the_token_returns() -> None:
    assert held(play(position("r3c8"), "p.7c+7d+7h").state, 0) == "9c 8c | ts jc"


@pytest.mark.parametrize(("at", "empty", "drawn"), [("r3c3", "r3c4", "9c 8c"), ("r3c8", "r3c10", "9h 8h")])
def test_r11_7_if_it_is_empty_from_the_other(at: str, empty: str, drawn: str) -> None:
    found = state(f"7h | 7d 7c ts / {OTHERS}", at=at, lying={**LYING, empty: "-"}, large=True)

    assert held(play(found, "p.7c+7d+7h").state, 0).startswith(drawn)


@pytest.mark.parametrize(("at", "drawn"), [("r3c3", "9h"), ("r3c7", "9h"), ("r3c8", "9c"), ("r3c10", "9c")])
def test_r11_7_who_is_robbed_draws_in_the_own_half(at: str, drawn: str) -> None:
    found = play(position(f"r2c3 / {at}", hand="jk1 | 7d 7c ts"), "j.jk1.as").state

    assert held(found, 1) == f"{drawn} | 2s 3s 4d"


def test_r11_7_only_those_at_that_centre_have_not_seen_the_new_top_card() -> None:
    found = play(position("r3c3 / r3c4! / r3c10!"), "p.7c+7d+7h").state

    assert [stands(found, index) for index in (1, 2)] == ["r3c4?", "r3c10!"]


def test_r11_3_cells_of_the_large_map_are_out_of_reach_on_the_small_one() -> None:
    assert rejected(state(f"7h | 7d 7c ts / {OTHERS}", at="r3c7"), "m0.r3c8") == ("not_adjacent", "5.1")
