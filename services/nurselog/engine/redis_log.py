"""The log in Redis or Valkey: a function of `table.lua` per method, gathered into shared writes.

All keys of a table share its partition's hash tag, so the same code works on one server and on a cluster.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from heapq import nlargest
from importlib.resources import files
from typing import Any

from redis.exceptions import RedisError

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Word, is_store_outage
from nurselog.engine.address import Address, Status, index_keys
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
    Stale,
    Tale,
    Told,
)

_MISSING = Missing()


@cache
def functions() -> str:
    """The function library, for `Libraries.add`."""
    return files("nurselog.engine").joinpath("table.lua").read_text()


class RedisTableLog:
    """The adapter; `gatherer` knows the library (`functions`)."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    async def create(self, address: Address, opening: Opening) -> Created | Exists:
        keys = [address.meta, address.seed, address.outbox, address.index(Status.OPEN)]
        stored: list[Word] = [opening.epoch, opening.setting, opening.seating, opening.seed]
        args = [address.table_id, *stored, int(opening.public), opening.ttl_ms, *_told(opening.facts)]
        reply = await self._call("table_create", keys, args, "memory")
        return Created() if reply == b"OK" else Exists()

    async def amend(self, address: Address, amendment: Amendment) -> Amended | Stale | Fenced | Missing:
        status = "playing" if amendment.playing else "open"
        fixed: list[Word] = [address.bell, amendment.epoch, amendment.revision, amendment.seating, status]
        keys = [address.meta, address.seed, address.outbox]
        reply = await self._call("table_amend", keys, [*fixed, *_told(amendment.facts)], "memory")
        match reply.split():
            case [b"OK", revision]:
                return Amended(int(revision))
            case [b"STALE", version]:
                return Stale(int(version))
            case [b"FENCED", epoch]:
                return Fenced(epoch.decode())
            case _:
                return _MISSING

    async def commit(self, address: Address, draft: Draft, ack: Ack = "memory") -> Answer:
        keys, args = commit_words(address, draft)
        try:
            return read_answer(await self._gatherer.fcall("table_commit", keys, args, ack=ack))
        except RedisError as error:
            raise _refusal(error) from error

    async def read(self, address: Address, after: int | None = None) -> Tale | Missing:
        args = ["" if after is None else str(after)]
        reply = await self._call("table_read", [address.meta, address.log, address.seed], args, "memory")
        return _MISSING if reply is None else _tale(reply)

    async def glance(self, address: Address, ack: Ack = "memory") -> Glance | Missing:
        words = ("HMGET", address.meta, "epoch", "version", "rev", "status")
        epoch, version, revision, status = await _shielded(
            self._gatherer.call(*words, key=address.meta, ack=ack)
        )
        if epoch is None:
            return _MISSING
        return Glance(epoch.decode(), int(version), int(revision), Status(status.decode()))

    async def mend(self, address: Address, epoch: str, version: int, due_ms: int | None) -> None:
        args: list[Word] = [address.name, epoch, version, "" if due_ms is None else due_ms]
        await self._call("table_mend", [address.meta, address.deadlines], args, "memory")

    async def begin_anew(self, address: Address, epoch: str, new_epoch: str) -> None:
        await self._call("table_anew", [address.meta], [address.bell, epoch, new_epoch], "memory")

    async def quarantine(self, address: Address, epoch: str, new_epoch: str, reason: str) -> None:
        keys = [address.meta, address.deadlines, *map(address.index, Status)]
        args: list[Word] = [address.name, address.bell, address.table_id, epoch, new_epoch, reason]
        await self._call("table_quarantine", keys, args, "memory")

    async def release(self, address: Address, new_epoch: str, keep: int | None) -> Tale | Stale | Missing:
        keys = [address.meta, address.log, address.finished, *map(address.index, Status)]
        args: list[Word] = [
            address.name,
            address.bell,
            address.table_id,
            new_epoch,
            "" if keep is None else keep,
        ]
        reply = await self._call("table_release", keys, args, "memory")
        if reply == b"OK":
            return await self.read(address)
        return _MISSING if reply == b"MISSING" else Stale(int(reply.split()[1]))

    async def seal(self, address: Address, ttl_ms: int) -> None:
        index = address.index(Status.FINISHED)
        keys = [address.meta, address.log, address.seed, address.finished, address.sealed, index]
        await self._call("table_seal", keys, [address.name, address.table_id, ttl_ms], "memory")

    async def unlist(self, game: str, table_id: str) -> None:
        address = Address(game, table_id)
        keys = [address.index(status) for status in Status]
        await _shielded(
            asyncio.gather(*(self._gatherer.call("ZREM", key, table_id, key=key) for key in keys))
        )

    async def listed(
        self, game: str, statuses: Sequence[Status], before: Listed | None, limit: int
    ) -> list[Listed]:
        newest = "+inf" if before is None else str(before.created_ms)
        extra = 0 if before is None else await self._level_with(game, statuses, before)
        words = (newest, "-inf", "BYSCORE", "REV", "LIMIT", 0, limit + extra, "WITHSCORES")
        calls = [
            self._gatherer.call("ZRANGE", key, *words, key=key)
            for status in statuses
            for key in index_keys(game, status)
        ]
        replies = await _shielded(asyncio.gather(*calls))
        rows = (row for reply in replies for row in _rows(reply))
        return nlargest(limit, (row for row in rows if before is None or row < before))

    async def _level_with(self, game: str, statuses: Sequence[Status], row: Listed) -> int:
        """How many tables of one index were opened in the same millisecond as `row`.

        They may lie before it.
        """
        calls = [
            self._gatherer.call("ZCOUNT", key, row.created_ms, row.created_ms, key=key)
            for status in statuses
            for key in index_keys(game, status)
        ]
        return max(await _shielded(asyncio.gather(*calls)), default=0)

    def _call(self, name: str, keys: Sequence[bytes], args: Sequence[Word], ack: Ack) -> Any:
        return _shielded(self._gatherer.fcall(name, keys, args, ack=ack))


