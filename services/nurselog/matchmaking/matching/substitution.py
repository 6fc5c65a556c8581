"""The seat of one who left a running table, and who takes it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nurselog.matchmaking.matching.seekers import Seeker
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.matching.terms import Terms

SUBSTITUTION = "substitution"


class Vacancy(NamedTuple):
    """A seat a bot plays since its player left."""

    table: str
    seat: int
    left_at: int
    """The version at which the player left: names this departure and no other."""
    seats: tuple[str, ...]
    """Who sat down at the table, in seat order."""
    rating: float
    """The mean matching rating of those."""


def stand_in(vacancy: Vacancy, seekers: Iterable[Seeker], terms: Terms, now_ms: int) -> Seeker | None:
    """Who waits longest of those who may sit there: they agreed to it, come alone, and are strong alike."""
    fit = [one for one in seekers if _fits(one, vacancy, terms, now_ms)]
    return min(fit, key=lambda one: (one.since_ms, one.id), default=None)


def plan_substitution(vacancy: Vacancy, seeker: Seeker) -> TablePlan:
    """The plan of the proposal: the table as it is, with the newcomer in the vacant seat; never rated."""
    seats = list(vacancy.seats)
    seats[vacancy.seat] = seeker.players[0]
    return TablePlan(
        seats=tuple(seats),
        rated=False,
        spread=round(abs(seeker.rating - vacancy.rating)),
        fairness_permille=0,
        reasons=(SUBSTITUTION,),
        vacancy=(vacancy.table, vacancy.seat, vacancy.left_at),
    )


def _fits(one: Seeker, vacancy: Vacancy, terms: Terms, now_ms: int) -> bool:
    if not one.substitutes or len(one.players) > 1 or not one.avoids_at_first.isdisjoint(vacancy.seats):
        return False
    window = terms.window(one.waited_s(now_ms), is_async=False)
    return abs(one.rating - vacancy.rating) <= window
