"""Ratings at the start: what the ratings service says, or a newcomer's where it does not answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, TypeAlias

import grpc

from nurselog.api.ratings.v1.ratings_service_pb2 import BatchGetRatingsRequest
from nurselog.api.ratings.v1.ratings_service_pb2_grpc import RatingsServiceStub
from nurselog.chassis.errors import from_rpc_error
from nurselog.chassis.logs import get
from nurselog.tournament.book import Book
from nurselog.tournament.values import EntrantId

AskRatings: TypeAlias = Callable[[str, Sequence[str]], Awaitable[Mapping[str, int]]]
"""The ratings of players in a ladder."""

NEWCOMER: Final = 1500
BATCH: Final = 1000

log = get(__name__)


async def newcomers(ladder: str, players: Sequence[str]) -> Mapping[str, int]:  # noqa: ARG001 - the port's signature
    """Without a ratings service everybody is new."""
    return {}


def asking_ratings(channels: Sequence[grpc.aio.Channel]) -> AskRatings:
    """Asks the replicas of the ratings service, one after the other."""
    stubs = [RatingsServiceStub(channel) for channel in channels]

    async def ask(ladder: str, players: Sequence[str]) -> Mapping[str, int]:
        known: dict[str, int] = {}
        for start in range(0, len(players), BATCH):
            request = BatchGetRatingsRequest(ladder=ladder, players=players[start : start + BATCH])
            for stub in stubs:
                try:
                    answer = await stub.BatchGetRatings(request)
                except grpc.aio.AioRpcError as error:
                    log.warning("ratings_not_asked", ladder=ladder, error=str(from_rpc_error(error)))
                    continue
                known.update({one.player: one.rating for one in answer.strengths})
                break
        return known

    return ask


def ladder_of(book: Book) -> str:
    """The ladder in which the tournament's tables are rated."""
    tables, entry = book.settings.tables, book.settings.entry
    alone = "duel" if max(tables.seat_counts, default=2) <= 2 else "table"
    mode = "teams" if entry.partners else alone
    return f"ladders/{tables.game.partition('/')[2]}.{mode}"


async def ratings_at_start(book: Book, ask: AskRatings) -> dict[EntrantId, int]:
    """The rating of each entrant: a player's, or the mean of a team's boards."""
    players = sorted(book.player_of)
    known = await ask(ladder_of(book), players)
    size = book.settings.entry.boards or book.settings.entry.partners or 1
    ratings: dict[EntrantId, int] = {}
    for entrant, entry in book.entrants.items():
        counted = [known.get(player, NEWCOMER) for player, _ in (entry.members or entry.players)[:size]]
        ratings[entrant] = sum(counted) // len(counted)
    return ratings
