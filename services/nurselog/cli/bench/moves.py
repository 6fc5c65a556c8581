"""`bench moves`: moves per second over each face, beside a bare gRPC echo measured in the same run."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from rich.table import Table

from nurselog.cli.bench.load import Job

Json = dict[str, Any]

GAME = "forest_sky"
MOVES_A_TABLE = 65
"""About how long a random play of it is."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one face reached at so many tables."""

    face: str
    tables: int
    moves_per_s: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    refused: int
    cpu_us_per_move: float = 0.0
    """Of the load and all processes of the backend together; 0 if the backend is not the bench's own."""


@dataclass(frozen=True, slots=True)
class Echo:
    """What the bare echo reached, and what a call cost client and server together."""

    calls_per_s: float
    cpu_us_per_call: float


async def measure(
    url: str,
    grpc: str,
    faces: Sequence[str],
    tables: Sequence[int],
    seconds: float,
    pids: Sequence[int] = (),
) -> Json:
    """All figures. The echo is measured before and after, and its better values count."""
    before = await measure_echo(tables[0], seconds)
    common = Job(url=url, grpc=grpc, face="", tables=0, seconds=seconds, warmup=seconds / 4, pids=tuple(pids))
    jobs = [_job(common, face, count, before.calls_per_s) for face in faces for count in tables]
    found = [figures(job.face, job.tables, await run_load(job)) for job in jobs]
    after = await measure_echo(tables[0], seconds)
    echo = Echo(
        max(before.calls_per_s, after.calls_per_s), min(before.cpu_us_per_call, after.cpu_us_per_call)
    )
    return report(echo, found)


def _job(common: Job, face: str, tables: int, echoes_per_s: float) -> Job:
    """With as many tables in reserve as will be played out, should moves be as fast as the echo."""
    moves = echoes_per_s * (common.seconds + common.warmup)
    spare = int(moves / MOVES_A_TABLE) if face.startswith("websocket") else 50
    return replace(common, face=face, tables=tables, spare=spare)


def figures(face: str, tables: int, seen: Json) -> Figures:
    """The figures in what a load process told."""
    latencies = sorted(seen["latencies_ms"]) or [0.0]
    p50, p95, p99 = (latencies[min(len(latencies) - 1, len(latencies) * q // 100)] for q in (50, 95, 99))
    cost = round(seen["cpu_s"] / seen["moves"] * 1e6, 1) if seen["moves"] else 0.0
    rate = round(seen["moves"] / seen["seconds"], 1)
    return Figures(face, tables, rate, p50, p95, p99, seen["refused"], cost)


def report(echo: Echo, found: Sequence[Figures]) -> Json:
    """Everything for machines. The ratio of a face is that of its first number of tables.

    Both ratios are above one where moves are better than echoes: more of them, or each for less CPU time.
    """
    rows = [
        {
            **asdict(one),
            "ratio_to_grpc_echo": round(one.moves_per_s / echo.calls_per_s, 3),
            "cpu_ratio_to_grpc_echo": _share(echo.cpu_us_per_call, one.cpu_us_per_move),
        }
        for one in found
    ]
    ratios = {
        f"{row['face']}_{kind}": row[kind]
        for row in reversed(rows)
        for kind in ("ratio_to_grpc_echo", "cpu_ratio_to_grpc_echo")
    }
    bare = {
        "grpc_echo_calls_per_s": round(echo.calls_per_s, 1),
        "grpc_echo_cpu_us_per_call": round(echo.cpu_us_per_call, 1),
    }
    return {**bare, **ratios, "rows": rows}


def _share(one: float, other: float) -> float:
    return round(one / other, 3) if other else 0.0


def table_of(result: Json) -> Table:
    """The same for people."""
    table = Table(
        title="Moves, each validated, stored and seen by both seats", title_justify="left", box=None
    )
    for name in (
        "face",
        "tables",
        "moves/s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "to a bare gRPC echo",
        "by CPU time",
    ):
        table.add_column(name, justify="left" if name == "face" else "right")
    for row in result["rows"]:
        times = (f"{row[name]:.1f}" for name in ("p50_ms", "p95_ms", "p99_ms"))
        table.add_row(
            row["face"],
            str(row["tables"]),
            f"{row['moves_per_s']:,.0f}",
            *times,
            f"{row['ratio_to_grpc_echo']:.2f}",
            f"{row['cpu_ratio_to_grpc_echo']:.2f}",
        )
    table.add_row("bare gRPC echo", "", f"{result['grpc_echo_calls_per_s']:,.0f}", "", "", "", "1.00", "1.00")
    return table


async def run_load(job: Job) -> Json:
    """Runs a load process to its end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "nurselog.cli.bench.load"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate(json.dumps(asdict(job)).encode())
    if process.returncode:
        raise RuntimeError(f"the load process ended with code {process.returncode}")
    seen: Json = json.loads(out)
    return seen


async def measure_echo(at_once: int, seconds: float) -> Echo:
    """A bare unary echo between two processes."""
    async with _echo_server() as (port, pid):
        arguments = ("call", port, str(at_once), str(seconds), str(pid))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "nurselog.cli.bench.echo", *arguments), stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
    return Echo(**json.loads(out))


@asynccontextmanager
async def _echo_server() -> AsyncIterator[tuple[str, int]]:
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "nurselog.cli.bench.echo", "serve"), stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    try:
        yield (await server.stdout.readline()).decode().strip(), server.pid
    finally:
        server.kill()
        await server.wait()
