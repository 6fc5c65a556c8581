"""Chapter 9: which cards are sets (against an oracle that knows nothing of `sets`), and playing them."""

from functools import cache
from itertools import combinations

import pytest

from nurselog.games.forage.components import CARDS, NAME, Cards
from nurselog.games.forage.events import Refilled, SetPlayed
from nurselog.games.forage.layout import CENTRE
from nurselog.games.forage.sets import points_of, sets_in
from tests.support.forage import card, cards, held, lies, play, rejected, seat, stands, state, texts, told

OTHERS = "as | 2s 3s 4d / kd | qd 5s 6c"
LYING = {"r3c4": "th jh qh kh"}


def points(text: str) -> int:
    return points_of(tuple(sorted(cards(text))))


# --- What is a set


@pytest.mark.parametrize("text", ["8c 8d 8h", "ac ad as", "ac 2d 3h 4s", "jc qc kd ac", "7c 8c 9c td"])
def test_r9_1_a_basket_gives_one_point(text: str) -> None:
    assert points(text) == 1


@pytest.mark.parametrize("text", ["jc jd jh js", "2h 3h 4h 5h", "8h 9h th jh", "ac 2c 3c 4c", "js qs ks as"])
def test_r9_2_a_trove_gives_two_points(text: str) -> None:
    assert points(text) == 2


@pytest.mark.parametrize("text", ["kc ad 2h 3s", "qc kc ac 2c", "kd ad 2d 3d"])
def test_r9_3_an_ace_is_not_low_and_high_at_once(text: str) -> None:
    assert points(text) == 0


@pytest.mark.parametrize(
    "text", ["7c", "7c 7d", "7c 8c 9c", "7c 7d 7h 8c", "3c 4c 5c 6c 7c", "7c 8c tc jc", "7c 7d 8h 9h"]
)
def test_r9_4_a_set_has_exactly_three_or_four_cards(text: str) -> None:
    assert points(text) == 0


def test_r9_4_three_of_four_equal_ranks_may_be_played() -> None:
    found = sets_in(cards("7h 7c 7s 7d"))

    assert [len(one) for one in found] == [3, 3, 3, 3, 4]


def test_r9_4_equal_cards_of_several_decks_are_a_set() -> None:
    assert points("7h 7h2 7h3") == 1
    assert points("7h 7h2 7c 7c3") == 2
    assert points("7h 8h2 9h3 th") == 2


def ranks(cards: Cards) -> list[int]:
    order = "a23456789tjqk"
    return sorted(order.index(NAME[card][0]) + 1 for card in cards)


@cache
def oracle(cards: Cards) -> int:
    """All windows of four ranks are tried, the ace once below and once above."""
    names = [NAME[card] for card in cards]
    if any(name.startswith("jk") for name in names):
        return 0
    if len(set(ranks(cards))) == 1:
        return {3: 1, 4: 2}.get(len(cards), 0)
    high = sorted(14 if rank == 1 else rank for rank in ranks(cards))
    in_row = any(list(range(low, low + 4)) in (ranks(cards), high) for low in range(1, 12))
    return in_row + (in_row and len({name[1] for name in names}) == 1)


@pytest.mark.parametrize("count", [3, 4])
def test_r9_1_every_choice_of_some_cards_is_worth_what_the_oracle_says(count: int) -> None:
    some = [card for card in CARDS if NAME[card][0] in "a2347jqk"]

    wrong = [
        one for one in combinations(some[: 40 if count == 4 else 60], count) if points_of(one) != oracle(one)
    ]

    assert wrong == []


def test_r9_1_all_sets_of_a_hand_are_found() -> None:
    some = [card for card in CARDS[:54] if NAME[card][0] in "234567j"]
    for hand in combinations(some, 4):
        choices = (*combinations(hand, 3), hand)
        assert sets_in(hand) == tuple(one for one in choices if oracle(one))


# --- Playing it


def test_r9_5_the_set_lies_in_front_of_the_seat() -> None:
    step = play(state(f"7h | 7d 7c ts / {OTHERS}"), "p.7c+7d+7h")

    assert step.state.sets[0] == (cards("7c 7d 7h"),)
    assert step.state.points == (1, 0, 0)
    assert told(step, 1)[0] == SetPlayed(seat(0), cards("7c 7d 7h"), 1)


def test_r9_5_only_cards_of_the_hand_are_played() -> None:
    assert rejected(state(f"7h | 7d 8c ts / {OTHERS}"), "p.7c+7d+7h") == ("not_in_hand", "6.1")


