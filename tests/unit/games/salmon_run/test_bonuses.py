"""Chapter 6: the bonuses of the suits, and what is chosen after them."""

import pytest

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.events import (
    BonusUsed,
    CardPlayed,
    LookedAt,
    Reshuffled,
    Returned,
    ToppedUp,
)
from nurselog.games.salmon_run.state import State
from nurselog.rules.api import SPECTATORS, Decision
from nurselog.rules.cards import Suit
from tests.support.salmon_run import card, cards, chance, play, refusal, rejected, seat, state


def texts(position: State) -> list[str]:
    return [RULES.notation.format(move) for move in RULES.legal_moves(position, position.active)]


def bonuses(position: State) -> list[str]:
    return [text for text in texts(position) if text[:2] in {"c.", "d.", "h.", "s."}]


# --- 6.1 to 6.3: what serves


def test_r6_1_two_cards_of_a_suit_allow_its_bonus() -> None:
    assert bonuses(state("in_play: 4h 7h 8s; deck: 2c")) == ["h.4h.7h"]
    assert bonuses(state("in_play: 4h 7c 8s; deck: 2c")) == []


def test_r6_1_cards_of_another_suit_do_not() -> None:
    assert rejected(state("in_play: 4h 7h 8s; deck: 2c"), "s.4h.7h") == ("wrong_suit", "6.1")
    assert rejected(state("in_play: 4h 7h 8s; deck: 2c"), "h.4h.8s") == ("wrong_suit", "6.1")


def test_r6_1_cards_serve_after_they_were_spent() -> None:
    position = play(state("in_play: 4h 7h 8s; deck: 2c", row="5d"), "a.5d.7h").state

    assert refusal(position, "h.4h.7h") is None


def test_r6_1_cards_serve_in_the_turn_they_enter_the_run() -> None:
    position = play(state("in_play: 4h 7h 8s; deck: 2c"), "r.4h.7h").state

    assert refusal(position, "h.4h.7h") is None


def test_r6_1_cards_that_entered_the_run_on_an_earlier_turn_do_not_serve() -> None:
    position = state("in_play: 4h 7c; run: 2h 9h; deck: 2c")

    assert rejected(position, "h.2h.9h") == ("not_this_turn", "6.1")
    assert rejected(position, "h.2h.4h") == ("not_this_turn", "6.1")
    assert bonuses(position) == []


def test_r6_2_each_card_serves_once() -> None:
    position = play(state("in_play: 4h 7h 8h; deck: 2c 9c"), "h.4h.7h").state

    assert rejected(position, "h.7h.8h") == ("card_used", "6.2")
    assert bonuses(position) == []


def test_r6_2_four_cards_of_a_suit_allow_two_bonuses() -> None:
    position = play(state("in_play: 4h 7h 8h; deck: 2c 9h"), "h.4h.7h").state

    assert bonuses(position) == ["h.8h.9h"]
    assert bonuses(play(position, "h.8h.9h").state) == []


def test_r6_3_a_joker_serves_for_any_suit() -> None:
    assert bonuses(state("in_play: 4h 7c jk1; deck: 2c")) == ["h.4h.jk1", "c.7c.jk1"][::-1]


def test_r6_3_two_jokers_serve_for_one_bonus_of_any_suit() -> None:
    position = state("in_play: 4c jk1 jk2; deck: 2c 9c td 5d")

    assert [text for text in bonuses(position) if "jk1.jk2" in text] == [
        "c.jk1.jk2",
        "d.jk1.jk2.4c",
        "h.jk1.jk2",
        "s.jk1.jk2",
    ]
    assert bonuses(play(position, "h.jk1.jk2").state) == []


# --- 6.4 Hearts


def test_r6_4_hearts_draw_and_play_a_card() -> None:
    step = play(state("in_play: 4h 7h; deck: 2c 9d"), "h.4h.7h")

    assert step.state.players[0].in_play == cards("9d 4h 7h")
    assert step.state.players[0].deck == cards("2c")
    assert [event.public for event in step.events] == [
        BonusUsed(seat(0), Suit.HEARTS, cards("4h 7h")),
        CardPlayed(seat(0), card("9d")),
    ]
    assert not step.undoable


def test_r6_4_the_card_drawn_may_make_a_further_pair() -> None:
    position = state("in_play: 4h 7h 9s; deck: 2c 8s")

    assert bonuses(play(position, "h.4h.7h").state) == ["s.8s.9s"]


