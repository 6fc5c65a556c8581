"""The process that plays under load: one face, so many tables, for so many seconds; tells it as JSON.

echo '{"url": ..., "grpc": ..., "face": "websocket", "tables": 20, ...}' | python -m nurselog.cli.bench.load
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import grpc
import uvloop

from nurselog.cli.bench.cpu import cpu_seconds
from nurselog.cli.bench.grpc_face import GrpcSeat
from nurselog.cli.bench.rest_face import RestSeat
from nurselog.cli.bench.table_load import Face, Measured, News, Stock, TableLoad
from nurselog.cli.bench.ws_face import open_seat
from nurselog.cli.bench.ws_forms import Form, JsonForm, ProtobufForm
from nurselog.cli.rest import Rest

SEATS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What to measure."""

    url: str
    grpc: str
    face: str
    tables: int
    seconds: float
    warmup: float
    spare: int = 100
    """Tables opened beforehand beside those that play, so that opening them is not measured."""
    game: str = "forest_sky"
    seed: int = 1
    pids: tuple[int, ...] = ()
    """The processes of the backend, whose CPU time is measured beside our own."""


Opener = Callable[[int, TableLoad], Awaitable[Face]]


async def run(job: Job) -> Measured:
    """Plays; what was seen after the warm-up."""
    async with Rest(job.url) as one, Rest(job.url) as other:
        players = (one, other)
        await one.open_session("bench one")
        await other.open_session("bench other")
        stock = Stock(await open_tables(players, job.game, job.tables + job.spare))
        opening = asyncio.create_task(_restock(stock, players, job.game))
        try:
            return await _measure(job, stock, players)
        finally:
            opening.cancel()


async def open_table(players: tuple[Rest, Rest], game: str) -> str:
    """A table that both players sit at; it starts as it is full."""
    table = await players[0].post(f"/v1/games/{game}/tables", {"seatCount": SEATS, "startWhenFull": True})
    await players[1].post(f"/v1/{table['name']}:takeSeat")
    return str(table["name"])


async def open_tables(players: tuple[Rest, Rest], game: str, count: int) -> list[str]:
    """So many tables, a few at a time."""
    gate = asyncio.Semaphore(16)

    async def one() -> str:
        async with gate:
            return await open_table(players, game)

    return await asyncio.gather(*(one() for _ in range(count)))


async def _restock(stock: Stock, players: tuple[Rest, Rest], game: str) -> None:
    while True:
        await stock.low.wait()
        stock.low.clear()
        for _ in range(20):
            stock.put(await open_table(players, game))


async def _measure(job: Job, stock: Stock, players: tuple[Rest, Rest]) -> Measured:
    measured = Measured()
    channel = grpc.aio.insecure_channel(job.grpc)
    loads = [await _place(job, stock, players, measured, channel, number) for number in range(job.tables)]
    for load in loads:
        load.begin()
    await asyncio.sleep(job.warmup)
    gc.freeze()
    measured.moves, measured.tables, measured.refused = 0, 0, 0
    measured.latencies_ms.clear()
    begin, spent = time.perf_counter(), cpu_seconds(job.pids)
    await asyncio.sleep(job.seconds)
    measured.seconds = time.perf_counter() - begin
    measured.cpu_s = cpu_seconds(job.pids) - spent if job.pids else 0.0
    kept = Measured(**{name: getattr(measured, name) for name in Measured.__slots__})
    for load in loads:
        load.over = True
    return kept


async def _place(
    job: Job,
    stock: Stock,
    players: tuple[Rest, Rest],
    measured: Measured,
    channel: grpc.aio.Channel,
    number: int,
) -> TableLoad:
    faces: list[Face] = []
    luck = random.Random(job.seed * 1000 + number)  # noqa: S311 - moves, not secrets
    load = TableLoad(faces, stock, measured, luck)

    def refused() -> None:
        measured.refused += 1

    made = [await _face(job, player.token, channel, load.seen, refused) for player in players]
    faces.extend(made)
    return load


async def _face(
    job: Job,
    token: str,
    channel: grpc.aio.Channel,
    told: Callable[[str, int, News], None],
    refused: Callable[[], None],
) -> Face:
    match job.face:
        case "websocket" | "websocket_protobuf":
            form: Form = JsonForm() if job.face == "websocket" else ProtobufForm()
            return await open_seat(f"ws{job.url.removeprefix('http')}/v1/ws", token, form, told, refused)
        case "grpc":
            return GrpcSeat(channel, token, told, refused)
        case "rest":
            return RestSeat(job.url, token, told, refused)
        case _:
            raise ValueError(f"no face is called {job.face}")


def main() -> None:
    """Job on standard input, result on standard output."""
    job = Job(**json.load(sys.stdin))
    measured = uvloop.run(run(job))
    result = {
        "moves": measured.moves,
        "tables": measured.tables,
        "refused": measured.refused,
        "seconds": measured.seconds,
        "cpu_s": measured.cpu_s,
        "latencies_ms": [round(latency, 3) for latency in measured.latencies_ms],
    }
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
