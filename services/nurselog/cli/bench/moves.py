"""`bench moves`: moves per second over each face, beside a bare gRPC echo measured in the same run."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
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
    ratio_to_grpc_echo: float = 0.0


async def measure(url: str, grpc: str, faces: Sequence[str], tables: Sequence[int], seconds: float) -> Json:
    """All figures. The echo is measured before and after, and its better value counts."""
    echo = await measure_echo(tables[0], seconds)
    jobs = [_job(url, grpc, face, count, seconds, echo) for face in faces for count in tables]
    found = [figures(job.face, job.tables, await run_load(job)) for job in jobs]
    echo = max(echo, await measure_echo(tables[0], seconds))
    return report(echo, found)


def _job(url: str, grpc: str, face: str, tables: int, seconds: float, echo: float) -> Job:
    """With as many tables in reserve as will be played out, should moves be as fast as the echo."""
    warmup = seconds / 4
    spare = int(echo * (seconds + warmup) / MOVES_A_TABLE) if face.startswith("websocket") else 50
    return Job(url=url, grpc=grpc, face=face, tables=tables, seconds=seconds, warmup=warmup, spare=spare)


def figures(face: str, tables: int, seen: Json) -> Figures:
    """The figures in what a load process told."""
    latencies = sorted(seen["latencies_ms"]) or [0.0]
    p50, p95, p99 = (latencies[min(len(latencies) - 1, len(latencies) * q // 100)] for q in (50, 95, 99))
    return Figures(face, tables, round(seen["moves"] / seen["seconds"], 1), p50, p95, p99, seen["refused"])


def report(echo: float, found: Sequence[Figures]) -> Json:
    """Everything for machines. The ratio of a face is that of its first number of tables."""
    rows = [{**asdict(one), "ratio_to_grpc_echo": round(one.moves_per_s / echo, 3)} for one in found]
    first = {row["face"]: row["ratio_to_grpc_echo"] for row in reversed(rows)}
    ratios = {f"{face}_ratio_to_grpc_echo": ratio for face, ratio in first.items()}
    return {"grpc_echo_calls_per_s": round(echo, 1), **ratios, "rows": rows}


def table_of(result: Json) -> Table:
    """The same for people."""
    table = Table(
        title="Moves, each validated, stored and seen by both seats", title_justify="left", box=None
    )
    for name in ("face", "tables", "moves/s", "p50 ms", "p95 ms", "p99 ms", "to a bare gRPC echo"):
        table.add_column(name, justify="left" if name == "face" else "right")
    for row in result["rows"]:
        times = (f"{row[name]:.1f}" for name in ("p50_ms", "p95_ms", "p99_ms"))
        table.add_row(
            row["face"],
            str(row["tables"]),
            f"{row['moves_per_s']:,.0f}",
            *times,
            f"{row['ratio_to_grpc_echo']:.2f}",
        )
    table.add_row("bare gRPC echo", "", f"{result['grpc_echo_calls_per_s']:,.0f}", "", "", "", "1.00")
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


async def measure_echo(at_once: int, seconds: float) -> float:
    """Calls per second of a bare unary echo between two processes."""
    async with _echo_server() as port:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "nurselog.cli.bench.echo", "call", port, str(at_once), str(seconds)),
            stdout=asyncio.subprocess.PIPE,
        )
        out, _ = await process.communicate()
    return float(json.loads(out)["calls_per_s"])


@asynccontextmanager
async def _echo_server() -> AsyncIterator[str]:
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "nurselog.cli.bench.echo", "serve"), stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    try:
        yield (await server.stdout.readline()).decode().strip()
    finally:
        server.kill()
        await server.wait()
