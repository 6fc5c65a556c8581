"""Results that are in the outboxes and not settled yet: what ended earlier can be settled first.

Outboxes are read side by side, so of two tables the later one may be told first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis import outbox
from nurselog.chassis.gatherer import Gatherer

KIND = "finished"
LOOK = 1_000
"""Entries of each outbox that are looked at, the oldest: all of them but after a long outage of ours."""


class OwedStore:
    """What a group has been told of, or will be, and has not acknowledged."""

    def __init__(self, gatherer: Gatherer, group: str) -> None:
        self._gatherer = gatherer
        self._group = group

    async def results(self, players: Sequence[str]) -> list[Result]:
        """The results in which any of the players' names occurs, in no order that means anything."""
        looks = (
            self._gatherer.fcall("owed_facts", [stream], [self._group, KIND, LOOK, *players])
            for stream in outbox.STREAMS
        )
        found = await asyncio.gather(*looks)
        return [Fact.FromString(fact).finished for facts in found for fact in facts]
