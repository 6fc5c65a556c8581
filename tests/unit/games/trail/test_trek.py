"""Chapters 4 and 6: attempts, trailblazing, the ends of rounds and of the play."""

import pytest

from nurselog.games.trail import RULES
from nurselog.games.trail.components import SPOT_NAMED
from nurselog.games.trail.events import Blazed, Ended, Lost, Recovered, TrekBegan, Trekked, TurnedBack
from nurselog.games.trail.state import Phase, State, deciding
from nurselog.rules.api import Decision, Event
from tests.support.trail import (
    by,
    card,
    cards,
    play,
    refusal,
    rejected,
    seat,
    spots,
    trek,
)

START = trek("9c 9h 4d / 2d 5d 8s / 5s 6s 7s", trail="53=9d 52=8c 43=jh")
ROW4 = trek(
    "9c 9h 4d 7c / 2d 5d 8s / 5s 6s 7s",
    at="53 / 53 / 53",
    trail="53=9d 43=jh 33=tc 32=kd 34=qd",
    round=2,
)


def texts(position: State) -> list[str]:
    return [RULES.notation.format(move) for move in RULES.legal_moves(position, deciding(position)[0])]


# --- 4. The trek


def test_r4_1_a_trek_begins_in_row_5() -> None:
    assert texts(START) == ["b", "a.51", "a.52", "a.53", "a.54", "a.55"]
    assert rejected(START, "a.43.9c.9h") == ("not_reachable", "4.1")


def test_r4_1_then_it_goes_up_in_the_same_column_or_the_next() -> None:
    position = trek("2c 3d 4h / 2d / 2h", at="43", open_spots="53")

    assert [text for text in texts(position) if text != "b"] == ["a.32", "a.33", "a.34"]
    assert rejected(position, "a.31") == ("not_reachable", "4.1")
    assert rejected(position, "a.53.2c.3d.4h") == ("not_reachable", "4.1")


def test_r4_1_several_seats_trek_past_the_same_card() -> None:
    position = play(ROW4, "a.43.9c.9h").state

    assert position.treks[0] == spots("53 43")
    assert position.treks[1] == spots("53")
    assert play(position, "a.43.2d.5d.8s").state.treks[1] == spots("53 43")


def test_r4_2_each_seat_takes_one_turn_to_the_left() -> None:
    position = trek("2c / 3c / 4c / 5c", first=2)

    takers = []
    for _ in range(3):
        takers.append(deciding(position)[0])
        position = play(position, "b").state

    assert takers == [2, 3, 0]
    assert rejected(trek("2c / 3c / 4c"), "b", by=1) == ("not_your_turn", "4.2")


def test_r4_2_who_has_turned_back_takes_no_turn() -> None:
    position = trek("2c / 3c / 4c / 5c", first=2, back="3 1")

    assert position.order == (2, 0)


def test_r4_3_a_seat_may_turn_back_in_its_first_turn_and_keeps_its_pack() -> None:
    step = play(START, "b")

    assert step.state.back == (True, False, False)
    assert step.state.packs == START.packs
    assert step.events == (Event(TurnedBack(seat(0), 3)),)


def test_r4_4_an_open_card_is_paid_for_at_once() -> None:
    step = play(ROW4, "a.43.9c.9h")

    assert step.state.packs[0] == cards("7c 4d")
    assert step.state.pool == cards("9c 9h")
    assert step.events == (Event(Trekked(seat(0), SPOT_NAMED["43"], card("jh"), cards("9c 9h"), (9, 9))),)
    assert step.state.blazers == ()
    assert rejected(ROW4, "a.43") == ("pay_at_once", "4.4")


def test_r4_4_who_cannot_pay_cannot_attempt() -> None:
    position = trek("2c 3c / 2d / 2h", at="53", trail="43=jh")

    assert texts(position) == ["b"]
    assert rejected(position, "a.43.2c.3c") == ("not_enough", "5.2")


