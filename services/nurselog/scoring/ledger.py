"""The entries of a ledger: what happened to whom in one ladder, in one order. Values and their text. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import orjson

from nurselog.scoring.model import BETA, NAME, Strength
from nurselog.scoring.verdicts import Contest, Member, Side


class Cause(StrEnum):
    """What an entry of the ledger comes from."""

    RESULT = "result"
    ANNUL = "annul"
    """`table` counts no more, for `reason`; the lines are what that changed visibly."""
    SEASON = "season"
    """Players who came to their first table of a season start nearer to the middle; `table` is that table."""
    IMPORT = "import"
    """A strength measured elsewhere; `table` names where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one entry did to one player; `before` is as stored, before any widening for idle time."""

    player: str
    name: str
    seat: int
    side: int
    place: int
    before: Strength
    after: Strength


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One entry of a ledger. `seq` is given by the store; 0 before that.

    `season` is the one whose board the entry writes to, by the second at which it begins; 0 outside seasons.
    """

    seq: int = 0
    cause: Cause = Cause.RESULT
    table: str
    model: str = NAME
    beta: float = BETA
    at_s: int
    season: int = 0
    reason: str = ""
    lines: tuple[Line, ...] = field(default=())

    def encode(self) -> bytes:
        """As the store keeps it, without the number; floats in their shortest round-trip text."""
        return orjson.dumps(
            {
                "cause": self.cause.value,
                "table": self.table,
                "model": self.model,
                "beta": self.beta,
                "at_s": self.at_s,
                "season": self.season,
                "reason": self.reason,
                "lines": [_line_to_json(line) for line in self.lines],
            }
        )

    @classmethod
    def decode(cls, seq: int, data: bytes) -> Entry:
        """The inverse of `encode`."""
        found = orjson.loads(data)
        lines = tuple(_line_from_json(line) for line in found.pop("lines"))
        return cls(seq=seq, cause=Cause(found.pop("cause")), lines=lines, **found)

    def line_of(self, player: str) -> Line:
        """What it did to this player; KeyError if nothing."""
        for line in self.lines:
            if line.player == player:
                return line
        raise KeyError(player)

    def contest(self, ladder: str) -> Contest:
        """The table behind a `RESULT` entry, as it was judged."""
        sides: dict[int, list[Line]] = {}
        for line in self.lines:
            sides.setdefault(line.side, []).append(line)
        return Contest(
            table=self.table,
            ladder=ladder,
            ended_at_s=self.at_s,
            sides=tuple(
                Side(lines[0].place, tuple(Member(line.player, line.name, line.seat) for line in lines))
                for _, lines in sorted(sides.items())
            ),
        )


def note(player: str, name: str, before: Strength, after: Strength) -> Line:
    """The line of an entry that is no table."""
    return Line(player=player, name=name, seat=0, side=0, place=0, before=before, after=after)


def _line_to_json(line: Line) -> dict[str, Any]:
    return {
        "player": line.player,
        "name": line.name,
        "seat": line.seat,
        "side": line.side,
        "place": line.place,
        "before": [line.before.mu, line.before.sigma],
        "after": [line.after.mu, line.after.sigma],
    }


def _line_from_json(found: dict[str, Any]) -> Line:
    before, after = Strength(*found.pop("before")), Strength(*found.pop("after"))
    return Line(before=before, after=after, **found)
