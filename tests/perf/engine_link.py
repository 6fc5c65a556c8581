"""How many moves an engine takes through one link, and what each costs it.

`python -m tests.perf.engine_link --help`. Starts a store and one engine as processes of their own, opens
tables with two seats watching each, works out legal plays beforehand from the tables' seeds (the driver looks
into the store for that), and then plays them as fast as the engine answers. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import uvloop
from grpc_health.v1 import health_pb2, health_pb2_grpc
from redis import Redis

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.engine.v1.engine_service_pb2_grpc import EngineServiceStub
from nurselog.api.game.v1 import table_pb2
from nurselog.chassis.embedded import EmbeddedStore, free_port
from nurselog.engine.address import address_of
from nurselog.rules.chance import SeededChance, luck_key
from nurselog.rules.fold import LeaverPolicy, advance, begin
from nurselog.rules.registry import load_rules

TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(slots=True)
class Play:
    """One table's moves, worked out beforehand."""

    name: str
    moves: list[tuple[int, str]]
    at: int = 0


@dataclass(slots=True)
class Tally:
    """What was seen."""

    moves: int = 0
    frames: int = 0
    errors: int = 0
    latencies: list[float] = field(default_factory=list)


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def work_out(game: str, seed: bytes, table_id: str, rng: random.Random) -> list[tuple[int, str]]:
    """A whole random play of a table as it will go."""
    rules = load_rules(game)
    seat_count = max(2, rules.spec.min_seats)
    options = rules.spec.complete({}, seat_count)
    key = luck_key(seed, ("",) * (seat_count + 1))
    play = begin(rules, options, seat_count, SeededChance(key, table_id, 0)).play
    moves = []
    while play.decisions and play.outcome is None:
        seat = play.decisions[0].seat
        move = rng.choice(rules.legal_moves(play.state, seat))
        chance = SeededChance(key, table_id, play.version + 1)
        made = advance(rules, play, seat, move, chance, policy=LeaverPolicy.RESIGN)
        moves.append((int(seat), made.entry.move))
        play = made.play
    return moves


async def open_tables(stub: EngineServiceStub, game: str, count: int, durability: int) -> list[str]:
    """So many running tables of two players."""

    async def one(number: int) -> str:
        request = pb.CreateAssignedTableRequest(
            parent=f"games/{game}",
            occupants=[Occupant(player=f"players/{number}-{seat}") for seat in range(2)],
            request_id=f"bench {number}",
            durability=table_pb2.Durability.ValueType(durability),
        )
        return str((await stub.CreateAssignedTable(request)).name)

    names: list[str] = []
    for first in range(0, count, 50):
        names += await asyncio.gather(*(one(number) for number in range(first, min(count, first + 50))))
    return names


class Driver:
    """Keeps `width` tables moving, one submit under way at each."""

    def __init__(self, link: Any, plays: Iterator[Play], names: dict[str, int], *, legal: bool) -> None:
        self._link = link
        self._plays = plays
        self._numbers = names
        self._legal = legal
        self._next_id = 1
        self._under_way: dict[int, tuple[Play, float]] = {}
        self._out: list[pb.LinkCall] = []
        self._some = asyncio.Event()
        self.tally = Tally()
        self.stop = False

    async def run(self, width: int, seconds: float) -> float:
        writer = asyncio.create_task(self._write())
        started = time.perf_counter()
        for _ in range(width):
            self._begin()
        while (message := await self._link.read()) is not grpc.aio.EOF:
            self._took(message)
            if not self._under_way or time.perf_counter() - started > seconds:
                break
        writer.cancel()
        return time.perf_counter() - started

    def _took(self, message: pb.LinkResponse) -> None:
        tally, now = self.tally, time.perf_counter()
        for push in message.pushes:
            tally.frames += len(push.watch_ids)
        for reply in message.replies:
            play, since = self._under_way.pop(reply.id, (None, 0.0))
            if play is None or reply.HasField("error"):
                tally.errors += 1
                print(reply, file=sys.stderr)
                continue
            tally.moves += 1
            tally.latencies.append(now - since)
            self._go_on(play)

    def _begin(self) -> None:
        play = next(self._plays, None)
        if play is None:
            return
        for seat in range(2):
            call = pb.LinkCall(id=self._id(), player=f"players/{self._numbers[play.name]}-{seat}")
            call.watch.name = play.name
            call.watch.include_legal_moves = self._legal
            self._out.append(call)
        self._go_on(play)

    def _go_on(self, play: Play) -> None:
        if play.at >= len(play.moves):
            self._begin()
            return
        seat, text = play.moves[play.at]
        play.at += 1
        call = pb.LinkCall(id=self._id(), player=f"players/{self._numbers[play.name]}-{seat}")
        submit = call.submit
        submit.name = play.name
        submit.request_id = str(play.at)
        submit.notation = text
        self._under_way[call.id] = (play, time.perf_counter())
        self._out.append(call)
        self._some.set()

    def _id(self) -> int:
        self._next_id += 1
        return self._next_id

    async def _write(self) -> None:
        while True:
            await self._some.wait()
            self._some.clear()
            calls, self._out = self._out, []
            await self._link.write(pb.LinkRequest(calls=calls))


