"""Rule 1.7: points are not limited. Whole plays of players who look one move ahead pass 100 points."""

from collections.abc import Callable

import pytest

from nurselog.games.canopy_evergreen import RULES
from nurselog.games.canopy_evergreen.moves import Move
from nurselog.games.canopy_evergreen.state import State
from nurselog.rules.api import Seat
from nurselog.rules.chance import SeededChance


def worth_to(state: State, seat: Seat, ply: int) -> Callable[[Move], int]:
    """What a seat would have after a move, as far as it can guess: luck may be another."""

    def worth(move: Move) -> int:
        guess = SeededChance(bytes(32), "guess", ply)
        return RULES.score(RULES.apply(state, seat, move, guess).state)[seat].total

    return worth


def played_greedily(seat_count: int, number: int) -> State:
    """The end of a play in which everybody always makes the move that is worth most at once."""
    chance = SeededChance(bytes(32), "greedy", number)
    state = RULES.setup(RULES.spec.complete({}, seat_count), seat_count, chance).state
    ply = 0
    while decisions := RULES.decisions(state):
        seat = decisions[0].seat
        best = max(RULES.legal_moves(state, seat), key=worth_to(state, seat, ply))
        state, ply = RULES.apply(state, seat, best, chance).state, ply + 1
    return state


@pytest.mark.parametrize("seat_count", [2, 3])
def test_r1_7_greedy_players_pass_a_hundred_points_and_keep_them(seat_count: int) -> None:
    end = played_greedily(seat_count, 0)
    sheets, outcome = RULES.score(end), RULES.outcome(end)
    assert outcome is not None
    assert max(sheet.total for sheet in sheets) > 100
    for sheet, placement in zip(sheets, outcome.placements, strict=True):
        assert sheet.total == placement.total == sum(line.points for line in sheet.lines if line.counted)
        assert end.forests[sheet.seat].points == sheet.total
