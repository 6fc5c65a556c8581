"""Where tournaments are read and changed: the latest book, a decision, one commit, and again if it was stale.

A decision is a pure function of a book (and of what it closes over) that answers the changes it wants, or
raises a `Refusal`. It is always made on the latest book, and the commit is refused by the store if the log
went on meanwhile; then the decision is made again on what came.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from weakref import WeakValueDictionary

from nurselog.api.log.v1.tournament_pb2 import TournamentChange, TournamentCommit
from nurselog.chassis.context import require_player
from nurselog.chassis.errors import Aborted
from nurselog.tournament import metrics
from nurselog.tournament.book import Book
from nurselog.tournament.facts import facts_of
from nurselog.tournament.folds import apply
from nurselog.tournament.log_store import Committed, Draft, Fenced, Logged, LogStore, Stale
from nurselog.tournament.names import no_tournament, request_key

Decide: TypeAlias = Callable[[Book], Sequence[TournamentChange]]
"""The changes a book needs; none means that there is nothing to do."""

BOOKS = 256
ATTEMPTS = 8


class LeaseLost(Exception):
    """Another director drives this tournament now."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Who asks for a change: a player with a request id, or a director with its token."""

    by: str = ""
    request: str = ""
    token: int = 0

    @property
    def mark(self) -> tuple[str, str] | None:
        """What the book remembers of a request."""
        return (self.by, self.request) if self.request else None


HOUSE = Ask()


class Repeatable(Protocol):
    """A request that may be sent again, for one named thing."""

    @property
    def name(self) -> str: ...

    @property
    def request_id(self) -> str: ...


def asking(request: Repeatable) -> Ask:
    """The caller's request: whoever sends it again gets the first answer.

    An id that comes again for something else is another request: an answer for what was not done is none.
    """
    own = request_key(request.request_id)
    return Ask(by=require_player(), request=f"{type(request).__name__} {request.name} {own}" if own else "")


class Desk:
    """Books of tournaments, each kept up to date with its log."""

    def __init__(self, store: LogStore) -> None:
        self._store = store
        self._books: OrderedDict[str, Book] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)

    async def read(self, tournament: str, field: str = "name") -> Book:
        """The book as the log stands now. Refuses a tournament that nobody made; `field` names it."""
        async with self._lock(tournament):
            book = await self._refreshed(tournament)
        if not book.version:
            self._forget(tournament)
            raise no_tournament(tournament, field)
        return book

    async def change(
        self, tournament: str, decide: Decide, ask: Ask = HOUSE, *, create: bool = False
    ) -> Book:
        """Makes a decision come true, once. Raises what `decide` refuses, and `LeaseLost`.

        Whoever comes next need not wait until this one is on disk; the answer does.
        """
        async with self._lock(tournament):
            book = await self._changed(tournament, decide, ask, create=create)
        await self._store.fence(tournament)
        return book

    async def _changed(self, tournament: str, decide: Decide, ask: Ask, *, create: bool) -> Book:
        for _ in range(ATTEMPTS):
            book = await self._refreshed(tournament)
            if not book.version and not create:
                self._forget(tournament)
                raise no_tournament(tournament)
            if ask.mark in book.answered or await self._attempt(book, decide, ask):
                return book
        raise Aborted("CONFLICT", "Others change this tournament at the same time; try again.")

    async def as_of(self, tournament: str, version: int) -> Book:
        """A book of its own, as the tournament was at a version."""
        book = Book(id=tournament)
        _fold(book, await self._store.read(tournament, upto=version))
        return book

    def listen(self, tournament: str) -> asyncio.Event:
        """An event that is set when this process changed the tournament; `unlisten` it."""
        event = asyncio.Event()
        self._listeners[tournament].add(event)
        return event

    def unlisten(self, tournament: str, event: asyncio.Event) -> None:
        """The event is not needed any more."""
        self._listeners[tournament].discard(event)
        if not self._listeners[tournament]:
            del self._listeners[tournament]

    async def _attempt(self, book: Book, decide: Decide, ask: Ask) -> bool:
        changes = decide(book)
        if not changes:
            return True
        commit = TournamentCommit(changes=changes, by=ask.by, request_id=ask.request)
        draft = Draft(
            commit=commit,
            after=book.version,
            token=ask.token,
            facts=facts_of(book, changes),
        )
        match await self._store.commit(book.id, draft):
            case Committed(version=version, time_ms=time_ms):
                _fold(book, [Logged(version, commit, time_ms)])
                metrics.count(changes)
                self._ring(book.id)
                return True
            case Stale(version=version):
                if version < book.version:  # the store came back with less than it had
                    self._forget(book.id)
                return False
            case Fenced():
                raise LeaseLost(book.id)

    async def _refreshed(self, tournament: str) -> Book:
        book = self._books.get(tournament)
        if book is None:
            book = self._books[tournament] = Book(id=tournament)
        self._books.move_to_end(tournament)
        try:
            _fold(book, await self._store.read(tournament, after=book.version))
        except BaseException:
            self._forget(tournament)
            raise
        while len(self._books) > BOOKS:
            self._books.popitem(last=False)
        return book

    def _lock(self, tournament: str) -> asyncio.Lock:
        return self._locks.setdefault(tournament, asyncio.Lock())

    def _forget(self, tournament: str) -> None:
        self._books.pop(tournament, None)

    def _ring(self, tournament: str) -> None:
        for event in self._listeners.get(tournament, ()):
            event.set()


def _fold(book: Book, logged: Iterable[Logged]) -> None:
    for one in logged:
        assert one.version == book.version + 1
        apply(book, one.commit, one.time_ms)
