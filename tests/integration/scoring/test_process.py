"""The real process, killed again and again while results come in."""

from __future__ import annotations

from nurselog.chassis.config import Settings
from nurselog.chassis.redis import RedisClient
from nurselog.scoring.verify import verify
from tests.integration.scoring.test_service import read, report
from tests.support.results import NOON, result
from tests.support.service_process import running

MODULE = "nurselog.scoring"
PLAYERS = ["ann", "bob", "cat", "dan", "eve"]


async def test_killed_while_it_reads_every_table_counts_once(
    store_settings: Settings, store: RedisClient
) -> None:
    settings = {"REDIS_URL": store_settings.redis_url, "NURSELOG_CONSUMER": "one"}
    tables = [
        result(
            number,
            [PLAYERS[number % 5], PLAYERS[(number + 1 + number // 5 % 4) % 5]],
            [1, 2],
            ended_at_s=NOON + number,
        )
        for number in range(600)
    ]
    for start in (0, 300):
        async with running(MODULE, settings) as process:
            await report(store, *tables[start : start + 300])
            await process.kill()
    async with running(MODULE, settings) as process:
        await read(store)
        assert await process.end() == 0
    proof = await verify(store)
    assert proof.differences == []
    assert (proof.results, proof.rated, proof.entries) == (600, 600, 600)
