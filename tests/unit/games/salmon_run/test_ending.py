"""Chapters 7 and 8: the end of a turn, of a round, of the play."""

import pytest

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.events import HandDrawn, KeptCurrent, RoundEnded, TurnBegan, TurnEnded
from nurselog.games.salmon_run.state import Phase, State, Tally
from nurselog.rules.api import SPECTATORS
from nurselog.rules.chance import SeededChance
from tests.support.salmon_run import card, cards, chance, play, rejected, seat, state

ROW = "kc 5d 9h jk1 qs"


def lucky(position: State, *moves: str) -> State:
    return play(position, *moves, luck=SeededChance(b"ending", "test", 0)).state


# --- 7. The end of a turn


def test_r7_1_what_is_in_play_is_discarded_and_the_run_stays() -> None:
    position = state("in_play: 4h 7h 8s; discard: 2s; deck: 9c td kd", row=ROW)

    after = play(position, "r.4h.7h", "e").state.players[0]

    assert (after.discard, after.in_play, after.run) == (cards("2s 8s"), (), cards("4h 7h"))


def test_r7_2_three_cards_are_drawn_and_only_their_owner_learns_them() -> None:
    step = play(state("in_play: 4h; deck: 2d 9c td kd", row=ROW), "e")

    assert step.state.players[0].hand == cards("9c td kd")
    assert step.state.players[0].deck == cards("2d")
    ended = step.events[0]
    assert ended.seen_by(seat(0)) == TurnEnded(seat(0), cards("4h"), 3, cards("9c td kd"))
    assert ended.seen_by(seat(1)) == ended.seen_by(SPECTATORS) == TurnEnded(seat(0), cards("4h"), 3)


def test_r3_5_the_discard_pile_with_the_cards_of_this_turn_is_shuffled_when_the_deck_ends() -> None:
    step = play(state("in_play: 4h 8s; discard: 2s; deck: 9c", row=ROW), "e", luck=chance("8s 4h 2s"))

    after = step.state.players[0]
    assert (after.hand, after.deck, after.discard) == (cards("9c 4h 2s"), cards("8s"), ())
    assert step.events[0].public == TurnEnded(seat(0), cards("4h 8s"), 3, reshuffled=True)


def test_r7_3_the_oldest_card_leaves_the_row_which_is_filled_up() -> None:
    step = play(state("in_play: 4h 8s; deck: 2s 3s 4s", row=ROW, acc_deck="6c 7c 8c"), "a.5d.8s", "e")

    assert step.state.row == cards("9h jk1 qs 8c 7c")
    assert step.state.acc_discard == cards("kc")
    assert step.state.acc_deck == cards("6c")
    assert step.events[1].public == KeptCurrent(card("kc"), cards("8c 7c"))


def test_r7_3_the_acclimation_discard_pile_is_shuffled_under_a_short_deck() -> None:
    position = state("deck: 2s 3s 4s", row="kc 5d 9h", acc_deck="6c", acc_discard="7c 8c")

    step = play(position, "e", luck=chance("8c kc 7c"))

    assert step.state.row == cards("5d 9h 6c 7c kc")
    assert (step.state.acc_deck, step.state.acc_discard) == (cards("8c"), ())
    assert step.events[1].public == KeptCurrent(card("kc"), cards("6c 7c kc"), reshuffled=True)


def test_r7_3_without_cards_the_row_stays_short() -> None:
    position = play(state("in_play: 4h", row="kc 5d", acc_deck=""), "e").state

    assert position.row == cards("5d kc")
    assert play(state("in_play: 4h", acc_deck=""), "e").state.row == ()


def test_r7_4_the_other_seat_is_next() -> None:
    step = play(state("in_play: 4h; deck: 2d 9c td", "hand: 5c 6c 7c", row=ROW), "e")

    assert step.state.active == 1
    assert step.events[-1].public == TurnBegan(seat(1), cards("5c 6c 7c"))


def test_r7_6_with_few_cards_a_seat_draws_what_there_is() -> None:
    after = play(state("run: 4h 5h; deck: 9c", "hand: 5c"), "e").state

    assert after.players[0].hand == cards("9c")
    assert play(after, "e").state.players[0].in_play == cards("9c")


def test_the_printed_example_turn() -> None:
    position = state(
        "in_play: kh 8h 2s; discard: 7h 4c 5c", "hand: 2c 4d 7s", row="qd ks 9s 6d td", round=1, active=0
    )

    drawn = play(position, "h.8h.kh", luck=chance("4c 5c 7h")).state
    assert drawn.players[0].in_play == cards("7h 8h kh 2s")
    bought = play(drawn, "a.ks.7h.8h").state
    assert bought.players[0].discard == cards("ks")
    entered = play(bought, "r.kh.2s").state
    assert entered.players[0].run == cards("kh 2s")
    ended = lucky(entered, "e")
    assert ended.players[0].run == cards("kh 2s")
    assert len(ended.players[0].hand) == 3
    assert {*ended.players[0].hand, *ended.players[0].deck, *ended.players[0].discard} == set(
        cards("4c 5c ks 7h 8h")
    )
    assert ended.row[:3] == cards("9s 6d td")
    assert ended.acc_discard == cards("qd")


# --- 8. The end of a round


DONE = state(
    "in_play: 4h 7h 8s; run: 2h 9h; deck: 2d; discard: 5d",
    "hand: 2c 4d 7c; run: ts; deck: 6c; discard: jk2",
    row="kc 3d 9h jk1 qs",
)


