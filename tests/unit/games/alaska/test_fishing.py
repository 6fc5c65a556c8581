"""Chapters 6 to 8: casts, anglers, eagles and bears."""

import pytest

from nurselog.games.alaska import RULES
from nurselog.games.alaska.events import CastMade, CatchSettled, HandLost, SalmonLost
from nurselog.games.alaska.state import Tally, decisions, every_card
from nurselog.rules.api import SPECTATORS, Decision
from tests.support.alaska import cards, play, rejected, seat, sits, state, swims, texts, told

# --- 6. Casting


@pytest.mark.parametrize(("section", "text"), [(3, "c4"), (4, "c4"), (10, "c1"), (1, "c1"), (9, "c10")])
def test_r6_4_a_cast_catches_beside_its_river_card(section: int, text: str) -> None:
    step = play(state("c4 c1 c10 / c2", salmon=str(section)), text, "pass")

    assert step.state.tallies[0] == Tally(kept=1, by_cast=1)
    assert swims(step.state) == []


def test_r6_1_two_casts_count_together() -> None:
    step = play(state("c3 c4 c9 / c2", salmon="7"), "c3.c4", "pass")

    assert step.state.tallies[0].kept == 1
    assert step.state.hands[0] == cards("c9")


def test_r6_4_with_two_salmon_within_reach_the_seat_chooses() -> None:
    position = state("c4 c9 / c2", salmon="3 4")

    assert rejected(position, "c4") == ("choose_salmon", "6.4")
    assert rejected(position, "c4.s5") == ("no_choice", "6.4")
    assert swims(play(position, "c4.s3", "pass").state) == [4]
    assert [text for text in texts(position, 0) if text.startswith("c4")] == ["c4.s3", "c4.s4", "c4.c9"]


def test_r6_4_without_a_choice_no_section_is_named() -> None:
    assert rejected(state("c4 c9 / c2", salmon="3"), "c4.s3") == ("no_choice", "6.4")


@pytest.mark.parametrize("text", ["c4", "c4.c9", "c9"])
def test_r6_5_a_cast_may_miss_and_two_may_come_to_more_than_ten(text: str) -> None:
    step = play(state("c4 c9 c1 / c2", salmon="1"), text)

    assert told(step)[0] == CastMade(seat(0), cards(text.replace(".", " ")))
    assert swims(step.state) == [1]


def test_r3_4_a_card_is_played_from_the_hand() -> None:
    position = state("c4 c9 / c2")

    assert rejected(position, "c5") == ("not_in_hand", "3.4")
    assert rejected(position, "c4.c4") == ("not_in_hand", "3.4")
    assert [rejected(position, text) for text in ("t.1", "e", "b")] == [("not_in_hand", "3.4")] * 3


def test_r6_2_a_hooked_tourist_costs_the_hand_and_the_turn_even_beside_a_salmon() -> None:
    position = state("c4 c9 eagle / c2", salmon="4", anglers="4:tourist")

    step = play(position, "c4")

    assert HandLost(seat(0), cards("c9 eagle")) in told(step)
    assert step.state.hands[0] == ()
    assert step.state.active == 1
    assert swims(step.state) == [4]
    assert sits(step.state) == {}


def test_r6_2_the_turn_after_a_hooked_tourist_only_draws() -> None:
    position = state("c4 c9 / c2", anglers="4:tourist", pile="c9 c8 c7 c6 c5 c3 c2 c1 c1")

    step = play(position, "c4", "end")

    assert len(step.state.hands[0]) == 4
    assert step.state.active == 1


def test_r6_2_with_an_otherwise_empty_hand_it_is_the_same() -> None:
    step = play(state("c4 / c2", anglers="4:tourist"), "c4")

    assert step.state.hands[0] == ()
    assert step.state.active == 1


def test_r6_3_a_hooked_local_costs_a_salmon_and_the_turn_goes_on() -> None:
    step = play(state("c4 c9 / c2", anglers="4:local", caught="2 0"), "c4")

    assert told(step)[1] == SalmonLost(seat(0))
    assert step.state.tallies[0] == Tally(kept=1, to_locals=1)
    assert sits(step.state) == {}
    assert step.state.active == 0


def test_r6_3_without_salmon_the_local_stays() -> None:
    step = play(state("c4 c9 / c2", anglers="4:local"), "c4")

    assert sits(step.state) == {4: "local"}
    assert step.state.active == 0


def test_r6_4_a_salmon_beside_a_covered_card_can_be_caught_by_the_other_value() -> None:
    step = play(state("c5 c9 / c2", salmon="4", anglers="4:tourist"), "c5", "pass")

    assert step.state.tallies[0].kept == 1


def test_r6_4_several_casts_in_a_turn_may_each_catch() -> None:
    step = play(state("c5 c9 c1 / c2", salmon="4 9"), "c5", "pass", "c9", "pass")

    assert step.state.tallies[0].kept == 2


# --- 7. Anglers


def test_r7_1_a_tourist_scares_a_local_away() -> None:
    before = state("tourist c1 / c2", anglers="3:local")

    step = play(before, "t.3")

    assert sits(step.state) == {3: "tourist"}
    assert every_card(step.state) == every_card(before)


