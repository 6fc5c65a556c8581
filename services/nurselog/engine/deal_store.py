"""Which deals are revealed, in Redis or Valkey: one small key each, kept as long as records are."""

from __future__ import annotations

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, tag_for


class RedisDeals:
    """The adapter. A store that does not answer becomes STORE_UNAVAILABLE in the interceptors."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    async def reveal(self, name: str) -> None:
        await self._gatherer.call("SET", _key(name), "1", key=_key(name), ack="disk")

    async def revealed(self, name: str) -> bool:
        return bool(await self._gatherer.call("EXISTS", _key(name), key=_key(name)))


def _key(name: str) -> str:
    return key(tag_for(name), "deal", name, "revealed")
