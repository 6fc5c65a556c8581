"""One step of a tournament after the other: computes what an act needs and commits what it led to.

Everything here may be done twice, by this director and by one that takes over: the log takes it once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from nurselog.api.log.v1.tournament_pb2 import TournamentChange
from nurselog.chassis.errors import (
    FailedPrecondition,
    InvalidArgument,
    Refusal,
)
from nurselog.chassis.logs import get
from nurselog.tournament import changes, life, results
from nurselog.tournament.acts import (
    Act,
    BeginStage,
    Close,
    Finish,
    GiveUp,
    KeepSeats,
    Open,
    Order,
    Pair,
    Publish,
    Start,
    Stop,
    Wait,
    next_act,
)
from nurselog.tournament.arena import Look, PairMore, ends_at, is_arena, waiting
from nurselog.tournament.book import Book, State
from nurselog.tournament.choosing import kept
from nurselog.tournament.compute import Computer
from nurselog.tournament.course import inputs, orders_of, stage_is_played, start_order, unseen
from nurselog.tournament.deals import deals_of
from nurselog.tournament.desk import Ask, Desk
from nurselog.tournament.ending import FOR_GOOD, Ender, StopTable, rest_ms
from nurselog.tournament.events import event_of, stage_terms
from nurselog.tournament.formats.stages import qualified
from nurselog.tournament.lineups import explained
from nurselog.tournament.pure import format_named
from nurselog.tournament.ratings import AskRatings, ratings_at_start
from nurselog.tournament.rounds import deadline_from, publish
from nurselog.tournament.tables import Opener
from nurselog.tournament.values import Pairing, Refused

LateSeats: TypeAlias = Callable[[Sequence[str]], Awaitable[Mapping[str, results.Overdue]]]
"""Who is to move and who moved, by table."""

Reveal: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Reveals a deal of a game. Raises `Refusal`."""

