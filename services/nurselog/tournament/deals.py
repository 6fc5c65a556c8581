"""The deals of a duplicate: each has a seed of its own, made from the tournament's, and a published hash."""

from __future__ import annotations

import hmac
from hashlib import sha256

from nurselog.api.engine.v1.engine_service_pb2 import Deal
from nurselog.tournament.book import Book, RoundBook


def deal_name(book: Book, deal: str) -> str:
    """`deals/{tournament}-{deal}`; the deal's own name tells its stage."""
    return f"deals/{book.id}-{deal}"


def deal_seed(book: Book, name: str) -> bytes:
    """32 bytes: HMAC-SHA256 of the deal's name under the tournament's seed."""
    return hmac.digest(book.seed, name.encode(), "sha256")


def deals_of(book: Book, here: RoundBook) -> list[str]:
    """The names of the deals of a round."""
    return sorted({deal_name(book, one.pairing.deal) for one in here.pairings.values() if one.pairing.deal})


def deal_of(book: Book, deal: str) -> Deal:
    """The deal as an engine is told it."""
    name = deal_name(book, deal)
    seed = deal_seed(book, name)
    return Deal(name=name, seed=seed, seed_hash=sha256(seed).hexdigest())
