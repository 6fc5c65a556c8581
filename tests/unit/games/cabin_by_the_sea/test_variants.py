"""Chapter 7: murky depths and stockpiling; the number of stacks is tested with the building."""

import pytest

from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.events import Revealed, Stockpiled, TideTurned
from nurselog.games.cabin_by_the_sea.state import PLAYER
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.cabin_by_the_sea import FULL, card, cards, news, play, refusal, rejected, state, texts


def reordered(text: str) -> ScriptedChance:
    return ScriptedChance(shuffles=[cards(text)])


# --- Murky depths


def test_r7_2_the_tide_is_shuffled_and_turned_down_once_the_sea_is_used_up() -> None:
    position = state(sea_card="5h", tide="2h 3h 4h", beach="kd", murky_depths=True)

    step = play(position, "u.sea", "p.new", luck=reordered("4h 2h 3h"))

    assert step.state.tide == cards("4h 2h 3h")
    assert step.state.tide_face_down
    assert news(step)[-1] == TideTurned(3)
    assert not step.undoable


def test_r7_2_the_last_card_of_the_sea_is_shuffled_in_if_it_was_left() -> None:
    position = state(sea_card="5h", tide="2h", beach="kd qd", murky_depths=True)

    step = play(position, "u.beach", "p.new", luck=reordered("5h 2h"))

    assert step.state.tide == cards("5h 2h")


def test_r7_2_until_the_chosen_card_is_built_the_tide_lies_open() -> None:
    position = state(sea_card="5h", tide="2h 3h", beach="kd", murky_depths=True)

    assert not play(position, "u.sea").state.tide_face_down


def test_r7_2_a_lost_card_ends_the_sea_as_well() -> None:
    position = state(stacks=FULL, sea_card="5h", tide="2h 3h", beach="kd", murky_depths=True)

    step = play(position, "u.sea", luck=reordered("3h 2h"))

    assert step.state.tide == cards("3h 2h")


def test_r7_2_the_tide_is_shuffled_once_only() -> None:
    position = state(tide="2h 3h", beach="kd qd", murky_depths=True, tide_face_down=True)

    assert play(position, "u.beach", "p.new").state.tide == cards("2h 3h")


def test_r7_2_without_the_variant_the_tide_stays_open() -> None:
    step = play(state(sea_card="5h", tide="2h 3h"), "u.sea", "p.new")

    assert not step.state.tide_face_down
    assert step.state.tide == cards("2h 3h")


def test_r7_2_an_empty_tide_is_not_turned() -> None:
    step = play(state(sea_card="5h", beach="kd", murky_depths=True), "u.sea", "p.new")

    assert not step.state.tide_face_down


def test_r7_2_the_top_of_the_tide_is_seen_after_it_was_chosen() -> None:
    position = state(tide="2h 3h", murky_depths=True, tide_face_down=True)

    assert "unseen" in RULES.label(position, PLAYER, RULES.notation.parse("u.tide"))
    assert play(position, "u.tide").state.chosen == card("3h")


# --- Stockpiling


def test_r7_3_the_card_from_the_sea_goes_on_the_beach_and_the_turn_ends() -> None:
    position = state(sea_card="5h", sea="3h", beach="kd qd", stockpiling=True)

    step = play(position, "s")

    assert step.state.beach == cards("kd qd 5h")
    assert news(step) == [Stockpiled(card("5h")), Revealed(card("3h"))]
    assert texts(step.state)[-1] == "s"


def test_r7_3_a_card_that_could_be_built_may_be_stockpiled() -> None:
    assert refusal(state(stacks="2h", sea_card="5h", stockpiling=True), "s") is None


def test_r7_3_the_stockpiled_card_is_used_from_the_beach() -> None:
    position = state(sea_card="5h", sea="3h", beach="kd", stockpiling=True)

    assert play(position, "s", "u.beach").state.chosen == card("5h")


def test_r7_3_only_with_the_variant() -> None:
    position = state(sea_card="5h", supply="ah")

    assert rejected(position, "s") == ("no_stockpiling", "7.3")
    assert "s" not in texts(position)


def test_r7_3_only_while_there_are_cards_in_the_sea() -> None:
    position = state(supply="ah", tide="5h", stockpiling=True)

    assert rejected(position, "s") == ("sea_empty", "5.1")
    assert "s" not in texts(position)


def test_r7_3_the_whole_sea_may_be_stockpiled() -> None:
    options = RULES.spec.complete({"stockpiling": "on"}, 1)
    chance = SeededChance(b"key", "test", 0)
    position = play(RULES.setup(options, 1, chance).state, *["s"] * 24).state

    assert len(position.beach) == 36
    assert texts(position) == ["u.supply", "u.beach"]


@pytest.mark.parametrize("luck", range(5))
@pytest.mark.parametrize("stacks", ["7", "8", "9"])
@pytest.mark.parametrize("murky_depths", ["off", "on"])
@pytest.mark.parametrize("stockpiling", ["off", "on"])
def test_r7_4_every_combination_plays_to_the_end(
    stacks: str, murky_depths: str, stockpiling: str, luck: int
) -> None:
    chosen = {"stacks": stacks, "murky_depths": murky_depths, "stockpiling": stockpiling}
    chance = SeededChance(bytes([luck]), "test", 0)
    position = RULES.setup(RULES.spec.complete(chosen, 1), 1, chance).state
    plies = 0

    while RULES.decisions(position):
        moves = RULES.legal_moves(position, PLAYER)
        position = RULES.apply(position, PLAYER, moves[chance.below(len(moves))], chance).state
        plies += 1

    assert plies <= RULES.spec.max_plies
    assert len(position.lost) + sum(len(stack) for stack in position.stacks) == 52
    assert len(position.stacks) == int(stacks)
