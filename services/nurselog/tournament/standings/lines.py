"""One round of one entrant, as tie-breaks and pairings see it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from nurselog.tournament.standings.verdicts import Way
from nurselog.tournament.values import EntrantId, Units


class Line(NamedTuple):
    """One round of one entrant.

    `opponents` are those really met, or, where a forfeit decided, those one should have met. `seats` are
    (index, size) of each table played. `wins` counts sole first places at played tables. `own`/`all_totals`
    are totals summed over them (None where a game has none).
    """

    round: int
    way: Way
    points: Units
    game_points: Units = 0
    opponents: tuple[EntrantId, ...] = ()
    partners: tuple[EntrantId, ...] = ()
    seats: tuple[tuple[int, int], ...] = ()
    wins: int = 0
    own_total: int | None = None
    all_totals: int | None = None
    pairing: str = ""

    @property
    def played(self) -> bool:
        return self.way is Way.PLAYED


Histories: TypeAlias = Mapping[EntrantId, tuple[Line, ...]]


def score(lines: Iterable[Line]) -> Units:
    return sum(line.points for line in lines)