def test_r9_1_other_cards_are_no_set() -> None:
    assert rejected(state(f"7h | 7d 8c ts / {OTHERS}"), "p.8c+7d+7h") == ("no_set", "9.1")


def test_r9_5_the_turn_is_over_then() -> None:
    step = play(state(f"7h | 7d 7c ts / {OTHERS}"), "p.7c+7d+7h")

    assert step.state.actions == (0, 2, 0)
    assert not step.undoable


def test_r9_6_after_a_basket_as_first_set_two_of_four_cards_are_open() -> None:
    step = play(state(f"7h | 7d 7c ts / {OTHERS}", lying=LYING), "p.7c+7d+7h")

    assert held(step.state, 0) == "kh qh | ts jh"
    refilled = Refilled(seat(0), CENTRE, 3, cards("kh qh"), cards("jh"))
    assert told(step, 0)[1] == refilled
    assert told(step, 1)[1] == told(step, -1)[1] == refilled._replace(hidden=())


def test_r9_6_a_kept_open_card_stays_open() -> None:
    step = play(state(f"ts | 7h 7d 7c / {OTHERS}", lying=LYING), "p.7c+7d+7h")

    assert held(step.state, 0) == "ts kh | qh jh"


def test_r9_6_a_trove_opens_two_more() -> None:
    step = play(state(f"2h | 3h 4h 5h / {OTHERS}", lying=LYING), "p.2h+3h+4h+5h")

    assert step.state.points == (2, 0, 0)
    assert held(step.state, 0) == "kh qh jh | th"


def test_r9_6_with_three_points_all_four_cards_are_open() -> None:
    position = state(f"7h 7c 9s | 7d / {OTHERS}", lying=LYING, sets="2c+3c+4c+5c")

    step = play(position, "p.7c+7d+7h")

    assert step.state.points == (3, 0, 0)
    assert held(step.state, 0) == "9s kh qh jh |"


def test_r9_6_if_the_cards_drawn_do_not_suffice_a_hidden_card_is_opened() -> None:
    position = state(f"7h 7c 7d | 9s / {OTHERS}", lying=LYING, sets="2c+3c+4c+5c")

    step = play(position, "p.7c+7d+7h")

    assert held(step.state, 0) == "kh qh jh 9s |"
    assert told(step, -1)[1] == Refilled(seat(0), CENTRE, 3, cards("kh qh jh 9s"))


def test_r9_7_the_token_returns_without_a_look() -> None:
    position = state(f"7h | 7d 7c ts / {OTHERS}", at="r1c4", lying=LYING)

    after = play(position, "p.7c+7d+7h", "e", "e").state

    assert stands(after, 0) == "r3c4"
    assert rejected(after, "s0.ts") == ("not_peeked", "6.3")


def test_r9_7_a_token_that_had_peeked_has_not_any_more() -> None:
    after = play(state(f"7h | 7d 7c ts / {OTHERS}", at="r3c4!"), "p.7c+7d+7h", "e", "e").state

    assert rejected(after, "s0.ts") == ("not_peeked", "6.3")


def test_r6_4_drawing_changes_the_top_card_for_those_who_peeked() -> None:
    after = play(state(f"7h | 7d 7c ts / {OTHERS}", at="r3c3 / r3c4!"), "p.7c+7d+7h").state

    assert stands(after, 1) == "r3c4?"


def test_r9_8_from_an_empty_stack_nothing_is_drawn() -> None:
    step = play(state(f"7h | 7d 7c ts / {OTHERS}", lying={"r3c4": "-"}), "p.7c+7d+7h")

    assert held(step.state, 0) == "ts |"
    assert told(step, -1)[1] == Refilled(seat(0), CENTRE, 0, cards("ts"))
    assert lies(step.state, "r3c4") == ""


def test_r9_8_what_is_left_is_drawn() -> None:
    position = state(f"7h | 7d 7c ts / {OTHERS}", lying={"r3c4": "-"})
    position = position._replace(
        ground=tuple(cards("kh") if at == CENTRE else pile for at, pile in enumerate(position.ground))
    )

    step = play(position, "p.7c+7d+7h")

    assert held(step.state, 0) == "kh ts |"
    assert told(step, -1)[1] == Refilled(seat(0), CENTRE, 1, cards("kh ts"))


def test_r9_8_a_short_hand_gives_no_more_than_it_holds() -> None:
    position = state(f"7h | / {OTHERS}", at="r1c4", lying={"r3c4": "-"})

    assert [text for text in texts(position) if text.startswith("g")] == ["g0.7h"]
    assert card("7h") in position.hands[0].revealed
