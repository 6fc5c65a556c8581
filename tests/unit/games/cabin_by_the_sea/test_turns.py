"""Chapters 3 to 6: choosing, building, losing, and the end."""

import pytest

from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.components import Pile
from nurselog.games.cabin_by_the_sea.events import Ebbed, Lost, Placed, Revealed, Used
from nurselog.games.cabin_by_the_sea.moves import USE_SEA
from nurselog.games.cabin_by_the_sea.state import PLAYER
from nurselog.rules.api import Audience, Decision, Seat
from nurselog.rules.chance import SeededChance
from tests.support.cabin_by_the_sea import FULL, card, cards, news, play, refusal, rejected, state, texts

AT_SEA = state(sea_card="5h", sea="2h 3h", supply="ah 9d", beach="kd qd")


# --- 3. The turn


def test_r1_1_nobody_else_may_move() -> None:
    found = RULES.reject(AT_SEA, Seat(Audience(1)), USE_SEA)

    assert found is not None
    assert (found.code, found.rule) == ("not_your_turn", "1.1")
    assert RULES.legal_moves(AT_SEA, Seat(Audience(1))) == ()


def test_r3_1_each_turn_turns_up_the_top_card_of_the_sea() -> None:
    step = play(AT_SEA, "u.sea", "p.new")

    assert step.state.revealed == card("3h")
    assert step.state.sea == cards("2h")
    assert news(step) == [Placed(card("5h"), 0), Revealed(card("3h"))]


def test_r3_2_sea_supply_or_beach_are_used() -> None:
    assert texts(AT_SEA) == ["u.sea", "u.supply", "u.beach"]


def test_r3_2_the_card_from_the_sea_is_used() -> None:
    step = play(AT_SEA, "u.sea")

    assert step.state.chosen == card("5h")
    assert news(step) == [Used(Pile.SEA, card("5h"))]


@pytest.mark.parametrize(("pile", "name"), [("supply", "9d"), ("beach", "qd")])
def test_r3_3_if_supply_or_beach_is_used_the_card_from_the_sea_goes_to_the_tide(pile: str, name: str) -> None:
    step = play(AT_SEA, f"u.{pile}")

    assert step.state.chosen == card(name)
    assert step.state.tide == cards("5h")
    assert news(step) == [Used(Pile(pile), card(name)), Ebbed(card("5h"))]


def test_r3_4_a_pile_without_cards_is_not_chosen() -> None:
    assert rejected(state(sea_card="5h", beach="kd"), "u.supply") == ("supply_empty", "3.4")
    assert rejected(state(sea_card="5h", supply="ah"), "u.beach") == ("beach_empty", "3.4")
    assert rejected(state(supply="ah"), "u.tide") == ("tide_empty", "3.4")


def test_r3_5_choosing_and_building_are_two_decisions() -> None:
    chosen = play(AT_SEA, "u.sea").state

    assert RULES.decisions(AT_SEA) == (Decision(PLAYER, "choose"),)
    assert RULES.decisions(chosen) == (Decision(PLAYER, "place"),)


def test_r3_5_nothing_is_built_before_a_card_is_chosen() -> None:
    assert rejected(AT_SEA, "p.new") == ("choose_first", "3.5")


@pytest.mark.parametrize("text", ["u.sea", "u.supply", "u.beach", "u.tide", "s"])
def test_r3_5_the_chosen_card_is_built_first(text: str) -> None:
    assert rejected(play(AT_SEA, "u.beach").state, text) == ("place_first", "3.5")


@pytest.mark.parametrize("luck", range(3))
def test_r3_6_a_play_has_52_turns(luck: int) -> None:
    chance = SeededChance(bytes([luck]), "test", 0)
    position = RULES.setup(RULES.spec.complete({}, 1), 1, chance).state
    turns = 0

    while RULES.decisions(position):
        before = len(position.lost) + sum(len(stack) for stack in position.stacks)
        position = RULES.apply(position, PLAYER, RULES.timeout_move(position, PLAYER), chance).state
        turns += len(position.lost) + sum(len(stack) for stack in position.stacks) - before

    assert turns == 52


# --- 4. Building


