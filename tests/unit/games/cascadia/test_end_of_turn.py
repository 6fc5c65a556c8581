"""Chapter 8: refilling, the end, playing alone."""

import pytest

from nurselog.games.cascadia import RULES
from nurselog.games.cascadia.components import DISPLAY_SIZE
from nurselog.games.cascadia.events import (
    Ended,
    LeftOver,
    Refilled,
)
from nurselog.games.cascadia.state import Phase, State
from nurselog.rules.api import Chance, Event
from nurselog.rules.chance import SeededChance
from tests.support.cascadia import (
    draws,
    play,
    rejected,
    seat,
    starter,
    state,
    tile,
    tokens,
)


def luck(number: int = 0) -> Chance:
    return SeededChance(b"turns", "test", number)


def taken(position: State | None = None, text: str = "d.1") -> State:
    return play(position or state(), text).state


def test_r8_1_the_empty_places_are_refilled_and_nothing_slides() -> None:
    position = play(taken(text="d.2"), "p.+1+0", "r.0").state
    top = position.market.stack[-1]

    step = play(position, "x", luck=draws(position, "fox", returned="elk"))

    assert step.state.market.tiles == (tile("mf-bh"), top, tile("wr-sf"), tile("fp-ef"))
    assert step.state.market.tokens == tokens("bear fox salmon hawk")
    assert step.events[1] == Event(
        Refilled(step.state.market.tiles, tokens("bear fox salmon hawk"), len(position.market.stack) - 1)
    )


def test_r8_1_after_an_independent_pick_two_places_are_refilled() -> None:
    position = play(state(starter(1, 1), starter(2)), "n", "d.1.4", "p.+1+0", "r.0").state

    after = play(position, "x", luck=draws(position, "fox", returned="hawk")).state

    assert after.market.tokens == tokens("bear elk salmon fox")
    assert after.market.tiles[1:] == (tile("pr-es"), tile("wr-sf"), tile("fp-ef"))
    assert after.market.tiles[0] == position.market.stack[-1]


def test_r8_1_the_next_turn_begins_afresh() -> None:
    position = play(state(starter(1, 1), starter(2)), "n", "d.1.4", "p.+1+0", "r.0").state

    after = play(position, "x", luck=luck()).state

    assert (after.active, after.turn) == (1, 1)
    assert (after.wiped, after.spent, after.independent) == (False, False, False)


def test_r3_1_the_seats_take_turns_in_order() -> None:
    position = state(starter(1), starter(2), starter(3), active=2)

    after = play(position, "d.1", "p.+1+0", "r.0", "x", luck=luck()).state

    assert after.active == 0


def test_r4_1_four_equal_tokens_are_replaced_as_the_next_turn_begins() -> None:
    lying = "mf-bh:bear pr-es:elk wr-sf:elk fp-ef:elk"
    position = play(taken(state(display=lying)), "p.+1+0", "r.0").state

    step = play(position, "x", luck=draws(position, "elk fox fox bear bear", returned="bear"))

    assert step.state.market.tokens == tokens("fox fox bear bear")
    assert [type(event.public).__name__ for event in step.events] == ["TokenReturned", "Refilled", "Wiped"]


def test_r8_2_the_play_ends_when_the_stack_cannot_replace_the_tile() -> None:
    position = play(taken(state(stack="")), "p.+1+0", "r.0").state

    step = play(position, "x")

    assert step.events[-1] == Event(Ended())
    assert RULES.decisions(step.state) == ()
    assert RULES.legal_moves(step.state, seat(0)) == ()
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "tiles_out"


def test_r8_2_after_the_end_nothing_is_allowed() -> None:
    position = play(taken(state(stack="")), "p.+1+0", "r.0", "x").state

    assert rejected(position, "d.2") == ("play_over", "8.2")


@pytest.mark.parametrize("seat_count", [1, 2, 3, 4])
def test_r8_2_everybody_has_had_twenty_turns_and_23_hexes(seat_count: int) -> None:
    position = absent(seat_count)

    assert position.turn == 20 * seat_count
    assert [len(own.cells) for own in position.boards] == [23] * seat_count
    assert len(position.market.stack) == (1 if seat_count == 1 else 0)


def absent(seat_count: int, number: int = 0) -> State:
    """The end of a play in which every seat is absent."""
    position = RULES.setup(RULES.spec.complete({}, seat_count), seat_count, luck(number)).state
    chance = luck(number + 1)
    while RULES.decisions(position):
        move = RULES.timeout_move(position, position.active)
        assert RULES.reject(position, position.active, move) is None
        position = RULES.apply(position, position.active, move, chance).state
    return position


# --- Alone


def solo(lying: str = "mf-bh:bear pr-es:elk wr-sf:salmon fp-ef:hawk", **rest: object) -> State:
    return state(starter(1), display=lying, **rest)  # type: ignore[arg-type]  # passed on as it is


def test_r8_3_alone_the_rightmost_pair_leaves_and_the_rest_slides_to_the_right() -> None:
    position = play(solo(), "d.2", "p.+1+0", "r.0").state
    first, second = position.market.stack[-1], position.market.stack[-2]

    step = play(position, "x", luck=draws(position, "fox bear", returned="elk"))

    assert step.events[1] == Event(LeftOver(tile("fp-ef"), tokens("hawk")[0]))
    assert step.state.market.tiles == (first, second, tile("mf-bh"), tile("wr-sf"))
    assert step.state.market.tokens == tokens("fox bear bear salmon")
    assert step.state.market.gone_tokens == tokens("hawk")
    assert step.state.active == 0


def test_r8_3_if_the_rightmost_was_taken_the_one_beside_it_leaves() -> None:
    position = play(solo(), "d.4", "p.+1+0", "r.0").state

    after = play(position, "x", luck=draws(position, "fox fox", returned="hawk")).state

    assert after.market.gone_tiles == (tile("wr-sf"),)
    assert after.market.tokens == tokens("fox fox bear elk")


def test_r8_3_after_an_independent_pick_tile_and_token_leave_from_different_places() -> None:
    position = state(starter(1, 1))
    position = play(position, "n", "d.4.1", "p.+1+0", "r.0").state

    after = play(position, "x", luck=draws(position, "fox fox", returned="bear")).state

    assert (after.market.gone_tiles, after.market.gone_tokens) == ((tile("wr-sf"),), tokens("hawk"))
    assert after.market.tiles[2:] == (tile("mf-bh"), tile("pr-es"))
    assert after.market.tokens == tokens("fox fox elk salmon")


def test_r8_3_the_token_that_left_does_not_go_back_to_the_bag() -> None:
    position = play(solo(), "d.1", "p.+1+0", "r.0").state

    after = play(position, "t.+1+0", luck=draws(position, "fox fox")).state

    assert sum(after.market.bag) == sum(position.market.bag) - 2
    assert RULES.components(after) == RULES.components(position)


def test_r8_3_alone_the_play_ends_when_two_tiles_cannot_be_drawn() -> None:
    position = play(solo(stack="mp-bs"), "d.1", "p.+1+0", "r.0").state

    after = play(position, "x").state

    assert after.phase is Phase.OVER
    assert after.market.stack == (tile("mp-bs"),)
    assert after.market.tiles.count(None) == DISPLAY_SIZE - 2
