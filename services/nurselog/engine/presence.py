"""Whose players are there, at live tables that mind: the port, and a book in memory for tests.

A seat stands in the book with the moment from which it is missed. Whoever sees its player moves that moment
on; a seat that nobody sees comes due, in whatever process, and the clock worker finds it there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from nurselog.engine.address import Address
from nurselog.rules.api import Seat


class PresenceBook(Protocol):
    """From when on seats are missed, in ms of the store's clock."""

    async def seen(self, address: Address, seats: Iterable[Seat], missed_from_ms: int) -> None:
        """The players of these seats are there now."""
        ...

    async def expect(self, address: Address, seats: Iterable[Seat], missed_from_ms: int) -> None:
        """The players of these seats should be there; those in the book already stay as they are."""
        ...

    async def missed_from(self, address: Address, seats: Iterable[Seat]) -> dict[Seat, int]:
        """From when on they are missed; seats that are not in the book are left out."""
        ...

    async def forget(self, address: Address, seats: Iterable[Seat]) -> None:
        """Nobody minds any more whether they are there."""
        ...


class MemoryPresence:
    """As long as the process lives."""

    def __init__(self) -> None:
        self.book: dict[tuple[str, Seat], int] = {}

    async def seen(self, address: Address, seats: Iterable[Seat], missed_from_ms: int) -> None:
        self.book.update({(address.name, seat): missed_from_ms for seat in seats})

    async def expect(self, address: Address, seats: Iterable[Seat], missed_from_ms: int) -> None:
        for seat in seats:
            self.book.setdefault((address.name, seat), missed_from_ms)

    async def missed_from(self, address: Address, seats: Iterable[Seat]) -> dict[Seat, int]:
        return {seat: self.book[address.name, seat] for seat in seats if (address.name, seat) in self.book}

    async def forget(self, address: Address, seats: Iterable[Seat]) -> None:
        for seat in seats:
            self.book.pop((address.name, seat), None)
