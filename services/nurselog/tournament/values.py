"""What the pure half of tournaments works on: entrants, pairings, results, rounds, and an event as a whole.

Everything is frozen and whole-numbered. No terms of formats here (`formats/terms.py`), no store, no clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NewType, TypeAlias

EntrantId = NewType("EntrantId", str)
"""How an entrant is named everywhere in the pure half: a player's name, or a team's."""

Units: TypeAlias = int
"""Points in 1/840: every share of 2 to 8 seats is whole."""

POINT: Final[Units] = 840
HALF: Final[Units] = 420


class EntrantState(StrEnum):
    """Only the active are paired; all stay in the standings."""

    ACTIVE = "active"
    PAUSED = "paused"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who takes part: a player, a pair, or a team with its line-up.

    `number` is the start number, 1-based and unique: rating at the start, then draw (`luck.numbered`). Two
    entrants that share one text of `blocks` are never paired (family, or a pair the organiser names); `club`
    blocks only where the terms say so. `entered` is the first round one could be paired in (late entry).
    """

    id: EntrantId
    number: int
    rating: int = 1500
    name: str = ""
    state: EntrantState = EntrantState.ACTIVE
    club: str = ""
    blocks: tuple[str, ...] = ()
    entered: int = 1
    lineup: tuple[str, ...] = ()
    """Players in board order, substitutes after the last board. Empty: the entrant is the player."""

    @property
    def active(self) -> bool:
        return self.state is EntrantState.ACTIVE

    @property
    def shown(self) -> str:
        return self.name or self.id


class PairingKind(StrEnum):
    """What a pairing asks for: tables to be played, or points without play."""

    TABLE = "table"
    BYE = "bye"
    """Nobody was left to meet: a win in a duel, 3/4 in pods."""
    REQUESTED_BYE = "requested_bye"
    """Half a point, asked for before the round."""
    WALKOVER = "walkover"
    """The bracket's other place is empty: the single entrant advances."""


class ReasonKind(StrEnum):
    """Why a pairing is as it is. `Reason.value` is what the comment says."""

    DIFFERENCE = "difference"
    """Difference of scores in units, greatest minus least."""
    FLOATED_DOWN = "floated_down"
    FLOATED_UP = "floated_up"
    SEATS_BALANCE = "seats_balance"
    """`entrant` had fewer first seats (value: the surplus before)."""
    SEATS_ALTERNATE = "seats_alternate"
    """Equal surplus: whoever had the second seat last gets the first."""
    SEATS_ORDER = "seats_order"
    """Equal history: the higher in order gets the opposite of his last seat."""
    SEATS_DRAWN = "seats_drawn"
    """No history: odd and even pairings alternate from the seed."""
    SEATS_LEAST_COST = "seats_least_cost"
    """Pods: the assignment that evens everybody's mean place out (value: its cost in 1/1000)."""
    MEETINGS = "meetings"
    """Pods: how many pairs at the table met before."""
    SHORT_POD = "short_pod"
    LOWEST_WITHOUT_BYE = "lowest_without_bye"
    REQUESTED = "requested"
    SCHEDULE = "schedule"
    """Round robin: cycle and round of the Berger table (value: the round)."""
    BRACKET = "bracket"
    """Elimination: the slot decides (`text`)."""
    EMPTY_SLOT = "empty_slot"
    RANK_DISTANCE = "rank_distance"
    """Arena: places between the two."""
    WAITED = "waited"
    """Arena: who waited longest."""
    DEAL = "deal"
    """Duplicate: the tables of one deal."""
    RELAXED_SEATS = "relaxed_seats"
    RELAXED_SECOND_BYE = "relaxed_second_bye"
    RELAXED_MEETING = "relaxed_meeting"
    """They met before (value: the round of their last meeting)."""
    SEAT_CHOSEN = "seat_chosen"
    """Knock-out pods: the entrant chose the seat (value: counted from 0)."""
    SEAT_KEPT = "seat_kept"
    """The entrant did not choose in time and kept the seat it had (value: counted from 0)."""
    LINEUP = "lineup"
    """Teams: why the captain changed the line-up (`text`)."""
    ACCELERATED = "accelerated"
    """Virtual points were counted for pairing (value: how many of the two carry one)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence of an explanation: its kind, a number, and whom it is about."""

    kind: ReasonKind
    value: int = 0
    entrant: EntrantId | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """What one published pairing asks for. Its tables are created one after another (`formats/series.py`).

    `seats` are the entrants in the seat order of the first table; a bye or walkover has one. `slot` names the
    place in a bracket ("u2.3"), group ("g1") or deal ("d4"). Where `choosers` is not empty the seats are
    chosen by these entrants in this order (`choosing.py`); `seats` stands where nobody chooses.
    """

    id: str
    seats: tuple[EntrantId, ...]
    kind: PairingKind = PairingKind.TABLE
    slot: str = ""
    deal: str = ""
    choosers: tuple[EntrantId, ...] = ()
    lineups: tuple[tuple[str, ...], ...] = ()
    """Team matches: the players of each team in board order as they stood when the round was paired; it may
    be replaced by a shorter or longer one until the boards are created.
    """
    reasons: tuple[Reason, ...] = ()


