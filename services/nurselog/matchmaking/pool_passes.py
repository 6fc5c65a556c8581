"""A pass over a pool: what changed in the store, what the ratings say, then the matcher."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nurselog.chassis.logs import get
from nurselog.matchmaking.answers import Queue
from nurselog.matchmaking.matchers import LocalMatcher, Matcher, MatcherLost, MatcherProcess, RemoteMatcher
from nurselog.matchmaking.matching.mirror import Answer, Change
from nurselog.matchmaking.matching.seekers import Seeker
from nurselog.matchmaking.matching.strengths import BETA, NEWCOMER, Strength, matching_rating
from nurselog.matchmaking.matching.terms import Terms
from nurselog.matchmaking.pool_store import PoolStore
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.ratings import RatingBook, Ratings

NOTHING = Answer((), 0, 0)
RATINGS_AT_ONCE = 5_000
"""How many ratings one pass asks for again."""

log = get(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """What a pass may cost."""

    here: int = 500
    """Pools with more tickets are matched in a process of their own."""
    tables: int = 500
    """Tables of one pass at most; the next follows at once."""
    ratings_s: float = 30.0
    """For how long a rating is believed."""


@dataclass(slots=True)
class _Known:
    """What the matcher of a pool was told."""

    pool: Pool
    matcher: Matcher
    is_remote: bool
    tickets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The players of each."""
    strengths: dict[str, Strength] = field(default_factory=dict)
    asked: deque[tuple[float, str]] = field(default_factory=deque)
    """When each player's rating was asked for, in that order."""
    beta: float = BETA


class PoolPasses:
    """Looks at pools, one pass at a time each."""

    def __init__(self, store: PoolStore, ratings: RatingBook, terms: Terms, room: Room) -> None:
        self._store = store
        self._ratings = ratings
        self._terms = terms
        self._room = room
        self._process = MatcherProcess()
        self._known: dict[str, _Known] = {}

    async def look(self, name: str, pool: Pool) -> Answer:
        """One pass. What it finds is a proposal to the store, which alone decides."""
        queue, busy, vacancies = await asyncio.gather(
            self._store.queue(name), self._store.busy(), self._store.vacancies(name)
        )
        if not queue.since_ms:
            self._known.pop(name, None)
            return NOTHING
        known = self._knowledge(name, pool, len(queue.since_ms))
        left = [ticket for ticket in known.tickets if ticket not in queue.since_ms]
        arrived = await self._arrived(known, queue)
        ratings = await self._rated(known, arrived)
        change = Change(
            now_ms=queue.time_ms,
            arrived=arrived,
            left=left,
            strengths=ratings.strengths,
            beta=known.beta,
            busy=busy,
            salt=secrets.token_hex(8),
            limit=self._room.tables,
            vacancies=vacancies,
        )
        try:
            answer = await known.matcher.look(change)
        except MatcherLost as error:
            log.warning("matcher_lost", pool=name, error=str(error))
            self._known.pop(name, None)
            return NOTHING
        self._note(known, arrived, left)
        await self._tell_ratings(name, known, arrived, ratings, answer)
        return answer

    def forget(self, name: str) -> None:
        """Another holds the pool now."""
        self._known.pop(name, None)

    async def aclose(self) -> None:
        """Ends the other process."""
        await self._process.aclose()

    def _knowledge(self, name: str, pool: Pool, size: int) -> _Known:
        known = self._known.get(name)
        limit = self._room.here // 2 if known is not None and known.is_remote else self._room.here
        if known is None or known.is_remote != (size > limit):
            matcher: Matcher = (
                RemoteMatcher(self._process, name, pool.shape, self._terms)
                if size > limit
                else LocalMatcher(pool.shape, self._terms)
            )
            known = self._known[name] = _Known(pool, matcher, size > limit)
        return known

    async def _arrived(self, known: _Known, queue: Queue) -> list[Seeker]:
        fresh = [ticket for ticket in queue.since_ms if ticket not in known.tickets]
        return await self._store.seekers(fresh) if fresh else []

    async def _rated(self, known: _Known, arrived: Iterable[Seeker]) -> Ratings:
        """What the ratings say now of those who are new, and of those who were asked about long ago."""
        players = [player for one in arrived for player in one.players]
        now, stale = time.monotonic(), []
        while known.asked and now - known.asked[0][0] >= self._room.ratings_s:
            _, player = known.asked.popleft()
            if player in known.strengths:
                stale.append(player)
            if len(stale) == RATINGS_AT_ONCE:
                break
        found = await self._ratings.look_up(known.pool.ladder, [*players, *stale])
        known.asked.extend((now, player) for player in (*players, *stale))
        if found is None:
            return Ratings(beta=known.beta)
        known.beta = found.beta
        moved = {
            player: strength
            for player, strength in found.strengths.items()
            if known.strengths.get(player) != strength
        }
        return Ratings(moved, found.beta)

    def _note(self, known: _Known, arrived: Iterable[Seeker], left: Iterable[str]) -> None:
        for ticket in left:
            for player in known.tickets.pop(ticket):
                known.strengths.pop(player, None)
        for one in arrived:
            known.tickets[one.id] = one.players
            known.strengths.update(dict.fromkeys(one.players, NEWCOMER))

    async def _tell_ratings(
        self, name: str, known: _Known, arrived: Iterable[Seeker], ratings: Ratings, answer: Answer
    ) -> None:
        """Writes by what tickets are matched, for those who ask why they wait."""
        known.strengths.update(
            (player, strength) for player, strength in ratings.strengths.items() if player in known.strengths
        )
        seated = {ticket for one in answer.proposed for ticket in one.tickets}
        touched = {one.id for one in arrived}
        if ratings.strengths:
            touched.update(
                ticket
                for ticket, players in known.tickets.items()
                if not ratings.strengths.keys().isdisjoint(players)
            )
        await self._store.rate(name, self._by_ticket(known, touched - seated))

    def _by_ticket(self, known: _Known, tickets: Iterable[str]) -> Mapping[str, float]:
        teams = bool(known.pool.team_size)
        return {
            ticket: matching_rating(
                [known.strengths.get(player, NEWCOMER) for player in known.tickets[ticket]],
                self._terms,
                known.beta,
                teams=teams,
            )
            for ticket in tickets
            if ticket in known.tickets
        }
