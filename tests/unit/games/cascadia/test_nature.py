"""Chapter 5: what nature tokens buy."""

import pytest

from nurselog.games.cascadia.events import Spent, Wiped
from nurselog.games.cascadia.state import State
from nurselog.rules.api import Event
from tests.support.cascadia import (
    draws,
    play,
    rejected,
    seat,
    starter,
    state,
    texts,
    tokens,
)

THREE = "mf-bh:elk pr-es:elk wr-sf:salmon fp-ef:elk"


def rich(nature: int = 2, **rest: object) -> State:
    """A seat that has nature tokens."""
    return state(starter(1, nature), starter(2), **rest)  # type: ignore[arg-type]  # passed on as it is


@pytest.mark.parametrize("text", ["n", "n.1", "n.1234"])
def test_r5_1_spending_needs_a_nature_token(text: str) -> None:
    assert rejected(state(), text) == ("no_nature_token", "5.1")
    assert text not in texts(state())


def test_r5_1_spent_tokens_go_back_to_the_supply() -> None:
    position = rich(2)

    after = play(position, "n").state

    assert (position.market.nature, position.boards[0].nature) == (23, 2)
    assert (after.market.nature, after.boards[0].nature) == (24, 1)


def test_r5_1_several_are_spent_one_by_one_for_either_effect() -> None:
    position = rich(3)

    after = play(position, "n.1", luck=draws(position, "fox")).state
    after = play(after, "n").state
    after = play(after, "n.23", luck=draws(after, "bear bear")).state

    assert after.boards[0].nature == 0
    assert after.market.tokens == tokens("fox bear bear hawk")
    assert texts(after)[:2] == ["d.1.1", "d.1.2"]


def test_r5_2_an_independent_pick_is_paid_before_all_eyes() -> None:
    step = play(rich(), "n")

    assert step.events == (Event(Spent(seat(0))),)
    assert step.state.independent


def test_r5_3_it_is_paid_once_in_a_turn() -> None:
    position = play(rich(), "n").state

    assert rejected(position, "n") == ("paid_already", "5.3")
    assert "n" not in texts(position)
    assert "n.1" in texts(position)


@pytest.mark.parametrize(
    ("text", "drawn", "expected"),
    [
        ("n.2", "fox", "bear fox salmon hawk"),
        ("n.14", "fox elk", "fox elk salmon elk"),
        ("n.1234", "elk elk fox fox", "elk elk fox fox"),
    ],
)
def test_r5_4_any_choice_of_tokens_is_replaced(text: str, drawn: str, expected: str) -> None:
    position = rich()

    step = play(position, text, luck=draws(position, drawn))

    assert step.state.market.tokens == tokens(expected)
    assert step.state.boards[0].nature == 1
    (event,) = step.events
    assert isinstance(event.public, Wiped)
    assert (event.public.why, event.public.drawn) == ("paid", tokens(drawn))


def test_r5_4_a_choice_is_written_once_and_in_order() -> None:
    assert [text for text in texts(rich()) if text.startswith("n")] == [
        *("n", "n.1", "n.2", "n.3", "n.4", "n.12", "n.13", "n.14"),
        *("n.23", "n.24", "n.34", "n.123", "n.124", "n.134", "n.234", "n.1234"),
    ]


def test_r5_4_three_equal_tokens_may_be_replaced_in_part_only_for_a_nature_token() -> None:
    position = rich(display=THREE)

    after = play(position, "n.12", luck=draws(position, "bear bear")).state

    assert after.market.tokens == tokens("bear bear salmon elk")


def test_r5_4_a_paid_replacement_that_shows_four_equal_is_followed_for_free() -> None:
    position = rich(1, display=THREE)

    after = play(position, "n.3", luck=draws(position, "elk bear bear fox fox")).state

    assert after.market.tokens == tokens("bear bear fox fox")
    assert after.boards[0].nature == 0


def test_r5_5_a_nature_token_is_not_spent_in_the_turn_in_which_it_is_earned() -> None:
    position = state(starter(1), starter(2), display="mf-bh:bear pr-es:elk wr-sf:salmon fp-ef:hawk")
    earned = play(position, "d.1", "t.+0+0").state

    assert earned.boards[0].nature == 1
    assert rejected(earned, "n") == ("taken_already", "3.2")
