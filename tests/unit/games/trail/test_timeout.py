"""Rule 6.6: what is played for an absent seat."""

import pytest

from nurselog.games.trail import RULES
from nurselog.games.trail.state import State, deciding
from tests.support.trail import by, cards, dealt, names_of, packed, play, trek


def absent(position: State) -> str:
    return RULES.notation.format(RULES.timeout_move(position, deciding(position)[0]))


def test_r6_6_the_absent_pack_the_highest_number() -> None:
    position = dealt(3)
    ranks = {name: "a23456789t".index(name[0]) for name in names_of(position.hands[0])}
    best = max(ranks, key=lambda name: (ranks[name], -"cdhs".index(name[1])))

    assert absent(position) == f"d.{best}"


def test_r6_6_the_absent_take_the_first_ace() -> None:
    assert absent(packed(3)) == "k.ac"


def test_r6_6_the_absent_trek_past_the_best_landmark_for_two_cards() -> None:
    position = trek("9c 9d 9h 4c / 2d / 2h", at="52", trail="41=jc 43=kd")

    assert absent(position) == "a.43.9c.9d"


def test_r6_6_the_absent_pay_as_few_cards_as_they_can_aces_last() -> None:
    position = trek("ad 9d 2h 3c 4c / 2d / 2h", trail="53=8d", open_spots="53 51 52 54 55")

    assert absent(position) == "a.53.9d"


def test_r6_6_the_absent_prefer_a_hidden_card_to_one_that_takes_three() -> None:
    position = trek("2c 3c 4d / 2d / 2h", at="43", trail="33=th", open_spots="33")

    assert absent(position) == "a.32"


def test_r6_6_the_absent_pay_three_cards_where_nothing_else_is_left() -> None:
    position = trek("2c 3c 4d / 2d / 2h", at="53", trail="43=jh")

    assert absent(position) == "a.43.2c.3c.4d"


def test_r6_6_the_absent_turn_back_before_they_could_lose_their_pack() -> None:
    assert absent(trek("2c 3c / 2d / 2h")) == "b"


def test_r6_6_the_absent_pay_for_what_they_turned_up() -> None:
    position = play(trek("9c 9h 4d ad / 2d / 2h", trail="53=9d"), "a.53").state

    assert absent(position) == "p.ad"


def test_r6_6_the_absent_recover_an_ace_or_the_highest_number() -> None:
    position = play(trek("9d 4c / 2h / 2s", trail="51=8d"), "a.51", "p.9d", "b", "b").state

    assert absent(position._replace(pool=cards("9d th 8c"))) == "r.th"
    assert absent(position._replace(pool=cards("9d th ah"))) == "r.ah"


@pytest.mark.parametrize("seat_count", [3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_r6_6_a_table_of_absent_seats_treks_on_and_never_loses_a_pack(seat_count: int, seed: int) -> None:
    position = dealt(seat_count, seed=seed)

    while RULES.decisions(position):
        position = by(position, deciding(position)[0], absent(position)).state

    assert all(len(trek) >= 2 for trek in position.treks)
    assert not any("Lost" in repr(news) for news in position.last)
