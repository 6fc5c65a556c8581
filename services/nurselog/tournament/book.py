"""A tournament as its log tells it: what there is. How it changes is in `folds`.

A `Book` is the fold of the log, kept up to date by whoever holds it and read by everybody else; nothing but
`folds.apply` writes it. What the pure half works on is made of it in `events`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.tournament.values import (
    EntrantId,
    EntrantState,
    Event,
    Pairing,
    PairingKind,
    SeatKind,
    TableResult,
)

State = tournament_pb2.TournamentState
RoundState = round_pb2.RoundState

TIME_OVER: Final = "time_over"
"""Why a table of an arena does not count: it did not end in time."""

SUPERSEDED: Final = "superseded"
"""Why a table does not count: its pairing was decided without it."""

DEADLINE: Final = "deadline"
"""Why a table has the result it has where its round ended before it did."""

MOST_VOID: Final = 4
"""After so many tables of a pairing that do not count, a person has to decide."""


@dataclass(slots=True, kw_only=True)
class Entry:
    """An entrant as entered; `players` are (resource name, display name) in board order."""

    id: EntrantId
    name: str
    players: tuple[tuple[str, str], ...]
    club: str = ""
    state: EntrantState = EntrantState.ACTIVE
    state_reason: str = ""
    first_round: int = 1
    rating: int = 1500
    number: int = 0
    byes: set[int] = field(default_factory=set)
    no_shows: int = 0
    is_team: bool = False
    captain: str = ""
    """Who entered the team."""
    invited: set[str] = field(default_factory=set)
    """Players of the team who have not agreed."""
    resting: set[str] = field(default_factory=set)
    """Players of the team whom the captain left out of the line-up."""
    lineup_reason: str = ""
    """Why the captain changed the line-up last."""

    @property
    def members(self) -> tuple[tuple[str, str], ...]:
        """The players who agreed, in board order."""
        return tuple(one for one in self.players if one[0] not in self.invited)

    @property
    def lineup(self) -> tuple[str, ...]:
        """Who plays from the next round that is paired on, in board order."""
        return tuple(player for player, _ in self.members if player not in self.resting)


@dataclass(slots=True, kw_only=True)
class TableBook:
    """A table of a pairing; `entrants` and `players` in seat order, empty text for a house bot's entrant."""

    game: int
    table: str = ""
    board: int = 0
    entrants: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    result: TableResult | None = None
    void: str = ""
    correction: str = ""
    ended_ms: int = 0
    moved: frozenset[str] = frozenset()
    """The entrants who moved at it: a fact that no correction changes."""

    @property
    def running(self) -> bool:
        """Whether it is open and has not ended."""
        return self.result is None and not self.void

    @property
    def movers(self) -> frozenset[str]:
        """Who moved at it, or played by what its result says."""
        lines = self.result.seats if self.result else ()
        return self.moved.union(line.entrant for line in lines if line.kind is SeatKind.PLAYED)


@dataclass(slots=True, kw_only=True)
class PairingBook:
    """A pairing and what became of it."""

    pairing: Pairing
    tables: list[TableBook] = field(default_factory=list)
    absent: set[str] = field(default_factory=set)
    """Who did not come to one of its tables."""
    chosen: dict[EntrantId, int] = field(default_factory=dict)
    """The seats of those who had their choice."""
    chosen_ms: int = 0
    """When the last of them had it."""

    @property
    def results(self) -> tuple[TableResult, ...]:
        """Of the tables that count, in the order of their creation."""
        return tuple(one.result for one in self.tables if one.result is not None and not one.void)

    @property
    def is_table(self) -> bool:
        """Whether it asks for play."""
        return self.pairing.kind is PairingKind.TABLE

    @property
    def running(self) -> list[TableBook]:
        """The tables that are open."""
        return [one for one in self.tables if one.running]

    @property
    def choosing(self) -> list[EntrantId]:
        """Who has not chosen a seat yet, in the order of the choices."""
        return [one for one in self.pairing.choosers if one not in self.chosen]

    @property
    def is_choosing(self) -> bool:
        """Whether somebody has a choice: the last one has none, and nobody once it came to tables."""
        return bool(self.pairing.choosers) and not self.tables and len(self.choosing) > 1

    @property
    def is_stuck(self) -> bool:
        """Whether its tables failed so often that the organiser has to decide it."""
        void = [one.void for one in self.tables if one.void]
        return not self.results and len(void) >= MOST_VOID and TIME_OVER not in void


