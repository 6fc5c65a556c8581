"""Chapter 10: who sees what, and what stays where it is when the rest is dealt again."""

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.games.forest_sky.v1 import forest_sky_pb2 as pb
from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.state import State
from nurselog.rules.api import SPECTATORS, Audience
from nurselog.rules.chance import SeededChance
from tests.support.forest_sky import cards, play, seat, state

MIDDLE = state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4", b="c5", discard="e7 e8", locked="a2", idle_turns=3)


def view(position: State, audience: Audience) -> pb.View:
    return cast("pb.View", RULES.view(position, audience))


def shown_hands(position: State, audience: Audience) -> list[list[str]]:
    return [list(hand.cards) for hand in view(position, audience).hands]


def test_r10_1_a_hand_is_shown_to_its_owner_only() -> None:
    assert shown_hands(MIDDLE, seat(0)) == [["h3", "h4", "h5"], []]
    assert shown_hands(MIDDLE, seat(1)) == [[], ["o5", "o6", "o7"]]
    assert shown_hands(MIDDLE, SPECTATORS) == [[], []]


def test_r10_1_the_others_know_how_many_cards_a_hand_has() -> None:
    position = play(MIDDLE, "d").state

    assert [hand.count for hand in view(position, SPECTATORS).hands] == [4, 3]


def test_r10_1_the_card_drawn_is_the_fourth_of_its_owner() -> None:
    position = play(state("h3 h4 h5 / o5 o6 o7", deck="c2"), "d").state

    assert shown_hands(position, seat(0))[0] == ["h3", "h4", "h5", "c2"]
    assert "c2" not in str(view(position, seat(1)))


def test_r10_2_what_lies_open_is_shown_to_all() -> None:
    found = view(MIDDLE, SPECTATORS)

    assert [(spot.name, spot.card, spot.locked) for forest in found.forests for spot in forest.spots] == [
        ("a1", "c2", False),
        ("a2", "c3", True),
        ("a3", "c4", False),
        ("b1", "c5", False),
        ("b2", "", False),
        ("b3", "", False),
    ]
    assert (found.discard_top, found.discard_size, found.deck_size) == ("e8", 2, 6)
    assert (found.lock_count, found.idle_turns, found.idle_limit) == (1, 3, 40)


def test_r10_2_the_view_says_who_decides_what() -> None:
    drawn = play(MIDDLE, "d").state
    over = state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4", b="c5 c6 c7", locked="a1 a2 a3 b1 b2")

    assert (view(MIDDLE, SPECTATORS).phase, view(MIDDLE, SPECTATORS).active_seat) == (pb.PHASE_TURN, 0)
    assert (view(drawn, SPECTATORS).phase, view(drawn, SPECTATORS).active_seat) == (pb.PHASE_PLACE, 0)
    assert (view(over, SPECTATORS).phase, view(over, SPECTATORS).active_seat) == (pb.PHASE_OVER, -1)


def test_r10_2_the_last_move_is_shown_as_all_saw_it() -> None:
    assert not view(MIDDLE, seat(0)).HasField("last_event")
    assert view(play(MIDDLE, "d").state, seat(0)).last_event == pb.Event(drawn=pb.Event.Drawn(seat=0))
    assert view(play(MIDDLE, "l.a1").state, seat(0)).last_event.locked.card == "c2"


@pytest.mark.parametrize("audience", [0, 1, -1])
def test_r7_3_at_the_end_all_hands_are_shown(audience: int) -> None:
    over = state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4", b="c5 c6 c7", locked="a1 a2 a3 b1 b2")

    assert shown_hands(over, Audience(audience)) == [["h3", "h4", "h5"], ["o5", "o6", "o7"]]


# --- Dealing again


def redealt(position: State, audience: Audience, luck: int) -> State:
    return RULES.redeal(position, audience, SeededChance(luck.to_bytes(4, "big"), "test", 0))


@given(luck=st.integers(0, 2**32 - 1))
def test_r10_4_what_the_audience_knows_stays_where_it_is(luck: int) -> None:
    position = play(MIDDLE, "s.h3.b1", "d").state

    again = redealt(position, seat(0), luck)

    assert again.hands[0] == position.hands[0]
    assert (again.forests, again.discard) == (position.forests, position.discard)
    assert [len(hand) for hand in again.hands] == [3, 4]
    assert RULES.components(again) == RULES.components(position)
    assert view(again, seat(0)) == view(position, seat(0))


@given(luck=st.integers(0, 2**32 - 1))
def test_r10_4_cards_that_were_taken_openly_stay_in_their_hands(luck: int) -> None:
    position = play(MIDDLE, "s.h3.b1", "t").state  # seat 0 got c5, seat 1 took e8

    again = redealt(position, SPECTATORS, luck)

    assert cards("c5")[0] in again.hands[0]
    assert again.hands[1][3] == cards("e8")[0]


def test_r10_3_a_card_that_left_the_hand_again_is_known_no_longer_to_be_there() -> None:
    position = play(MIDDLE, "s.h3.b1", "l.a1", "s.c5.b1").state

    assert position.shown == cards("h3")


def test_r10_4_all_else_moves() -> None:
    hands = {redealt(MIDDLE, seat(0), luck).hands[1] for luck in range(200)}

    assert len(hands) > 50


def test_r10_4_at_the_end_hands_are_known() -> None:
    over = state("h3 h4 h5 / o5 o6 o7", a="c2 c3 c4", b="c5 c6 c7", locked="a1 a2 a3 b1 b2")

    assert redealt(over, SPECTATORS, 1).hands == over.hands
