"""What the contract suite of the log needs beside the port: a look behind it, and ways to break it."""

from __future__ import annotations

from itertools import count
from typing import Protocol

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import new_table_id
from nurselog.engine.address import Address
from nurselog.engine.log import NEVER, Draft, Opening, TableLog
from nurselog.engine.memory_log import MemoryTableLog

_serial = count()


def fresh_address(game: str = "toy") -> Address:
    """A table that no other test knows."""
    return Address(game, new_table_id(f"test {next(_serial)} {id(_serial)}".encode()))


def opening(*, epoch: str = "e1", public: bool = False) -> Opening:
    return Opening(epoch=epoch, setting=b"setting", seating=b"seating", seed=b"s" * 32, public=public)


def draft(after: int, request: str = "", *, seat: int = 0, epoch: str = "e1") -> Draft:
    return Draft(
        epoch=epoch, after=after, commit=f"move {after + 1}".encode(), seat=seat, request=request, due=NEVER
    )


class Bench(Protocol):
    """A log and what can be seen and done behind its back."""

    @property
    def log(self) -> TableLog: ...

    async def deadline(self, address: Address) -> int | None: ...
    async def outbox(self, address: Address) -> list[tuple[str, bytes]]: ...
    async def waits_for_archive(self, address: Address) -> bool: ...
    async def lose_after(self, address: Address, version: int) -> None: ...


class MemoryBench:
    def __init__(self, log: MemoryTableLog) -> None:
        self.log = log

    async def deadline(self, address: Address) -> int | None:
        return self.log.deadlines.get(address.name)

    async def outbox(self, address: Address) -> list[tuple[str, bytes]]:
        return self.log.outbox

    async def waits_for_archive(self, address: Address) -> bool:
        return address.name in self.log.finished

    async def lose_after(self, address: Address, version: int) -> None:
        self.log.lose_after(address, version)


class RedisBench:
    def __init__(self, log: TableLog, gatherer: Gatherer) -> None:
        self.log = log
        self._gatherer = gatherer

    async def deadline(self, address: Address) -> int | None:
        score = await self._gatherer.call("ZSCORE", address.deadlines, address.name, key=address.deadlines)
        return None if score is None else int(float(score))

    async def outbox(self, address: Address) -> list[tuple[str, bytes]]:
        entries = await self._gatherer.call("XRANGE", address.outbox, "-", "+", key=address.outbox)
        return [(fields[1].decode(), fields[3]) for _, fields in entries]

    async def waits_for_archive(self, address: Address) -> bool:
        score = await self._gatherer.call("ZSCORE", address.finished, address.name, key=address.finished)
        return score is not None

    async def lose_after(self, address: Address, version: int) -> None:
        kept = await self._gatherer.call("XRANGE", address.log, "-", f"{version}-1", key=address.log)
        await self._gatherer.call("DEL", address.log, key=address.log)
        for name, fields in kept:
            await self._gatherer.call("XADD", address.log, name, *fields, key=address.log)
        await self._gatherer.call("HSET", address.meta, "version", version, key=address.meta)