Present: TypeAlias = Callable[[str], Awaitable[Mapping[str, int]]]
"""The players who are present at a tournament, since when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Askers:
    """Whom a conductor asks for what it does not know, and how often an arena is looked at."""

    ratings: AskRatings
    late_seats: LateSeats
    reveal: Reveal
    stop: StopTable
    present: Present
    arena_ms: int = 5_000


log = get(__name__)


class Conductor:
    """Knows how each act is done."""

    def __init__(self, desk: Desk, computer: Computer, opener: Opener, askers: Askers) -> None:
        self._desk = desk
        self._computer = computer
        self._opener = opener
        self._ask = askers
        self._looked: dict[str, int] = {}
        self._ender = Ender(desk, askers.stop, opener.at_once)
        self._later: dict[str, int] = {}
        """When tournaments whose tables an engine refuses are tried again (ms)."""

    def next(self, book: Book, now_ms: int) -> Act:
        """What is to be done now."""
        look = Look(self._looked.get(book.id, 0), self._ask.arena_ms)
        act = next_act(book, now_ms, orders_of(book), lambda: stage_is_played(book), look)
        later_ms = self._later.get(book.id, 0) if book.trouble else 0
        if isinstance(act, Open) and now_ms < later_ms:
            deadline_ms = book.rounds[-1].deadline_ms
            act = Wait(min(later_ms, deadline_ms or later_ms))
        return self._ender.instead_of(act, book, now_ms) if isinstance(act, Wait) else act

    async def perform(self, book: Book, act: Act, ask: Ask, now_ms: int) -> float:
        """Does it; answers for how many seconds to rest because somebody did not answer."""
        match act:
            case Open() | Stop():
                return await self._at_tables(book, act, ask, now_ms)
            case Start():
                await self._start(book, ask)
            case BeginStage(stage=stage):
                await self._begin_stage(book, stage, ask, now_ms)
            case Pair() | PairMore() | Publish() | KeepSeats():
                await self._pairing(book, act, ask, now_ms)
            case GiveUp() | Close():
                return await self._end_round(book, act, ask)
            case Finish():
                await self._if_same(book, [changes.moved(State.TOURNAMENT_STATE_FINISHED)], ask)
            case Wait():
                pass
        return 0.0

    async def _at_tables(self, book: Book, act: Open | Stop, ask: Ask, now_ms: int) -> float:
        match act:
            case Open(orders=orders):
                return await self._open(book, orders, ask, now_ms)
            case Stop(tables=tables):
                await self._ender.end(book, tables, ask, now_ms)
        return 0.0

    async def _pairing(
        self, book: Book, act: Pair | PairMore | Publish | KeepSeats, ask: Ask, now_ms: int
    ) -> None:
        match act:
            case Pair(round=number):
                await self._pair(book, number, ask, now_ms)
            case PairMore(round=number):
                await self._pair_more(book, number, ask, now_ms)
            case Publish(round=number):
                await self._if_same(book, publish(book, number, now_ms), ask)
            case KeepSeats(round=number):
                await self._desk.change(book.id, lambda b: kept(b, number, now_ms), ask)

    async def _end_round(self, book: Book, act: GiveUp | Close, ask: Ask) -> float:
        """Closes a round; its deals are revealed first, so that they are whatever happens in between."""
        try:
            for deal in deals_of(book, book.rounds[act.round - 1]):
                await self._ask.reveal(book.settings.tables.game, deal)
        except Refusal as refusal:
            log.warning("deal_not_revealed", tournament=book.id, error=str(refusal))
            return rest_ms(refusal) / 1000
        match act:
            case GiveUp(round=number):
                await self._give_up(book, number, ask)
            case Close(round=number):
                await self._if_same(book, [changes.round_closed(number)], ask)
        return 0.0

    async def pairings(self, book: Book) -> tuple[tuple[Pairing, ...], tuple[int, str]]:
        """The pairings of the round that comes, and what they were made from. Raises `Refused`."""
        terms, event = inputs(book)
        version = book.version
        pairings, digest = await self._computer.pair(terms, event)
        return explained(book, pairings), (version, digest)

    async def _start(self, book: Book, ask: Ask) -> None:
        try:
            await self._desk.change(book.id, life.start, ask)
        except (FailedPrecondition, InvalidArgument) as refusal:
            await self._if_same(book, [changes.trouble(str(refusal))], ask)

    async def _begin_stage(self, book: Book, stage: int, ask: Ask, now_ms: int) -> None:
        begun, seen = TournamentChange.StageBegun(stage=stage), book.version
        if stage == 1:
            ratings = await ratings_at_start(book, self._ask.ratings)
            seen = book.version
            order = start_order(book, ratings)
            begun.entrants.extend(order)
            begun.ratings.extend(ratings[one] for one in order)
        else:
            try:
                await self._qualify(book, begun)
            except Refused as refused:
                await self._if_same(book, [changes.trouble(f"{refused.reason}: {refused.message}")], ask)
                return
        begun.ends_at_ms = ends_at(book, stage, now_ms)
        terms = stage_terms(book, stage)
        begun.rounds = format_named(terms.format).rounds(terms, len(begun.entrants))
        await self._if_same(book, [TournamentChange(stage_begun=begun)], ask, version=seen)

    async def _qualify(self, book: Book, begun: TournamentChange.StageBegun) -> None:
        before = book.stages[-1]
        sheet = await self._computer.sheet(stage_terms(book, before.number), event_of(book, before))
        terms = stage_terms(book, begun.stage)
        for entrant, points in qualified(terms, event_of(book, before), sheet):
            begun.entrants.append(entrant)
            begun.carried.append(points)

    async def _pair(self, book: Book, number: int, ask: Ask, now_ms: int) -> None:
        try:
            pairings, made_from = await self.pairings(book)
        except Refused as refused:
            await self._if_same(book, [changes.trouble(f"{refused.reason}: {refused.message}")], ask)
            return
        if not pairings and not is_arena(book):  # nobody is left to play: the stage is over
            await self._if_same(book, [changes.moved(State.TOURNAMENT_STATE_FINISHED)], ask)
            return
        paired = changes.round_paired(number, pairings, made_from)
        published = changes.round_published(number, deadline_from(book, now_ms))
        await self._if_same(book, [paired, published], ask, version=made_from[0])

    async def _pair_more(self, book: Book, number: int, ask: Ask, now_ms: int) -> None:
        assert book.stage is not None
        present = await self._ask.present(book.id)
        self._looked[book.id] = now_ms
        who = waiting(book, book.rounds[number - 1], present)
        if len(who) < 2:
            return
        seen, terms = book.version, stage_terms(book)
        event = event_of(book, book.stage, running=True, waiting=who)
        pairings, digest = await self._computer.pair(terms, event)
        if pairings:
            paired = changes.round_paired(number, pairings, (seen, digest), more=True)
            await self._if_same(book, [paired], ask, version=seen)

    async def _open(self, book: Book, orders: Sequence[Order], ask: Ask, now_ms: int) -> float:
        some = orders[: self._opener.at_once]
        opened, refused = await self._opener.open(book, some)
        if opened:
            after = await self._desk.change(book.id, lambda b: _still_wanted(b, opened), ask)
            late = [one.table for one in opened if one.table not in after.tables]
            await self._ender.end(after, late, ask, now_ms)
        if refused is None:
            return 0.0
        if not isinstance(refused, FOR_GOOD):
            return rest_ms(refused) / 1000
        self._later[book.id] = now_ms + rest_ms(refused)
        told = f"No table can be opened. {refused}"
        await self._desk.change(book.id, lambda b: _troubled(b, told), ask)
        return 0.0

    async def _give_up(self, book: Book, number: int, ask: Ask) -> None:
        here = book.rounds[number - 1]
        tables = [table.table for one in here.pairings.values() for table in one.running if table.table]
        late = await self._ask.late_seats(tables)
        await self._if_same(book, [*results.given_up(book, number, late), *unseen(book)], ask)

    async def _if_same(
        self, book: Book, wanted: Sequence[TournamentChange], ask: Ask, version: int | None = None
    ) -> None:
        """Commits what was decided on a version, unless the log went on: then it is decided anew."""
        seen = book.version if version is None else version
        await self._desk.change(book.id, lambda b: wanted if b.version == seen else (), ask)


def _troubled(book: Book, told: str) -> Sequence[TournamentChange]:
    """What everybody reads of a trouble, said once."""
    return () if book.is_over or book.trouble == told else [changes.trouble(told)]


def _still_wanted(book: Book, opened: Sequence[TournamentChange.TableOpened]) -> Sequence[TournamentChange]:
    """The opened tables that are not noted yet, where their round is still the one they were opened for."""
    if book.is_over:
        return ()
    new = [one for one in opened if one.table not in book.tables and _is_pairing(book, one)]
    return [changes.tables_opened(new)] if new else ()


def _is_pairing(book: Book, one: TournamentChange.TableOpened) -> bool:
    pairing = book.find(one.round, one.pairing)
    return pairing is not None and all(table.game != one.game for table in pairing.tables)
