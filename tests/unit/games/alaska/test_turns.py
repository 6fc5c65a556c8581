"""Chapters 2 to 5, 9 and 10: how a turn begins, runs by itself, and ends."""

import pytest

from nurselog.games.alaska import RULES
from nurselog.games.alaska.components import COUNTS, SALMON
from nurselog.games.alaska.events import (
    Dealt,
    Drew,
    Ended,
    Flowed,
    HandLost,
    LastRound,
    News,
    SalmonPlaced,
    SalmonSurplus,
    TurnBegan,
)
from nurselog.games.alaska.state import State, decisions, every_card
from nurselog.rules.api import SPECTATORS, Decision, Event, OptionProblem
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.alaska import cards, play, rejected, seat, sits, state, swims, texts, told, total_cards


def deal(seat_count: int, **options: str) -> Event[News]:
    """What is learnt from dealing."""
    complete = RULES.spec.complete(options, seat_count)
    return RULES.setup(complete, seat_count, SeededChance(b"alaska", "deal", seat_count)).events[0]


def first_of(event: Event[News]) -> int:
    assert isinstance(event.public, Dealt)
    return event.public.first


# --- 1 and 2. Cards and setup


def test_r1_3_the_pile_has_eighty_cards_and_a_third_of_them_swims() -> None:
    assert total_cards() == 80
    assert COUNTS[SALMON] == 24
    assert len(every_card(state("c1 / c2"))) == 80


@pytest.mark.parametrize("seat_count", [2, 3, 4, 5, 6])
def test_r2_1_each_seat_is_dealt_four(seat_count: int) -> None:
    event = deal(seat_count)

    hands = [event.seen_by(seat(one)) for one in range(seat_count)]
    assert [len(hand.hand) for hand in hands if isinstance(hand, Dealt)] == [4] * seat_count
    assert event.seen_by(SPECTATORS) == Dealt(seat(first_of(event)), 80 - 4 * seat_count)


@pytest.mark.parametrize("first", ["0", "1", "2"])
def test_r2_3_the_option_names_who_begins(first: str) -> None:
    assert first_of(deal(3, first_player=first)) == int(first)


def test_r2_3_the_first_player_must_be_of_the_table() -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({"first_player": "3"}, 3)

    assert caught.value.option == "first_player"


