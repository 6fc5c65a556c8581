"""Artificial people as guests of a running backend, with strengths that only we know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from nurselog.cli.crowd.door import Door, Guest
from nurselog.cli.crowd.phones import Phones
from nurselog.cli.simulate.people import crowd


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """Who takes part, and how they reach the backend."""

    door: Door
    phones: Phones
    guests: Mapping[str, Guest]
    """By player."""
    strengths: Mapping[str, float]
    """In points, by player."""


@asynccontextmanager
async def cast_of(http: str, grpc: str, *, seed: int, count: int, deviation: float) -> AsyncIterator[Cast]:
    """So many guests with sessions of their own, whose sockets are closed at the end."""
    people = crowd(seed, count, deviation)
    phones = Phones(http)
    async with Door(grpc) as door:
        try:
            guests = await door.guests(one.name.rpartition("/")[2] for one in people)
            strengths = {guest.player: one.strength for guest, one in zip(guests, people, strict=True)}
            yield Cast(
                door=door,
                phones=phones,
                guests={guest.player: guest for guest in guests},
                strengths=strengths,
            )
        finally:
            phones.close()
