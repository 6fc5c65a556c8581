"""Opening, seats, reading, the lobby's index, quarantine and the end, on every adapter."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from nurselog.engine.address import Status
from nurselog.engine.log import (
    Amended,
    Amendment,
    Committed,
    Created,
    Draft,
    Exists,
    Fenced,
    Glance,
    Listed,
    Missing,
    Opening,
    Stale,
    Tale,
    Told,
)
from tests.support.log_bench import Bench, draft, fresh_address, opening


async def test_create_twice_changes_nothing(bench: Bench) -> None:
    table = fresh_address()
    opened = Told("opened", b"opened " + table.table_id.encode())
    first = Opening(epoch="e1", setting=b"one", seating=b"none", seed=b"x", public=False, facts=[opened])
    second = Opening(epoch="e2", setting=b"two", seating=b"none", seed=b"y", public=False, facts=[opened])
    assert await bench.log.create(table, first) == Created()
    assert await bench.log.create(table, second) == Exists()
    tale = await bench.log.read(table)
    assert isinstance(tale, Tale)
    assert (tale.epoch, tale.version, tale.revision, tale.setting, tale.seed) == ("e1", -1, 0, b"one", b"x")
    assert (await bench.outbox(table)).count(("opened", opened.payload)) == 1


async def test_seats_change_by_compare_and_set(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    racing = [Amendment(epoch="e1", revision=0, seating=name) for name in (b"ann", b"bob")]
    answers = await asyncio.gather(*(bench.log.amend(table, amendment) for amendment in racing))
    assert answers == [Amended(1), Stale(-1)]
    tale = await bench.log.read(table)
    assert isinstance(tale, Tale)
    assert (tale.seating, tale.revision) == (b"ann", 1)


async def test_seats_of_a_started_table_do_not_change(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1))
    assert await bench.log.amend(table, Amendment(epoch="e1", revision=0, seating=b"late")) == Stale(0)
    assert await bench.log.amend(table, Amendment(epoch="e9", revision=0, seating=b"late")) == Fenced("e1")
    assert await bench.log.amend(fresh_address(), Amendment(epoch="e1", revision=0, seating=b"")) == Missing()


async def test_a_substitute_is_noted_at_a_table_that_runs_and_at_no_other(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    late = Amendment(epoch="e1", revision=0, seating=b"substitute", playing=True)
    assert await bench.log.amend(table, late) == Stale(-1)
    await bench.log.commit(table, replace(draft(-1), status=Status.PLAYING))
    assert await bench.log.amend(table, late) == Amended(1)
    assert await bench.log.amend(table, late) == Stale(0)
    tale = await bench.log.read(table)
    assert isinstance(tale, Tale)
    assert (tale.seating, tale.revision, tale.version) == (b"substitute", 1, 0)


async def test_reading_after_a_version_gives_only_what_came(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    for version in range(12):
        await bench.log.commit(table, draft(version - 1))
    tale = await bench.log.read(table, after=8)
    assert isinstance(tale, Tale)
    assert [entry.version for entry in tale.entries] == [9, 10, 11]
    assert (tale.setting, tale.seed) == (b"setting", b"")
    assert await bench.log.glance(table) == Glance("e1", 11, 0, Status.OPEN)
    assert await bench.log.read(fresh_address()) == Missing()
    assert await bench.log.glance(fresh_address()) == Missing()


async def test_the_lobby_lists_public_tables_newest_first_by_page(bench: Bench) -> None:
    game = f"lobby-{fresh_address().table_id}"
    tables = [fresh_address(game) for _ in range(7)]
    for table in tables:
        await bench.log.create(table, opening(public=True))
    await bench.log.create(fresh_address(game), opening(public=False))
    pages: list[Listed] = []
    while page := await bench.log.listed(game, [Status.OPEN], pages[-1] if pages else None, 3):
        pages += page
    assert sorted(pages, reverse=True) == pages
    assert {row.table_id for row in pages} == {table.table_id for table in tables}
    assert len(pages) == 7


async def test_the_lobby_follows_a_table_through_its_life(bench: Bench) -> None:
    game = f"life-{fresh_address().table_id}"
    table = fresh_address(game)

    async def where() -> list[Status]:
        return [status for status in Status if await bench.log.listed(game, [status], None, 9)]

    await bench.log.create(table, opening(public=True))
    assert await where() == [Status.OPEN]
    await bench.log.commit(table, Draft(epoch="e1", after=-1, commit=b"x", status=Status.PLAYING))
    assert await where() == [Status.PLAYING]
    await bench.log.quarantine(table, "e1", "e2", "broken")
    assert await where() == [Status.QUARANTINED]
    await bench.log.release(table, "e3", None)
    assert await where() == [Status.PLAYING]
    await bench.log.commit(table, Draft(epoch="e3", after=0, commit=b"x", status=Status.FINISHED))
    assert await where() == [Status.FINISHED]


async def test_quarantine_fences_every_writer(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1))
    await bench.log.quarantine(table, "e0", "e9", "not this life")
    await bench.log.quarantine(table, "e1", "e2", "digest differs")
    await bench.log.quarantine(table, "e2", "e3", "again")
    assert await bench.log.commit(table, draft(0)) == Fenced("e2")
    tale = await bench.log.read(table)
    assert isinstance(tale, Tale)
    assert tale.status is Status.QUARANTINED
    assert tale.quarantined_ms is not None


async def test_release_cuts_the_log_and_play_goes_on(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, Draft(epoch="e1", after=-1, commit=b"s", status=Status.PLAYING))
    for version in range(3):
        await bench.log.commit(table, draft(version, f"r{version}"))
    await bench.log.commit(table, Draft(epoch="e1", after=3, commit=b"end", status=Status.FINISHED))
    assert await bench.log.release(table, "e2", None) == Stale(4)
    await bench.log.quarantine(table, "e1", "e2", "why")
    assert await bench.log.release(table, "e3", 9) == Stale(4)
    tale = await bench.log.release(table, "e3", 1)
    assert isinstance(tale, Tale)
    assert (tale.version, tale.status, tale.epoch, tale.ended_ms) == (1, Status.PLAYING, "e3", None)
    assert [entry.version for entry in tale.entries] == [0, 1]
    assert not await bench.waits_for_archive(table)
    again = await bench.log.commit(table, draft(1, "r2", epoch="e3"))
    assert isinstance(again, Committed)
    assert again.version == 2
    assert await bench.log.release(fresh_address(), "e4", None) == Missing()


async def test_a_sealed_table_expires(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, Draft(epoch="e1", after=-1, commit=b"x", status=Status.FINISHED))
    await bench.log.seal(table, 0)
    assert not await bench.waits_for_archive(table)
    assert await bench.log.read(table) == Missing()


async def test_taking_a_table_out_of_the_index_twice_is_harmless(bench: Bench) -> None:
    game = f"gone-{fresh_address().table_id}"
    table = fresh_address(game)
    await bench.log.create(table, opening(public=True))
    await bench.log.commit(table, Draft(epoch="e1", after=-1, commit=b"x", status=Status.FINISHED))
    await bench.log.seal(table, 0)
    for _ in range(2):
        await bench.log.unlist(game, table.table_id)
    assert await bench.log.listed(game, list(Status), None, 9) == []


async def test_a_table_begins_anew_once(bench: Bench) -> None:
    table = fresh_address()
    await bench.log.create(table, opening())
    await bench.log.commit(table, draft(-1))
    await bench.log.begin_anew(table, "e1", "e2")
    await bench.log.begin_anew(table, "e1", "e3")
    assert await bench.log.commit(table, draft(0)) == Fenced("e2")
    assert isinstance(await bench.log.commit(table, draft(0, epoch="e2")), Committed)