class SeatKind(StrEnum):
    """How an entrant came to a place at a table."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    """The other never came: full points, not rated, counts as never met."""
    FORFEIT_LOSS = "forfeit_loss"
    """Did not come (or could not): no points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """One seat of a finished table. `placement` is a 1-based competition rank, places may be shared.

    `seat` is the index at the table (it matters where seats were taken out). `full` is false where the seat
    did not play to the end (resigned, left, timed out, removed): the totals of such a table tell nothing.
    """

    entrant: EntrantId
    seat: int
    placement: int
    total: int | None = None
    kind: SeatKind = SeatKind.PLAYED
    full: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """One finished table: a line per entrant, in seat order. `board` is 1-based in team matches, else 0.

    `house` are the placements of house bots that stood in: they count as opponents and have no line. `teams`
    names the side of each line where partners rotate (equal numbers play together); empty: all for
    themselves.
    """

    seats: tuple[SeatResult, ...]
    board: int = 0
    house: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[SeatResult, ...]:
        """Who came."""
        return tuple([line for line in self.seats if line.kind is not SeatKind.FORFEIT_LOSS])

    @property
    def size(self) -> int:
        """How many seats were really played, house bots included."""
        return len(self.present) + len(self.house)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedPairing:
    """A pairing and the tables that ended so far, in the order of their creation."""

    pairing: Pairing
    tables: tuple[TableResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round of the stage, 1-based. Closed when each of its pairings is decided (or given up)."""

    number: int
    pairings: tuple[PlayedPairing, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Arena: who is present without a table, and since when (ms of any one clock)."""

    entrant: EntrantId
    since_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One stage of a tournament as a format sees it.

    `entrants` are all of the stage by start number (in a later stage: by the order of the stage before),
    whatever their state. `rounds` are the closed rounds; an arena has one that grows. `seed` is the
    tournament's secret. `stage` is 1-based and part of the scope of luck.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    seed: bytes = b""
    stage: int = 1
    carried: Mapping[EntrantId, Units] = field(default_factory=dict)
    """Points brought from the stage before (terms `carry = points`)."""
    requested_byes: frozenset[EntrantId] = frozenset()
    """Who asked for a bye in the round that is paired next."""
    waiting: tuple[Waiting, ...] = ()
    moved: frozenset[EntrantId] = frozenset()
    """Who moved in an earlier stage, or at a table that was not decided by play; see `movers`."""

    @property
    def movers(self) -> frozenset[EntrantId]:
        """Everybody who ever moved, whatever decided the table."""
        return self.moved.union(
            line.entrant
            for number in self.rounds
            for played in number.pairings
            for table in played.tables
            for line in table.seats
            if line.kind is SeatKind.PLAYED
        )

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @property
    def starters(self) -> int:
        """How many were there from the first round on: late entries do not make an event longer."""
        return sum(one.entered <= 1 for one in self.entrants)

    @property
    def actives(self) -> tuple[Entrant, ...]:
        """Who is paired next, by start number: active, and not entering later."""
        return tuple(one for one in self.entrants if one.active and one.entered <= self.next_round)


class Refused(Exception):
    """The pure half says no: a stable reason, the field that is wrong (or empty), and a sentence."""

    def __init__(self, reason: str, message: str, field: str = "") -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.field = field
