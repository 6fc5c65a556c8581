"""The tickets of a pool side by side, sorted by matching rating, and how a table is gathered from them. Pure.

Columns instead of objects, because a pass looks at each of a hundred thousand tickets several times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.teams import can_split
from nurselog.matchmaking.matching.terms import Terms

ANY_REGION = -1


class Candidate(NamedTuple):
    """Tickets that may sit together, and what decides who goes first. Sorts by urgency."""

    key: float
    members: tuple[int, ...]
    """Lowest rating first."""
    spread: float
    oldest_s: float
    people: int
    window: float
    """The smallest window of the members."""


@dataclass(slots=True)
class Columns:
    """One row for each ticket."""

    shape: Shape
    terms: Terms
    seekers: Sequence[Seeker]
    ratings: list[float]
    waits: list[float]
    windows: list[float]
    reliefs: list[float]
    """What starving allows, whatever the windows of others; 0 before."""
    sizes: list[int]
    regions: list[int]
    """A bit for each region that is near enough."""
    guarded: list[bool]
    """Whether somebody may have to be avoided."""
    reach: float
    """No table is wider than this."""

    def gather(self, order: Sequence[int], at: int, seats: int) -> Candidate | None:
        """The table of `seats` with the ticket at `order[at]` as its lowest; None if there is none."""
        found = self.companies(seats)(order, at)
        return found if self.is_table(found, seats) else None

    def is_table(self, found: Candidate, seats: int) -> bool:
        """Whether these fill a table, and can be divided into teams if there are any."""
        return found[4] == seats and (not self.shape.team_size or self.divides(found[1], seats))

    def companies(self, seats: int) -> Callable[[Sequence[int], int], Candidate]:  # noqa: C901 - as below
        """How those are found who can sit with the ticket at `order[at]`, from there on, `seats` at most.

        Takes the next ticket that may sit with all before it, again and again. A function made once for
        each pass, because it is called for every ticket: it looks up nothing, and compares where `min` and
        `max` would take four times as long.
        """
        ratings, waits, windows, reliefs = self.ratings, self.waits, self.windows, self.reliefs
        sizes, regions, guarded, avoid = self.sizes, self.regions, self.guarded, self.avoid
        reach, urgency, lookahead = self.reach, self.terms.urgency, self.terms.lookahead
        make = tuple.__new__

        def company(order: Sequence[int], at: int) -> Candidate:  # noqa: C901 - one hot loop
            first = order[at]
            members: tuple[int, ...] = (first,)
            low = high = ratings[first]
            count, oldest, least, relief = sizes[first], waits[first], windows[first], reliefs[first]
            region, careful = regions[first], guarded[first]
            for other in order[at + 1 : at + 1 + lookahead]:
                spread = ratings[other] - low
                if count >= seats or spread > reach:
                    break
                window, ease = windows[other], reliefs[other]
                if window > least:  # noqa: PLR1730
                    window = least
                if ease < relief:  # noqa: PLR1730
                    ease = relief
                if (spread > window and spread > ease) or not region & regions[other]:
                    continue
                if count + sizes[other] > seats:
                    continue
                if (careful or guarded[other]) and any([avoid(member, other) for member in members]):  # noqa: C419
                    continue
                members += (other,)
                count += sizes[other]
                high, least, relief = ratings[other], window, ease
                region &= regions[other]
                careful = careful or guarded[other]
                if waits[other] > oldest:  # noqa: PLR1730
                    oldest = waits[other]
            spread = high - low
            return make(Candidate, (spread - urgency * oldest, members, spread, oldest, count, least))

        return company

    def alone(self, one: int) -> Candidate:
        """A ticket by itself."""
        wait = self.waits[one]
        return Candidate(-self.terms.urgency * wait, (one,), 0.0, wait, self.sizes[one], self.windows[one])

    def is_due(self, table: Candidate) -> bool:
        """Whether so few seats are allowed by now; always for a party that fills the table by itself."""
        if table.people == self.shape.largest or (len(table.members) == 1 and table.people > 1):
            return True
        return table.oldest_s >= self.terms.allowed_after_s(table.people, self.shape.largest)

    def avoid(self, one: int, other: int) -> bool:
        """Whether two tickets must not meet now."""
        seekers = self.seekers
        lately = max(self.waits[one], self.waits[other]) < self.terms.recent_opponents_s
        mine, theirs = seekers[one], seekers[other]
        if lately:
            return not (
                mine.avoids_at_first.isdisjoint(theirs.players)
                and theirs.avoids_at_first.isdisjoint(mine.players)
            )
        return not (mine.avoids.isdisjoint(theirs.players) and theirs.avoids.isdisjoint(mine.players))

    def divides(self, members: Sequence[int], seats: int) -> bool:
        """Whether they, and bots in what is left, can be divided into teams without tearing parties apart.

        A party that fills the table by itself always can.
        """
        size = self.shape.team_size
        units = [1] * (seats - sum(self.sizes[one] for one in members))
        for one in members:
            seeker = self.seekers[one]
            whole = seeker.one_team and len(seeker.players) <= size
            units += [len(seeker.players)] if whole else [1] * len(seeker.players)
        return can_split(tuple(sorted(units, reverse=True)), size)


def columns_of(shape: Shape, terms: Terms, seekers: Sequence[Seeker], now_ms: int) -> Columns:
    """The columns of tickets that are sorted by rating."""
    waits = [(now_ms - since) / 1000 if (since := one.since_ms) < now_ms else 0.0 for one in seekers]
    is_async = shape.is_async
    first, growth = terms.widening(is_async=is_async)
    limit = terms.window_limit
    windows = [window if (window := first + growth * wait) < limit else limit for wait in waits]
    starving = terms.starved_after_s
    reliefs = [terms.starved(wait, is_async=is_async) if wait >= starving else 0.0 for wait in waits]
    everybody = [player for one in seekers for player in one.players]
    shared = len(set(everybody)) < len(everybody)
    return Columns(
        shape=shape,
        terms=terms,
        seekers=seekers,
        ratings=[one.rating for one in seekers],
        waits=waits,
        windows=windows,
        reliefs=reliefs,
        sizes=[len(one.players) for one in seekers],
        regions=_regions(shape, terms, seekers, waits),
        guarded=[shared or bool(one.blocks or one.recent) for one in seekers],
        reach=max(max(windows, default=0.0), max(reliefs, default=0.0)),
    )


def _regions(shape: Shape, terms: Terms, seekers: Sequence[Seeker], waits: Sequence[float]) -> list[int]:
    if shape.is_async or not any(one.regions for one in seekers):
        return [ANY_REGION] * len(seekers)
    bits: dict[str, int] = {}
    rows = []
    first, growth, most = terms.latency_first_ms, terms.latency_growth_ms, terms.latency_limit_ms
    for one, wait in zip(seekers, waits, strict=True):
        if not one.regions:
            rows.append(ANY_REGION)
            continue
        limit, row = first + growth * wait, 0
        if limit > most:  # noqa: PLR1730
            limit = most
        for name, latency in one.regions.items():
            bit = bits.setdefault(name, 1 << len(bits))
            if latency <= limit:
                row |= bit
        rows.append(row)
    return rows
