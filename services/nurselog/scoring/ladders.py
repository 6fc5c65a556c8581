"""What a ladder is: a ledger of entries in one order, and the ratings that are its fold. Pure.

The ledger alone reproduces every rating; `replay` does, for all entries of a ladder. Where it is kept is
`ladder_store`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from nurselog.scoring import boards, model
from nurselog.scoring.ledger import Cause, Entry, Line, note
from nurselog.scoring.model import BETA, Strength
from nurselog.scoring.verdicts import Contest

PROVISIONAL_GAMES = 10
PROVISIONAL_SIGMA = 3.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """One player in one ladder, as of the last entry.

    `version` counts the entries that touched it; 0 is a newcomer. `season` is the last one it was used in.
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
    season: int = 0

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
        numbers = (self.version, self.games, self.last_played_s, self.reached_s, self.points, self.season)
        return (
            f"{' '.join(map(str, numbers))} {self.strength.mu!r} {self.strength.sigma!r} {self.name}".encode()
        )

    @classmethod
    def decode(cls, player: str, data: bytes) -> Rating:
        """The inverse of `encode`."""
        version, games, last, reached, points, season, mu, sigma, name = data.decode().split(" ", 8)
        return cls(
            player=player,
            name=name,
            version=int(version),
            games=int(games),
            strength=Strength(float(mu), float(sigma)),
            last_played_s=int(last),
            reached_s=int(reached),
            points=int(points),
            season=int(season),
        )


def enter(contest: Contest, ratings: Mapping[str, Rating], beta: float = BETA, season: int = 0) -> Entry:
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
    return Entry(table=contest.table, beta=beta, at_s=contest.ended_at_s, season=season, lines=tuple(lines))


def open_season(
    contest: Contest, ratings: Mapping[str, Rating], beta: float = BETA, season: int = 0
) -> Entry | None:
    """The entry for those who come to their first table of a season; None if nobody does."""
    known = (ratings.get(member.player) for member in contest.members)
    lines = tuple(
        note(rating.player, rating.name, rating.strength, model.new_season(rating.strength))
        for rating in known
        if rating is not None and rating.season < season
    )
    if not lines:
        return None
    return Entry(
        cause=Cause.SEASON,
        table=contest.table,
        beta=beta,
        at_s=contest.ended_at_s,
        season=season,
        lines=lines,
    )


@dataclass(frozen=True, slots=True)
class Posting:
    """The entries a table makes, in their order, and the ratings they touch, after them."""

    entries: tuple[Entry, ...]
    after: dict[str, Rating]


def post(contest: Contest, ratings: Mapping[str, Rating], beta: float = BETA, season: int = 0) -> Posting:
    """All that a rated table means: the season's entry where one is due, then its own."""
    first = open_season(contest, ratings, beta, season)
    fresh = {**ratings, **advance(first, ratings)} if first else ratings
    entry = enter(contest, fresh, beta, season)
    return Posting((first, entry) if first else (entry,), advance(entry, fresh))


def bots_without_rating(contest: Contest, ratings: Mapping[str, Rating]) -> list[str]:
    """The bots at a table that have no rating of their own in the ladder: with them it is unrated."""
    return [member.player for member in contest.members if member.is_bot and member.player not in ratings]


def imported(
    player: str, name: str, strength: Strength, at_s: int, source: str, before: Strength = model.NEWCOMER
) -> Entry:
    """An entry that gives a player a strength measured elsewhere, e.g. a house bot's; `source` says where."""
    return Entry(cause=Cause.IMPORT, table=source, at_s=at_s, lines=(note(player, name, before, strength),))


def advance(entry: Entry, ratings: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings that an entry touched, after it. Not for annulments, which need a replay."""
    return {line.player: _moved(entry, line, ratings.get(line.player)) for line in entry.lines}


def strength_for_use(rating: Rating | None, at_s: int) -> Strength:
    """What is believed of a player at a moment: a newcomer's, or the stored one widened for idle time."""
    return model.NEWCOMER if rating is None else model.rested(rating.strength, at_s - rating.last_played_s)


def _moved(entry: Entry, line: Line, rating: Rating | None) -> Rating:
    old = rating or Rating(player=line.player, name=line.name)
    points = min(model.shown(line.after, entry.beta).board_points, boards.POINT_LIMIT - 1)
    kept = rating is not None and points == old.points
    last = old.last_played_s if entry.cause is Cause.SEASON else max(old.last_played_s, entry.at_s)
    return replace(
        old,
        name=line.name,
        version=old.version + 1,
        games=old.games + (entry.cause is Cause.RESULT),
        strength=line.after,
        last_played_s=last,
        reached_s=old.reached_s if kept else entry.at_s,
        points=points,
        season=max(old.season, entry.season),
    )


def _stored(rating: Rating | None) -> Strength:
    return model.NEWCOMER if rating is None else rating.strength
