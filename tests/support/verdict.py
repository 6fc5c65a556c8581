"""What was promised, checked from what was recorded: the log in the store against what clients were told."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from typing import Any

from nurselog.api.log.v1.commit_pb2 import Commit
from nurselog.chassis.config import Settings
from nurselog.chassis.partitions import key, tag_of
from nurselog.chassis.redis import RedisClient, connect
from nurselog.rules.record import read_record
from nurselog.rules.registry import load_rules
from nurselog.rules.verify import verify as verify_record
from nurselog.scoring.verify import verify as verify_ratings
from tests.support.arena import Arena
from tests.support.clients import Faces, NdjsonClient
from tests.support.robust import Acked, History

SCORED_S = 30.0

Log = dict[int, Commit]


async def read_log(client: RedisClient, table: str) -> Log:
    """A table's log as it is stored, by version."""
    number = table.rpartition("/")[2]
    entries: Any = await client.xrange(key(tag_of(number), "table", number, "log"))
    return {int(entry.partition(b"-")[0]): Commit.FromString(fields[b"c"]) for entry, fields in entries}


def broken_promises(history: History, log: Log) -> Iterator[str]:
    """What one player was promised about one table and did not get."""
    yield from history.gaps()
    if not (history.updates and history.updates[-1].finished):
        yield f"{history.table}: a watcher did not see its end"
    for acked in history.acked:
        yield from _missing(acked, log)
    answered = Counter((acked.seat, acked.decision) for acked in history.acked)
    for (seat, decision), times in answered.items():
        if times > 1:
            yield f"{history.table}: decision {decision} of seat {seat} was accepted {times} times"


def _missing(acked: Acked, log: Log) -> Iterator[str]:
    commit = log.get(acked.version)
    told = f"{acked.table}: move {acked.notation!r} of seat {acked.seat}, acknowledged as {acked.version}"
    if commit is None:
        yield f"{told}, is not in the log"
    elif (commit.seat, commit.move, commit.request_id) != (acked.seat, acked.notation, acked.request_id):
        yield f"{told}, is not what stands there: {commit.seat}:{commit.move} ({commit.request_id})"
    same = [v for v, c in log.items() if (c.seat, c.request_id) == (acked.seat, acked.request_id)]
    if len(same) != 1:
        yield f"{told}, stands in the log at {same}"


def broken_log(table: str, log: Log) -> Iterator[str]:
    """What is wrong with a log by itself: holes, and requests that were taken twice."""
    if sorted(log) != list(range(len(log))):
        yield f"{table}: the log has holes: {sorted(log)}"
    requests = Counter((c.seat, c.request_id) for c in log.values() if c.request_id)
    for (seat, request), times in requests.items():
        if times > 1:
            yield f"{table}: request {request} of seat {seat} was committed {times} times"


@asynccontextmanager
async def connected(redis_url: str) -> AsyncIterator[RedisClient]:
    """A client of the stack's own store."""
    client = connect(Settings(redis_url=redis_url))
    try:
        yield client
    finally:
        await client.aclose()


async def examine(arena: Arena, faces: Faces, redis_url: str) -> list[str]:
    """Every promise about every table that was played, and about the ratings that came of it."""
    problems: list[str] = []
    by_table: dict[str, list[History]] = defaultdict(list)
    for history in arena.histories:
        by_table[history.table].append(history)
    async with connected(redis_url) as client, NdjsonClient(faces) as rest:
        for table in sorted(arena.tables):
            log = await read_log(client, table)
            problems += broken_log(table, log)
            for history in by_table[table]:
                problems += broken_promises(history, log)
            problems += await _broken_record(rest, table)
        problems += await _broken_ratings(client, len(arena.tables))
    return problems


async def _broken_ratings(client: RedisClient, tables: int) -> list[str]:
    """Each table has one result, all ratings are a fold of them; scoring may be a little behind."""
    end = asyncio.get_running_loop().time() + SCORED_S
    while (report := await verify_ratings(client)).results < tables:
        if asyncio.get_running_loop().time() > end:
            break
        await asyncio.sleep(0.1)
    problems = [f"ratings: {difference}" for difference in report.differences]
    if report.results != tables:
        problems.append(f"ratings: {tables} tables ended, {report.results} have a result")
    return problems


async def _broken_record(rest: NdjsonClient, table: str) -> Iterable[str]:
    text = (await rest.get(f"{table}/record"))["text"]
    record = read_record(text)
    report = verify_record(record, load_rules(record.game))
    return [f"{table}: record: {finding.message}" for finding in report.findings]