def test_r3_5_hearts_shuffle_the_discard_pile_when_the_deck_is_empty() -> None:
    step = play(state("in_play: 4h 7h; discard: 2c 9d kc"), "h.4h.7h", luck=chance("kc 9d 2c"))

    assert step.state.players[0].in_play == cards("2c 4h 7h")
    assert step.state.players[0].deck == cards("kc 9d")
    assert step.state.players[0].discard == ()
    assert step.events[1].public == Reshuffled(seat(0), 3)


def test_r5_6_a_card_just_acquired_may_come_up_in_the_same_turn() -> None:
    position = state("in_play: 4h 7h 8s", row="5d")

    assert play(position, "a.5d.8s", "h.4h.7h").state.players[0].in_play == cards("5d 4h 7h 8s")


@pytest.mark.parametrize("text", ["h.4h.jk1", "s.8s.jk1", "c.2c.jk1"])
def test_r6_8_hearts_spades_and_clubs_need_a_card_to_draw(text: str) -> None:
    position = state("in_play: 2c 4h 8s jk1")

    assert rejected(position, text) == ("nothing_to_draw", "6.8")
    assert bonuses(position) == []


# --- 6.5 Spades


def test_r6_5_spades_look_at_the_top_card_which_only_the_owner_learns() -> None:
    step = play(state("in_play: 4s 7s; deck: 2c 9d; discard: kc"), "s.4s.7s")

    assert RULES.decisions(step.state) == (Decision(seat(0), "spades_choice"),)
    looked = step.events[-1]
    assert looked.seen_by(seat(0)) == LookedAt(seat(0), 1, cards("9d"))
    assert looked.seen_by(seat(1)) == looked.seen_by(SPECTATORS) == LookedAt(seat(0), 1)


def test_r6_5_then_a_card_of_the_discard_pile_goes_on_top_or_none() -> None:
    position = play(state("in_play: 4s 7s; deck: 2c 9d; discard: kc 5d"), "s.4s.7s").state

    assert texts(position) == ["t", "t.kc", "t.5d"]
    topped = play(position, "t.kc")
    assert topped.state.players[0].deck == cards("2c 9d kc")
    assert topped.state.players[0].discard == cards("5d")
    assert topped.events[0].public == ToppedUp(seat(0), card("kc"))
    left = play(position, "t")
    assert left.state.players[0].deck == cards("2c 9d")
    assert left.events[0].public == ToppedUp(seat(0), None)
    assert topped.undoable
    assert left.undoable
    assert RULES.decisions(left.state) == (Decision(seat(0), "turn"),)


def test_r6_5_only_a_card_of_the_own_discard_pile_goes_on_top() -> None:
    position = state("in_play: 4s 7s 8h; deck: 9d", "discard: kd", row="5d")
    position = play(position, "a.5d.8h", "s.4s.7s").state

    assert rejected(position, "t.kd") == ("not_in_discard", "6.5")
    assert rejected(position, "t.8h") == ("not_in_discard", "6.5")
    assert refusal(position, "t.5d") is None


def test_r6_5_with_an_empty_deck_the_discard_pile_is_shuffled_first() -> None:
    step = play(state("in_play: 4s 7s; discard: kc 5d"), "s.4s.7s", luck=chance("kc 5d"))

    assert texts(step.state) == ["t"]
    assert step.events[-1].seen_by(seat(0)) == LookedAt(seat(0), 1, cards("5d"))


@pytest.mark.parametrize("text", ["e", "b.9d", "r.4s.7s"])
def test_r3_4_the_choice_after_spades_comes_first(text: str) -> None:
    position = play(state("in_play: 4s 7s; deck: 2c 9d; discard: kc"), "s.4s.7s").state

    assert rejected(position, text) == ("choice_open", "3.4")


# --- 6.6 Diamonds


def test_r6_6_diamonds_make_a_card_worth_two_more() -> None:
    position = state("in_play: 4d 7d 8s", row="th")
    step = play(position, "d.4d.7d.8s")

    assert rejected(position, "a.th.8s") == ("too_little", "5.3")
    assert refusal(step.state, "a.th.8s") is None
    assert step.events[0].public == BonusUsed(seat(0), Suit.DIAMONDS, cards("4d 7d"), card("8s"))
    assert step.undoable


@pytest.mark.parametrize(("name", "cost"), [("kc", "2c"), ("ac", "3c")])
def test_r6_6_face_cards_and_aces_are_boosted(name: str, cost: str) -> None:
    position = play(state(f"in_play: 4d 7d {name}", row="2c"), f"d.4d.7d.{name}").state

    assert refusal(position, f"a.{cost}.{name}") is None


def test_r6_6_a_card_may_boost_itself() -> None:
    position = state("in_play: 4d 7d 2h", row="9h")

    assert refusal(play(position, "d.4d.7d.7d").state, "a.9h.7d") is None