async def _shielded(reply: Any) -> Any:
    """The reply, or what its failure means."""
    try:
        return await reply
    except RedisError as error:
        raise _refusal(error) from error


def _refusal(error: RedisError) -> Exception:
    """STORE_UNAVAILABLE where the same request may work later.

    A write whose answer was lost may stand: only repeating the request tells.
    """
    if not is_store_outage(error):
        return error
    return Unavailable(
        "STORE_UNAVAILABLE",
        "The store does not answer, or takes no writes, now; repeat the same request.",
        retry_after_ms=500,
    )


def commit_words(address: Address, draft: Draft) -> tuple[list[bytes], list[Word]]:
    """The keys and arguments of `table_commit`, as numbered there."""
    keys = [address.meta, address.log, address.deadlines, address.outbox]
    if draft.status is not None:
        before = Status.OPEN if draft.after < 0 else Status.PLAYING
        keys += [address.finished, address.index(before), address.index(draft.status), address.seed]
    due, turn = draft.due, draft.turn
    args: list[Word] = [
        address.name,
        address.bell,
        draft.epoch,
        draft.after,
        draft.seat,
        draft.request,
        "" if draft.not_after_ms is None else draft.not_after_ms,
        draft.commit,
        "" if due.after_ms is None else due.after_ms,
        "" if due.at_ms is None else due.at_ms,
        "" if draft.status is None else draft.status.value,
        draft.outcome,
        "" if draft.revision is None else draft.revision,
        "" if turn is None else turn.payload,
        "1" if turn is not None and turn.always else "",
        address.table_id,
        *_told(draft.facts),
    ]
    return keys, args


def read_answer(reply: bytes) -> Answer:  # noqa: PLR0911 - one line per answer
    """The answer in the words of `table_commit`."""
    words = reply.split(b" ")
    match words[0]:
        case b"OK":
            return Committed(int(words[1]), int(words[2]), int(words[3]) if words[3] else None)
        case b"REPLAYED":
            return Replayed(int(words[1]), int(words[2]))
        case b"STALE":
            return Stale(int(words[1]))
        case b"AHEAD":
            return Ahead(int(words[1]))
        case b"FENCED":
            return Fenced(words[1].decode())
        case b"LATE":
            return Late(int(words[1]))
        case _:
            return _MISSING


def _told(facts: Sequence[Told]) -> list[Word]:
    return [word for fact in facts for word in (fact.kind, fact.payload)]


def _tale(reply: Any) -> Tale:
    found, now, seed, entries = reply
    epoch, version, revision, status, seating, created, ended, due, quarantined, setting, outcome = found
    return Tale(
        epoch=epoch.decode(),
        version=int(version),
        revision=int(revision),
        status=Status(status.decode()),
        seating=seating,
        created_ms=int(created),
        ended_ms=int(ended) if ended else None,
        due_ms=int(due) if due else None,
        quarantined_ms=int(quarantined) if quarantined else None,
        now_ms=int(now),
        setting=setting,
        outcome=outcome or b"",
        seed=seed,
        entries=tuple(_logged(entry) for entry in entries),
    )


def _logged(entry: Any) -> Logged:
    name, fields = entry
    return Logged(int(name.partition(b"-")[0]), int(fields[1]), fields[3])


def _rows(reply: Any) -> list[Listed]:
    return [
        Listed(int(float(score)), table_id.decode())
        for table_id, score in zip(reply[::2], reply[1::2], strict=True)
    ]
