"""The clock's window on a real store, single and cluster."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key, new_table_id, tag_for, tag_of
from nurselog.chassis.redis import RedisClient, execute, load_functions, server_time_ms
from nurselog.clock.due_store import FUNCTIONS, PAGE, DueStore


@pytest.fixture
async def due_store(client: RedisClient) -> AsyncIterator[DueStore]:
    gatherer = Gatherer(client, await load_functions(client, FUNCTIONS))
    yield DueStore(client, gatherer)
    await gatherer.aclose()


def a_table(number: int) -> str:
    return f"games/forest_sky/tables/{new_table_id(str(number).encode())}"


async def put(client: RedisClient, name: str, table: str, score: int) -> None:
    await execute(client, "ZADD", key(tag_of(table.rpartition("/")[2]), name), score, table)


async def test_a_sweep_reads_what_is_due_in_every_partition(client: RedisClient, due_store: DueStore) -> None:
    now = await server_time_ms(client)
    tables = [a_table(number) for number in range(300)]
    assert {tag_of(table.rpartition("/")[2]) for table in tables} == set(TAGS)
    for table in tables:
        await put(client, "deadlines", table, now - 1000)
    await put(client, "deadlines", a_table(1000), now + 60_000)
    await put(client, "finished", a_table(1001), now)
    missed = a_table(1002)
    tag = tag_of(missed.rpartition("/")[2])
    await execute(client, "ZADD", key(tag, "presence"), now - 1000, f"{missed} 3")

    sweep = await due_store.sweep(500, known=0)

    assert {(due.table, due.at_ms) for due in sweep.due} == {
        (table, now - 1000) for table in [*tables, missed]
    }
    assert all(-60 < due.in_s <= -1 for due in sweep.due)
    assert sweep.finished == (a_table(1001),)


async def test_a_sweep_looks_ahead_as_far_as_it_is_told(client: RedisClient, due_store: DueStore) -> None:
    now = await server_time_ms(client)
    await put(client, "deadlines", a_table(1), now + 30_000)

    assert (await due_store.sweep(0, known=0)).due == ()
    (due,) = (await due_store.sweep(60_000, known=0)).due
    assert (due.table, due.at_ms) == (a_table(1), now + 30_000)
    assert 0 < due.in_s <= 30


async def test_known_entries_hide_no_new_ones(client: RedisClient, due_store: DueStore) -> None:
    now = await server_time_ms(client)
    name = key("e0", "deadlines")
    for number in range(PAGE):
        await execute(client, "ZADD", name, now - 5000, f"games/stuck/tables/e0-{number:08d}")
    await execute(client, "ZADD", name, now - 1000, "games/forest_sky/tables/e0-aaaaaaaa")

    assert len((await due_store.sweep(0, known=0)).due) == PAGE
    assert "games/forest_sky/tables/e0-aaaaaaaa" in {
        due.table for due in (await due_store.sweep(0, known=PAGE)).due
    }


async def test_steady_beats_record_no_outage(due_store: DueStore) -> None:
    first = await due_store.beat("forest_sky", 60_000)
    assert await due_store.beat("forest_sky", 60_000) == first


async def test_before_the_first_beat_nothing_could_be_played(
    client: RedisClient, due_store: DueStore
) -> None:
    now = await server_time_ms(client)

    (outage,) = await due_store.beat("forest_sky", 60_000)

    assert outage.from_ms == 0
    assert now <= outage.until_ms < now + 60_000


async def test_a_missed_beat_is_an_outage_from_the_last_beat_until_now(
    client: RedisClient, due_store: DueStore
) -> None:
    beat = key(tag_for("forest_sky"), "clock", "forest_sky", "beat")
    now = await server_time_ms(client)
    await execute(client, "SET", beat, now - 30_000)

    (outage,) = await due_store.beat("forest_sky", 5_000)

    assert outage.from_ms == now - 30_000
    assert now <= outage.until_ms < now + 60_000
    assert await due_store.beat("forest_sky", 5_000) == (outage,)
    assert outage not in await due_store.beat("cabin_by_the_sea", 5_000)


async def test_outages_older_than_any_clock_are_forgotten(client: RedisClient, due_store: DueStore) -> None:
    outages = key(tag_for("forest_sky"), "clock", "forest_sky", "outages")
    long_ago = await server_time_ms(client) - 15 * 24 * 3600 * 1000
    await execute(client, "ZADD", outages, long_ago, f"{long_ago - 9000} {long_ago}")

    assert [outage.from_ms for outage in await due_store.beat("forest_sky", 5_000)] == [0]
