"""The one protocol behind which all formats stand, and what they answer."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from nurselog.tournament.formats.terms import Terms, TieBreak
from nurselog.tournament.values import EntrantId, Event, Pairing, PlayedPairing, Units


class Part(NamedTuple):
    """One summand of a term: the round it comes from, the opponent it is about, and whether it was cut."""

    round: int
    value: Fraction
    opponent: EntrantId | None = None
    cut: bool = False


class Term(NamedTuple):
    """One tie-break of one entrant. Points are in points (not units); `None` where it does not apply."""

    name: TieBreak
    value: Fraction | None
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of the standings. `rank` is a 1-based competition rank; level entrants share it.

    `moved` is false for those without a single move, who stand after all who played. `group` is the round
    robin group (1-based) or 0; then `rank` counts within the group. `rounds` are the points round by round,
    in units.
    """

    entrant: EntrantId
    number: int
    rank: int
    points: Units
    game_points: Units = 0
    rounds: tuple[Units, ...] = ()
    terms: tuple[Term, ...] = ()
    moved: bool = True
    group: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """Standings: the tie-breaks in order, and the rows in order (by group, then rank, then start number)."""

    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOrder:
    """A table a pairing needs next: entrants (or, for a board, players) in seat order."""

    seats: tuple[str, ...]
    number: int
    """1-based among the tables of the pairing."""
    board: int = 0
    replay: bool = False


class Format(Protocol):
    """A kind of tournament. Pure: the same event and terms give the same answer on any machine."""

    def check(self, terms: Terms, entrants: int) -> None:
        """Refuses terms that cannot be played by so many entrants; 0: only what is wrong with any number."""

    def rounds(self, terms: Terms, entrants: int) -> int:
        """How many rounds are planned; elimination may need fewer or one more, an arena has one."""

    def pair(self, terms: Terms, event: Event) -> tuple[Pairing, ...]:
        """The pairings of the next round (arena: new pairings of those who wait), each with its reasons.

        Raises:
            Refused: nobody to pair, or no pairing keeps the organiser's blocks.
        """

    def standings(self, terms: Terms, event: Event) -> Sheet:
        """Where everybody stands after the rounds so far; a running round counts as far as it is decided."""

    def finished(self, terms: Terms, event: Event) -> bool:
        """Whether no further round is to be paired."""

    def orders(self, terms: Terms, event: Event, played: PlayedPairing, /) -> tuple[TableOrder, ...]:
        """The tables to be created next for a published pairing; empty when it is decided.

        At once after publishing: the first table, or all boards of a match. After each result again.
        """
