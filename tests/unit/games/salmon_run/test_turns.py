"""Chapters 3 to 5: playing the hand, the run, acclimating."""

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.components import COST, WORTH
from nurselog.games.salmon_run.events import Acclimated, RunEntered
from nurselog.games.salmon_run.legal import reject_payment
from nurselog.games.salmon_run.payments import acquisitions
from nurselog.games.salmon_run.state import State, Turn
from nurselog.rules.api import Decision, Event
from nurselog.rules.cards import DECK_WITH_JOKERS, Card, Cards, names
from tests.support.salmon_run import card, cards, play, refusal, rejected, seat, state

PLAIN = state("in_play: 4h 7h 8s; deck: 2c 9c td", "hand: 2d 4c 7s", row="kc 5d 9h jk1 qs")


def texts(position: State) -> list[str]:
    return [RULES.notation.format(move) for move in RULES.legal_moves(position, position.active)]


# --- 3. The turn


def test_r3_1_the_whole_hand_is_played_when_the_turn_begins() -> None:
    position = play(PLAIN, "e").state

    assert position.active == 1
    assert position.players[1].in_play == cards("4c 2d 7s")
    assert position.players[1].hand == ()


def test_r3_2_the_turn_may_end_at_once() -> None:
    assert refusal(PLAIN, "e") is None
    assert RULES.decisions(PLAIN) == (Decision(seat(0), "turn"),)


def test_r3_2_the_other_seat_does_nothing() -> None:
    assert rejected(PLAIN, "e", by=1) == ("not_your_turn", "3.2")
    assert RULES.legal_moves(PLAIN, seat(1)) == ()


def test_r3_2_actions_come_in_any_order() -> None:
    one = play(PLAIN, "a.5d.8s", "r.4h.7h").state
    other = play(PLAIN, "r.4h.7h", "a.5d.8s").state

    assert one.players == other.players
    assert texts(one) == texts(other)


def test_r3_3_only_cards_in_play_are_used() -> None:
    assert rejected(PLAIN, "r.2d.4h") == ("not_in_play", "3.3")
    assert rejected(PLAIN, "a.5d.9c") == ("not_in_play", "3.3")


def test_r3_3_a_spent_card_is_used_no_more() -> None:
    position = play(PLAIN, "a.5d.7h").state

    assert rejected(position, "a.3c.7h") == ("card_spent", "3.3")
    assert rejected(position, "r.4h.7h") == ("card_spent", "3.3")


def test_r3_4_choices_of_bonuses_are_made_only_then() -> None:
    assert rejected(PLAIN, "t") == ("not_looking", "3.4")
    assert rejected(PLAIN, "b.2c") == ("not_looking", "3.4")


# --- 4. The run


def test_r4_1_two_cards_enter_the_run() -> None:
    step = play(PLAIN, "r.4h.7h")

    assert step.state.players[0].run == cards("4h 7h")
    assert step.state.players[0].in_play == cards("8s")
    assert step.events == (Event(RunEntered(seat(0), cards("4h 7h"))),)


def test_r4_2_once_in_a_turn() -> None:
    position = play(state("in_play: 4h 7h 8h 9h"), "r.4h.7h").state

    assert rejected(position, "r.8h.9h") == ("run_entered", "4.2")
    assert not [text for text in texts(position) if text.startswith("r.")]


def test_r4_3_cards_in_the_run_stay_there_and_pay_nothing() -> None:
    position = play(PLAIN, "r.4h.7h", "e").state

    assert position.players[0].run == cards("4h 7h")
    assert rejected(play(PLAIN, "r.4h.7h").state, "a.5d.7h") == ("not_in_play", "3.3")


@pytest.mark.parametrize(
    ("number", "run", "entry"),
    [(0, "2h 3h 5h", "r.4h.7h"), (1, "2h 2c 5h 5c 8c", "r.4h.7h"), (2, "2h 3h 5h 6h 8c 9c td", "r.4h.7h")],
)
def test_r4_4_no_more_cards_than_the_run_needs(number: int, run: str, entry: str) -> None:
    position = state(f"in_play: 4h 7h; run: {run}", round=number)

    assert rejected(position, entry) == ("run_too_long", "4.4")


