"""Presence in the real store: what the engines write there is what the clock reads, and it is tidied up."""

from __future__ import annotations

from nurselog.api.common.v1.clock_pb2 import ABSENCE_LEAVES, ClockSetting
from nurselog.api.engine.v1.engine_service_pb2 import ExpireTurnRequest
from nurselog.chassis.config import Settings
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient, load_functions
from nurselog.clock.due_store import FUNCTIONS, DueStore
from nurselog.engine.address import address_of
from nurselog.engine.presence_store import RedisPresence
from tests.integration.engine.conftest import StartEngine
from tests.support.engine_client import until
from tests.support.engine_world import ANN, BOB, SEAT0, SEAT1

LONG_MS = 3600_000


async def test_missed_and_gone_over_the_wire(
    start_engine: StartEngine, store_settings: Settings, store: RedisClient
) -> None:
    engine = await start_engine(store_settings)
    clock = ClockSetting(fischer=ClockSetting.Fischer(initial_ms=600_000), absence=ABSENCE_LEAVES)
    name = await engine.table(clock=clock)
    await engine.submit(name, ANN, "t1")
    await engine.submit(name, BOB, "t1")
    stream = engine.watch(name, BOB)
    await until(stream, 2)

    gatherer = Gatherer(store, await load_functions(store, FUNCTIONS))
    book, due_store = RedisPresence(gatherer), DueStore(store, gatherer)
    address = address_of(name)
    assert set(await book.missed_from(address, [SEAT0, SEAT1])) == {SEAT0, SEAT1}
    assert (await due_store.sweep(0, known=0)).due == ()

    await book.expect(address, [SEAT0], 5)
    assert (await book.missed_from(address, [SEAT0]))[SEAT0] > LONG_MS
    await book.seen(address, [SEAT0], 5)
    assert [due.table for due in (await due_store.sweep(0, known=0)).due] == [name]
    await engine.call("ExpireTurn", ExpireTurnRequest(name=name))
    assert SEAT0 in await book.missed_from(address, [SEAT0])  # ann moved a moment ago

    await engine.submit(name, ANN, "!resign")
    await book.seen(address, [SEAT0], 5)
    await engine.call("ExpireTurn", ExpireTurnRequest(name=name))
    assert await book.missed_from(address, [SEAT0, SEAT1]) == {}
    await gatherer.aclose()
