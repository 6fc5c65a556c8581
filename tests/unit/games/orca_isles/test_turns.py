"""Chapters 3 to 5: turns, gathering and hunting."""

from nurselog.games.orca_isles import RULES
from nurselog.games.orca_isles.events import Arrived, Drawn, Gathered, Passed, Reshuffled, Sent
from nurselog.games.orca_isles.state import active_seat
from nurselog.rules.api import SPECTATORS, Decision
from nurselog.rules.chance import ScriptedChance
from tests.support.orca_isles import (
    card,
    cards,
    hands,
    parties,
    play,
    public,
    rejected,
    seat,
    sorted_cards,
    state,
    texts,
)

HANDS = "8h ks 2c / 3d / 4c"
START = state(HANDS)


# --- 3. Turns


def test_r3_1_turns_go_clockwise_twice_from_the_first_player() -> None:
    order = [active_seat(state(HANDS, first=1, turn=turn)) for turn in range(6)]

    assert order == [1, 2, 0, 1, 2, 0]


def test_r3_1_another_seat_may_not_move() -> None:
    assert rejected(START, "g.1", by=1) == ("not_your_turn", "3.1")
    assert RULES.legal_moves(START, seat(1)) == ()


def test_r3_2_a_hunt_is_two_decisions_of_one_turn() -> None:
    arrived = play(START, "h.1").state

    assert RULES.decisions(START) == (Decision(seat(0), "place"),)
    assert RULES.decisions(arrived) == (Decision(seat(0), "hunt"),)
    assert RULES.decisions(play(arrived, "c.8h").state) == (Decision(seat(1), "place"),)


def test_r3_2_nothing_else_is_done_between_isle_and_cards() -> None:
    assert rejected(play(START, "h.1").state, "g.1") == ("cards_first", "3.2")


def test_r3_2_cards_need_an_isle_first() -> None:
    assert rejected(START, "c.8h") == ("orca_first", "3.2")


def test_r3_4_nobody_passes_who_can_do_something() -> None:
    assert rejected(START, "pass") == ("pass_needless", "3.4")


def test_r3_4_who_can_do_nothing_passes() -> None:
    stuck = state(" / 3d / 4c", gather="- - -", deck="")

    assert texts(stuck) == ["pass"]
    step = play(stuck, "pass")
    assert public(step) == [Passed(seat(0))]
    assert active_seat(step.state) == 1


# --- 4. Gathering


def test_r4_1_a_gather_card_goes_to_the_hand() -> None:
    step = play(START, "g.2")

    assert public(step) == [Gathered(seat(0), 1, card("4h"))]  # type: ignore[arg-type]
    assert step.state.hands[0] == sorted_cards("8h ks 2c 4h")


def test_r4_2_its_place_stays_empty() -> None:
    position = play(START, "g.2").state

    assert position.gather == (card("3h"), None, card("5h"))
    assert position.gatherers == (None, seat(0), None)
    assert rejected(position, "g.2") == ("no_card_there", "4.2")


def test_r4_2_there_are_as_many_places_as_seats() -> None:
    assert rejected(START, "g.4") == ("no_card_there", "4.2")


def test_r4_3_the_top_of_the_deck_is_drawn_unseen_by_the_others() -> None:
    step = play(state(HANDS, deck="6d 7d"), "g.deck")

    (event,) = step.events
    assert event.seen_by(seat(0)) == Drawn(seat(0), card("7d"))
    assert event.seen_by(seat(1)) == event.seen_by(SPECTATORS) == Drawn(seat(0))
    assert step.state.hands[0] == sorted_cards("8h ks 2c 7d")


def test_r4_3_several_orcas_may_be_at_the_deck() -> None:
    assert play(START, "g.deck", "g.deck", "g.deck", "g.deck").state.drawers == (0, 1, 2, 0)


def test_r4_4_nothing_is_drawn_where_there_is_nothing() -> None:
    position = state(HANDS, deck="")

    assert rejected(position, "g.deck") == ("nothing_to_draw", "4.4")
    assert "g.deck" not in texts(position)


def test_r8_6_the_discard_pile_becomes_the_deck() -> None:
    luck = ScriptedChance(shuffles=[cards("6d 9d 7d")])

    step = play(state(HANDS, deck="", discard="7d 6d 9d"), "g.deck", chance=luck)

    assert public(step) == [Reshuffled(3), Drawn(seat(0))]
    assert step.state.hands[0] == sorted_cards("8h ks 2c 7d")
    assert (step.state.deck, step.state.discard) == (cards("6d 9d"), ())


# --- 5. Hunting


def test_r5_1_all_isles_are_open() -> None:
    assert [text for text in texts(START) if text.startswith("h")] == ["h.1", "h.2"]
    assert public(play(START, "h.2")) == [Arrived(seat(0), 1)]  # type: ignore[arg-type]


def test_r5_1_there_is_one_isle_less_than_seats() -> None:
    assert rejected(START, "h.3") == ("no_such_isle", "5.1")


def test_r5_1_an_isle_without_a_card_is_none() -> None:
    assert rejected(state(HANDS, isles="8c -"), "h.2") == ("no_such_isle", "5.1")


def test_r5_2_two_orcas_are_enough() -> None:
    position = state(HANDS, at={1: "1:9c 2:9d"})

    assert rejected(position, "h.1") == ("isle_full", "5.2")
    assert "h.1" not in texts(position)


def test_r5_2_both_may_be_ones_own() -> None:
    position = state(HANDS, at={1: "0:9c"}, turn=3)

    assert len(play(position, "h.1", "c.8h").state.parties[0]) == 2


def test_r5_3_one_or_two_cards_of_the_hand() -> None:
    assert texts(play(START, "h.1").state) == ["c.2c", "c.8h", "c.ks", "c.2c.8h", "c.2c.ks", "c.8h.ks"]


def test_r5_3_cards_of_others_are_refused() -> None:
    position = play(START, "h.1").state

    assert rejected(position, "c.3d") == ("not_in_hand", "5.3")
    assert rejected(position, "c.8h.9h") == ("not_in_hand", "5.3")


def test_r5_3_they_lie_face_down_under_the_orca() -> None:
    step = play(START, "h.1", "c.8h.ks")

    (event,) = step.events
    own = Sent(seat(0), 0, 2, cards("8h ks"))  # type: ignore[arg-type]
    assert event.seen_by(seat(0)) == own
    assert event.seen_by(seat(1)) == Sent(seat(0), 0, 2)  # type: ignore[arg-type]
    assert step.state.parties[0] == parties("0:8h.ks")
    assert hands(step.state)[0] == "2c"


def test_r5_4_without_cards_nobody_hunts() -> None:
    position = state(" / 3d / 4c")

    assert rejected(position, "h.1") == ("no_cards", "5.4")
    assert not [text for text in texts(position) if text.startswith("h")]


def test_r11_5_open_choices_may_be_taken_back() -> None:
    assert play(START, "g.1").undoable
    assert play(START, "h.1").undoable
    assert play(START, "h.1", "c.8h").undoable


def test_r11_5_drawing_may_not() -> None:
    assert not play(START, "g.deck").undoable
