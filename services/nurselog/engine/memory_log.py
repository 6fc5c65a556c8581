"""The log in the memory of one process.

The same promises as `redis_log`, for tests and tools; nothing survives.
"""

from __future__ import annotations

import struct
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nurselog.engine.address import Address, Status
from nurselog.engine.log import (
    Ack,
    Ahead,
    Amended,
    Amendment,
    Answer,
    Committed,
    Created,
    Draft,
    Exists,
    Fenced,
    Glance,
    Late,
    Listed,
    Logged,
    Missing,
    Opening,
    Replayed,
    Ring,
    Stale,
    Tale,
    Told,
    TurnFact,
)


@dataclass(slots=True)
class _Stored:
    name: str
    epoch: str
    setting: bytes
    seating: bytes
    seed: bytes
    public: bool
    created_ms: int
    version: int = -1
    revision: int = 0
    status: Status = Status.OPEN
    before_quarantine: Status = Status.OPEN
    due_ms: int | None = None
    ended_ms: int | None = None
    outcome: bytes = b""
    quarantined_ms: int | None = None
    entries: list[Logged] = field(default_factory=list)
    requests: dict[int, tuple[str, int, int]] = field(default_factory=dict)


def wall_ms() -> int:
    """This machine's clock."""
    return time.time_ns() // 1_000_000


