"""A pool's waiting tickets as the matcher keeps them: from pass to pass only what changed is told. Pure.

Lives in the process of the worker while the pool is small, otherwise in one of its own (`matcher_process`);
what is said between the two is a `Change` and an `Answer`, words and numbers only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from itertools import groupby
from operator import attrgetter
from typing import Any

from nurselog.matchmaking.matching.columns import Columns
from nurselog.matchmaking.matching.crowd import Crowd
from nurselog.matchmaking.matching.groups import Group
from nurselog.matchmaking.matching.matcher import EVERY_TABLE, look
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.strengths import BETA, Strength, matching_rating
from nurselog.matchmaking.matching.substitution import Vacancy, plan_substitution, stand_in
from nurselog.matchmaking.matching.table_plan import TablePlan, plan_table
from nurselog.matchmaking.matching.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What happened to a pool since the last pass, and what is asked now."""

    now_ms: int
    arrived: Sequence[Seeker] = ()
    left: Sequence[str] = ()
    """Ids of tickets that do not wait any more."""
    strengths: Mapping[str, Strength] = field(default_factory=dict)
    """By player; who never had one is a newcomer."""
    beta: float = BETA
    busy: Sequence[str] = ()
    """Players who are claimed elsewhere at the moment."""
    salt: str = ""
    """Names the proposals of this pass."""
    limit: int = EVERY_TABLE
    vacancies: Sequence[Vacancy] = ()
    """Seats of those who left running tables."""

    def to_wire(self) -> dict[str, Any]:
        """As it travels."""
        return {
            "now_ms": self.now_ms,
            "arrived": [one.to_wire() for one in self.arrived],
            "left": list(self.left),
            "strengths": {player: list(one) for player, one in self.strengths.items()},
            "beta": self.beta,
            "busy": list(self.busy),
            "salt": self.salt,
            "limit": self.limit,
            "vacancies": self.vacancies,
        }

    @classmethod
    def from_wire(cls, found: dict[str, Any]) -> Change:
        """The inverse of `to_wire`."""
        found["arrived"] = [Seeker.from_wire(one) for one in found["arrived"]]
        found["strengths"] = {player: Strength(*one) for player, one in found["strengths"].items()}
        found["vacancies"] = [
            Vacancy(table, seat, left_at, tuple(seats), rating)
            for table, seat, left_at, seats, rating in found["vacancies"]
        ]
        return cls(**found)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A table that should be claimed."""

    id: str
    tickets: tuple[str, ...]
    """In the order of their first seats."""
    plan: TablePlan
    oldest_s: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What a pass found."""

    proposed: tuple[Proposed, ...]
    waiting: int
    stuck: int

    def to_wire(self) -> list[Any]:
        """As it travels."""
        rows = [[one.id, one.tickets, asdict(one.plan), one.oldest_s] for one in self.proposed]
        return [rows, self.waiting, self.stuck]

    @classmethod
    def from_wire(cls, found: list[Any]) -> Answer:
        """The inverse of `to_wire`."""
        rows, waiting, stuck = found
        return cls(
            tuple(
                Proposed(name, tuple(tickets), _plan(plan), oldest) for name, tickets, plan, oldest in rows
            ),
            waiting,
            stuck,
        )


class Mirror:
    """One pool."""

    def __init__(self, shape: Shape, terms: Terms) -> None:
        self._shape = shape
        self._terms = terms
        self._crowd = Crowd(shape, terms)
        self._ticket_of: dict[str, str] = {}
        self._beta = BETA

    def __len__(self) -> int:
        return len(self._crowd)

    def look(self, change: Change) -> Answer:
        """Takes over what changed, and passes over the pool."""
        self.take_over(change)
        absent = {self._ticket_of.get(player, "") for player in change.busy}
        columns = self._crowd.columns(change.now_ms, absent)
        proposed = self._substitutions(columns, change)
        if proposed:
            absent.update(ticket for one in proposed for ticket in one.tickets)
            columns = self._crowd.columns(change.now_ms, absent)
        found = look(columns, change.limit)
        proposed += [self._proposed(group, change.salt) for group in found.groups]
        return Answer(tuple(proposed), len(self), found.stuck)

    def take_over(self, change: Change) -> None:
        """Takes over what changed."""
        arrived = {one.id: one for one in change.arrived}
        for name in (*change.left, *arrived):
            self._forget(name)
        self._crowd.remove((*change.left, *arrived))
        self._crowd.add(list(arrived.values()))
        for one in arrived.values():
            self._ticket_of.update(dict.fromkeys(one.players, one.id))
        if change.beta != self._beta:
            self._beta = change.beta
            self._rate(list(self._crowd), change.strengths)
        else:
            known = (self._ticket_of.get(player, "") for player in change.strengths)
            self._rate({name for name in known if name}.union(arrived), change.strengths)

    def _forget(self, name: str) -> None:
        seeker = self._crowd.get(name)
        for player in seeker.players if seeker else ():
            self._ticket_of.pop(player, None)

    def _rate(self, names: Collection[str], strengths: Mapping[str, Strength]) -> None:
        teams = bool(self._shape.team_size)
        for one in map(self._crowd.__getitem__, names):
            known = zip(one.players, one.strengths, strict=True)
            one.strengths = tuple([strengths.get(player, before) for player, before in known])
            one.rating = matching_rating(one.strengths, self._terms, self._beta, teams=teams)
        self._crowd.rate(names)

    def _substitutions(self, columns: Columns, change: Change) -> list[Proposed]:
        """Who takes the seats of those who left running tables."""
        chosen: dict[str, Proposed] = {}
        for vacancy in change.vacancies:
            free = (one for one in columns.stand_ins(vacancy.rating) if one.id not in chosen)
            for _, some in groupby(free, key=attrgetter("since_ms")):
                if (seeker := stand_in(vacancy, some, self._terms, change.now_ms)) is not None:
                    chosen[seeker.id] = self._substitution(vacancy, seeker, change)
                    break
        return list(chosen.values())

    def _substitution(self, vacancy: Vacancy, seeker: Seeker, change: Change) -> Proposed:
        name = _name(change.salt, [seeker.id])
        plan = plan_substitution(vacancy, seeker)
        return Proposed(name, (seeker.id,), plan, seeker.waited_s(change.now_ms))

    def _proposed(self, group: Group, salt: str) -> Proposed:
        name = _name(salt, group.tickets)
        plan = plan_table(group, self._crowd, self._shape, self._beta, name)
        first = {player: seat for seat, player in reversed(list(enumerate(plan.seats)))}
        tickets = sorted(group.tickets, key=lambda ticket: first[self._crowd[ticket].players[0]])
        return Proposed(name, tuple(tickets), plan, group.oldest_s)


def _name(salt: str, tickets: Sequence[str]) -> str:
    text = "\n".join((salt, *tickets))
    return blake2b(text.encode(), digest_size=8, person=b"nurselog-prop").hexdigest()


def _plan(found: dict[str, Any]) -> TablePlan:
    found["seats"], found["reasons"] = tuple(found["seats"]), tuple(found["reasons"])
    found["forecast"] = tuple(tuple(one) for one in found["forecast"])
    found["vacancy"] = tuple(found["vacancy"]) if found["vacancy"] else None
    return TablePlan(**found)
