from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from nurselog.api.game.v1.table_pb2 import Table
from nurselog.api.log.v1.archive_pb2 import ArchivedTable
from nurselog.chassis.errors import Refusal
from nurselog.engine.address import Status, address_of
from nurselog.engine.archive import Archive, Archived, FolderArchive, MemoryArchive
from nurselog.rules.record import read_record
from nurselog.rules.verify import verify
from tests.support.engine_world import ANN, BOB, World
from tests.support.log_bench import fresh_address
from tests.support.toy_games import TIDEPOOLS


async def play_out(world: World, name: str) -> None:
    while (table := await world.live(name)).play.decisions:
        seat = table.play.decisions[0].seat
        move = world.rules.legal_moves(table.play.state, seat)[-1]
        await world.submit(name, (ANN, BOB)[seat], world.rules.notation.format(move))


async def test_the_record_of_a_finished_table_verifies() -> None:
    world = World(TIDEPOOLS)
    name = await world.table()
    await play_out(world, name)
    archived = await world.hosted.records.finished(address_of(name))
    report = verify(read_record(archived.record), world.rules)
    assert report.findings == ()
    assert report.answers > 0
    assert len(archived.table.sheets) == 2


async def test_a_running_table_keeps_its_secrets() -> None:
    world = World()
    name = await world.table()
    with pytest.raises(Refusal, match="TABLE_NOT_FINISHED"):
        await world.hosted.records.finished(address_of(name))
    assert not await world.hosted.records.archive(address_of(name))


async def test_an_archived_table_is_read_from_the_archive_once_the_log_forgot_it() -> None:
    world = World(archived_ttl_s=0)
    name = await world.table()
    await play_out(world, name)
    address = address_of(name)
    before = await world.hosted.records.finished(address)
    assert world.log.finished == [name]
    assert await world.hosted.records.archive(address)
    assert world.log.finished == []
    assert await world.hosted.records.finished(address) == before
    assert await world.hosted.records.archive(address)
    with pytest.raises(Refusal, match="TABLE_NOT_FOUND"):
        await world.live(name)


async def test_the_record_of_an_aborted_table_can_be_read() -> None:
    world = World()
    name = await world.table()
    await world.submit(name, ANN, "!resign")
    archived = await world.hosted.records.finished(address_of(name))
    assert verify(read_record(archived.record), world.rules).ok
    assert (await world.live(name)).status is Status.FINISHED


@pytest.fixture(params=["folder", "memory"])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Archive:
    return FolderArchive(tmp_path) if request.param == "folder" else MemoryArchive()


async def test_an_archive_gives_back_what_it_got(archive: Archive) -> None:
    address = fresh_address()
    kept = Archived('[Game "toy"]\n', ArchivedTable(table=Table(name=address.name)))
    assert await archive.get(address) is None
    await archive.put(address, kept)
    await archive.put(address, kept)
    assert await archive.get(address) == kept
    assert await archive.get(fresh_address()) is None


def test_the_record_is_a_text_file(tmp_path: Path) -> None:
    address = fresh_address()
    asyncio.run(FolderArchive(tmp_path).put(address, Archived("text", ArchivedTable())))
    files = sorted(path.name for path in tmp_path.rglob("*") if path.is_file())
    assert files == [f"{address.table_id}.record", f"{address.table_id}.table"]
    assert (tmp_path / "toy" / address.tag / f"{address.table_id}.record").read_text() == "text"