def test_r5_1_only_cards_of_the_own_pack_pay() -> None:
    assert rejected(ROW4, "a.43.9h.8s") == ("not_in_pack", "5.1")
    assert rejected(play(START, "a.53").state, "p.2d.8s") == ("not_in_pack", "5.1")


def test_r4_5_a_hidden_card_is_turned_up_for_all() -> None:
    step = play(START, "a.53")

    assert step.state.open_spots[SPOT_NAMED["53"]]
    assert step.events == (Event(Blazed(seat(0), SPOT_NAMED["53"], card("9d"))),)
    assert RULES.decisions(step.state) == (Decision(seat(0), "pay"),)
    assert not step.undoable
    assert rejected(START, "a.53.9c") == ("face_down", "4.5")


def test_r4_5_who_can_pay_must_and_chooses_how() -> None:
    position = play(START, "a.53").state

    assert texts(position) == ["p.9c.4d", "p.4d.9h", "p.9c.4d.9h"]
    assert rejected(position, "b") == ("pay_now", "4.5")
    assert rejected(position, "p.9h") == ("not_enough", "5.2")


def test_r4_5_without_a_card_turned_up_there_is_nothing_to_pay() -> None:
    assert rejected(START, "p.9c") == ("nothing_turned_up", "4.5")


def test_r4_5_the_card_stays_open_for_the_others_who_do_not_trailblaze_any_more() -> None:
    position = play(START, "a.53", "p.9c.4d").state

    assert position.blazers == (0,)
    assert [text for text in texts(position) if text.startswith("a.53")] == [
        "a.53.2d.8s",
        "a.53.5d.8s",
        "a.53.2d.5d.8s",
    ]
    assert play(position, "a.53.5d.8s").state.blazers == (0,)


def test_r4_6_who_cannot_pay_loses_the_pack_and_turns_back() -> None:
    position = trek("2c 3c / 2d 3d / 2h", trail="53=9d")

    step = play(position, "a.53")

    assert step.state.packs[0] == ()
    assert step.state.back[0]
    assert step.state.pool == cards("2c 3c")
    assert step.state.blazers == ()
    assert [event.public for event in step.events] == [
        Blazed(seat(0), SPOT_NAMED["53"], card("9d")),
        Lost(seat(0), cards("2c 3c")),
    ]
    assert deciding(step.state) == (1,)


def test_r4_7_one_card_in_a_turn() -> None:
    assert deciding(play(ROW4, "a.43.9c.9h").state) == (1,)


def test_r4_8_with_an_empty_pack_a_seat_can_only_turn_back() -> None:
    position = trek(" / 2d 3d / 2h", at="53")

    assert texts(position) == ["b"]
    assert rejected(position, "a.43") == ("pack_empty", "4.8")


# --- 6. The end of a round


def test_r6_1_trailblazers_recover_in_the_order_of_their_turns() -> None:
    position = trek("9d 4c / 9h 5c / 2s 3s / 8c 7h", trail="51=8d 52=8h 53=kc", first=1)
    position = play(position, "a.52", "p.9h", "b", "b", "a.51", "p.9d").state

    assert position.blazers == (1, 0)
    assert RULES.decisions(position) == (Decision(seat(1), "recover"),)
    assert texts(position) == ["r.9d", "r.9h"]
    step = by(position, 1, "r.9d")
    assert step.events == (Event(Recovered(seat(1), card("9d"))),)
    assert RULES.decisions(step.state) == (Decision(seat(0), "recover"),)
    assert texts(step.state) == ["r.9h"]
    after = by(step.state, 0, "r.9h").state
    assert after.packs[:2] == (cards("4c 9h"), cards("5c 9d"))
    assert (after.phase, after.round) == (Phase.TREK, 2)


RECOVERING = play(trek("9d 4c / 2h / 2s", trail="51=8d"), "a.51", "p.9d", "b", "b").state


