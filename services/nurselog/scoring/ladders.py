"""What a ladder is: a ledger of entries in one order, and the ratings that are its fold. Pure.

The ledger alone reproduces every rating and the leaderboard. Where it is kept is `ladder_store`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import orjson

from nurselog.scoring import boards, model
from nurselog.scoring.model import BETA, NAME, Strength
from nurselog.scoring.verdicts import Contest, Member, Side

PROVISIONAL_GAMES = 10
PROVISIONAL_SIGMA = 3.5


class Cause(StrEnum):
    """What an entry of the ledger comes from."""

    RESULT = "result"
    IMPORT = "import"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """One player in one ladder, as of the last table.

    `version` counts the entries that touched it; 0 is a newcomer.
    """

    player: str
    name: str
    version: int = 0
    games: int = 0
    strength: Strength = model.NEWCOMER
    last_played_s: int = 0
    reached_s: int = 0
    """When the present board points were reached."""
    points: int = 0

    @property
    def provisional(self) -> bool:
        """Rated, but not listed on the board."""
        return self.games < PROVISIONAL_GAMES or self.strength.sigma > PROVISIONAL_SIGMA

    @property
    def score(self) -> int:
        """Where it stands on the board."""
        return boards.pack(self.points, self.reached_s)

    def encode(self) -> bytes:
        """As the store keeps it: words in fixed order, version first, floats in shortest round-trip text."""
        numbers = (self.version, self.games, self.last_played_s, self.reached_s, self.points)
        return (
            f"{' '.join(map(str, numbers))} {self.strength.mu!r} {self.strength.sigma!r} {self.name}".encode()
        )

    @classmethod
    def decode(cls, player: str, data: bytes) -> Rating:
        """The inverse of `encode`."""
        version, games, last, reached, points, mu, sigma, name = data.decode().split(" ", 7)
        return cls(
            player=player,
            name=name,
            version=int(version),
            games=int(games),
            strength=Strength(float(mu), float(sigma)),
            last_played_s=int(last),
            reached_s=int(reached),
            points=int(points),
        )


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
    """One entry of a ledger. `seq` is given by the store; 0 before that."""

    seq: int = 0
    cause: Cause = Cause.RESULT
    table: str
    model: str = NAME
    beta: float = BETA
    at_s: int
    lines: tuple[Line, ...] = field(default=())

    def encode(self) -> bytes:
        """As the store keeps it, without the number."""
        return orjson.dumps(
            {
                "cause": self.cause.value,
                "table": self.table,
                "model": self.model,
                "beta": self.beta,
                "at_s": self.at_s,
                "lines": [_line_to_json(line) for line in self.lines],
            }
        )

    @classmethod
    def decode(cls, seq: int, data: bytes) -> Entry:
        """The inverse of `encode`."""
        found = orjson.loads(data)
        lines = tuple(_line_from_json(line) for line in found.pop("lines"))
        return cls(seq=seq, cause=Cause(found.pop("cause")), lines=lines, **found)

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


def enter(contest: Contest, ratings: Mapping[str, Rating], beta: float = BETA) -> Entry:
    """The entry a rated table makes, given the ratings before it; who is missing there is a newcomer."""
    before = [
        [strength_for_use(ratings.get(member.player), contest.ended_at_s) for member in side.members]
        for side in contest.sides
    ]
    after = model.rate(before, [side.place for side in contest.sides], beta)
    lines = [
        Line(
            player=member.player,
            name=member.name,
            seat=member.seat,
            side=number,
            place=side.place,
            before=_stored(ratings.get(member.player)),
            after=strength,
        )
        for number, side in enumerate(contest.sides)
        for member, strength in zip(side.members, after[number], strict=True)
    ]
    return Entry(table=contest.table, beta=beta, at_s=contest.ended_at_s, lines=tuple(lines))


def bots_without_rating(contest: Contest, ratings: Mapping[str, Rating]) -> list[str]:
    """The bots at a table that have no rating of their own in the ladder: with them it is unrated."""
    return [member.player for member in contest.members if member.is_bot and member.player not in ratings]


def imported(player: str, name: str, strength: Strength, at_s: int, source: str) -> Entry:
    """An entry that gives a player a strength measured elsewhere, e.g. a house bot's; `source` says where."""
    line = Line(player=player, name=name, seat=0, side=0, place=0, before=model.NEWCOMER, after=strength)
    return Entry(cause=Cause.IMPORT, table=source, at_s=at_s, lines=(line,))


def advance(entry: Entry, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings that an entry touched, after it."""
    return {line.player: _moved(entry, line, ratings.get(line.player)) for line in entry.lines}


def replay(ladder: str, entries: Iterable[Entry]) -> dict[str, Rating]:
    """All ratings of a ladder from its ledger, every result computed again by the model."""
    ratings: dict[str, Rating] = {}
    for entry in entries:
        ratings.update(advance(recomputed(ladder, entry, ratings), ratings))
    return ratings


def recomputed(ladder: str, entry: Entry, ratings: Mapping[str, Rating]) -> Entry:
    """The entry as the ratings before it demand it; equal to `entry` in a sound ledger."""
    if entry.cause is not Cause.RESULT:
        return entry
    if entry.model != NAME:
        raise ValueError(
            f"Entry {entry.seq} of {ladder} was made by model {entry.model!r}; this is {NAME!r}."
        )
    return replace(enter(entry.contest(ladder), ratings, entry.beta), seq=entry.seq)


def _moved(entry: Entry, line: Line, rating: Rating | None) -> Rating:
    old = rating or Rating(player=line.player, name=line.name)
    points = min(model.shown(line.after, entry.beta).board_points, boards.POINT_LIMIT - 1)
    kept = rating is not None and points == old.points
    played = entry.cause is Cause.RESULT
    return Rating(
        player=line.player,
        name=line.name,
        version=old.version + 1,
        games=old.games + played,
        strength=line.after,
        last_played_s=max(old.last_played_s, entry.at_s),
        reached_s=old.reached_s if kept else entry.at_s,
        points=points,
    )


def _stored(rating: Rating | None) -> Strength:
    return model.NEWCOMER if rating is None else rating.strength


def strength_for_use(rating: Rating | None, at_s: int) -> Strength:
    """What is believed of a player at a moment: a newcomer's, or the stored one widened for idle time."""
    return model.NEWCOMER if rating is None else model.rested(rating.strength, at_s - rating.last_played_s)


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
