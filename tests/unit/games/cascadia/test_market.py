"""Chapters 3, 4 and 6: the chain of decisions, replacing tokens, taking."""

import pytest

from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.events import Picked, Wiped
from nurselog.games.cascadia.state import State
from nurselog.rules.api import Decision, Event
from tests.support.cascadia import (
    FIRST,
    display,
    draws,
    play,
    rejected,
    seat,
    starter,
    state,
    terms,
    texts,
    tile,
    tokens,
)

THREE = "mf-bh:elk pr-es:elk wr-sf:salmon fp-ef:elk"
TWO = "mf-bh:elk pr-es:elk wr-sf:salmon fp-ef:hawk"


def rich(nature: int = 2, **rest: object) -> State:
    """A seat that has nature tokens."""
    return state(starter(1, nature), starter(2), **rest)  # type: ignore[arg-type]  # passed on as it is


# --- 3. The turn


def test_r3_1_only_the_active_seat_moves() -> None:
    assert rejected(state(), "d.1", by=1) == ("not_your_turn", "3.1")
    assert RULES.legal_moves(state(), seat(1)) == ()


@pytest.mark.parametrize("text", ["p.+1-1", "r.0", "t.+0+0", "x"])
def test_r3_2_something_is_taken_before_anything_is_placed(text: str) -> None:
    assert rejected(state(), text) == ("take_first", "3.2")


@pytest.mark.parametrize("text", ["d.1", "d.1.2", "w", "n", "n.1"])
def test_r3_2_once_something_is_taken_nothing_is_replaced_or_spent(text: str) -> None:
    position = play(rich(display=THREE), "d.1").state

    assert rejected(position, text) == ("taken_already", "3.2")


def test_r3_3_a_turn_is_a_chain_of_decisions() -> None:
    taken = play(state(), "d.1").state
    put = play(taken, "p.+1+0").state

    assert RULES.decisions(state()) == (Decision(seat(0), "market"),)
    assert RULES.decisions(taken) == (Decision(seat(0), "place"),)
    assert RULES.decisions(put) == (Decision(seat(0), "rotate"),)
    assert RULES.decisions(play(put, "r.0").state) == (Decision(seat(0), "place"),)


# --- 4. Too many equal tokens


def test_r4_2_exactly_three_equal_tokens_may_be_replaced() -> None:
    position = state(display=THREE)

    step = play(position, "w", luck=draws(position, "bear fox hawk"))

    assert display(step.state) == "mf-bh:bear pr-es:fox wr-sf:salmon fp-ef:hawk"
    assert step.events == (
        Event(Wiped(seat(0), "free", (0, 1, 3), tokens("elk elk elk"), tokens("bear fox hawk"))),
    )


@pytest.mark.parametrize("lying", [TWO, "mf-bh:elk pr-es:elk wr-sf:fox fp-ef:fox"])
def test_r4_2_fewer_are_not_replaced_for_free(lying: str) -> None:
    assert rejected(state(display=lying), "w") == ("no_three_equal", "4.2")
    assert "w" not in texts(state(display=lying))


def test_r4_2_it_is_a_choice() -> None:
    assert texts(state(display=THREE)) == ["d.1", "d.2", "d.3", "d.4", "w"]


def test_r4_3_three_equal_tokens_are_replaced_for_free_once_in_a_turn() -> None:
    position = state(display=THREE)
    again = play(position, "w", luck=draws(position, "salmon bear salmon")).state

    assert display(again) == "mf-bh:salmon pr-es:bear wr-sf:salmon fp-ef:salmon"
    assert rejected(again, "w") == ("wiped_already", "4.3")
    assert "w" not in texts(again)


def test_r4_1_any_replacement_that_shows_four_equal_is_followed_by_another() -> None:
    position = state(display=THREE)
    luck = draws(position, "salmon salmon salmon bear fox fox elk")

    step = play(position, "w", luck=luck)

    assert display(step.state) == "mf-bh:bear pr-es:fox wr-sf:fox fp-ef:elk"
    assert [event.public.why for event in step.events if isinstance(event.public, Wiped)] == [
        "free",
        "automatic",
    ]


