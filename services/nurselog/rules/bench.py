"""How fast the rules of a game are: random play with the full list of legal moves at every ply.

Nothing but the rules runs here: no log, no digest, no text. The clock is the caller's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from nurselog.rules.api import AnyRules
from nurselog.rules.chance import SeededChance, luck_key

Clock = Callable[[], float]

KEY: Final = luck_key(b"nurselog bench")


@dataclass(frozen=True, slots=True)
class Figures:
    """What was played in how many seconds, by number of seats."""

    seat_count: int
    plays: int
    moves: int
    views: int
    listed: int
    """How many legal moves all lists had together."""
    seconds: float

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0


def random_plays(
    rules: AnyRules, clock: Clock, seconds: float, *, seat_count: int | None = None, views: bool = False
) -> Figures:
    """Whole random plays with the default options until the time is over, at least one.

    With `views` the mover's view is built after each move. `seat_count` is the game's smallest unless given.
    """
    count = rules.spec.min_seats if seat_count is None else seat_count
    options = rules.spec.complete({}, count)
    plays = moves = listed = 0
    begin = clock()
    while True:
        luck = SeededChance(KEY, "luck", plays)
        state = rules.setup(options, count, luck).state
        made, seen = _play_out(rules, state, luck, SeededChance(KEY, "will", plays), views=views)
        plays, moves, listed = plays + 1, moves + made, listed + seen
        spent = clock() - begin
        if spent >= seconds:
            return Figures(count, plays, moves, moves if views else 0, listed, spent)


def _play_out(
    rules: AnyRules, state: Any, luck: SeededChance, will: SeededChance, *, views: bool
) -> tuple[int, int]:
    """Plays to the end; how many moves were made, and how many were listed."""
    moves = listed = 0
    while decisions := rules.decisions(state):
        seat = decisions[will.below(len(decisions))].seat if len(decisions) > 1 else decisions[0].seat
        legal = rules.legal_moves(state, seat)
        state = rules.apply(state, seat, legal[will.below(len(legal))], luck).state
        if views:
            rules.view(state, seat)
        moves, listed = moves + 1, listed + len(legal)
    return moves, listed
