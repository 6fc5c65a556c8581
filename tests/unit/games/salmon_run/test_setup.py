import pytest

from nurselog.games.salmon_run import RULES
from nurselog.games.salmon_run.components import ARRANGEMENTS
from nurselog.games.salmon_run.events import DeckChosen, DecksBuilt, KeptCurrent, TurnBegan
from nurselog.games.salmon_run.state import Phase, State
from nurselog.rules.api import Decision, OptionProblem, Options
from nurselog.rules.cards import RANK, SUIT, names
from nurselog.rules.chance import SeededChance
from tests.support.salmon_run import card, chance, play, rejected, seat


def options(**chosen: str) -> Options:
    return RULES.spec.complete(chosen, 2)


def begun(**chosen: str) -> State:
    return RULES.setup(options(first_chooser="0", **chosen), 2, SeededChance(b"setup", "test", 0)).state


def started(**chosen: str) -> State:
    return play(begun(**chosen), "p.1", "p.3", luck=SeededChance(b"start", "test", 1)).state


@pytest.mark.parametrize("seat_count", [0, 1, 3])
def test_r1_1_two_seats_play(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({}, seat_count)

    assert caught.value.option == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("school", "yes"),
        ("dogged", "1"),
        ("first_chooser", "2"),
        ("max_turns_per_round", "0"),
        ("jokers", "on"),
    ],
)
def test_options_that_do_not_exist_are_refused(name: str, value: str) -> None:
    with pytest.raises(OptionProblem) as caught:
        options(**{name: value})

    assert caught.value.option == name


def test_r1_2_there_are_54_cards() -> None:
    found = RULES.components(begun())

    assert len(found) == len(set(found)) == 54
    assert {"jk1", "jk2"} < set(found)


def test_r2_1_aces_and_threes_are_set_aside_in_the_open() -> None:
    state = begun()

    assert {RANK[one] for one in state.aces} == {1}
    assert {RANK[one] for one in state.threes} == {3}
    assert len(state.aces) == len(state.threes) == 4


def test_r2_2_starting_decks_have_a_2_a_4_and_a_7_of_three_suits() -> None:
    assert len(set(ARRANGEMENTS)) == 24
    for decks in ARRANGEMENTS:
        assert len({one for deck in decks for one in deck}) == 12
        for deck in decks:
            assert [RANK[one] for one in deck] == [2, 4, 7]
            assert len({SUIT[one] for one in deck}) == 3


def test_r2_2_the_two_decks_the_printed_rules_show_can_occur() -> None:
    shown = {tuple(map(card, deck)) for deck in (("2h", "4d", "7s"), ("2s", "4d", "7c"))}

    assert shown <= {deck for decks in ARRANGEMENTS for deck in decks}


def test_r2_2_luck_chooses_the_arrangement() -> None:
    state = RULES.setup(options(), 2, chance("", below=(5, 1))).state

    assert state.starts == ARRANGEMENTS[5]


def test_r2_3_luck_or_the_option_says_who_chooses_first() -> None:
    by_luck = RULES.setup(options(), 2, chance("", below=(0, 1))).state
    by_option = RULES.setup(options(first_chooser="1"), 2, chance("", below=(0,))).state

    assert by_luck.active == by_option.active == 1


def test_r2_3_first_one_seat_chooses_then_the_other() -> None:
    state = begun()

    assert RULES.decisions(state) == (Decision(seat(0), "choose_start"),)
    assert [RULES.notation.format(move) for move in RULES.legal_moves(state, seat(0))] == [
        "p.1",
        "p.2",
        "p.3",
        "p.4",
    ]
    chosen = play(state, "p.2").state
    assert RULES.decisions(chosen) == (Decision(seat(1), "choose_start"),)
    assert chosen.players[0].hand == tuple(sorted(state.starts[1]))


def test_r2_3_a_deck_is_chosen_once() -> None:
    assert rejected(play(begun(), "p.2").state, "p.2") == ("deck_taken", "2.3")


def test_r2_3_before_the_first_turn_nothing_else_is_done() -> None:
    assert rejected(begun(), "e") == ("choose_a_deck", "2.3")


def test_r2_3_later_no_deck_is_chosen() -> None:
    assert rejected(started(), "p.2") == ("decks_chosen", "2.3")


def test_r2_3_who_chooses_second_plays_first() -> None:
    state = started()

    assert (state.active, state.phase, state.round) == (1, Phase.TURN, 0)


def test_r2_4_the_decks_left_over_go_into_the_acclimation_deck_of_40_cards() -> None:
    state = started()

    assert len(state.acc_deck) + len(state.row) == 40
    assert {one for deck in (begun().starts[1], begun().starts[3]) for one in deck} <= {
        *state.acc_deck,
        *state.row,
    }


def test_r2_4_the_first_card_revealed_is_the_oldest_of_the_row() -> None:
    before = play(begun(), "p.1").state
    left = " ".join(names((*before.starts[1], *before.starts[3])))
    rest = " ".join(name for name in names(before.acc_deck) if name not in {"kc", "qd", "9h", "jk1", "5s"})

    step = play(before, "p.3", luck=chance(f"{rest} {left} 5s jk1 9h qd kc"))

    assert names(step.state.row) == ("kc", "qd", "9h", "jk1", "5s")


def test_r2_5_each_seat_draws_its_starting_deck_and_the_first_turn_plays_it() -> None:
    decks, state = begun().starts, started()

    assert state.players[0].hand == tuple(sorted(decks[0]))
    assert state.players[1].in_play == tuple(sorted(decks[2]))
    assert state.players[0].deck == state.players[1].deck == ()


def test_what_all_learn_from_the_beginning() -> None:
    setup = RULES.setup(options(first_chooser="0"), 2, SeededChance(b"setup", "test", 0))
    first, last = (
        play(setup.state, "p.1"),
        play(setup.state, "p.1", "p.3", luck=SeededChance(b"s", "test", 1)),
    )

    assert [event.public for event in setup.events] == [DecksBuilt(setup.state.starts, seat(0))]
    assert [event.public for event in first.events] == [DeckChosen(seat(0), 0, setup.state.starts[0])]
    assert [event.public for event in last.events] == [
        DeckChosen(seat(1), 2, setup.state.starts[2]),
        KeptCurrent(None, last.state.row),
        TurnBegan(seat(1), last.state.players[1].in_play),
    ]


def test_r10_5_only_the_first_choice_of_a_deck_may_be_taken_back() -> None:
    assert play(begun(), "p.1").undoable
    assert not play(begun(), "p.1", "p.2", luck=SeededChance(b"s", "test", 1)).undoable
