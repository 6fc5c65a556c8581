"""A tournament as an organiser wishes it on the command line, in the contract's JSON. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nurselog.cli.rest import Json

FORMATS: Final = ("swiss", "pods", "round_robin", "single", "double", "arena", "duplicate")
WITH_ROUNDS: Final = {"swiss": "rounds", "pods": "rounds", "duplicate": "deals"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was typed; zero and empty mean the default."""

    title: str
    game: str
    format: str = "swiss"
    rounds: int = 0
    seats: tuple[int, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    best_of: int = 0
    minutes: int = 0
    round_s: int = 0
    unrated: bool = False
    manual: bool = False

    def to_json(self) -> Json:
        """The body of `CreateTournament`."""
        tables: Json = {"game": f"games/{self.game.removeprefix('games/')}", "options": dict(self.options)}
        if self.seats:
            tables |= {"seatCounts": list(self.seats), "preferredSeats": max(self.seats)}
        if self.unrated:
            tables["unrated"] = True
        stage: Json = self._format()
        if self.best_of:
            stage["series"] = {"bestOf": self.best_of}
        schedule: Json = {"manual": self.manual, "roundS": self.round_s}
        return {"title": self.title, "tables": tables, "stages": [stage], "schedule": schedule}

    def _format(self) -> Json:
        if self.format in ("single", "double"):
            return {"elimination": {"double": self.format == "double"}}
        if self.format == "arena":
            return {"arena": {"durationS": 60 * (self.minutes or 60)}}
        name = {"round_robin": "roundRobin"}.get(self.format, self.format)
        field = WITH_ROUNDS.get(self.format)
        return {name: {field: self.rounds} if field and self.rounds else {}}