@pytest.mark.parametrize("text", ["t.3", "l.3"])
def test_r7_1_nobody_sits_down_at_a_tourist(text: str) -> None:
    assert rejected(state("tourist local / c2", anglers="3:tourist"), text) == ("tourist_sits", "7.1")


def test_r7_2_a_local_sits_down_only_where_nobody_is() -> None:
    position = state("local c1 / c2", anglers="3:local")

    assert rejected(position, "l.3") == ("local_sits", "7.2")
    assert sits(play(position, "l.4").state) == {3: "local", 4: "local"}


# --- 8. Eagle and bear


def test_r8_1_an_eagle_catches_any_salmon() -> None:
    step = play(state("eagle c1 / c2", salmon="6", anglers="6:tourist 7:local"), "e.s6", "pass")

    assert step.state.tallies[0] == Tally(kept=1, by_eagle=1)


@pytest.mark.parametrize("angler", ["tourist", "local"])
def test_r8_1_an_eagle_drives_an_angler_away_without_harm(angler: str) -> None:
    step = play(state("eagle c1 / c2", anglers=f"6:{angler}", caught="1 0"), "e.r6")

    assert sits(step.state) == {}
    assert step.state.tallies[0].kept == 1
    assert step.state.hands[0] == cards("c1")


def test_r8_1_the_prey_must_be_there() -> None:
    position = state("eagle c1 / c2", salmon="6")

    assert rejected(position, "e.s5") == ("no_target", "8.1")
    assert rejected(position, "e.r6") == ("no_target", "8.1")


def test_r8_2_an_eagle_takes_something_while_there_is_anything() -> None:
    assert rejected(state("eagle c1 / c2", salmon="6"), "e") == ("target_needed", "8.2")
    assert play(state("eagle c1 / c2"), "e").state.hands[0] == cards("c1")


@pytest.mark.parametrize("anglers", ["", "1:local", "1:local 5:tourist 9:tourist"])
def test_r8_3_a_bear_clears_the_river_of_anglers(anglers: str) -> None:
    before = state("bear c1 / c2", salmon="1", anglers=anglers)

    step = play(before, "b")

    assert sits(step.state) == {}
    assert swims(step.state) == [1]
    assert every_card(step.state) == every_card(before)


def test_r8_4_all_others_are_asked_whether_they_hold_a_bear_or_not() -> None:
    step = play(state("c4 c1 / c2 / bear / c3", salmon="4"), "c4")

    assert decisions(step.state) == tuple(Decision(seat(one), "bear_window") for one in (1, 2, 3))
    assert [texts(step.state, one) for one in (0, 1, 2)] == [[], ["pass"], ["use", "pass"]]
    assert rejected(step.state, "use", by=1) == ("not_in_hand", "3.4")


def test_r8_4_a_bear_takes_the_salmon() -> None:
    before = state("c4 c1 / c2 / bear", salmon="4")

    step = play(before, "c4", "1:pass", "2:use")

    assert told(step)[-1] == CatchSettled(seat(2))
    assert step.state.tallies[0] == Tally(by_cast=1, to_bears=1)
    assert step.state.hands[2] == ()
    assert step.state.active == 0
    assert every_card(step.state) == every_card(before)


def test_r8_4_the_first_clockwise_spends_its_bear_and_the_others_keep_theirs() -> None:
    step = play(state("c1 / bear / c4 c1 / bear", salmon="4", active=2), "c4", "1:use", "0:pass", "3:use")

    assert told(step)[-1] == CatchSettled(seat(3))
    assert step.state.hands[1] == cards("bear")
    assert step.state.hands[3] == ()


def test_r8_4_a_later_answer_waits_for_the_earlier_ones() -> None:
    step = play(state("c4 c1 / c2 / bear", salmon="4"), "c4", "2:use")

    assert step.state.catch is not None
    assert decisions(step.state) == (Decision(seat(1), "bear_window"),)


def test_r8_4_an_answer_is_hidden_until_the_catch_is_settled() -> None:
    used = play(state("c4 c1 / c2 / bear", salmon="4"), "c4", "2:use").state
    passed = play(state("c4 c1 / c2 / bear", salmon="4"), "c4", "2:pass").state

    for audience in (seat(0), seat(1), SPECTATORS):
        assert RULES.view(used, audience) == RULES.view(passed, audience)
    assert RULES.view(used, seat(2)) != RULES.view(passed, seat(2))


def test_r8_4_who_is_not_asked_cannot_answer() -> None:
    position = play(state("c4 c1 / bear / c2", salmon="4"), "c4", "2:pass").state

    assert rejected(position, "pass", by=0) == ("not_asked", "8.4")
    assert rejected(position, "pass", by=2) == ("not_asked", "8.4")
    assert rejected(position, "end", by=1) == ("not_your_turn", "3.1")
    assert rejected(state("c4 c1 / bear"), "use", by=0) == ("no_bear_window", "8.4")


def test_r8_4_a_bear_answers_an_eagle_too() -> None:
    step = play(state("eagle c1 / bear", salmon="4"), "e.s4", "use")

    assert step.state.tallies[0] == Tally(by_eagle=1, to_bears=1)


def test_r8_4_after_the_last_card_was_cast_the_turn_ends_when_the_catch_is_settled() -> None:
    step = play(state("c4 / c2", salmon="4"), "c4", "pass")

    assert step.state.active == 1
    assert len(step.state.hands[0]) == 4
