"""What a game is: the values and the protocol that every game implements.

Nothing here knows storage, networks, time or any particular game. All values are frozen; luck is an argument.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, NewType, Protocol, TypeVar

if TYPE_CHECKING:
    from google.protobuf.message import Message

Audience = NewType("Audience", int)
"""Who learns something: a seat, or `SPECTATORS`."""

Seat = NewType("Seat", Audience)
"""A place at a table, 0-based, fixed for the table's life."""

Points = NewType("Points", int)
"""Points of a score; whole numbers only."""

SPECTATORS: Final = Audience(-1)
HOUSE: Final = Seat(Audience(-1))
"""Who makes the moves that no seat makes."""

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
E_contra = TypeVar("E_contra", contravariant=True)


@cache
def seats(count: int) -> tuple[Seat, ...]:
    """The seats of a table, in order."""
    return tuple(Seat(Audience(index)) for index in range(count))


def audiences(count: int) -> tuple[Audience, ...]:
    """Every audience of a table: its seats in order, then the spectators."""
    return (*seats(count), SPECTATORS)


class Chance(Protocol):
    """Luck, from the log, from a seed, or written by a test."""

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound - 1`, each equally likely. `bound` is at least 1."""
        ...


class Unreadable(ValueError):
    """A text or message that is no move of this game at all (as opposed to a move that is not allowed)."""


class PositionImpossible(ValueError):
    """A position for the score pad that cannot be; `field` is the path of the culprit in the message."""

    def __init__(self, field_path: str, message: str) -> None:
        super().__init__(message)
        self.field = field_path


class OptionProblem(ValueError):
    """Options or a number of seats that a game does not have; `option` is empty for the number of seats."""

    def __init__(self, option: str, message: str, *, unknown: bool = False) -> None:
        super().__init__(message)
        self.option = option
        self.unknown = unknown


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option of a game: a name, all its values as text, and the one that holds if nobody chooses."""

    name: str
    description: str
    choices: tuple[str, ...]
    default: str


class Options(Mapping[str, str]):
    """The complete options of a table: each option of the game with one of its choices. Immutable."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Options({self._values})"

    def flag(self, name: str) -> bool:
        """The value of a yes/no option (choices `on` and `off`)."""
        return self._values[name] == "on"

    def number(self, name: str) -> int:
        """The value of an option whose choices are whole numbers."""
        return int(self._values[name])


def flag_option(name: str, description: str) -> OptionSpec:
    """A yes/no option that is off unless chosen."""
    return OptionSpec(name, description, ("off", "on"), "off")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """What tools, front-ends and matchmaking may know of a game without knowing the game."""

    name: str
    title: str
    summary: str
    rules_version: str
    min_seats: int
    max_seats: int
    max_plies: int
    """No play has more commits of seats than this, whatever the options."""
    options: tuple[OptionSpec, ...] = ()
    features: tuple[str, ...] = ()
    """Of `luck`, `hidden_information`, `simultaneous`, `teams`, `solo`."""
    higher_is_better: bool = True
    notation: tuple[tuple[str, str], ...] = ()
    """Examples: text and meaning."""
    contradiction: Callable[[Options, int], OptionProblem | None] = field(
        default=lambda _options, _seats: None
    )
    """Options that exclude each other or a number of seats."""

    def complete(self, chosen: Mapping[str, str], seat_count: int) -> Options:
        """The options with defaults filled in. Raises `OptionProblem`."""
        if not self.min_seats <= seat_count <= self.max_seats:
            raise OptionProblem(
                "", f"{self.title} is played by {self.min_seats} to {self.max_seats} seats, not {seat_count}."
            )
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                raise OptionProblem(name, f"{self.title} has no option {name[:60]!r}.", unknown=True)
            if value not in known[name].choices:
                raise OptionProblem(
                    name, f"Option {name!r} is one of {', '.join(known[name].choices)}, not {value[:60]!r}."
                )
        options = Options({name: chosen.get(name, option.default) for name, option in known.items()})
        problem = self.contradiction(options, seat_count)
        if problem is not None:
            raise problem
        return options


@dataclass(frozen=True, slots=True)
class Decision:
    """Something a seat must choose now. The host gives it its id: the version at which it opened."""

    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a readable move is not allowed now: a stable code, the rule's number in RULES.md, a sentence."""

    code: str
    rule: str
    message: str


class Event(NamedTuple, Generic[E]):
    """What audiences learn from one step: the same for all, or more for some seats."""

    public: E
    private: tuple[tuple[Seat, E], ...] = ()

    def seen_by(self, audience: Audience) -> E:
        """The event as this audience may know it."""
        for seat, event in self.private:
            if seat == audience:
                return event
        return self.public


class Step(NamedTuple, Generic[S, E]):
    """The next state and its events.

    `undoable` is True only for a move after which nobody knows more than the mover did before it (no luck,
    nothing turned up, nothing shown): only such a move may be taken back.
    """

    state: S
    events: tuple[Event[E], ...] = ()
    undoable: bool = False


class EndedBy(Enum):
    """How a seat came to its end."""

    PLAYED = "played"
    RESIGNED = "resigned"
    TIMED_OUT = "timed_out"
    LEFT = "left"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a seat came: competition ranks, level seats share one (1, 2, 2, 4)."""

    seat: Seat
    place: int
    total: Points
    ended_by: EndedBy = EndedBy.PLAYED


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why a play ended (a word of the game, stable) and who came where, in seat order."""

    reason: str
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet, with the cards, cells or sets that earned it, in the game's notation."""

    category: str
    label: str
    points: Points
    evidence: tuple[str, ...] = ()
    reason: str = ""
    counted: bool = True


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The itemised sum of one seat."""

    seat: Seat
    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> Points:
        """The sum of the lines that count."""
        return Points(sum(line.points for line in self.lines if line.counted))


class Notation(Protocol[M]):
    """Moves as one lower-case ASCII token; `parse(format(move)) == move`."""

    def parse(self, text: str) -> M:
        """The move of a text. Raises `Unreadable`."""
        ...

    def format(self, move: M) -> str:
        """The one canonical text of a move."""
        ...


class Wire(Protocol[M, E_contra]):
    """The game's messages: moves in and out, events out."""

    @property
    def move_type(self) -> "type[Message]": ...

    @property
    def event_type(self) -> "type[Message]": ...

    @property
    def view_type(self) -> "type[Message]": ...

    @property
    def position_type(self) -> "type[Message]": ...

    def move_to_proto(self, move: M) -> "Message":
        """The typed message of a move."""
        ...

    def move_from_proto(self, message: "Message") -> M:
        """The move of a typed message. Raises `Unreadable`."""
        ...

    def event_to_proto(self, event: E_contra) -> "Message":
        """The typed message of an event, as one audience sees it."""
        ...


class Rules(Protocol[S, M, E]):
    """A game: one immutable object of plain functions over frozen values."""

    @property
    def spec(self) -> GameSpec: ...

    @property
    def notation(self) -> Notation[M]: ...

    @property
    def wire(self) -> Wire[M, E]: ...

    def setup(self, options: Options, seat_count: int, chance: Chance) -> Step[S, E]:
        """The first state. Options are complete and the number of seats is allowed."""
        ...

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """What must be chosen now, by seat; empty exactly when the play is over."""
        ...

    def legal_moves(self, state: S, seat: Seat) -> tuple[M, ...]:
        """All moves `reject` accepts, in a fixed order; empty for a seat without a decision."""
        ...

    def reject(self, state: S, seat: Seat, move: M) -> Rejection | None:
        """Why the move is not allowed now; the only truth about legality."""
        ...

    def apply(self, state: S, seat: Seat, move: M, chance: Chance) -> Step[S, E]:
        """The state after a legal move. Leaves its input untouched."""
        ...

    def label(self, state: S, seat: Seat, move: M) -> str:
        """A short English sentence for a legal move, understandable without the notation."""
        ...

    def timeout_move(self, state: S, seat: Seat) -> M:
        """The legal move that is played for a seat that is absent or out of time."""
        ...

    def view(self, state: S, audience: Audience) -> "Message":
        """Everything the audience may know now, and nothing more."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Why the play is over and who came where; None while it goes on."""
        ...

    def score(self, state: S) -> tuple[ScoreSheet, ...]:
        """The sheets in seat order, valid at any time: what would count if the play ended now."""
        ...

    def score_position(self, position: Any) -> tuple[ScoreSheet, ...]:
        """The sheets of a physical table's final position (a `Position`). Raises `PositionImpossible`."""
        ...

    def place_position(self, position: Any) -> tuple[Placement, ...]:
        """Who came where at that physical table, tie-breaks included. Raises `PositionImpossible`."""
        ...

    def redeal(self, state: S, audience: Audience, chance: Chance) -> S:
        """Another full state, drawn by luck, that looks the same to this audience."""
        ...

    def components(self, state: S) -> tuple[str, ...]:
        """Every card, tile and token of the play, wherever it lies, sorted: the same from setup to end."""
        ...

    def teams(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        """The seats that win and lose together; empty if everybody plays alone."""
        ...


AnyRules = Rules[Any, Any, Any]
"""A game whose own types the caller does not know."""


def competition_places(keys: Mapping[Seat, Any]) -> dict[Seat, int]:
    """Competition ranks (1, 2, 2, 4) of seats by key, the greatest key first."""
    return {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}


def no_teams(_state: object) -> tuple[tuple[Seat, ...], ...]:
    """`Rules.teams` of a game in which everybody plays alone."""
    return ()
