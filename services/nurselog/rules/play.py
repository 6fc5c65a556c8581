"""One play at one version, and what a commit makes of it. Values only; `fold` makes them."""

from typing import Any, Generic, NamedTuple, TypeVar

from nurselog.rules import house as _house
from nurselog.rules.api import HOUSE, Audience, Event, Outcome, Seat
from nurselog.rules.chance import Luck
from nurselog.rules.house import Departure, House, LeaverPolicy

S = TypeVar("S")

MOST_UNDONE = 8
"""How often a seat may take back in one run of moves: a log must not grow without the play going on."""


class OpenDecision(NamedTuple):
    """A decision that waits for an answer; its id is the version at which it opened, until it is answered."""

    seat: Seat
    kind: str
    decision_id: int


class Entry(NamedTuple):
    """What one commit says."""

    seat: Seat
    move: str
    luck: tuple[Luck, ...]
    digest: bytes


class Play(NamedTuple, Generic[S]):
    """One play at one version."""

    version: int
    state: S
    decisions: tuple[OpenDecision, ...]
    outcome: Outcome | None
    house: House
    taken_back_by: Seat = HOUSE
    """Whose commits could be taken back: those of the seat's unbroken run that revealed nothing."""
    earlier: tuple[S, ...] = ()
    """The states before those commits."""
    undone: int = 0
    """How often the seat took back in this run."""
    ply: int = 0
    """How many moves of the game are in force: the version less house notes and what was taken back."""

    @property
    def seat_count(self) -> int:
        return len(self.house.moved)

    @property
    def departures(self) -> tuple[Departure, ...]:
        return self.house.departures

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def is_aborted(self) -> bool:
        """Ended without a sporting result: stopped by the house, or before each seat had moved."""
        return self.outcome is not None and (
            self.outcome.reason == _house.ABORTED or self.is_overruled or not all(self.house.moved)
        )

    @property
    def is_overruled(self) -> bool:
        """Stopped by the house because the event of the table had set its result by hand."""
        return self.outcome is not None and self.outcome.reason == _house.OVERRULED

    def timeouts_in_a_row(self, seat: Seat) -> int:
        return self.house.timeouts[seat]

    def decision_of(self, seat: Audience) -> OpenDecision | None:
        """The open decision of a seat."""
        for decision in self.decisions:
            if decision.seat == seat:
                return decision
        return None

    def can_undo(self, seat: Audience) -> bool:
        """Whether `!undo` by this seat would be accepted now."""
        allowed = self.taken_back_by == seat and self.undone < MOST_UNDONE
        return bool(self.earlier) and allowed and self.outcome is None

    def overdue_move(self, seat: Seat, policy: LeaverPolicy) -> str:
        """What the house plays for a seat that is out of time, or gone and to decide."""
        return _house.overdue_move(self.house, seat, policy)


class Advance(NamedTuple, Generic[S]):
    """One commit: the play after it, what the log keeps, what audiences learn."""

    play: Play[S]
    entry: Entry
    events: tuple[Event[Any], ...]