def test_r6_6_boosts_add_up() -> None:
    position = state("in_play: 4d 7d 8s jk1 5d", row="qh")

    position = play(position, "d.4d.7d.8s", "d.5d.jk1.8s").state

    assert refusal(position, "a.qh.8s") is not None
    assert refusal(position, "a.qh.4d.8s") is None


@pytest.mark.parametrize("name", ["jk1", "9c", "2h"])
def test_r6_6_jokers_and_cards_elsewhere_are_not_boosted(name: str) -> None:
    position = state("in_play: 4d 7d jk1; run: 2h; deck: 9c")

    assert rejected(position, f"d.4d.7d.{name}") == ("not_boostable", "6.6")


def test_r6_6_spent_cards_and_those_of_the_run_are_not_boosted() -> None:
    spent = play(state("in_play: 4d 7d 8s", row="5h"), "a.5h.8s").state
    entered = play(state("in_play: 4d 7d"), "r.4d.7d").state

    assert rejected(spent, "d.4d.7d.8s") == ("not_boostable", "6.6")
    assert bonuses(entered) == []


def test_r6_6_a_boost_is_gone_after_the_turn() -> None:
    position = play(state("in_play: 4d 7d 8s; deck: 2d 5d 6d", "hand: 2c"), "d.4d.7d.8s").state

    assert play(position, "e").state.turn.boosts == ()


def test_r6_6_a_boost_changes_no_rank() -> None:
    position = play(state("in_play: 4d 7d 8s jk1; run: 9h 9c 4c 2h", round=1), "d.4d.jk1.7d").state

    assert rejected(position, "r.4d.7d") == ("four_pairs", "4.6")


# --- 6.7 Clubs


CLUBS = play(state("in_play: 4c 7c; deck: 2d 9d kh 5s"), "c.4c.7c")


def test_r6_7_clubs_look_at_the_top_three_cards() -> None:
    assert RULES.decisions(CLUBS.state) == (Decision(seat(0), "clubs_choice"),)
    assert CLUBS.events[-1].seen_by(seat(0)) == LookedAt(seat(0), 3, cards("5s kh 9d"))
    assert CLUBS.events[-1].seen_by(seat(1)) == LookedAt(seat(0), 3)


def test_r6_7_every_order_with_or_without_one_card_can_be_chosen() -> None:
    assert len(texts(CLUBS.state)) == len(set(texts(CLUBS.state))) == 6 + 3 * 2
    assert texts(CLUBS.state)[0] == "b.5s.kh.9d"


def test_r6_7_the_cards_go_back_in_the_order_chosen() -> None:
    step = play(CLUBS.state, "b.9d.5s.kh")

    assert step.state.players[0].deck == cards("2d kh 5s 9d")
    assert step.events[0].public == Returned(seat(0), 3, None)
    assert step.undoable


def test_r6_7_one_card_is_removed_for_all_to_see() -> None:
    step = play(CLUBS.state, "x.kh.9d.5s")

    assert step.state.players[0].deck == cards("2d 5s 9d")
    assert step.state.players[0].removed == cards("kh")
    assert step.events[0].public == Returned(seat(0), 2, card("kh"))
    assert not step.undoable


@pytest.mark.parametrize("text", ["b.9d.5s", "x.2d.9d.5s", "x.kh.9d", "b.9d.5s.2d", "x.kh"])
def test_r6_7_just_the_cards_looked_at_go_back(text: str) -> None:
    assert rejected(CLUBS.state, text) == ("not_looked_at", "6.7")


@pytest.mark.parametrize("text", ["e", "t", "t.9d"])
def test_r3_4_the_choice_after_clubs_comes_first(text: str) -> None:
    assert rejected(CLUBS.state, text) == ("choice_open", "3.4")


def test_r6_7_the_discard_pile_is_shuffled_under_a_short_deck() -> None:
    step = play(state("in_play: 4c 7c; deck: 5s; discard: 2d 9d kh"), "c.4c.7c", luck=chance("kh 2d 9d"))

    assert step.state.players[0].deck == cards("kh 2d 9d 5s")
    assert step.events[-1].seen_by(seat(0)) == LookedAt(seat(0), 3, cards("5s 9d 2d"))


def test_r6_7_with_fewer_cards_these_are_looked_at() -> None:
    position = play(state("in_play: 4c 7c; deck: 5s"), "c.4c.7c").state

    assert texts(position) == ["b.5s", "x.5s"]
    assert play(position, "x.5s").state.players[0].deck == ()