def test_r7_4_a_complete_run_ends_the_round_at_the_end_of_the_turn() -> None:
    entered = play(DONE, "r.4h.7h").state
    ended = lucky(entered, "e")

    assert (entered.round, entered.phase, entered.active) == (0, Phase.TURN, 0)
    assert (ended.round, ended.phase, ended.turns) == (1, Phase.TURN, 0)


def test_r7_4_a_seat_may_go_on_after_completing_the_run() -> None:
    position = play(DONE, "r.4h.7h", "a.3d.8s").state

    assert position.players[0].discard == cards("5d 3d")


def test_r8_1_the_round_is_scored_with_deck_hand_discard_pile_and_run() -> None:
    step = play(DONE, "r.4h.7h", "e", luck=SeededChance(b"ending", "test", 0))

    assert step.state.tallies == (
        (
            Tally(cards("2h 9h 4h 7h"), cards("2d 5d"), ()),
            Tally(cards("ts"), cards("4d"), cards("jk2")),
        ),
    )
    assert RoundEnded(0, (44, 2), seat(0)) in [event.public for event in step.events]


def test_r8_2_all_own_cards_are_shuffled_and_a_hand_is_drawn() -> None:
    step = play(DONE, "r.4h.7h", "e", luck=SeededChance(b"ending", "test", 0))

    first, second = step.state.players
    assert (first.run, first.discard, len(first.hand), len(first.deck)) == ((), (), 3, 4)
    assert {*first.hand, *first.deck} == set(cards("4h 7h 8s 2h 9h 2d 5d"))
    assert {*second.in_play, *second.deck} == set(cards("2c 4d 7c ts 6c jk2"))
    drawn = next(event for event in step.events if event.public == HandDrawn(seat(0), 3))
    assert drawn.seen_by(seat(0)) == HandDrawn(seat(0), 3, first.hand)


def test_r10_2_the_hand_drawn_after_the_last_turn_of_a_round_is_told_to_nobody() -> None:
    step = play(DONE, "r.4h.7h", "e", luck=SeededChance(b"ending", "test", 0))

    assert step.events[0].seen_by(seat(0)) == TurnEnded(seat(0), cards("8s"), 3, reshuffled=True)


def test_r8_2_the_common_piles_and_removed_cards_stay() -> None:
    position = DONE._replace(acc_discard=cards("qc"), acc_deck=cards("5c 5s"))
    removed = position.players[1]._replace(removed=cards("8d"))

    ended = lucky(position._replace(players=(position.players[0], removed)), "r.4h.7h", "e")

    assert ended.players[1].removed == cards("8d")
    assert (ended.row, ended.acc_discard) == (cards("3d 9h jk1 qs 5s"), cards("qc kc"))


def test_r8_3_the_seat_with_fewer_points_begins() -> None:
    assert lucky(DONE, "r.4h.7h", "e").active == 1


def test_r8_3_points_of_all_rounds_count() -> None:
    first = Tally((), (), cards("jk1 jk2")), Tally(cards("2c 3c 4c 5c"), (), ())
    position = state("in_play: 8h 8s; run: 2h 2c 4s 4d", row=ROW, round=1)._replace(tallies=(first,))

    ended = lucky(position, "r.8h.8s", "e")

    assert ended.tallies[1][0].run == cards("2h 2c 4s 4d 8h 8s")
    assert ended.active == 1


def test_r8_3_of_level_seats_the_one_that_did_not_take_the_last_turn_begins() -> None:
    position = state("in_play: 4h; deck: 5c 6c 7c", "deck: 8c 9c tc", row=ROW, turns=199)

    assert lucky(position, "e").active == 1
    assert lucky(state("in_play: 4h", "deck: 8c 9c tc", row=ROW, turns=199, active=1), "e").active == 0


def test_r7_5_a_round_ends_after_so_many_turns() -> None:
    position = state("in_play: 4h; run: 2h 9h", "hand: 5c", row=ROW, turns=38, max_turns=40)

    still_on = play(position, "e").state
    step = play(still_on, "e", luck=SeededChance(b"ending", "test", 0))

    assert (still_on.round, still_on.turns) == (0, 39)
    assert (step.state.round, step.state.turns) == (1, 0)
    assert RoundEnded(0, (20, 0), None) in [event.public for event in step.events]


@pytest.mark.parametrize("turns", ["40", "100", "200"])
def test_r7_5_the_option_says_how_many(turns: str) -> None:
    options = RULES.spec.complete({"max_turns_per_round": turns}, 2)

    assert RULES.setup(options, 2, SeededChance(b"s", "test", 0)).state.terms.max_turns == int(turns)


# --- 8.4 The end of the play


LAST = state("in_play: 8h 9h; run: 2h 3h 4h 5h 6h 7h; deck: kh", "run: 2c 3c", row=ROW, round=2)._replace(
    tallies=((Tally((), (), ()), Tally((), (), ())),) * 2
)


def test_r8_4_the_third_round_ends_the_play() -> None:
    step = play(LAST, "r.8h.9h", "e")

    assert RULES.decisions(step.state) == ()
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "run_complete"
    assert step.state.players[0].run == cards("2h 3h 4h 5h 6h 7h 8h 9h")


def test_r8_4_the_turn_limit_may_end_the_play() -> None:
    outcome = RULES.outcome(lucky(LAST._replace(turns=199), "e"))

    assert outcome is not None
    assert outcome.reason == "turn_limit"


def test_r8_4_then_nothing_is_allowed() -> None:
    over = play(LAST, "r.8h.9h", "e").state

    assert rejected(over, "e") == ("play_over", "8.4")
    assert RULES.legal_moves(over, seat(0)) == RULES.legal_moves(over, seat(1)) == ()


def test_r8_4_before_the_end_there_is_no_outcome() -> None:
    assert RULES.outcome(LAST) is None