@dataclass(slots=True, kw_only=True)
class RoundBook:
    """A round; `number` counts over all stages, `of_stage` within its own."""

    number: int
    stage: int
    of_stage: int
    attempt: int = 1
    state: RoundState.ValueType = RoundState.ROUND_STATE_PAIRING
    pairings: dict[str, PairingBook] = field(default_factory=dict)
    deadline_ms: int = 0
    published_ms: int = 0
    closed_ms: int = 0
    inputs_version: int = 0
    inputs_hash: str = ""
    algorithm: str = ""

    @property
    def pairing_id(self) -> str:
        """The set of its pairings: another one after each repair."""
        return f"{self.number}.{self.attempt}"


@dataclass(slots=True, kw_only=True)
class StageBook:
    """A stage that began: who is in it by start number, and what they bring in 1/840."""

    number: int
    entrants: list[EntrantId]
    carried: dict[EntrantId, int] = field(default_factory=dict)
    rounds: int = 0
    ends_at_ms: int = 0


@dataclass(slots=True, kw_only=True)
class Happening:
    """Something watchers are told."""

    kind: str
    version: int
    round: int = 0
    pairing: str = ""
    entrant: str = ""
    table: str = ""
    text: str = ""
    time_ms: int = 0


@dataclass(slots=True, kw_only=True)
class Book:
    """A whole tournament at a version of its log."""

    id: str
    version: int = 0
    organizer: str = ""
    seed: bytes = field(default=b"", repr=False)
    settings: tournament_pb2.Tournament = field(default_factory=tournament_pb2.Tournament)
    state: State.ValueType = State.TOURNAMENT_STATE_UNSPECIFIED
    reason: str = ""
    created_ms: int = 0
    started_ms: int = 0
    ended_ms: int = 0
    entrants: dict[EntrantId, Entry] = field(default_factory=dict)
    player_of: dict[str, EntrantId] = field(default_factory=dict)
    """The entrant for which a player plays."""
    blocks: list[tuple[tuple[EntrantId, ...], str]] = field(default_factory=list)
    stages: list[StageBook] = field(default_factory=list)
    rounds: list[RoundBook] = field(default_factory=list)
    tables: dict[str, tuple[int, str, int]] = field(default_factory=dict)
    """Round, pairing and game of each table."""
    answered: set[tuple[str, str] | None] = field(default_factory=set)
    """Who asked for what has been done, by request id."""
    stopping: list[str] = field(default_factory=list)
    """Tables that were decided otherwise while they ran: the house ends them without a result."""
    trouble: str = ""
    scored: int = 0
    """The last version that may have changed the standings."""
    basis: int = 0
    """The last version that may have changed what the next pairing is made from."""
    inputs: tuple[int, Event] | None = field(default=None, compare=False, repr=False)
    """What the pairing was made from at a basis: kept by `course.inputs`, so that it is made once."""
    happenings: list[Happening] = field(default_factory=list)
    """The latest, oldest first; older ones are forgotten."""

    @property
    def stage(self) -> StageBook | None:
        """The current stage."""
        return self.stages[-1] if self.stages else None

    @property
    def round(self) -> RoundBook | None:
        """The last round that was paired."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_over(self) -> bool:
        """Whether nothing is played any more."""
        return self.state in (State.TOURNAMENT_STATE_FINISHED, State.TOURNAMENT_STATE_CANCELLED)

    @property
    def size(self) -> int:
        """How many players an entrant needs."""
        return self.settings.entry.boards or self.settings.entry.partners or 1

    def entrant_of(self, player: str) -> EntrantId | None:
        """For whom a player plays, or played before the team withdrew."""
        if player in self.player_of:
            return self.player_of[player]
        found = (one.id for one in self.entrants.values() if player in dict(one.members))
        return next(found, None)

    def is_by_hand(self, table: str) -> bool:
        """Whether the organiser set the result of a table."""
        if table not in self.tables:
            return False
        number, pairing, game = self.tables[table]
        tables = self.rounds[number - 1].pairings[pairing].tables
        return any(one.game == game and one.correction not in ("", DEADLINE) for one in tables)

    def rounds_of(self, stage: int) -> list[RoundBook]:
        """The rounds of a stage, in order."""
        return [one for one in self.rounds if one.stage == stage]

    def find(self, number: int, pairing: str) -> PairingBook | None:
        """A pairing of a round."""
        if not 1 <= number <= len(self.rounds):
            return None
        return self.rounds[number - 1].pairings.get(pairing)
