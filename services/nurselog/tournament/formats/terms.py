"""The terms of one stage: every setting of every format with its default and what it means.

Values only. `formats/checks.py` refuses terms that contradict each other, by field.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class FormatName(StrEnum):
    SWISS = "swiss"
    PODS = "pods"
    ROUND_ROBIN = "round_robin"
    SINGLE = "single"
    DOUBLE = "double"
    ARENA = "arena"
    DUPLICATE = "duplicate"


class Preset(StrEnum):
    """What a pairing is worth, in points."""

    STANDARD = "standard"
    """Duel: 1, 1/2, 0."""
    TCG = "tcg"
    """Duel: 3, 1, 0."""
    TEAM = "team"
    """Match of teams: 2, 1, 0."""
    SHARE = "share"
    """(seats placed worse + seats level / 2) / (seats - 1)."""
    PODIUM = "podium"
    """5, 3, 2, 1, and 0 below; level places share what their places are worth. A pod of n pays its first n -
    1.
    """
    WIN = "win"
    """A sole first 5, shared firsts 1 each, 0 below."""
    ARENA = "arena"
    """2, 1, 0, doubled after two wins in a row."""


class TieBreak(StrEnum):
    """What separates entrants, in the order the terms list them (`standings/tiebreaks.py` says how)."""

    POINTS = "points"
    HEAD_TO_HEAD = "head_to_head"
    WINS = "wins"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT1 = "buchholz_cut1"
    SONNEBORN_BERGER = "sonneborn_berger"
    PROGRESSIVE = "progressive"
    OMW = "omw"
    OPP_SHARE = "opp_share"
    SCORE_SHARE = "score_share"
    SEAT_LUCK = "seat_luck"
    LATE_FIRST = "late_first"
    BEST_DEAL = "best_deal"
    BOARD_POINTS = "board_points"
    GAME_POINTS = "game_points"
    PERFORMANCE = "performance"
    SEED = "seed"


class LevelMatch(StrEnum):
    """Who advances when a knock-out match is level after all replays."""

    LATER_SEAT = "later_seat"
    """Whoever sat later at the last table."""
    BETTER_SEED = "better_seed"


class SeatChoice(StrEnum):
    """How the seats of a knock-out pod are given out."""

    DRAW = "draw"
    CHOOSE = "choose"
    """The better seed chooses first."""


class Direction(StrEnum):
    """Which total is the better one."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Who of the stage before goes on: the best of all, or the best of each group. 0: no such cut."""

    rank: int = 0
    group_place: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """All settings of a stage. A field that a format does not know must keep its default."""

    format: FormatName
    rounds: int = 0
    """Rounds of swiss, pods, duplicate. 0: swiss ceil(log2 n), pods ceil(log_p n) + 2, duplicate 1."""
    seats: tuple[int, ...] = (2,)
    """Allowed numbers of seats (entrants) at a table."""
    preferred: int = 0
    """Preferred number of seats; 0: the greatest allowed."""
    points: Preset | None = None
    """None: standard in duels, share at greater tables, team for teams, arena in arenas."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """Empty: the default list of the format."""
    draw_ties: bool = False
    """True: what is still level is separated by the seed; false: the place is shared."""
    best_of: int = 1
    """Series: first to win more than half of 1, 3 or 5 tables."""
    games: int = 1
    """Series: exactly so many tables, by the sum of their points."""
    boards: int = 0
    """Team matches: tables per match. 0: entrants are players (or pairs)."""
    late_half: bool = False
    """A late entrant gets half a point for one of the rounds missed."""
    clubs_apart: bool = False
    """Swiss: two of one club are never paired (round robin: they meet early, always)."""
    accelerated: bool = False
    """Swiss: the upper half by start number carries one virtual point in rounds 1 and 2."""
    avoid_meetings: bool = True
    """Pods: refuse more rounds than can be played without meeting twice."""
    rotating_partners: bool = False
    """Pods of 4 in pairs: seats 0 and 2 against 1 and 3, partners change."""
    cycles: int = 1
    """Round robin: 1 single, 2 double."""
    groups: int = 1
    """Round robin: so many groups, filled by snake."""
    third_place: bool = False
    """Single elimination: the losers of the semi-finals meet."""
    single_final: bool = False
    """Double elimination: one grand final decides."""
    max_replays: int = 2
    level_match: LevelMatch = LevelMatch.LATER_SEAT
    advance: int = 1
    """Pod brackets: the best so many of each pod go on."""
    seat_choice: SeatChoice = SeatChoice.DRAW
    direction: Direction = Direction.HIGHER
    """Duplicate and score shares: which total is better."""
    duration_ms: int = 0
    """Arena: how long new tables are made."""
    block: int = 100
    """Arena: so many waiting are matched at a time."""
    cut: Cut | None = None
    """Later stages: who of the stage before takes part."""
    carry_points: bool = False
    """Later stages: the points of the stage before count on."""

    @property
    def size(self) -> int:
        """The number of seats a table should have."""
        return self.preferred or max(self.seats)

    @property
    def duel(self) -> bool:
        return self.seats == (2,)

    @property
    def preset(self) -> Preset:
        if self.points is not None:
            return self.points
        if self.format is FormatName.ARENA:
            return Preset.ARENA
        if self.boards:
            return Preset.TEAM
        return Preset.STANDARD if self.duel else Preset.SHARE


DUEL_PRESETS: Final = frozenset({Preset.STANDARD, Preset.TCG, Preset.TEAM, Preset.ARENA})
