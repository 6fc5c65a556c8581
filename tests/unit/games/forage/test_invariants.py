"""What is always so, whatever is played: section by section of the page, over random plays."""

from typing import Any

import pytest

from nurselog.games.forage import RULES
from nurselog.games.forage.components import HAND_SIZE
from nurselog.games.forage.layout import Kind
from nurselog.games.forage.memory import bit, everybody
from nurselog.games.forage.moves import END_TURN
from nurselog.games.forage.state import State, cards_of, layout_of, reveal_target
from nurselog.rules.api import audiences
from nurselog.rules.walk import Setting, walk
from tests.support.forage import seen

PLIES = 250
TABLES = [
    (2, {}),
    (3, {}),
    (4, {"teams": "on"}),
    (6, {"large_map": "on"}),
    (8, {"large_map": "on", "teams": "on"}),
]


def positions(seat_count: int, chosen: dict[str, str]) -> list[State]:
    found: list[State] = []
    for seed in range(3):
        options = RULES.spec.complete(chosen, seat_count)
        setting = Setting(options=options, seat_count=seat_count, seed=seed, stop=PLIES)
        found += [commit.play.state for commit in walk(RULES, setting)]
    return found


@pytest.fixture(scope="module", params=TABLES, ids=str)
def states(request: pytest.FixtureRequest) -> list[State]:
    param: Any = request.param
    return positions(*param)


def test_r9_6_hands_have_four_cards_as_many_of_them_open_as_points_and_one(states: list[State]) -> None:
    for state in states:
        for hand, points in zip(state.hands, state.points, strict=True):
            if state.actions != (0,) * len(state.hands):
                assert len(cards_of(hand)) == HAND_SIZE
                assert len(hand.revealed) == reveal_target(points)


def test_r7_2_cells_keep_their_number_of_cards(states: list[State]) -> None:
    for state in states:
        layout = layout_of(state)
        for kind, size, cards in zip(layout.kinds, layout.sizes, state.ground, strict=True):
            assert kind is Kind.STACK or len(cards) == size


def test_r4_4_a_move_or_the_end_of_the_turn_is_always_legal(states: list[State]) -> None:
    for state in states:
        for decision in RULES.decisions(state):
            assert state.trade is not None or END_TURN in RULES.legal_moves(state, decision.seat)


def test_r12_5_what_is_seen_is_known(states: list[State]) -> None:
    for state in states[::7]:
        for audience in audiences(len(state.hands)):
            who = bit(audience, len(state.hands))
            assert all(state.known[card] & who for card in seen(state, audience))


def test_r12_5_open_cards_are_known_to_all(states: list[State]) -> None:
    for state in states:
        assert {state.known[card] for hand in state.hands for card in hand.revealed} == {everybody(state)}
