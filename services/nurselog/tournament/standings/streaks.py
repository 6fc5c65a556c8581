"""Arena points: two wins in a row set one on fire, and everything counts double until a game is not won."""

from collections.abc import Iterable
from typing import Final

from nurselog.tournament.standings.lines import Line
from nurselog.tournament.values import POINT

WIN: Final = 2 * POINT
WINS_TO_FIRE: Final = 2


def streaks(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines with what they count in their order: win 2, level 1, loss 0, doubled while on fire."""
    counted, wins = [], 0
    for line in lines:
        factor = 2 if wins >= WINS_TO_FIRE else 1
        counted.append(line._replace(points=line.points * factor))
        wins = wins + 1 if line.points == WIN else 0
    return tuple(counted)