def test_r6_1_recovering_is_no_choice_but_what_is() -> None:
    assert rejected(RECOVERING, "b") == ("recover_now", "6.1")
    assert rejected(RECOVERING, "r.4c") == ("not_discarded", "6.1")
    assert refusal(RECOVERING, "r.9d") is None


def test_r6_1_nothing_is_recovered_in_a_turn() -> None:
    assert rejected(START, "r.9d") == ("not_recovering", "6.1")


def test_r4_6_a_trailblazer_that_lost_its_pack_recovers_nothing_but_its_cards_may_be_recovered() -> None:
    position = trek("2c 3c / 9h 5c / 2s", trail="51=9d 52=8h")
    position = play(position, "a.51", "a.52", "p.9h", "b").state

    assert position.blazers == (1,)
    assert texts(position) == ["r.2c", "r.3c", "r.9h"]


def test_r6_2_in_a_dead_end_a_seat_turns_back_by_itself() -> None:
    dead_end = play(trek("9d 9c 4c / 2h / 2s", at="53 43 32", trail="21=jd", round=4), "a.21.9c.9d", "b", "b")
    assert dead_end.state.back[0]
    assert TurnedBack(seat(0), 1) in [event.public for event in dead_end.events]


def test_r6_2_the_top_is_reached_and_the_card_recovered() -> None:
    position = trek("th 8h 4c / 2h / 2s", at="53 43 32 22", trail="13=kh", round=5)

    recovering = play(position, "a.13", "p.8h.th", "b", "b").state
    step = play(recovering, "r.th")

    assert recovering.phase is Phase.RECOVER
    assert step.state.phase is Phase.OVER
    assert step.state.packs[0] == cards("4c th")
    assert [event.public for event in step.events] == [
        Recovered(seat(0), card("th")),
        TurnedBack(seat(0), 2),
        Ended((cards("4c th"), cards("2h"), cards("2s"))),
    ]


def test_r6_3_other_discards_leave_the_play() -> None:
    position = play(RECOVERING._replace(pool=cards("9d 5h"), gone=cards("6h")), "r.5h").state

    assert position.pool == ()
    assert position.gone == cards("6h 9d")


@pytest.mark.parametrize(("first", "back", "expected"), [(0, "", 1), (0, "1", 2), (3, "0 1", 2)])
def test_r6_4_the_token_goes_to_the_next_seat_still_on_the_trail(
    first: int, back: str, expected: int
) -> None:
    position = trek(
        "9c 8c 7c / 9d 8d 7d / 9h 8h 7h / 9s 8s 7s",
        first=first,
        back=back,
        at="53 / 53 / 53 / 53",
        trail="43=jc",
    )

    while position.round == 1:
        who = deciding(position)[0]
        name = "cdhs"[who]
        position = by(position, who, f"a.43.7{name}.8{name}.9{name}").state

    assert position.first == expected
    assert position.order[0] == expected
    assert isinstance(position.last[-1], TrekBegan)


def test_r6_5_when_all_have_turned_back_the_play_is_over() -> None:
    step = play(trek("2c / 3c / 4c"), "b", "b", "b")

    assert RULES.decisions(step.state) == ()
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "all_back"
    assert step.events[-1] == Event(Ended((cards("2c"), cards("3c"), cards("4c"))))
    assert rejected(step.state, "b") == ("play_over", "6.5")
    assert RULES.legal_moves(step.state, seat(0)) == ()


def test_r6_5_before_there_is_no_outcome() -> None:
    assert RULES.outcome(START) is None


def test_r8_5_what_shows_nothing_may_be_taken_back() -> None:
    blazing = play(START, "a.53")

    assert play(START, "b").undoable
    assert play(ROW4, "a.43.9c.9h").undoable
    assert play(blazing.state, "p.9c.4d").undoable
    assert not play(trek("2c / 3c / 4c"), "b", "b", "b").undoable
    assert not play(RECOVERING, "r.9d").undoable
    assert not play(trek("2c 3c / 2d 3d / 2h", trail="53=9d"), "a.53").undoable
