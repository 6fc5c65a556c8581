"""Chapters 3 to 7: what may be done, and what it does."""

import pytest

from nurselog.games.forest_sky import RULES
from nurselog.games.forest_sky.components import CARDS
from nurselog.games.forest_sky.events import Discarded, Drawn, Ended, Locked, Placed, Swapped, Taken
from nurselog.games.forest_sky.notation import NOTATION
from nurselog.games.forest_sky.state import State
from nurselog.rules.api import SPECTATORS, Decision, Event
from nurselog.rules.chance import ScriptedChance
from tests.support.forest_sky import card, cards, play, refusal, seat, spot, state, top

TWO = "h3 h4 h5 / o5 o6 o7"
FULL = state(TWO, a="c2 c3 c4", b="c5 c6 c7")
THREE = "h3 h4 h5 / o5 o6 o7 / e7 e8 e9"


def texts(position: State) -> list[str]:
    return [NOTATION.format(move) for move in RULES.legal_moves(position, position.active)]


def rejected(position: State, text: str, *, by: int | None = None) -> tuple[str, str]:
    found = refusal(position, text, by=by)
    assert found is not None
    return found.code, found.rule


# --- 3. The turn


def test_r3_1_seats_take_turns_in_order() -> None:
    position = state(THREE, a="c2 c3 c4", active=1)

    after_one = play(position, "l.a1").state
    after_two = play(after_one, "l.a2").state

    assert (after_one.active, after_two.active) == (2, 0)


def test_r3_1_another_seat_may_not_move() -> None:
    assert rejected(FULL, "d", by=1) == ("not_your_turn", "3.1")
    assert RULES.legal_moves(FULL, seat(1)) == ()


@pytest.mark.parametrize("text", ["d", "t", "s.h3.a1", "l.a1"])
def test_r3_2_with_four_cards_one_is_given_first(text: str) -> None:
    position = play(FULL, "d").state

    assert rejected(position, text) == ("give_first", "3.2")


@pytest.mark.parametrize("text", ["p.h3.a", "x.h3"])
def test_r3_2_giving_needs_a_card_drawn_before(text: str) -> None:
    assert rejected(FULL, text) == ("draw_first", "3.2")


def test_r3_2_drawing_and_giving_are_two_decisions_of_one_turn() -> None:
    position = state(TWO)

    drawn = play(position, "d").state
    given = play(drawn, "p.h3.a").state

    assert RULES.decisions(position) == (Decision(seat(0), "turn"),)
    assert RULES.decisions(drawn) == (Decision(seat(0), "place"),)
    assert RULES.decisions(given) == (Decision(seat(1), "turn"),)


def test_r3_3_at_the_start_the_deck_is_all_there_is() -> None:
    assert texts(state(TWO)) == ["d"]


def test_r3_3_with_four_seats_the_deck_ends_when_the_forests_are_full() -> None:
    position = state("h3 h4 h5 / o5 o6 o7 / e7 e8 e9 / c2 c3 c4")

    for _ in range(3):
        position = play(position, "d", f"p.{top(position)}.a").state
    for _ in range(3):
        position = play(position, "d", f"p.{top(position)}.b").state

    assert position.deck == ()
    assert set(texts(position)) >= {"l.a1", "l.b3"}
    assert not {"d", "t"} & set(texts(position))


# --- 4. Drawing, taking, giving


def test_r4_1_only_the_owner_learns_the_card_drawn() -> None:
    step = play(state(TWO, deck="c2 e9"), "d")

    assert step.state.hands[0] == cards("h3 h4 h5 e9")
    assert step.state.deck == cards("c2")
    (event,) = step.events
    assert event.seen_by(seat(0)) == Drawn(seat(0), card("e9"))
    assert event.seen_by(seat(1)) == event.seen_by(SPECTATORS) == Drawn(seat(0))


def test_r4_1_an_empty_deck_is_not_reshuffled() -> None:
    position = state(TWO, a="c2 c3 c4", b="c5 c6 c7", discard="e7 e8", deck="")

    assert rejected(position, "d") == ("deck_empty", "4.1")
    assert "d" not in texts(position)
    assert "t" in texts(position)


def test_r4_2_the_top_of_the_discard_pile_is_taken_before_all_eyes() -> None:
    step = play(state(TWO, a="c2 c3 c4", b="c5 c6 c7", discard="e7 e8"), "t")

    assert step.state.hands[0] == cards("h3 h4 h5 e8")
    assert step.state.discard == cards("e7")
    assert step.events == (Event(Taken(seat(0), card("e8"))),)


