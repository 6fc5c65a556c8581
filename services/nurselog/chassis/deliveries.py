"""A consumer group of the outboxes as the store knows it: who was given what, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import ResponseError

from nurselog.chassis import outbox
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Word

Fields = Mapping[bytes, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One entry as given to this consumer, for the `deliveries`-th time."""

    stream: str
    id: str
    fields: Fields
    deliveries: int = 1

    @property
    def written_ms(self) -> int:
        """The store's time at which the entry was written."""
        return int(self.id.partition("-")[0])


class Deliveries:
    """One consumer (`name`) of one group, on any of the outboxes."""

    def __init__(self, gatherer: Gatherer, group: str, name: str) -> None:
        self._gatherer = gatherer
        self._lane = f"read:{group}:{name}:{id(self)}"
        self.group = group
        self.name = name

    async def create(self, streams: Sequence[str]) -> list[str]:
        """Makes sure that the group exists, from the first entry on; answers the streams where it did not."""
        calls = [
            self._gatherer.call("XGROUP", "CREATE", stream, self.group, "0", "MKSTREAM", key=stream)
            for stream in streams
        ]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        for answer in answers:
            if isinstance(answer, BaseException) and not str(answer).startswith("BUSYGROUP"):
                raise answer
        return [stream for stream, answer in zip(streams, answers, strict=True) if answer == b"OK"]

    async def read(self, streams: Sequence[str], count: int, block_ms: int) -> list[Delivery]:
        """New entries; waits up to `block_ms` for the first. In a cluster one stream at a time."""
        assert len(streams) == 1 or not self._gatherer.is_cluster
        who: tuple[Word, ...] = ("GROUP", self.group, self.name, "COUNT", count, "BLOCK", block_ms)
        what = ("STREAMS", *streams, *[">"] * len(streams))
        lane = f"{self._lane}:{streams[0]}"
        answer = await self._gatherer.call("XREADGROUP", *who, *what, key=streams[0], lane=lane)
        return [
            _delivery(name.decode(), entry_id, 1, flat)
            for name, entries in answer or ()
            for entry_id, flat in entries
        ]

    async def hang_up(self, streams: Sequence[str]) -> None:
        """Ends a `read` that waits."""
        await self._gatherer.close_lane(f"{self._lane}:{streams[0]}")

    async def own(self, stream: str, after: str, limit: int) -> list[Delivery]:
        """What this consumer was given before it restarted and never acknowledged."""
        return _parsed(stream, await self._fcall("own_facts", stream, self.name, after, limit))

    async def claim(self, stream: str, silent_ms: int, forget_ms: int, limit: int) -> list[Delivery]:
        """What consumers owe that fell silent; also this consumer's sign of life."""
        return _parsed(
            stream, await self._fcall("claim_facts", stream, self.name, silent_ms, forget_ms, limit)
        )

    async def again(self, delivery: Delivery) -> Delivery | None:
        """The same entry once more, unless somebody else has it now."""
        answer = await self._fcall("redeliver_fact", delivery.stream, self.name, delivery.id)
        return _parsed(delivery.stream, [answer])[0] if answer else None

    async def acknowledge(self, stream: str, ids: Sequence[str]) -> None:
        """Done: the group does not owe these any more."""
        await self._gatherer.call("XACK", stream, self.group, *ids, key=stream)

    async def bury(self, delivery: Delivery, reason: str) -> None:
        """Acknowledges an entry that nobody can handle, and keeps it beside with the reason."""
        await self._gatherer.fcall(
            "bury_fact",
            [delivery.stream, outbox.buried(delivery.stream)],
            [self.group, delivery.id, delivery.deliveries, reason[:1000]],
        )

    async def _fcall(self, function: str, stream: str, *args: str | int) -> Any:
        return await self._gatherer.fcall(function, [stream], [self.group, *args])


def is_group_missing(error: BaseException) -> bool:
    """Whether the group, or the whole stream, is gone."""
    return isinstance(error, ResponseError) and str(error).startswith("NOGROUP")


def _parsed(stream: str, answer: Sequence[Any]) -> list[Delivery]:
    return [_delivery(stream, entry_id, deliveries, flat) for entry_id, deliveries, flat in answer]


def _delivery(stream: str, entry_id: bytes, deliveries: int, flat: Sequence[bytes] | None) -> Delivery:
    words = flat or ()  # an entry that was deleted under its readers has no fields
    fields = dict(zip(words[::2], words[1::2], strict=True))
    return Delivery(stream=stream, id=entry_id.decode(), fields=fields, deliveries=int(deliveries))
