"""A ladder computed again from its ledger, as it is or as if some tables had never been played. Pure.

Every result is rated again by the model and every turn of a season made again, so that what follows an
annulled table becomes what it would have been without it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from nurselog.scoring import model
from nurselog.scoring.ladders import Rating, advance, post
from nurselog.scoring.ledger import Cause, Entry, Line, note
from nurselog.scoring.model import NAME


@dataclass(slots=True)
class Board:
    """The boards of one season: player and score of those who are listed, and of everyone."""

    listed: dict[str, int] = field(default_factory=dict)
    everyone: dict[str, int] = field(default_factory=dict)

    def put(self, rating: Rating) -> None:
        """A rating board always shows the rating as it is."""
        self.everyone[rating.player] = rating.score
        if rating.provisional:
            self.listed.pop(rating.player, None)
        else:
            self.listed[rating.player] = rating.score


class Replay:
    """A ladder as it grows from its entries, without the tables in `annulled`."""

    def __init__(self, ladder: str, annulled: AbstractSet[str] = frozenset()) -> None:
        self.ladder = ladder
        self.annulled = annulled
        self.ratings: dict[str, Rating] = {}
        self.boards: defaultdict[int, Board] = defaultdict(Board)

    def branch(self, annulled: AbstractSet[str]) -> Replay:
        """The same ladder so far, to be continued without the tables in `annulled`."""
        other = Replay(self.ladder, annulled)
        other.ratings = dict(self.ratings)
        for season, board in self.boards.items():
            other.boards[season] = Board(dict(board.listed), dict(board.everyone))
        return other

    def take(self, entry: Entry) -> tuple[Entry, ...]:
        """Continues with the next entry of the ledger; answers what it should have been, in today's numbers.

        ValueError for an entry of a model that is not ours.
        """
        made = self._made(entry)
        for one in made:
            touched = advance(one, self.ratings)
            self.ratings.update(touched)
            for rating in touched.values():
                for season in seasons_of(one, rating):
                    self.boards[season].put(rating)
        return made

    def _made(self, entry: Entry) -> tuple[Entry, ...]:
        if entry.cause is Cause.IMPORT:
            return (entry,)
        if entry.cause is not Cause.RESULT or entry.table in self.annulled:
            return ()
        if entry.model != NAME:
            raise ValueError(
                f"Entry {entry.seq} of {self.ladder} was made by model {entry.model!r}; this is {NAME!r}."
            )
        return post(entry.contest(self.ladder), self.ratings, entry.beta, entry.season).entries


def replay(ladder: str, entries: Iterable[Entry]) -> Replay:
    """The ladder that a whole ledger makes."""
    ledger = list(entries)
    made = Replay(ladder, {entry.table for entry in ledger if entry.cause is Cause.ANNUL})
    for entry in ledger:
        made.take(entry)
    return made


def seasons_of(entry: Entry, rating: Rating) -> tuple[int, ...]:
    """The seasons whose boards show a rating after an entry: its own and, if it came late, the present."""
    return tuple(dict.fromkeys((entry.season, rating.season)))


def annulment(table: str, reason: str, at_s: int, beta: float, lines: Iterable[Line]) -> Entry:
    """The entry after which a table counts no more."""
    return Entry(cause=Cause.ANNUL, table=table, beta=beta, at_s=at_s, reason=reason, lines=tuple(lines))


def visible_changes(
    before: Mapping[str, Rating], after: Mapping[str, Rating], beta: float = model.BETA
) -> list[Line]:
    """A line for each player who will see another rating, in the order of their names."""
    return [
        note(player, old.name, old.strength, _strength(after.get(player)))
        for player, old in sorted(before.items())
        if model.shown(old.strength, beta) != model.shown(_strength(after.get(player)), beta)
        or player not in after
        or old.games != after[player].games
    ]


def _strength(rating: Rating | None) -> model.Strength:
    return model.NEWCOMER if rating is None else rating.strength