def test_r4_2_an_empty_discard_pile_gives_nothing() -> None:
    assert rejected(FULL, "t") == ("discard_empty", "4.2")


@pytest.mark.parametrize("name", ["h3", "h4", "h5", "e9"])
def test_r4_3_any_of_the_four_cards_is_placed_the_drawn_one_included(name: str) -> None:
    step = play(state(TWO, a="c2", deck="e9"), "d", f"p.{name}.a")

    assert step.state.forests == (cards(f"c2 {name}"), ())
    assert set(step.state.hands[0]) == set(cards("h3 h4 h5 e9")) - set(cards(name))
    assert step.events == (Event(Placed(seat(0), card(name), spot("a2"))),)


def test_r4_3_each_forest_with_an_empty_spot_can_be_chosen() -> None:
    position = play(state(TWO, a="c2 c3", b="c4", deck="e9"), "d").state

    assert texts(position) == [f"p.{name}.{forest}" for name in ("h3", "h4", "h5", "e9") for forest in "ab"]


@pytest.mark.parametrize("text", ["p.o5.a", "p.c2.b"])
def test_r4_3_only_a_card_of_the_hand_is_placed(text: str) -> None:
    assert rejected(play(state(TWO, a="c2"), "d").state, text) == ("not_in_hand", "4.3")


def test_r4_3_only_a_card_of_the_hand_is_discarded() -> None:
    assert rejected(play(FULL, "d").state, "x.o5") == ("not_in_hand", "4.3")


def test_r4_4_a_full_forest_takes_no_more_cards() -> None:
    position = play(state(TWO, a="c2 c3 c4"), "d").state

    assert rejected(position, "p.h3.a") == ("forest_full", "4.4")
    assert refusal(position, "p.h3.b") is None


def test_r4_5_nothing_is_discarded_while_a_forest_has_an_empty_spot() -> None:
    position = play(state(TWO, a="c2 c3 c4", b="c5 c6"), "d").state

    assert rejected(position, "x.h3") == ("forest_open", "4.5")


def test_r4_5_with_full_forests_the_card_drawn_from_the_deck_may_be_discarded() -> None:
    step = play(state(TWO, a="c2 c3 c4", b="c5 c6 c7", deck="e9"), "d", "x.e9")

    assert step.state.hands[0] == cards("h3 h4 h5")
    assert step.state.discard == cards("e9")
    assert step.events == (Event(Discarded(seat(0), card("e9"))),)


def test_r4_6_the_card_just_taken_is_not_put_back() -> None:
    position = play(state(TWO, a="c2 c3 c4", b="c5 c6 c7", discard="e8"), "t").state

    assert rejected(position, "x.e8") == ("just_taken", "4.6")
    assert texts(position) == ["x.h3", "x.h4", "x.h5"]


def test_r4_6_a_card_taken_earlier_may_be_discarded() -> None:
    position = state(TWO, a="c2 c3 c4", b="c5 c6 c7", discard="e8", deck="e9")

    position = play(position, "t", "x.h3", "l.a1", "d").state

    assert refusal(position, "x.e8") is None


# --- 5. Swapping


def test_r5_1_a_card_of_the_hand_and_one_of_a_forest_change_places() -> None:
    step = play(FULL, "s.h4.b2")

    assert step.state.hands[0] == cards("h3 h5 c6")
    assert step.state.forests == (cards("c2 c3 c4"), cards("c5 h4 c7"))
    assert step.events == (Event(Swapped(seat(0), given=card("h4"), got=card("c6"), spot=spot("b2"))),)


def test_r5_1_swapping_needs_no_full_forest() -> None:
    step = play(state(TWO, a="c2"), "s.h3.a1")

    assert step.state.forests == (cards("h3"), ())


def test_r5_1_the_new_card_lies_unlocked() -> None:
    position = play(FULL, "s.h4.b2", "l.b1").state

    assert refusal(position, "l.b2") is None


def test_r5_1_only_a_card_of_the_hand_is_swapped() -> None:
    assert rejected(FULL, "s.o5.a1") == ("not_in_hand", "4.3")


def test_r5_2_a_swap_needs_a_card_on_the_spot() -> None:
    assert rejected(state(TWO, a="c2"), "s.h3.a2") == ("spot_empty", "5.2")


def test_r5_3_a_locked_card_is_not_swapped() -> None:
    position = state(TWO, a="c2 c3 c4", locked="a2")

    assert rejected(position, "s.h3.a2") == ("card_locked", "5.3")
    assert "s.h3.a2" not in texts(position)
    assert "s.h3.a1" in texts(position)


