"""What watchers of a tournament are told of its changes. Pure."""

from __future__ import annotations

from typing import Any, Final

from nurselog.tournament.book import Book, Happening

REMEMBERED: Final = 500
"""How many happenings a book keeps for watchers who come back."""


def tell(book: Book, kind: str, time_ms: int, **more: Any) -> None:
    """Notes what happened at the version that is folded."""
    book.happenings.append(Happening(kind=kind, version=book.version, time_ms=time_ms, **more))


def forget_old(book: Book) -> None:
    """Keeps the latest only."""
    del book.happenings[:-REMEMBERED]