async def measure(
    args: argparse.Namespace, address: str, store: EmbeddedStore, engine: int
) -> dict[str, Any]:
    async with grpc.aio.insecure_channel(address) as channel:
        await channel.channel_ready()
        stub: Any = EngineServiceStub(channel)
        names = await open_tables(stub, args.game, args.plays, args.durability)
        rng = random.Random(1)
        with Redis.from_url(store.url) as redis:
            plays = [
                Play(
                    name,
                    work_out(args.game, redis.get(address_of(name).seed), address_of(name).table_id, rng),
                )
                for name in names
            ]
        numbers = {name: number for number, name in enumerate(names)}
        driver = Driver(stub.Link(), iter(plays), numbers, legal=args.legal)
        pids = {"engine": engine, "store": store.pid or 0, "driver": os.getpid()}
        before = {name: cpu_seconds(pid) for name, pid in pids.items()}
        seconds = await driver.run(args.tables, args.seconds)
        spent = {name: cpu_seconds(pid) - before[name] for name, pid in pids.items()}
    return figures(args, driver.tally, seconds, spent)


def figures(
    args: argparse.Namespace, tally: Tally, seconds: float, spent: dict[str, float]
) -> dict[str, Any]:
    """The line of JSON."""
    latencies = sorted(tally.latencies) or [0.0]

    def at(share: float) -> float:
        return round(latencies[min(len(latencies) - 1, int(share * len(latencies)))] * 1000, 2)

    return {
        "game": args.game,
        "tables": args.tables,
        "moves": tally.moves,
        "errors": tally.errors,
        "frames": tally.frames,
        "moves_per_s": round(tally.moves / seconds),
        **{f"{name}_us_per_move": round(cpu / max(1, tally.moves) * 1e6, 1) for name, cpu in spent.items()},
        "p50_ms": at(0.5),
        "p99_ms": at(0.99),
    }


async def until_serving(address: str) -> None:
    async with grpc.aio.insecure_channel(address) as channel:
        await channel.channel_ready()
        health: Any = health_pb2_grpc.HealthStub(channel)
        watch = health.Watch(health_pb2.HealthCheckRequest())
        while (await watch.read()).status != health_pb2.HealthCheckResponse.SERVING:
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="forest_sky")
    parser.add_argument("--tables", type=int, default=20, help="tables that play at the same time")
    parser.add_argument("--plays", type=int, default=1200, help="tables opened beforehand")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--durability", type=int, default=table_pb2.DURABILITY_MEMORY)
    parser.add_argument("--legal", action="store_true", help="watch with legal moves")
    parser.add_argument("--profile", default="", help="file for the engine's profile (slows it down)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "store") as store:
        port = free_port()
        environment = {
            **os.environ,
            "REDIS_URL": store.url,
            "NURSELOG_PORT": str(port),
            "NURSELOG_ARCHIVE_DIR": str(Path(folder) / "archive"),
        }
        command = [sys.executable]
        command += ["-m", "cProfile", "-o", args.profile] if args.profile else []
        command += ["-m", "nurselog.engine", "--game", args.game]
        engine = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            address = f"127.0.0.1:{port}"
            uvloop.run(asyncio.wait_for(until_serving(address), 20))
            print(json.dumps(uvloop.run(measure(args, address, store, engine.pid))))
        finally:
            engine.terminate()
            engine.wait()


if __name__ == "__main__":
    main()
