"""Chapters 1 and 3: cards, seats, dealing."""

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.components import CARDS, NAME, TITLE, names
from nurselog.games.forage.events import Dealt
from nurselog.games.forage.layout import CENTRE
from nurselog.games.forage.state import State, Token, cards_of
from nurselog.rules.api import SPECTATORS, OptionProblem, Options
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.forage import card, held, lies, seat


def options(seat_count: int, **chosen: str) -> Options:
    return RULES.spec.complete(chosen, seat_count)


def chance(*below: int) -> ScriptedChance:
    return ScriptedChance(shuffles=[CARDS[:54]], below=below)


def dealt(seat_count: int) -> State:
    """As luck will have it, beginning with seat 0."""
    luck = SeededChance(b"forage", "test", seat_count)
    return RULES.setup(options(seat_count, first_seat="0"), seat_count, luck).state


@pytest.mark.parametrize("seat_count", [0, 1, 9])
def test_r1_1_two_to_eight_seats_play(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        options(seat_count)

    assert caught.value.option == ""


@pytest.mark.parametrize(
    ("seat_count", "packs", "tokens"),
    [(2, 1, 2), (3, 2, 1), (4, 2, 1), (5, 2, 1), (6, 3, 1), (7, 3, 1), (8, 3, 1)],
)
def test_r1_2_packs_and_tokens_go_by_the_number_of_seats(seat_count: int, packs: int, tokens: int) -> None:
    state = dealt(seat_count)

    found = RULES.components(state)

    assert len(found) == packs * 54
    assert sum(name.startswith("jk") for name in found) == packs * 2
    assert [len(own) for own in state.tokens] == [tokens] * seat_count


def test_r1_3_cards_have_names() -> None:
    assert len(set(NAME)) == len(NAME) == 162
    assert names((card("7h"), card("7h2"), card("7h3"))) == ("7h", "7h2", "7h3")
    assert [name for name in NAME if name.startswith("jk")] == ["jk1", "jk2", "jk3", "jk4", "jk5", "jk6"]


def test_r1_3_cards_of_further_packs_have_titles_of_their_own() -> None:
    assert TITLE[card("th")] == "10 of Hearts"
    assert TITLE[card("th3")] == "10 of Hearts #3"
    assert TITLE[card("jk4")] == "Joker 4"
    assert len(set(TITLE)) == 162


def test_r3_1_singles_and_caches_are_laid_row_by_row_face_down() -> None:
    state = RULES.setup(options(2), 2, chance(0)).state

    laid = [card for name in ("r1c4", "r2c3", "r2c4", "r2c5", "r3c1") for card in lies(state, name).split()]

    assert laid == list(names(CARDS[:8]))
    assert lies(state, "r5c4") == " ".join(names(CARDS[17:20]))
    assert state.face_up == 0


def test_r3_2_each_seat_gets_four_cards_the_first_of_them_open() -> None:
    state = RULES.setup(options(2), 2, chance(0)).state

    first, second = names(CARDS[20:24]), names(CARDS[24:28])

    assert held(state, 0) == f"{first[0]} | {' '.join(first[1:])}"
    assert held(state, 1) == f"{second[0]} | {' '.join(second[1:])}"


@pytest.mark.parametrize("seat_count", range(2, 9))
def test_r3_2_the_rest_is_the_centre_stack(seat_count: int) -> None:
    state = dealt(seat_count)

    packs = 1 + (seat_count > 2) + (seat_count > 5)

    assert len(lies(state, "r3c4").split()) == packs * 54 - 20 - 4 * seat_count
    assert all(len(cards_of(hand)) == 4 for hand in state.hands)


def test_r3_2_for_two_seats_there_are_26_cards_and_the_next_card_is_on_top() -> None:
    state = RULES.setup(options(2), 2, chance(0)).state

    stack = lies(state, "r3c4").split()

    assert len(stack) == 26
    assert stack[-1] == NAME[CARDS[28]]


def test_r3_3_all_tokens_stand_on_the_centre_and_have_seen_nothing() -> None:
    state = dealt(3)

    assert state.tokens == ((Token(CENTRE),),) * 3


def test_r3_4_luck_decides_who_plays_first() -> None:
    assert RULES.setup(options(2), 2, chance(1)).state.actions == (0, 2)


def test_r3_4_the_option_decides_who_plays_first_without_luck() -> None:
    assert RULES.setup(options(2, first_seat="1"), 2, chance()).state.actions == (0, 2)


@pytest.mark.parametrize(("seat_count", "first"), [(2, "2"), (5, "7"), (7, "7")])
def test_r3_4_the_first_seat_must_be_at_the_table(seat_count: int, first: str) -> None:
    with pytest.raises(OptionProblem) as caught:
        options(seat_count, first_seat=first)

    assert caught.value.option == "first_seat"


def test_r12_1_each_seat_learns_its_hidden_cards_from_the_deal_and_spectators_the_open_ones() -> None:
    (event,) = RULES.setup(options(2), 2, chance(1)).events
    opened = (CARDS[20], CARDS[24])

    assert event.seen_by(seat(0)) == Dealt(seat(1), opened, CARDS[21:24])
    assert event.seen_by(seat(1)) == Dealt(seat(1), opened, CARDS[25:28])
    assert event.seen_by(SPECTATORS) == Dealt(seat(1), opened)