@pytest.mark.parametrize("seat_count", [1, 7])
def test_r1_1_two_to_six_seats_play(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({}, seat_count)

    assert caught.value.option == ""


# --- 3 and 4. The turn, placing salmon


def test_r3_2_salmon_and_flows_are_laid_open_and_the_left_neighbour_places() -> None:
    before = state("c1 / salmon salmon flow c2 / c3", pile="c9 c8 c7")

    step = play(before, "end")

    assert TurnBegan(seat(1), salmon=2, flows=1) in told(step)
    assert step.state.hands[1] == cards("c2")
    assert decisions(step.state) == (Decision(seat(2), "place_salmon"),)


def test_r4_1_with_two_seats_the_opponent_places() -> None:
    position = state("c1 / c2", to_place=1)

    step = play(position, "p.10")

    assert told(step) == [SalmonPlaced(seat(1), 9)]  # type: ignore[arg-type]
    assert swims(step.state) == [10]
    assert decisions(step.state) == (Decision(seat(0), "main"),)


def test_r4_1_first_the_salmon_are_placed() -> None:
    position = state("c1 c2 / c3 / c4", to_place=1)

    assert rejected(position, "c1", by=0) == ("salmon_first", "4.1")
    assert rejected(position, "c3", by=1) == ("salmon_first", "4.1")
    assert rejected(position, "c4", by=2) == ("not_your_turn", "3.1")
    assert texts(position, 0) == []


def test_r4_1_without_salmon_there_is_nothing_to_place() -> None:
    assert rejected(state("c1 / c2"), "p.1", by=0) == ("no_salmon_to_place", "4.1")
    assert rejected(state("c1 / c2"), "p.1", by=1) == ("not_your_turn", "3.1")


def test_r4_2_a_section_holds_one_salmon_and_an_angler_beside_it_does_no_harm() -> None:
    position = state("c1 / c2", salmon="3", anglers="5:tourist", to_place=1)

    assert rejected(position, "p.3") == ("section_taken", "4.2")
    assert swims(play(position, "p.5").state) == [3, 5]


def test_r4_3_salmon_without_an_empty_section_are_discarded() -> None:
    before = state("c1 / salmon salmon salmon / c3", salmon="1 2 3 4 5 6 7 8", pile="c9 c8 c7 c6 c5 c4")

    step = play(before, "end")

    assert SalmonSurplus(1) in told(step)
    assert step.state.to_place == 2
    assert every_card(step.state) == every_card(before)


def test_r3_3_an_empty_hand_only_draws() -> None:
    position = state("c1 / / c3", pile="c9 c8 c7 c6 c5 c4 c3 c2")

    step = play(position, "end")

    assert [event for event in told(step) if isinstance(event, TurnBegan)] == [TurnBegan(seat(2), 0, 0)]
    assert len(step.state.hands[1]) == 4
    assert step.state.active == 2


# --- 5. Flow


def test_r5_1_all_salmon_move_at_once_and_round_the_ring() -> None:
    position = state("c1 / c2", salmon="1 9", to_place=1, to_flow=1)

    assert swims(play(position, "p.10").state) == [1, 2, 10]


def test_r5_2_a_local_catches_what_passes_and_stays() -> None:
    position = state("c1 / c2", anglers="4:local", to_place=1, to_flow=1)

    step = play(position, "p.3")

    assert told(step)[1] == Flowed((3,))  # type: ignore[arg-type]
    assert swims(step.state) == []
    assert sits(step.state) == {4: "local"}


def test_r5_2_a_tourist_leaves_with_its_fish() -> None:
    position = state("c1 / c2", salmon="2", anglers="4:tourist", to_place=1, to_flow=1)

    step = play(position, "p.3")

    assert swims(step.state) == [3]
    assert sits(step.state) == {}


def test_r5_3_after_a_tourist_has_left_the_next_flow_passes_freely() -> None:
    position = state("c1 / c2", salmon="2", anglers="4:tourist", to_place=1, to_flow=2)

    step = play(position, "p.3")

    assert swims(step.state) == [4]
    assert step.state.tallies[0].kept == 0


def test_r5_2_river_card_one_is_passed_from_section_ten() -> None:
    position = state("c1 / c2", anglers="1:local", to_place=1, to_flow=1)

    assert told(play(position, "p.10"))[1] == Flowed((0,))  # type: ignore[arg-type]


# --- 9. The end of a turn


def test_r9_1_a_turn_ends_with_at_most_one_card() -> None:
    assert rejected(state("c1 c2 / c3"), "end") == ("hand_too_full", "9.1")
    assert play(state("eagle / c3", pile="c9 c8 c7 c6"), "end").state.hands[0] == cards("eagle c6 c7 c8")


def test_r9_2_an_empty_hand_ends_the_turn_by_itself() -> None:
    step = play(state("c1 / c3", pile="c9 c8 c7 c6 c5"), "c1")

    assert Drew(seat(0), 4) in told(step)
    assert step.state.active == 1


def test_r9_3_only_who_draws_learns_the_cards() -> None:
    step = play(state("c1 / c3", pile="c9 c8 c7 c6"), "end")

    assert step.events[0].seen_by(seat(0)) == Drew(seat(0), 3, cards("c6 c7 c8"))
    assert step.events[0].seen_by(seat(1)) == Drew(seat(0), 3)


# --- 10. The end


def test_r10_1_the_last_card_brings_one_more_turn_for_each_seat() -> None:
    step = play(state("c1 / c3 / c4", pile="c8 c7"), "end")

    assert LastRound(3) in told(step)
    assert step.state.turns_left == 3
    assert step.state.active == 1


def test_r10_1_nobody_draws_in_the_last_turns_and_who_drew_the_last_card_plays_last() -> None:
    step = play(state("c1 / c3 / c4", pile="c8 c7"), "end", "end", "end")

    assert step.state.active == 0
    assert step.state.turns_left == 1
    assert step.state.hands[1:] == (cards("c3"), cards("c4"))


def test_r10_2_then_the_play_is_over_and_swimming_salmon_are_nobodys() -> None:
    step = play(state("c1 / c3", salmon="5", caught="2 1", pile="c8"), "end", "end", "c1", "c8")

    assert told(step)[-1] == Ended()
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "pile_used_up"
    assert [placement.total for placement in outcome.placements] == [2, 1]
    assert rejected_after_the_end(step.state) == ("play_over", "10.2")


def rejected_after_the_end(position: State) -> tuple[str, str] | None:
    found = RULES.reject(position, seat(0), RULES.notation.parse("end"))
    return None if found is None else (found.code, found.rule)


def test_r10_1_a_seat_that_lost_its_hand_has_an_empty_last_turn() -> None:
    position = state("c1 c4 / c2", anglers="4:tourist", turns_left=2)

    step = play(position, "c4")

    assert HandLost(seat(0), cards("c1")) in told(step)
    assert step.state.active == 1
    assert not step.state.over
    assert play(step.state, "end").state.over


# --- 9.4 Timeouts


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (state("c1 / c2"), "end"),
        (state("c1 c4 / c2", salmon="4"), "c4"),
        (state("c1 eagle / c2", salmon="4"), "e.s4"),
        (state("c9 tourist / c2", salmon="4", anglers="1:local"), "t.1"),
        (state("c1 c4 / c2", anglers="1:tourist"), "c4"),
        (state("c1 / c2", to_place=1, salmon="1 2"), "p.3"),
        (state("bear bear / c2", anglers="1:tourist"), "b"),
    ],
)
def test_r9_4_what_is_played_for_the_absent(position: State, expected: str) -> None:
    (decision,) = RULES.decisions(position)

    assert RULES.notation.format(RULES.timeout_move(position, decision.seat)) == expected


def test_r9_4_the_absent_lets_catches_be() -> None:
    position = play(state("c4 c1 / bear", salmon="4"), "c4").state

    assert RULES.notation.format(RULES.timeout_move(position, seat(1))) == "pass"


def test_r2_3_otherwise_luck_names_who_begins() -> None:
    options = RULES.spec.complete({}, 2)
    chance = ScriptedChance(below=[0] * 79 + [1])

    assert first_of(RULES.setup(options, 2, chance).events[0]) == 1
