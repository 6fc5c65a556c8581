"""A tournament as a text for other tools."""

from __future__ import annotations

from nurselog.chassis.errors import NotFound
from nurselog.tournament.book import Book

CSV, PLAIN = "text/csv", "text/plain"


def export_of(book: Book, name: str) -> tuple[str, str]:
    """Media type and text of an export; refuses what this tournament does not have."""
    raise NotFound("EXPORT_NOT_FOUND", f"There is no export {name[:60]!r} here.", export=name[:60])
