"""What the house does beside the game: moves that begin with `!`, seats that leave, plays that end early.

Pure functions over values, used by `fold`. Placement of leavers: below everybody who played to the end, later
leavers above earlier ones; the seats of a team share one place, and a team is out when nobody plays for it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Final, TypeVar

from nurselog.rules.api import (
    AnyRules,
    Audience,
    EndedBy,
    Outcome,
    Placement,
    Seat,
    competition_places,
    seats,
)

T = TypeVar("T")

SETUP: Final = "@setup"
TIMEOUT: Final = "!timeout"
FORFEIT: Final = "!forfeit"
REMOVE: Final = "!remove"
RESIGN: Final = "!resign"
LEAVE: Final = "!leave"
UNDO: Final = "!undo"
ABORT: Final = "!abort"
OVERRULE: Final = "!overrule"
PAUSE: Final = "!pause"
VACATION: Final = "!vacation"
ABSENT: Final = "!absent"
BACK: Final = "!back"
NO_SHOW: Final = "!noshow"

SEAT_MOVES: Final = frozenset({RESIGN, LEAVE, UNDO})
"""House moves that a seat may send; all others are the house's own."""

ABORTED: Final = "aborted"
OVERRULED: Final = "overruled"
"""The reasons of a play that the house stopped, so that it has no placements.

It is overruled if its event had set the result by hand.
"""

TIMEOUTS_OF_A_LEAVER: Final = 2
"""With so many turns in a row played by the clock a seat has left (policy `TIMEOUT_MOVES`)."""

_DEPARTING: Final = {
    RESIGN: EndedBy.RESIGNED,
    LEAVE: EndedBy.LEFT,
    REMOVE: EndedBy.REMOVED,
    FORFEIT: EndedBy.TIMED_OUT,
}


class LeaverPolicy(Enum):
    """What happens to the seat of one who leaves or runs out of time."""

    TIMEOUT_MOVES = "timeout_moves"
    BOT = "bot"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Departure:
    """A seat that did not play to the end, and the version at which it went."""

    seat: Seat
    ended_by: EndedBy
    version: int


@dataclass(frozen=True, slots=True)
class House:
    """What the house remembers of a play beside the game's state."""

    moved: tuple[bool, ...]
    """Which seats ever moved by themselves."""
    timeouts: tuple[int, ...]
    """How many turns in a row the clock has played, by seat."""
    clock_plays: Seat | None = None
    """The seat whose turn the clock is playing."""
    departures: tuple[Departure, ...] = ()
    no_shows: tuple[Seat, ...] = ()
    """The seats that never came, where the play was stopped for it."""

    def departed(self, seat: Seat) -> bool:
        return any(departure.seat == seat for departure in self.departures)

    def after_move(self, seat: Seat) -> "House":
        """After a move of the seat itself (or of the bot that took it over)."""
        if self.moved[seat] and not self.timeouts[seat] and self.clock_plays is None:
            return self
        return replace(
            self,
            moved=_with(self.moved, seat, self.moved[seat] or not self.departed(seat)),
            timeouts=_with(self.timeouts, seat, 0),
            clock_plays=None,
        )

    def after_timeout(self, seat: Seat, version: int, policy: LeaverPolicy) -> "House":
        """After a move of the clock: the decisions of one turn count once, except in a solo play."""
        same_turn = self.clock_plays == seat and len(self.moved) > 1
        count = self.timeouts[seat] + (not same_turn)
        house = replace(self, timeouts=_with(self.timeouts, seat, count), clock_plays=seat)
        if self.departed(seat) or count < _patience(policy):
            return house
        return house.depart(seat, EndedBy.TIMED_OUT, version)

    def depart(self, seat: Seat, ended_by: EndedBy, version: int) -> "House":
        return replace(self, departures=(*self.departures, Departure(seat, ended_by, version)))


def pause(from_ms: int, until_ms: int) -> str:
    """The house's note that clocks stood still (server time in ms): a commit that leaves the play alone."""
    return f"{PAUSE}.{from_ms}.{until_ms}"


def pause_of(text: str) -> tuple[int, int] | None:
    """From when until when clocks stood still by this house move; None for all other moves."""
    times = _numbers(text, PAUSE)
    return (times[0], times[1]) if len(times) == 2 and times[0] < times[1] else None


def vacation(from_ms: int, until_ms: int) -> str:
    """The house's note that a seat's clock stands still in this time (server time in ms); it may lie ahead.

    It takes the place of a note with the same beginning; one that ends as it begins takes it back.
    """
    return f"{VACATION}.{from_ms}.{until_ms}"


def vacation_of(text: str) -> tuple[int, int] | None:
    """From when until when a seat is on vacation by this house move; None for all other moves."""
    times = _numbers(text, VACATION)
    return (times[0], times[1]) if len(times) == 2 and times[0] <= times[1] else None


