"""`bench idle`: how soon a backend is ready, what each process holds, what a waiting table costs."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis
from rich.table import Table

from nurselog.cli.bench.load import open_table
from nurselog.cli.memory import readable, resident_bytes
from nurselog.cli.rest import Rest
from nurselog.cli.runfile import RunFile

Json = dict[str, Any]


async def measure(run: RunFile, tables: int, game: str = "forest_sky") -> Json:
    """All figures of a fresh stack."""
    processes = {one.name: one.memory_bytes for one in run.processes}
    engine = run.process(f"engine-{game}").pid or 0
    before = await _used(run.redis_url), resident_bytes(engine)
    async with Rest(run.http) as one, Rest(run.http) as other:
        await one.open_session("idle one")
        await other.open_session("idle other")
        names = [await open_table((one, other), game) for _ in range(tables)]
    after = await _used(run.redis_url), resident_bytes(engine)
    return {
        "ready_s": run.ready_s,
        "memory_bytes": processes,
        "memory_bytes_all": sum(processes.values()),
        "idle_tables": tables,
        "store_bytes_per_idle_table": round((after[0] - before[0]) / tables),
        "store_bytes_of_its_keys": round(sum([await _keys(run.redis_url, name) for name in names[:50]]) / 50),
        "engine_bytes_per_cached_table": round((after[1] - before[1]) / tables),
    }


async def _used(url: str) -> int:
    async with Redis.from_url(url) as client:
        return int((await client.info("memory"))["used_memory"])


async def _keys(url: str, table: str) -> int:
    """The memory of a table's own keys, as the store counts it."""
    number = table.rpartition("/")[2]
    async with Redis.from_url(url) as client:
        names = [name async for name in client.scan_iter(f"*:table:{number}:*", count=10_000)]
        return sum([int(await client.memory_usage(name, samples=0) or 0) for name in names])


def table_of(result: Json) -> Table:
    """The same for people."""
    table = Table(title="An idle backend", title_justify="left", box=None, show_header=False)
    table.add_column("what")
    table.add_column("how much", justify="right")
    table.add_row("ready after", f"{result['ready_s']:.1f} s")
    for name, size in result["memory_bytes"].items():
        table.add_row(name, readable(size))
    table.add_row("all processes", readable(result["memory_bytes_all"]), style="bold")
    table.add_row("an idle table, in the store", readable(result["store_bytes_per_idle_table"]))
    table.add_row("of that its own keys", readable(result["store_bytes_of_its_keys"]))
    table.add_row("a table in an engine's cache", readable(result["engine_bytes_per_cached_table"]))
    return table