@pytest.mark.parametrize("name", ["2d", "th", "ks", "ac"])
def test_r4_1_any_card_opens_a_stack(name: str) -> None:
    step = play(state(stacks="3c / 4c", chosen=name, supply="2s"), "p.new")

    assert step.state.stacks == (cards("3c"), cards("4c"), cards(name))


def test_r4_1_there_are_no_more_than_eight_stacks() -> None:
    position = state(stacks=FULL, chosen="tc", supply="2s")

    assert rejected(position, "p.new") == ("stacks_full", "4.1")
    assert "p.new" not in texts(position)


@pytest.mark.parametrize("limit", [7, 9])
def test_r7_1_there_are_no_more_stacks_than_the_table_says(limit: int) -> None:
    stacks = " / ".join(["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "tc"][: limit - 1])

    last = play(state(stacks=stacks, chosen="jc", stack_limit=limit), "p.new").state

    assert rejected(last._replace(chosen=card("qc")), "p.new") == ("stacks_full", "4.1")


def test_r4_2_six_of_diamonds_on_two_of_diamonds() -> None:
    step = play(state(stacks="2d", chosen="6d"), "p.1")

    assert step.state.stacks == (cards("2d 6d"),)


def test_r4_2_a_card_of_another_suit_does_not_fit() -> None:
    assert rejected(state(stacks="2d", chosen="6h"), "p.1") == ("wrong_suit", "4.2")


@pytest.mark.parametrize("text", ["p.2", "p.9"])
def test_r4_2_only_stacks_that_exist_are_built_on(text: str) -> None:
    assert rejected(state(stacks="2d", chosen="6d"), text) == ("no_such_stack", "4.2")


@pytest.mark.parametrize(
    ("low", "high"), [("2s", "3s"), ("9s", "ts"), ("ts", "js"), ("js", "qs"), ("qs", "ks")]
)
def test_r4_3_the_order_of_ranks(low: str, high: str) -> None:
    assert refusal(state(stacks=low, chosen=high), "p.1") is None
    assert rejected(state(stacks=high, chosen=low), "p.1") == ("not_higher", "4.3")


def test_r4_3_the_top_card_counts_not_the_one_below() -> None:
    assert rejected(state(stacks="2s 9s", chosen="5s"), "p.1") == ("not_higher", "4.3")


def test_r4_4_an_ace_goes_on_a_queen_and_later_a_two_on_the_ace() -> None:
    with_ace = play(state(stacks="5h qh", chosen="ah", supply="2h"), "p.1").state

    with_two = play(with_ace, "u.supply", "p.1").state

    assert with_two.stacks == (cards("5h qh ah 2h"),)


@pytest.mark.parametrize("rank", "23456789tjqk")
def test_r4_4_an_ace_is_below_and_above_every_card_of_its_suit(rank: str) -> None:
    assert refusal(state(stacks=f"{rank}h", chosen="ah"), "p.1") is None
    assert refusal(state(stacks="ah", chosen=f"{rank}h"), "p.1") is None


def test_r4_4_an_ace_does_not_change_its_suit() -> None:
    assert rejected(state(stacks="kh", chosen="ad"), "p.1") == ("wrong_suit", "4.2")
    assert rejected(state(stacks="ah", chosen="2d"), "p.1") == ("wrong_suit", "4.2")


def test_r4_5_the_player_picks_among_all_places() -> None:
    position = state(stacks="2d / 3h / 4d / kd", chosen="6d")

    assert texts(position) == ["p.1", "p.3", "p.new"]


def test_r4_6_a_card_that_fits_is_not_thrown_away() -> None:
    position = play(state(stacks=FULL, sea_card="tc", supply="2s"), "u.sea").state

    assert position.lost == ()
    assert texts(position) == [f"p.{number}" for number in range(1, 9)]


@pytest.mark.parametrize(("move", "name"), [("u.sea", "5h"), ("u.supply", "9d"), ("u.beach", "qd")])
def test_r4_7_a_chosen_card_that_fits_nowhere_is_lost_at_once(move: str, name: str) -> None:
    step = play(state(stacks=FULL, sea_card="5h", sea="3h", supply="ah 9d", beach="qd"), move)

    assert step.state.lost == cards(name)
    assert step.state.chosen is None
    assert news(step)[0] == Used(Pile(move.removeprefix("u.")), card(name))
    assert news(step)[-2:] == [Lost(card(name)), Revealed(card("3h"))]


def test_r4_7_the_top_of_the_tide_may_be_chosen_though_it_fits_nowhere() -> None:
    step = play(state(stacks=FULL, tide="2h 5h"), "u.tide")

    assert step.state.lost == cards("5h")
    assert step.state.tide == cards("2h")


@pytest.mark.parametrize("luck", range(5))
def test_r4_8_nothing_is_lost_before_the_last_stack_is_opened(luck: int) -> None:
    chance = SeededChance(bytes([luck]), "test", 0)
    position = RULES.setup(RULES.spec.complete({}, 1), 1, chance).state

    while RULES.decisions(position):
        moves = RULES.legal_moves(position, PLAYER)
        position = RULES.apply(position, PLAYER, moves[chance.below(len(moves))], chance).state
        assert not position.lost or len(position.stacks) == 8


# --- 5. When the sea is used up


def test_r5_1_then_supply_beach_or_tide_are_used() -> None:
    position = state(supply="ah", beach="kd", tide="2c 3c")

    assert texts(position) == ["u.supply", "u.beach", "u.tide"]
    assert rejected(position, "u.sea") == ("sea_empty", "5.1")


def test_r5_2_the_card_that_went_to_the_tide_last_is_used_first() -> None:
    position = play(
        state(sea_card="5h", sea="3h", beach="kd qd js"), "u.beach", "p.new", "u.beach", "p.new"
    ).state

    assert position.tide == cards("5h 3h")
    assert play(position, "u.tide").state.chosen == card("3h")


def test_r5_3_the_tide_is_not_used_while_there_are_cards_in_the_sea() -> None:
    position = state(sea_card="5h", supply="ah", tide="2c")

    assert rejected(position, "u.tide") == ("tide_closed", "5.3")
    assert "u.tide" not in texts(position)


def test_r5_4_the_last_card_of_the_sea_goes_to_the_tide_if_it_is_not_used() -> None:
    step = play(state(sea_card="5h", beach="kd qd"), "u.beach", "p.new")

    assert step.state.tide == cards("5h")
    assert texts(step.state) == ["u.beach", "u.tide"]


# --- 6. The end


def test_r6_1_the_play_ends_when_all_piles_are_empty() -> None:
    step = play(state(stacks="2d", supply="6d"), "u.supply", "p.1")

    assert RULES.decisions(step.state) == ()
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "piles_empty"


def test_r6_1_the_last_card_may_be_lost() -> None:
    step = play(state(stacks=FULL, supply="6d"), "u.supply")

    assert RULES.outcome(step.state) is not None


def test_r6_1_after_the_end_nothing_is_allowed() -> None:
    over = state(stacks=FULL, lost="6d")

    assert rejected(over, "u.supply") == ("play_over", "6.1")
    assert RULES.legal_moves(over, PLAYER) == ()


def test_r6_1_while_a_card_is_left_the_play_goes_on() -> None:
    assert RULES.outcome(state(stacks=FULL, chosen="kc")) is None
    assert RULES.outcome(state(stacks=FULL, sea_card="kc")) is None
    assert RULES.outcome(state(stacks=FULL, tide="kc")) is None


# --- 8.4 Taking back


def test_r8_4_choosing_an_open_card_may_be_taken_back() -> None:
    assert play(AT_SEA, "u.sea").undoable
    assert play(AT_SEA, "u.beach").undoable
    assert play(state(tide="2h 3h"), "u.tide").undoable
    assert play(state(tide="2h 3h"), "u.tide", "p.new").undoable
    assert play(state(stacks=FULL, tide="2h 3h"), "u.tide").undoable


def test_r8_4_a_move_that_turned_up_a_card_may_not_be_taken_back() -> None:
    assert not play(AT_SEA, "u.supply").undoable
    assert not play(AT_SEA, "u.sea", "p.new").undoable
    assert not play(state(stacks=FULL, sea_card="5h", sea="3h"), "u.sea").undoable
    assert not play(state(stacks=FULL, supply="5h 3h"), "u.supply").undoable
    assert not play(state(tide="2h 3h", tide_face_down=True), "u.tide").undoable