def no_show(seats_missing: Iterable[Seat]) -> str:
    """The house stops a play because these seats never came."""
    return ".".join([NO_SHOW, *(str(seat) for seat in seats_missing)])


def no_shows_of(text: str, seat_count: int) -> tuple[Seat, ...]:
    """The seats that never came by this house move; empty for all other moves."""
    missing = _numbers(text, NO_SHOW)
    in_order = all(one < other for one, other in pairwise([-1, *missing, seat_count]))
    return tuple(Seat(Audience(seat)) for seat in missing) if in_order else ()


def is_note(text: str, *, by_house: bool) -> bool:
    """Whether this house move only notes something: about all clocks, or (not `by_house`) about a seat."""
    if by_house:
        return pause_of(text) is not None
    return text in (ABSENT, BACK) or vacation_of(text) is not None


def _numbers(text: str, operation: str) -> tuple[int, ...]:
    """The whole numbers after an operation; empty if the text is anything else."""
    name, *words = text.split(".")
    if name != operation or not all(word.isascii() and word.isdecimal() for word in words):
        return ()
    numbers = tuple(int(word) for word in words)
    return numbers if ".".join([name, *map(str, numbers)]) == text else ()


def plies(moves: Iterable[str]) -> Iterator[int]:
    """The number each commit of a log has among the moves in force, from the set-up's 0 on.

    What was taken back does not count, nor what the house noted beside the game. Tables of one deal draw
    their luck by it, so that neither a pause nor a take-back gives one of them other luck.
    """
    ply = 0
    for text in moves:
        yield ply
        if text == UNDO:
            ply -= 1
        elif text == TIMEOUT or not text.startswith("!"):
            ply += 1


def new_house(seat_count: int) -> House:
    return House(moved=(False,) * seat_count, timeouts=(0,) * seat_count)


def departing(text: str) -> EndedBy | None:
    """How a seat ends by this house move; None for all other moves."""
    return _DEPARTING.get(text)


def overdue_move(house: House, seat: Seat, policy: LeaverPolicy) -> str:
    """What the house plays for a seat that is out of time, or gone and to decide."""
    return FORFEIT if policy is LeaverPolicy.RESIGN and not house.departed(seat) else TIMEOUT


def ended_early(rules: AnyRules, state: object, house: House, policy: LeaverPolicy) -> Outcome | None:
    """The outcome of a play that departures brought to its end; None if it goes on.

    It goes on while two sides are left. A table of two sides goes on with one, against timeout moves or a
    bot, unless leaving means resigning; no table goes on with none.
    """
    sides = _sides(rules, state, house)
    present = sum(_gone_at(side, house, policy) is None for side in sides)
    lonely = present == 1 and (len(sides) > 2 or (len(sides) == 2 and policy is LeaverPolicy.RESIGN))
    if present and not lonely:
        return None
    level = tuple(Placement(sheet.seat, 1, sheet.total) for sheet in rules.score(state))
    return _with_leavers_below(Outcome(house.departures[-1].ended_by.value, level), sides, house, policy)


def settle(rules: AnyRules, state: object, outcome: Outcome, house: House, policy: LeaverPolicy) -> Outcome:
    """The game's own outcome with the leavers placed below the rest."""
    if not house.departures:
        return outcome
    return _with_leavers_below(outcome, _sides(rules, state, house), house, policy)


def _with_leavers_below(
    outcome: Outcome, sides: tuple[tuple[Seat, ...], ...], house: House, policy: LeaverPolicy
) -> Outcome:
    natural = {placement.seat: placement.place for placement in outcome.placements}
    keys: dict[Seat, tuple[int, int]] = {}
    for side in sides:
        gone = _gone_at(side, house, policy)
        keys.update({seat: (1, -natural[seat]) if gone is None else (0, gone) for seat in side})
    places = competition_places(keys)
    ends = {departure.seat: departure.ended_by for departure in house.departures}
    return replace(
        outcome,
        placements=tuple(
            replace(one, place=places[one.seat], ended_by=ends.get(one.seat, one.ended_by))
            for one in outcome.placements
        ),
    )


def _sides(rules: AnyRules, state: object, house: House) -> tuple[tuple[Seat, ...], ...]:
    return rules.teams(state) or tuple((seat,) for seat in seats(len(house.moved)))


def _gone_at(side: tuple[Seat, ...], house: House, policy: LeaverPolicy) -> int | None:
    """The version at which a side was out; None while somebody plays for it."""
    versions = [departure.version for departure in house.departures if departure.seat in side]
    if policy is LeaverPolicy.RESIGN and versions:
        return versions[0]
    return versions[-1] if len(versions) == len(side) else None


def _patience(policy: LeaverPolicy) -> int:
    return TIMEOUTS_OF_A_LEAVER if policy is LeaverPolicy.TIMEOUT_MOVES else 1


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])
