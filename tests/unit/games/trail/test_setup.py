import pytest

from nurselog.games.trail import RULES
from nurselog.games.trail.components import (
    ABOVE,
    LANDMARKS,
    PLACES,
    PLAIN,
    SPOT_NAME,
    SPOT_NAMED,
    SPOTS,
    TRAILHEAD,
    VALUE,
)
from nurselog.games.trail.events import Dealt
from nurselog.games.trail.state import Phase
from nurselog.rules.api import SPECTATORS, OptionProblem, Options
from nurselog.rules.cards import JACK, RANK
from nurselog.rules.chance import ScriptedChance, SeededChance
from tests.support.trail import card, cards, dealt, names_of, seat


def options(seat_count: int, **chosen: str) -> Options:
    return RULES.spec.complete(chosen, seat_count)


@pytest.mark.parametrize("seat_count", [3, 4])
def test_r1_1_three_or_four_seats_play(seat_count: int) -> None:
    assert len(dealt(seat_count).hands) == seat_count


@pytest.mark.parametrize("seat_count", [1, 2, 5])
def test_r1_1_other_numbers_of_seats_are_refused(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        options(seat_count)

    assert caught.value.option == ""


@pytest.mark.parametrize("seat_count", [3, 4])
def test_r1_2_there_are_52_cards(seat_count: int) -> None:
    found = RULES.components(dealt(seat_count))

    assert len(found) == len(set(found)) == 52


def test_r1_3_the_trail_has_the_printed_form() -> None:
    assert len(SPOTS) == 19
    assert (len(LANDMARKS), len(PLAIN)) == (11, 8)
    assert [SPOT_NAME[spot] for spot in SPOTS if PLACES[spot].is_open] == ["21", "23", "25", "41", "43", "45"]
    assert [SPOT_NAME[spot] for spot in LANDMARKS] == [
        *("13", "21", "22", "23", "24", "25", "32", "34", "41", "43", "45")
    ]


WAYS = {
    "51": "41",
    "52": "41 43",
    "53": "43",
    "54": "43 45",
    "55": "45",
    "41": "31 32",
    "43": "32 33 34",
    "45": "34 35",
    "31": "21 22",
    "32": "21 22 23",
    "33": "22 23 24",
    "34": "23 24 25",
    "35": "24 25",
    "21": "",
    "22": "13",
    "23": "13",
    "24": "13",
    "25": "",
    "13": "",
}


def test_r4_1_a_trek_goes_up_row_by_row() -> None:
    assert {SPOT_NAME[spot]: " ".join(SPOT_NAME[one] for one in ABOVE[spot]) for spot in SPOTS} == WAYS
    assert [SPOT_NAME[spot] for spot in TRAILHEAD] == ["51", "52", "53", "54", "55"]


@pytest.mark.parametrize("seat_count", [3, 4])
def test_r2_2_face_cards_and_numeric_cards_lie_in_their_places(seat_count: int) -> None:
    state = dealt(seat_count)

    assert all((RANK[state.trail[spot]] >= JACK) is PLACES[spot].is_landmark for spot in SPOTS)
    assert state.open_spots == tuple(place.is_open for place in PLACES)


def test_r2_2_the_trail_is_laid_row_by_row_from_both_piles() -> None:
    luck = ScriptedChance(shuffles=[cards("kc qd jh jc"), cards("9c 2d 5h")], below=[0])
    state = RULES.setup(options(3), 3, luck).state

    where = {SPOT_NAME[spot]: name for spot, name in zip(SPOTS, names_of(state.trail), strict=True)}
    assert [where[spot] for spot in ("13", "21", "22", "23")] == ["kc", "qd", "jh", "jc"]
    assert [where[spot] for spot in ("31", "33", "35")] == ["9c", "2d", "5h"]


@pytest.mark.parametrize(("seat_count", "faces", "numbers"), [(3, 1, 7), (4, 1, 0)])
def test_r2_2_and_r2_3_what_is_left_is_out(seat_count: int, faces: int, numbers: int) -> None:
    state = dealt(seat_count)

    assert sum(RANK[one] >= JACK for one in state.out) == faces
    assert sum(RANK[one] < JACK for one in state.out) == numbers
    assert [len(hand) for hand in state.hands] == [7] * seat_count
    assert all(2 <= RANK[one] <= 10 for hand in state.hands for one in hand)


def test_r2_1_the_aces_are_set_aside() -> None:
    assert dealt().aces == cards("ac ad ah as")


def test_r2_4_luck_or_the_option_names_the_first_player() -> None:
    luck = ScriptedChance(shuffles=[(), ()], below=[2])

    assert RULES.setup(options(3), 3, luck).state.first == 2
    assert RULES.setup(options(3, first_player="1"), 3, ScriptedChance(shuffles=[(), ()])).state.first == 1


def test_r2_4_the_first_player_must_be_at_the_table() -> None:
    with pytest.raises(OptionProblem) as caught:
        options(3, first_player="3")

    assert caught.value.option == "first_player"
    assert options(4, first_player="3")["first_player"] == "3"


def test_r5_1_values_of_the_trail() -> None:
    assert [VALUE[card(name)] for name in ("2c", "td", "jh", "qs", "kc")] == [2, 10, 15, 17, 18]


def test_r8_1_each_seat_learns_its_hand_from_the_deal_and_all_the_open_cards() -> None:
    (event,) = RULES.setup(options(3, first_player="1"), 3, SeededChance(b"s", "test", 0)).events
    state = RULES.setup(options(3, first_player="1"), 3, SeededChance(b"s", "test", 0)).state
    shown = tuple(state.trail[SPOT_NAMED[name]] for name in ("21", "23", "25", "41", "43", "45"))

    assert event.seen_by(SPECTATORS) == Dealt(seat(1), shown)
    assert event.seen_by(seat(2)) == Dealt(seat(1), shown, state.hands[2])
    assert state.phase is Phase.PACK