def test_r4_1_and_again_and_again() -> None:
    position = state(display=THREE)
    luck = draws(position, "salmon salmon salmon fox fox fox fox hawk hawk hawk hawk bear bear fox elk")

    step = play(position, "w", luck=luck)

    assert display(step.state) == "mf-bh:bear pr-es:bear wr-sf:fox fp-ef:elk"
    assert len(step.events) == 4


def test_r4_3_the_automatic_replacement_does_not_use_up_the_free_one() -> None:
    position = play(state(display=TWO), "d.1", "p.+1+0", "r.0").state
    luck = draws(position, "elk elk elk elk bear bear bear hawk", returned="elk")
    before = position._replace(
        market=position.market._replace(tokens=(None, *tokens("elk elk elk"))),
    )

    after = play(before, "x", luck=luck).state

    assert display(after) != display(before)
    assert after.market.tokens == tokens("elk elk elk bear")
    assert "w" in texts(after)


def test_r4_4_three_equal_tokens_are_free_after_a_nature_token_was_spent() -> None:
    position = play(rich(display=THREE), "n").state

    assert "w" in texts(position)


def test_r4_4_unless_the_switch_is_off() -> None:
    agreed = terms(FIRST, free_wipe_after_spend=False)
    fresh = rich(display=THREE, agreed=agreed)

    assert "w" in texts(fresh)
    assert rejected(play(fresh, "n").state, "w") == ("spent_before", "4.4")


def test_r4_5_tokens_set_aside_are_not_drawn_again() -> None:
    position = state(display=THREE, bag="bear fox hawk")

    after = play(position, "w", luck=draws(position, "hawk bear fox")).state

    assert after.market.tokens == tokens("hawk bear salmon fox")
    assert after.market.bag == (0, 3, 0, 0, 0)


def test_r4_5_tokens_set_aside_by_several_replacements_go_back_when_all_is_settled() -> None:
    position = state(display=THREE, bag="salmon salmon salmon bear fox hawk elk")
    luck = draws(position, "salmon salmon salmon hawk bear fox elk")

    after = play(position, "w", luck=luck).state

    assert after.market.tokens == tokens("hawk bear fox elk")
    assert after.market.bag == (0, 3, 4, 0, 0)


def test_r4_6_if_the_bag_runs_out_tokens_set_aside_go_back_at_once() -> None:
    position = state(display=THREE, bag="bear fox")
    luck = draws(position, "bear fox elk", returned="elk elk elk")
    luck._below[:] = [0, 0, 0]

    after = play(position, "w", luck=luck).state

    assert after.market.tokens == tokens("bear fox salmon elk")
    assert after.market.bag == (0, 2, 0, 0, 0)


# --- 6. Taking


def test_r6_1_a_pair_leaves_the_display() -> None:
    step = play(state(), "d.3")

    assert display(step.state) == "mf-bh:bear pr-es:elk -:- fp-ef:hawk"
    assert (step.state.tile, step.state.token) == (tile("wr-sf"), tokens("salmon")[0])
    assert step.events == (Event(Picked(seat(0), 2, tile("wr-sf"), 2, tokens("salmon")[0])),)


def test_r6_1_tile_and_token_are_of_one_place_unless_it_was_paid() -> None:
    assert rejected(rich(), "d.1.2") == ("not_paid", "6.1")


def test_r6_2_after_the_payment_two_places_are_named() -> None:
    position = play(rich(), "n").state

    step = play(position, "d.1.4")

    assert display(step.state) == "-:bear pr-es:elk wr-sf:salmon fp-ef:-"
    assert (step.state.tile, step.state.token) == (tile("mf-bh"), tokens("hawk")[0])
    assert rejected(position, "d.1") == ("name_both", "6.2")
    assert [text for text in texts(position) if text.startswith("d")] == [
        f"d.{one}.{other}" for one in range(1, 5) for other in range(1, 5)
    ]


def test_r6_2_they_may_be_one_place_and_it_is_paid_all_the_same() -> None:
    after = play(rich(), "n", "d.2.2").state

    assert display(after) == "mf-bh:bear -:- wr-sf:salmon fp-ef:hawk"
    assert after.boards[0].nature == 1