@pytest.mark.parametrize(
    ("number", "run", "entry", "expected"),
    [
        (0, "", "r.4h.8s", ("two_suits", "4.5")),
        (0, "2c 5c", "r.4h.8h", ("two_suits", "4.5")),
        (1, "8h 7c", "r.5d.4s", ("four_pairs", "4.6")),
        (2, "2c 3c", "r.tc.4s", ("not_in_a_row", "4.7")),
        (2, "7c 3c", "r.7d.4s", ("not_in_a_row", "4.7")),
    ],
)
def test_r4_5_to_r4_7_the_cards_make_sense_together(
    number: int, run: str, entry: str, expected: tuple[str, str]
) -> None:
    position = state(f"in_play: 4h 8h 8s 4s 5d tc 7d; run: {run}", round=number)

    assert rejected(position, entry) == expected


def test_r4_8_jokers_enter_any_run() -> None:
    assert refusal(state("in_play: jk1 jk2; run: 2c 5c"), "r.jk1.jk2") is None
    assert refusal(state("in_play: 9c jk2; run: 2c jk1"), "r.9c.jk2") is None


def test_r4_8_a_joker_becomes_another_card_while_the_round_lasts() -> None:
    position = state("in_play: 8c 9c; run: 7d jk1", round=2)

    assert refusal(position, "r.8c.9c") is None
    assert refusal(state("in_play: 8c 6c; run: 7d jk1", round=2), "r.6c.8c") is None


# --- 5. Acclimating


@pytest.mark.parametrize("name", ["5d", "3c", "3s"])
def test_r5_1_the_row_and_the_threes_are_on_offer(name: str) -> None:
    step = play(PLAIN, f"a.{name}.7h")

    assert step.state.players[0].discard == (card(name),)
    assert card(name) not in (*step.state.row, *step.state.threes)
    assert step.events == (Event(Acclimated(seat(0), card(name), cards("7h"))),)


def test_r5_1_any_ace_is_on_offer() -> None:
    position = state("in_play: 7h 8s")

    assert [text for text in texts(position) if text.startswith("a.a")] == [
        f"a.{ace}.7h.8s" for ace in ("ac", "ad", "ah", "as")
    ]


def test_r5_1_other_cards_are_not_on_offer() -> None:
    assert rejected(PLAIN, "a.2d.4h") == ("not_on_offer", "5.1")
    assert rejected(play(PLAIN, "a.5d.7h").state, "a.5d.8s") == ("not_on_offer", "5.1")


def test_r5_1_gaps_stay_until_the_turn_ends() -> None:
    position = play(PLAIN, "a.5d.7h", "a.3c.4h").state

    assert position.row == cards("kc 9h jk1 qs")
    assert len(position.threes) == 3
    assert len(play(position, "e").state.threes) == 3


@pytest.mark.parametrize(
    ("name", "cost", "worth"),
    [("2c", 2, 2), ("td", 10, 10), ("jc", 15, 0), ("qd", 15, 0), ("kh", 15, 0), ("as", 15, 1), ("jk1", 0, 0)],
)
def test_r5_2_costs_and_worths(name: str, cost: int, worth: int) -> None:
    assert (COST[card(name)], WORTH[card(name)]) == (cost, worth)


def test_r5_3_the_printed_examples_of_paying() -> None:
    assert refusal(state("in_play: 7h", row="5d"), "a.5d.7h") is None
    assert refusal(state("in_play: 7h 4c", row="td"), "a.td.4c.7h") is None
    assert refusal(state("in_play: 7h 8h", row="ks"), "a.ks.7h.8h") is None