class MemoryTableLog:
    """Also its own bells. `outbox`, `deadlines` and `finished` show what the other services would see."""

    def __init__(self, now_ms: Callable[[], int] = wall_ms) -> None:
        self._now_ms = now_ms
        self._tables: dict[str, _Stored] = {}  # by id alone, as the keys of the store are
        self._rings: dict[str, Ring] = {}
        self._games: dict[str, dict[str, Address]] = defaultdict(dict)
        self.outbox: list[tuple[str, bytes]] = []
        self.finished: list[str] = []

    @property
    def deadlines(self) -> dict[str, int]:
        """When the house acts at which table."""
        return {stored.name: stored.due_ms for stored in self._tables.values() if stored.due_ms is not None}

    async def create(self, address: Address, opening: Opening) -> Created | Exists:
        if address.table_id in self._tables:
            return Exists()
        self._tables[address.table_id] = _Stored(
            address.name,
            opening.epoch,
            opening.setting,
            opening.seating,
            opening.seed,
            opening.public,
            self._now_ms(),
        )
        self._games[address.game][address.table_id] = address
        self._tell(opening.facts)
        return Created()

    async def amend(self, address: Address, amendment: Amendment) -> Amended | Stale | Fenced | Missing:
        stored = self._tables.get(address.table_id)
        if stored is None:
            return Missing()
        if stored.epoch != amendment.epoch:
            return Fenced(stored.epoch)
        wanted = Status.PLAYING if amendment.playing else Status.OPEN
        late = stored.version >= 0 and not amendment.playing
        if late or stored.status is not wanted or stored.revision != amendment.revision:
            return Stale(stored.version)
        stored.revision += 1
        stored.seating = amendment.seating
        self._tell(amendment.facts)
        self._ring(address, b"changed")
        return Amended(stored.revision)

    async def commit(self, address: Address, draft: Draft, ack: Ack = "memory") -> Answer:  # noqa: ARG002
        stored = self._tables.get(address.table_id)
        if stored is None:
            return Missing()
        refused = _refused(stored, draft, self._now_ms())
        if refused is not None:
            return refused
        answer = self._append(address, stored, draft)
        self._ring(address, b"%d" % stored.version)
        return answer

    def _append(self, address: Address, stored: _Stored, draft: Draft) -> Committed:
        at_ms = self._now_ms()
        stored.version += 1
        stored.entries.append(Logged(stored.version, at_ms, draft.commit))
        if draft.request:
            stored.requests[draft.seat] = (draft.request, stored.version, at_ms)
        before, stored.due_ms = stored.due_ms, draft.due.resolve(at_ms)
        if draft.status is not None:
            stored.status = draft.status
        if draft.status is Status.FINISHED:
            stored.ended_ms, stored.outcome = at_ms, draft.outcome
            self.finished.append(address.name)
        if draft.turn is not None:
            self._tell_turn(draft.turn, before, stored.due_ms)
        self._tell(draft.facts)
        return Committed(stored.version, at_ms, stored.due_ms)

    def _tell(self, facts: Sequence[Told]) -> None:
        self.outbox.extend((fact.kind, fact.payload) for fact in facts)

    def _tell_turn(self, turn: TurnFact, before_ms: int | None, due_ms: int | None) -> None:
        sooner = due_ms is not None and (before_ms is None or due_ms < before_ms)
        if turn.always or sooner:
            self.outbox.append(("turn", turn.payload[:-8] + struct.pack("<d", due_ms or 0)))

    async def read(self, address: Address, after: int | None = None) -> Tale | Missing:
        stored = self._tables.get(address.table_id)
        if stored is None:
            return Missing()
        return Tale(
            epoch=stored.epoch,
            version=stored.version,
            revision=stored.revision,
            status=stored.status,
            seating=stored.seating,
            created_ms=stored.created_ms,
            ended_ms=stored.ended_ms,
            due_ms=stored.due_ms,
            quarantined_ms=stored.quarantined_ms,
            now_ms=self._now_ms(),
            setting=stored.setting,
            outcome=stored.outcome,
            seed=stored.seed if after is None else b"",
            entries=tuple(stored.entries[0 if after is None else after + 1 :]),
        )

    async def glance(self, address: Address, ack: Ack = "memory") -> Glance | Missing:  # noqa: ARG002
        stored = self._tables.get(address.table_id)
        if stored is None:
            return Missing()
        return Glance(stored.epoch, stored.version, stored.revision, stored.status)

    async def mend(self, address: Address, epoch: str, version: int, due_ms: int | None) -> None:
        stored = self._tables.get(address.table_id)
        if stored is not None and (stored.epoch, stored.version) == (epoch, version):
            stored.due_ms = due_ms

    async def begin_anew(self, address: Address, epoch: str, new_epoch: str) -> None:
        stored = self._tables.get(address.table_id)
        if stored is not None and stored.epoch == epoch:
            stored.epoch = new_epoch
            self._ring(address, b"anew")

    async def quarantine(self, address: Address, epoch: str, new_epoch: str, reason: str) -> None:  # noqa: ARG002
        stored = self._tables.get(address.table_id)
        if stored is None or stored.epoch != epoch or stored.status is Status.QUARANTINED:
            return
        stored.before_quarantine, stored.status = stored.status, Status.QUARANTINED
        stored.epoch, stored.due_ms, stored.quarantined_ms = new_epoch, None, self._now_ms()
        self._ring(address, b"changed")

    async def release(self, address: Address, new_epoch: str, keep: int | None) -> Tale | Stale | Missing:
        stored = self._tables.get(address.table_id)
        if stored is None:
            return Missing()
        if stored.status is not Status.QUARANTINED or (keep is not None and not 0 <= keep <= stored.version):
            return Stale(stored.version)
        stored.status, stored.epoch = stored.before_quarantine, new_epoch
        if keep is not None and keep < stored.version:
            if stored.status is Status.FINISHED:
                stored.status, stored.ended_ms = Status.PLAYING, None
                self.finished.remove(address.name)
            del stored.entries[keep + 1 :]
            stored.version = keep
            stored.requests.clear()
        self._ring(address, b"changed")
        return await self.read(address)

    async def seal(self, address: Address, ttl_ms: int) -> None:
        """Forgets at once if the time to live is 0; nothing here lives long enough for the rest."""
        self.finished = [name for name in self.finished if name != address.name]
        if ttl_ms == 0:
            self._tables.pop(address.table_id, None)
            self._games[address.game].pop(address.table_id, None)

    async def unlist(self, game: str, table_id: str) -> None:
        """Nothing is forgotten here but by `seal`, which does the same."""

    async def listed(
        self, game: str, statuses: Sequence[Status], before: Listed | None, limit: int
    ) -> list[Listed]:
        rows = [
            Listed(stored.created_ms, table_id)
            for table_id, address in self._games[game].items()
            if (stored := self._tables[address.table_id]).public and stored.status in statuses
        ]
        return sorted((row for row in rows if before is None or row < before), reverse=True)[:limit]

    async def listen(self, address: Address, ring: Ring) -> None:
        self._rings[address.name] = ring

    async def unlisten(self, address: Address) -> None:
        self._rings.pop(address.name, None)

    def _ring(self, address: Address, news: bytes) -> None:
        ring = self._rings.get(address.name)
        if ring is not None:
            ring(news)

    def lose_after(self, address: Address, version: int) -> None:
        """What a failover can do to a real store: forget the newest commits."""
        stored = self._tables[address.table_id]
        del stored.entries[version + 1 :]
        stored.version = version
        stored.requests.clear()


def _refused(stored: _Stored, draft: Draft, now_ms: int) -> Answer | None:
    if stored.epoch != draft.epoch:
        return Fenced(stored.epoch)
    request, version, at_ms = stored.requests.get(draft.seat, ("", 0, 0))
    if draft.request and request == draft.request:
        return Replayed(version, at_ms)
    if stored.version < draft.after:
        return Ahead(stored.version)
    if stored.version > draft.after or draft.revision not in (None, stored.revision):
        return Stale(stored.version)
    if draft.not_after_ms is not None and now_ms > draft.not_after_ms:
        return Late(now_ms)
    return None
