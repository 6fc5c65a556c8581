"""Chapter 11."""

import pytest

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.events import RunEntered
from nurselog.games.salmon_run.state import State, Tally
from nurselog.rules.chance import SeededChance
from tests.support.salmon_run import cards, play, refusal, rejected, seat, state


def texts(position: State) -> list[str]:
    return [RULES.notation.format(move) for move in RULES.legal_moves(position, position.active)]


def started(**chosen: str) -> State:
    luck = SeededChance(b"variants", "test", 0)
    return play(RULES.setup(RULES.spec.complete(chosen, 2), 2, luck).state, "p.1", "p.2", luck=luck).state


# --- School's in session


def test_r11_1_school_has_no_jokers() -> None:
    position = started(school="on")

    assert len(RULES.components(position)) == 52
    assert not {"jk1", "jk2"} & set(RULES.components(position))
    assert len(position.acc_deck) + len(position.row) == 38


def test_r11_2_school_ends_after_the_river() -> None:
    empty = Tally((), (), ())
    position = state("in_play: 8h 8c; run: 2h 2c 4s 4d", school=True, round=1)
    step = play(position._replace(tallies=((empty, empty),)), "r.8c.8h", "e")

    assert RULES.decisions(step.state) == ()
    outcome = RULES.outcome(step.state)
    assert outcome is not None
    assert outcome.reason == "run_complete"


def test_r11_2_school_goes_on_after_the_sea() -> None:
    position = state("in_play: 8h 9h; run: 2h 3h", school=True)
    ended = play(position, "r.8h.9h", "e", luck=SeededChance(b"s", "test", 0)).state

    assert (ended.round, len(RULES.decisions(ended))) == (1, 1)


def test_r11_3_school_counts_runs_and_face_cards_only() -> None:
    sheet = RULES.score(state("run: 4d; deck: kd", school=True))[0]

    assert [(line.category, line.points) for line in sheet.lines] == [
        ("sea.run", 10),
        ("final.face_cards", 10),
    ]


@pytest.mark.parametrize("text", ["h.4h.7h", "c.2c.8c"])
def test_r11_4_school_has_no_bonuses(text: str) -> None:
    position = state("in_play: 4h 7h 2c 8c; deck: 9c", school=True)

    assert rejected(position, text) == ("no_bonuses", "11.4")
    assert text not in texts(position)


def test_r11_5_both_variants_may_be_combined() -> None:
    position = started(school="on", dogged="on")

    assert (position.terms.school, position.terms.dogged) == (True, True)
    assert any(text.startswith("g.") for text in texts(position))


# --- Dogged determination


DOGGED = state("in_play: 4h 7h 8s; run: 2h; deck: 9c td kd", "hand: 5c", row="5d jk1", dogged=True)


def test_r11_6_one_card_enters_and_the_turn_is_over() -> None:
    step = play(DOGGED, "g.4h")

    assert step.state.players[0].run == cards("2h 4h")
    assert step.state.players[0].discard == cards("7h 8s")
    assert step.state.active == 1
    assert step.events[0].public == RunEntered(seat(0), cards("4h"))
    assert not step.undoable


def test_r11_6_only_where_the_table_plays_so() -> None:
    position = DOGGED._replace(terms=DOGGED.terms._replace(dogged=False))

    assert rejected(position, "g.4h") == ("not_dogged", "11.6")
    assert not any(text.startswith("g.") for text in texts(position))


@pytest.mark.parametrize("before", ["a.jk1", "a.5d.7h", "h.4h.7h", "r.4h.7h"])
def test_r11_7_only_before_anything_else(before: str) -> None:
    position = play(DOGGED, before).state

    assert rejected(position, "g.8s") == ("turn_used", "11.7")
    assert not any(text.startswith("g.") for text in texts(position))


def test_r11_8_the_run_makes_sense_with_the_card() -> None:
    assert rejected(DOGGED, "g.8s") == ("two_suits", "4.5")
    assert rejected(DOGGED, "g.9c") == ("not_in_play", "3.3")
    assert [text for text in texts(DOGGED) if text.startswith("g.")] == ["g.4h", "g.7h"]


def test_r11_8_two_cards_do_not_enter_when_one_is_missing() -> None:
    position = state("in_play: 4h 7h; run: 2h 9h th", dogged=True)

    assert rejected(position, "r.4h.7h") == ("run_too_long", "4.4")
    assert refusal(position, "g.4h") is None


def test_r11_6_one_card_may_complete_the_run() -> None:
    position = state("in_play: 4h 7h; run: 2h 9h th", dogged=True)

    assert play(position, "g.4h", luck=SeededChance(b"s", "test", 0)).state.round == 1


@pytest.mark.parametrize(("school", "dogged"), [("off", "off"), ("on", "off"), ("off", "on"), ("on", "on")])
def test_r11_8_without_dogged_turns_runs_have_an_even_number_of_cards(school: str, dogged: str) -> None:
    luck = SeededChance(b"walk", "test", 0)
    position = started(school=school, dogged=dogged)
    odd = False

    while RULES.decisions(position):
        moves = RULES.legal_moves(position, position.active)
        move = moves[luck.below(len(moves))]
        position = RULES.apply(position, position.active, move, luck).state
        odd = odd or any(len(player.run) % 2 for player in position.players)

    assert odd is (dogged == "on")
