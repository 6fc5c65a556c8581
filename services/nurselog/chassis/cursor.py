"""Trimming of the outboxes by what every consumer group has acknowledged, never by length.

Length trimming loses what a group has not read yet. Here a declared group that does not exist stops the
trimming, because it may still need everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from redis.exceptions import RedisError, ResponseError

from nurselog.chassis import metrics, outbox
from nurselog.chassis.errors import Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.logs import get

GROUPS = ("bots", "scoring", "tournament", "matchmaking")
"""The consumer groups of the house; what all of them acknowledged is gone. A new one is added here."""

log = get(__name__)


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What one round did: entries removed, and the groups whose absence kept an outbox as it is."""

    removed: int
    missing: frozenset[str]


async def trim(gatherer: Gatherer, groups: Sequence[str] = GROUPS) -> Trimmed:
    """One round over all outboxes. The gatherer's libraries must know `outbox.functions()`."""
    calls = [gatherer.fcall("trim_outbox", [stream], groups) for stream in outbox.STREAMS]
    removed, missing = 0, set()
    for answer in await asyncio.gather(*calls, return_exceptions=True):
        if isinstance(answer, ResponseError) and str(answer).startswith("GROUPMISSING "):
            missing.add(str(answer).partition(" ")[2])
        elif isinstance(answer, BaseException):
            raise answer
        else:
            removed += int(answer)
    metrics.trimmed.inc(removed)
    return Trimmed(removed, frozenset(missing))


class Trimmer:
    """Trims for ever, as background work; any number of them may run."""

    def __init__(self, gatherer: Gatherer, groups: Sequence[str] = GROUPS, *, every_s: float = 5.0) -> None:
        self._gatherer = gatherer
        self._groups = tuple(groups)
        self._every_s = every_s
        self._missing: frozenset[str] = frozenset()

    async def run(self) -> None:
        """One round each `every_s`; a store that does not answer is asked again in the next."""
        while True:
            await asyncio.sleep(self._every_s)
            try:
                await self._round()
            except (RedisError, Unavailable) as error:
                log.warning("trim_failed", error=str(error))

    async def _round(self) -> None:
        done = await trim(self._gatherer, self._groups)
        if done.missing != self._missing:
            self._missing = done.missing
            log.warning("trim_waits_for_groups", missing=sorted(done.missing))
