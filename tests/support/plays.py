"""Short plays for tests of the kernel: a table that is played on by texts."""

from dataclasses import dataclass, field
from typing import Any

from nurselog.rules.api import HOUSE, AnyRules, Audience, Chance, Seat
from nurselog.rules.chance import SeededChance, luck_key
from nurselog.rules.fold import Advance, LeaverPolicy, Play, advance, begin

KEY = luck_key(b"for tests only")


def seat(index: int) -> Seat:
    return Seat(Audience(index))


@dataclass
class PlayedTable:
    """A table whose commits are made one by one; `does(seat, text)` makes the next."""

    rules: AnyRules
    seat_count: int = 2
    policy: LeaverPolicy = LeaverPolicy.TIMEOUT_MOVES
    options: dict[str, str] = field(default_factory=dict)
    setup_luck: Chance | None = None
    commits: list[Advance[Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        options = self.rules.spec.complete(self.options, self.seat_count)
        self.commits.append(begin(self.rules, options, self.seat_count, self.setup_luck or self.luck()))

    @property
    def play(self) -> Play[Any]:
        return self.commits[-1].play

    def luck(self) -> SeededChance:
        return SeededChance(KEY, "tables/test", len(self.commits))

    def does(self, index: int, move: object, luck: Chance | None = None) -> Play[Any]:
        self.commits.append(
            advance(self.rules, self.play, seat(index), move, luck or self.luck(), policy=self.policy)
        )
        return self.play

    def house(self, text: str) -> Play[Any]:
        return self.does(HOUSE, text)

    def ids(self) -> dict[int, int]:
        """The open decisions: seat to id."""
        return {decision.seat: decision.decision_id for decision in self.play.decisions}

    def places(self) -> tuple[tuple[int, str], ...]:
        """Place and ending by seat, once over."""
        assert self.play.outcome is not None
        return tuple((one.place, one.ended_by.value) for one in self.play.outcome.placements)