def test_r5_3_too_little_buys_nothing() -> None:
    assert rejected(PLAIN, "a.9h.7h") == ("too_little", "5.3")
    assert rejected(PLAIN, "a.5d") == ("too_little", "5.3")
    assert rejected(state("in_play: jk1 kc", row="2d"), "a.2d.kc") == ("too_little", "5.3")


def test_r5_3_what_is_too_much_is_lost() -> None:
    position = play(PLAIN, "a.5d.7h").state

    assert rejected(position, "a.3c") == ("too_little", "5.3")


@pytest.mark.parametrize("text", ["a.5d.4h.7h", "a.5d.7h.8s", "a.9h.4h.7h.8s"])
def test_r5_4_no_card_is_spent_needlessly(text: str) -> None:
    assert rejected(PLAIN, text) == ("needless", "5.4")


def test_r5_4_every_card_of_a_payment_is_looked_at() -> None:
    position = state("in_play: 2h 4h 8s", row="5d")

    assert rejected(position, "a.5d.2h.8s") == ("needless", "5.4")
    assert refusal(position, "a.5d.2h.4h") is None


def test_r5_5_a_joker_is_free() -> None:
    assert play(PLAIN, "a.jk1").state.players[0].discard == cards("jk1")
    assert rejected(PLAIN, "a.jk1.4h") == ("needless", "5.4")


def test_r5_5_a_joker_pays_nothing() -> None:
    assert rejected(state("in_play: jk1 7h", row="5d"), "a.5d.7h.jk1") == ("needless", "5.4")


def test_r5_6_any_number_of_cards_is_acquired() -> None:
    position = play(PLAIN, "a.5d.7h", "a.3c.4h", "a.3d.8s", "a.jk1").state

    assert position.players[0].discard == cards("5d 3c 3d jk1")
    assert position.players[0].in_play == cards("4h 7h 8s")
    assert position.turn.spent == cards("7h 4h 8s")


def test_r10_5_entering_and_acquiring_may_be_taken_back_and_ending_the_turn_may_not() -> None:
    assert play(PLAIN, "r.4h.7h").undoable
    assert play(PLAIN, "a.5d.7h").undoable
    assert not play(PLAIN, "e").undoable


# --- 5.4 against an oracle: every subset of the cards, and every way to leave one of them out


def oracle(free: Cards, boosts: Cards, cost: int) -> set[Cards]:
    def pays(chosen: Cards) -> bool:
        return sum(WORTH[one] + 2 * boosts.count(one) for one in chosen) >= cost

    subsets = chain.from_iterable(combinations(free, count) for count in range(len(free) + 1))
    return {
        chosen
        for chosen in subsets
        if pays(chosen) and not any(pays(tuple(set(chosen) - {one})) for one in chosen)
    }


@given(
    free=st.lists(st.sampled_from(DECK_WITH_JOKERS), max_size=5, unique=True).map(sorted).map(tuple),
    boosted=st.lists(st.integers(0, 4), max_size=2),
    target=st.sampled_from(DECK_WITH_JOKERS),
)
def test_r5_4_the_listed_payments_are_all_that_are_just_enough(
    free: Cards, boosted: list[int], target: Card
) -> None:
    boosts = tuple(free[at] for at in boosted if at < len(free) and free[at] < 52)

    listed = [move.spend for move in acquisitions((target,), free, boosts)]

    assert len(set(listed)) == len(listed)
    assert set(listed) == oracle(free, boosts, COST[target])
    subsets = chain.from_iterable(combinations(free, count) for count in range(len(free) + 1))
    accepted = {chosen for chosen in subsets if reject_payment(chosen, boosts, COST[target]) is None}
    assert accepted == set(listed)


def test_the_list_has_all_kinds_of_moves_in_order() -> None:
    position = state("in_play: 2d 4h 7h; deck: 9c", row="jk1", turn=Turn())

    assert texts(position) == [
        "r.4h.7h",
        "a.jk1",
        *(f"a.{three}.{paid}" for three in names(position.threes) for paid in ("4h", "7h")),
        "h.4h.7h",
        "e",
    ]
