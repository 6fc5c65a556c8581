"""Chapters 7 and 8: scoring a round, and what happens before the next one."""

from nurselog.games.orca_isles import RULES
from nurselog.games.orca_isles.events import DrawnUp, News, Refilled, Reshuffled, Scored
from nurselog.games.orca_isles.scoring import tally
from nurselog.games.orca_isles.state import State
from nurselog.rules.api import Step
from nurselog.rules.chance import ScriptedChance
from tests.support.orca_isles import (
    card,
    cards,
    hands,
    play,
    public,
    result,
    seat,
    sorted_cards,
    state,
)

HANDS = "2c 3c 4c 6c / 2d 3d 4d 6d / 2h 3s 4s 6s"
"""All have four cards; the last turn of the round is that of seat 2, who takes the gather card 5h."""


def end(at: dict[int, str], *, held: str = HANDS, deck: str | None = None) -> Step[State, News]:
    """The end of a round with these orcas at the isles."""
    position = state(held, gather="3h 4h 5h", at=at, turn=5, deck=deck)
    return play(position, "g.3", chance=ScriptedChance(shuffles=[()] * 3))


def points(step: Step[State, News]) -> list[tuple[int, int]]:
    """Points for sets and for isles, by seat."""
    tallies = [tally(step.state.history[-1], seat(one)) for one in range(3)]
    return [(one.sets, one.wins) for one in tallies]


# --- 7. Scoring


def test_r7_1_each_orca_scores_its_set_whether_it_wins_or_not() -> None:
    assert points(end({1: "0:8h 1:8d.8s"})) == [(1, 0), (5, 2), (0, 0)]


def test_r7_1_cards_are_turned_up_isle_by_isle() -> None:
    step = end({1: "0:8h 1:8d.8s", 2: "2:kd"})

    assert public(step)[1:3] == [
        Scored(result(1, "8c", "0:8h 1:8d.8s", 1)),
        Scored(result(2, "qd", "2:kd", 2)),
    ]


def test_r7_2_the_winner_takes_the_isle_card_into_the_hand() -> None:
    step = end({1: "0:8h 1:8d.8s"})

    assert step.state.hands[1] == sorted_cards("2d 3d 4d 6d 8c")
    assert step.state.shown[1] == cards("8c")


def test_r7_2_a_single_orca_wins_whatever_its_cards() -> None:
    assert points(end({2: "0:2s"})) == [(0, 2), (0, 0), (0, 0)]


def test_r7_3_two_orcas_of_one_player_win_once_and_both_score() -> None:
    step = end({1: "0:8h 0:7d.9d"})

    assert points(step) == [(1 + 4, 2), (0, 0), (0, 0)]
    assert step.state.history[-1] == (result(1, "8c", "0:8h 0:7d.9d", 0),)


def test_r7_3_even_if_their_keys_are_equal() -> None:
    assert points(end({1: "0:8h 0:8d"})) == [(2, 2), (0, 0), (0, 0)]


def test_r7_4_the_better_set_wins() -> None:
    assert points(end({1: "0:8h.ks 1:8d.qs"})) == [(1, 2), (1, 0), (0, 0)]


def test_r7_5_if_all_is_equal_both_get_one_point_and_the_isle_card_is_discarded() -> None:
    step = end({1: "0:8h 1:8d"})

    assert points(step) == [(1, 1), (1, 1), (0, 0)]
    assert step.state.discard[0] == card("8c")
    assert not [hand for hand in step.state.hands if card("8c") in hand]


def test_r7_6_where_no_orca_is_the_isle_card_stays() -> None:
    assert end({1: "0:8h"}).state.isles[1] == card("qd")


def test_r7_the_sheet_names_sets_and_isles() -> None:
    sheet = RULES.score(end({1: "0:8h 1:8d.8s"}).state)[1]

    found = [(line.category, line.points, line.evidence) for line in sheet.lines[:2]]
    assert found == [("round_1.sets", 5, ("8c-8d-8s",)), ("round_1.wins", 2, ("8c",))]


# --- 8. Between the rounds


def test_r8_2_each_draws_up_to_four_cards_in_turn_order() -> None:
    step = end({}, held="2c 3c / 2d 3d 4d 6d 7d / 2h 3s", deck="9c 9d 9h 9s tc td")

    assert [news for news in public(step) if isinstance(news, DrawnUp)] == [
        DrawnUp(seat(0), 2),
        DrawnUp(seat(2), 1),
    ]
    assert hands(step.state) == ["2c 3c tc td", "2d 3d 4d 6d 7d", "2h 5h 3s 9s"]


def test_r8_2_turn_order_begins_with_this_rounds_first_player() -> None:
    position = state("2c 3c / 2d 3d 4d / 2h 3s 4s 5s", deck="9c 9d 9h 9s tc td", first=1, turn=5)

    step = play(position, "g.1")

    assert [news.seat for news in public(step) if isinstance(news, DrawnUp)] == [1, 0]


def test_r8_2_only_the_owner_learns_the_cards() -> None:
    step = end({}, held="2c 3c / 2d 3d 4d 6d / 2h 3s 4s", deck="9c 9d 9h 9s tc td")

    (event,) = (one for one in step.events if isinstance(one.public, DrawnUp))
    assert event.seen_by(seat(0)) == DrawnUp(seat(0), 2, cards("td tc"))
    assert event.seen_by(seat(1)) == DrawnUp(seat(0), 2)


def test_r8_3_cards_played_to_hunt_are_discarded_and_orcas_come_back() -> None:
    step = end({1: "0:8h 1:8d.8s", 2: "2:kd"})

    assert step.state.discard == cards("8h 8d 8s kd")
    assert step.state.parties == ((), ())
    assert step.state.gatherers == (None, None, None)


def test_r8_4_empty_isles_are_filled_before_gather_places() -> None:
    step = end({1: "0:8h"}, deck="9c 9d 9h 9s")

    assert step.state.isles == (card("9s"), card("qd"))
    assert step.state.gather == (card("3h"), card("4h"), card("9h"))
    assert public(step)[-1] == Refilled(2, seat(1), step.state.isles, step.state.gather, 2)


def test_r8_5_the_first_player_token_goes_clockwise() -> None:
    assert end({}).state.first == 1
    assert play(state(HANDS, gather="3h 4h 5h", first=2, turn=5), "g.1").state.first == 0


def test_r8_6_cards_just_discarded_serve_for_refilling_but_not_for_drawing_up() -> None:
    step = end({1: "0:8h"}, held="2c / 2d 3d 4d 6d / 2h 3s 4s", deck="9c")

    assert [type(news) for news in public(step)[2:]] == [DrawnUp, Reshuffled, Refilled]
    assert step.state.hands[0] == sorted_cards("2c 8c 9c")
    assert step.state.isles == (card("8h"), card("qd"))
    assert step.state.gather == (card("3h"), card("4h"), None)


def test_r8_6_what_cannot_be_filled_stays_empty() -> None:
    step = end({}, deck="")

    assert step.state.gather == (card("3h"), card("4h"), None)


def test_r11_5_the_end_of_a_round_is_not_taken_back() -> None:
    assert not end({}).undoable


def test_r3_1_the_next_round_begins_with_its_first_player() -> None:
    after = end({}).state

    assert (after.turn, after.first) == (0, seat(1))
    assert RULES.decisions(after)[0].seat == seat(1)
