import pytest

from nurselog.games.cabin_by_the_sea import RULES
from nurselog.games.cabin_by_the_sea.events import Dealt, Revealed
from nurselog.games.cabin_by_the_sea.state import State
from nurselog.rules.api import OptionProblem
from nurselog.rules.cards import ACE, DECK, JACK, RANK, names
from nurselog.rules.chance import SeededChance


def begin(luck: int = 0, options: dict[str, str] | None = None) -> State:
    chosen = RULES.spec.complete(options or {}, 1)
    return RULES.setup(chosen, 1, SeededChance(bytes([luck]), "test", 0)).state


@pytest.mark.parametrize("seat_count", [0, 2, 4])
def test_r1_1_one_player(seat_count: int) -> None:
    with pytest.raises(OptionProblem) as caught:
        RULES.spec.complete({}, seat_count)

    assert caught.value.option == ""


def test_r1_2_all_cards_of_the_pack_are_on_the_table() -> None:
    assert RULES.components(begin()) == tuple(sorted(names(DECK)))


@pytest.mark.parametrize("luck", range(5))
def test_r2_1_the_supply_has_the_aces_and_twelve_numbers(luck: int) -> None:
    ranks = [RANK[card] for card in begin(luck).supply]

    assert len(ranks) == 16
    assert ranks.count(ACE) == 4
    assert all(rank < JACK for rank in ranks)


def test_r2_1_luck_decides_which_numbers_are_in_the_supply() -> None:
    assert set(begin(1).supply) != set(begin(2).supply)


def test_r2_2_the_beach_has_the_faces() -> None:
    beach = begin().beach

    assert len(beach) == 12
    assert all(RANK[card] >= JACK for card in beach)
    assert beach != tuple(sorted(beach))


def test_r2_3_the_sea_has_the_other_numbers() -> None:
    state = begin()

    assert state.revealed is not None
    sea = (*state.sea, state.revealed)
    assert len(sea) == 24
    assert all(ACE < RANK[card] < JACK for card in sea)


def test_r2_4_tide_lost_and_cabin_are_empty() -> None:
    state = begin()

    assert (state.tide, state.lost, state.stacks) == ((), (), ())


def test_r3_1_the_first_card_of_the_sea_is_turned_up() -> None:
    step = RULES.setup(RULES.spec.complete({}, 1), 1, SeededChance(b"key", "test", 0))

    state = step.state
    assert state.revealed is not None
    assert [event.public for event in step.events] == [Dealt(state.beach, 16, 24), Revealed(state.revealed)]


@pytest.mark.parametrize(("chosen", "limit"), [({}, 8), ({"stacks": "7"}, 7), ({"stacks": "9"}, 9)])
def test_r7_1_seven_eight_or_nine_stacks(chosen: dict[str, str], limit: int) -> None:
    assert begin(options=chosen).stack_limit == limit


@pytest.mark.parametrize("stacks", ["6", "10", "", "eight"])
def test_r7_1_other_numbers_of_stacks_are_refused(stacks: str) -> None:
    with pytest.raises(OptionProblem) as caught:
        begin(options={"stacks": stacks})

    assert caught.value.option == "stacks"


def test_r7_4_variants_may_be_combined() -> None:
    state = begin(options={"stacks": "9", "murky_depths": "on", "stockpiling": "on"})

    assert (state.stack_limit, state.murky_depths, state.stockpiling) == (9, True, True)