# --- 6. Locking


def test_r6_1_a_card_in_a_full_forest_is_locked_though_the_other_is_incomplete() -> None:
    step = play(state(TWO, a="c2 c3 c4", b="c5"), "l.a3")

    assert step.state.locked == (spot("a3"),)
    assert step.events == (Event(Locked(seat(0), card("c4"), spot("a3"))),)


@pytest.mark.parametrize("text", ["l.b1", "l.b3"])
def test_r6_2_nothing_is_locked_in_an_incomplete_forest(text: str) -> None:
    assert rejected(state(TWO, a="c2 c3 c4", b="c5 c6"), text) == ("forest_incomplete", "6.2")


def test_r6_3_a_locked_card_is_not_locked_again() -> None:
    assert rejected(state(TWO, a="c2 c3 c4", locked="a1"), "l.a1") == ("locked_already", "6.3")


# --- 7. The end


def test_r7_1_the_fifth_lock_ends_the_play_at_once() -> None:
    position = state(
        "h3 h4 h5 / o5 o6 o7 / e7 e8 e9", a="c2 c3 c4", b="c5 c6 c7", locked="a1 a2 a3 b1", active=1
    )

    step = play(position, "l.b2")

    assert RULES.decisions(step.state) == ()
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "five_locks"


def test_r7_1_four_locks_do_not_end_the_play() -> None:
    position = play(state(TWO, a="c2 c3 c4", b="c5 c6 c7", locked="a1 a2 a3"), "l.b2").state

    assert RULES.outcome(position) is None


def test_r7_1_after_the_end_nothing_is_allowed() -> None:
    position = state(TWO, a="c2 c3 c4", b="c5 c6 c7", locked="a1 a2 a3 b1 b2")

    assert rejected(position, "l.b3") == ("play_over", "7.1")
    assert RULES.legal_moves(position, seat(0)) == ()


def test_r7_2_too_many_turns_without_a_lock_end_the_play() -> None:
    position = state(TWO, a="c2", idle_turns=38)

    still_on = play(position, "s.h3.a1").state
    stalled = play(still_on, "s.o5.a1").state

    assert RULES.outcome(still_on) is None
    outcome = RULES.outcome(stalled)
    assert outcome is not None
    assert outcome.reason == "stalled"


def test_r7_2_a_lock_starts_the_count_anew() -> None:
    position = play(state(TWO, a="c2 c3 c4", idle_turns=39), "l.a1").state

    assert position.idle_turns == 0
    assert RULES.outcome(position) is None


def test_r7_2_drawing_and_giving_is_one_turn() -> None:
    position = state(TWO, idle_turns=5)

    assert play(position, "d").state.idle_turns == 5
    assert play(position, "d", "p.h3.a").state.idle_turns == 6


@pytest.mark.parametrize(("rounds", "seat_count", "limit"), [("10", 2, 20), ("20", 3, 60), ("40", 4, 160)])
def test_r7_2_the_limit_is_so_many_rounds(rounds: str, seat_count: int, limit: int) -> None:
    options = RULES.spec.complete({"stall_rounds": rounds}, seat_count)

    assert (
        RULES.setup(options, seat_count, ScriptedChance(shuffles=[CARDS], below=[0])).state.idle_limit
        == limit
    )


def test_r7_3_at_the_end_all_hands_are_shown() -> None:
    step = play(state(TWO, a="c2 c3 c4", b="c5 c6 c7", locked="a1 a2 a3 b1"), "l.b2")

    assert step.events[-1] == Event(Ended((cards("h3 h4 h5"), cards("o5 o6 o7"))))


# --- 10.5 Taking back


def test_r10_5_taking_and_locking_may_be_taken_back() -> None:
    position = state(TWO, a="c2 c3 c4", b="c5 c6 c7", discard="e8")

    assert play(position, "t").undoable
    assert play(position, "l.a1").undoable


def test_r10_5_what_showed_a_card_or_ended_the_play_may_not_be_taken_back() -> None:
    position = state(TWO, a="c2 c3 c4", b="c5 c6 c7", discard="e8", locked="a1 a2 a3 b1")

    assert not play(position, "d").undoable
    assert not play(position, "d", "x.h3").undoable
    assert not play(position, "s.h3.b2").undoable
    assert not play(position, "l.b2").undoable
    assert not play(state(TWO), "d", "p.h3.a").undoable
