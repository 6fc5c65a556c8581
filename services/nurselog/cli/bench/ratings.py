"""`bench ratings`: rating computations in this process, and a large leaderboard in a store of its own.

Store calls go one after the other, each beside a bare PING and a bare ZADD, so that what the machine's other
work costs falls on all of them alike.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import uvloop
from rich.table import Table

from nurselog.chassis.config import Settings
from nurselog.chassis.embedded import EmbeddedStore
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import key, new_table_id
from nurselog.chassis.redis import close, connect, load_functions
from nurselog.cli.bench.views import no_collector
from nurselog.scoring import model
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.ladder_store import LadderStore, board_keys
from nurselog.scoring.ladders import Rating, post
from nurselog.scoring.library import functions
from nurselog.scoring.model import Strength
from nurselog.scoring.standing_store import StandingStore
from nurselog.scoring.totals import About, Total
from nurselog.scoring.verdicts import Contest, Member, Side

Json = dict[str, Any]
Call = Callable[[int], Awaitable[object]]

LADDER: Final = "bench.table"
ABOUT: Final = About(game="bench", rules_version="1", seats=1, higher_is_better=True)
SEATS: Final = (2, 4, 8)
WINDOW: Final = 11
NOW_S: Final = 1_800_000_000
_CHUNK: Final = 1000
_BLOCK: Final = 20


def measure(entries: int, calls: int, seconds: float, seed: int = 1) -> Json:
    """Computations per second of CPU and of time, and milliseconds of store calls on boards of `entries`."""
    with no_collector():
        computed = [_computations(seats, seconds, seed) for seats in SEATS]
    return {"computations": computed, "entries": entries, "store": uvloop.run(_boards(entries, calls, seed))}


def table_of(result: Json) -> Table:
    """The result for people."""
    table = Table(
        *("", "per s of CPU", "p50 ms", "p99 ms", "p50 / PING", "CPU us", "store's CPU us"),
        title=f"Ratings, and boards of {result['entries']:,} entries",
    )
    for row in result["computations"]:
        table.add_row(f"rating, {row['seats']} seats", f"{row['per_cpu_s']:,}")
    for name, row in result["store"].items():
        times = (f"{row['p50_ms']:.3f}", f"{row['p99_ms']:.3f}", f"{row['to_ping']:.2f}")
        table.add_row(name, "", *times, f"{row['own_cpu_us']:.0f}", f"{row['store_cpu_us']:.0f}")
    return table


def _computations(seats: int, seconds: float, seed: int) -> Json:
    luck = random.Random(f"{seats} {seed}")  # noqa: S311 - nothing is secret in a measurement
    tables = [
        (
            [[Strength(luck.gauss(25, 5), luck.uniform(1, 8))] for _ in range(seats)],
            [luck.randint(1, seats) for _ in range(seats)],
        )
        for _ in range(256)
    ]
    done, cpu_s, begin_s = 0, time.thread_time(), time.perf_counter()
    while time.perf_counter() - begin_s < seconds:
        for sides, places in tables:
            model.rate(sides, places)
        done += len(tables)
    cpu_s, took_s = time.thread_time() - cpu_s, time.perf_counter() - begin_s
    return {
        "seats": seats,
        "tables": done,
        "per_cpu_s": round(done / cpu_s),
        "per_s": round(done / took_s),
    }


@dataclass(slots=True)
class _Took:
    """What the calls of one kind took: milliseconds each, and CPU of this process and the store."""

    each_ms: list[float] = field(default_factory=list)
    own_s: float = 0.0
    store_s: float = 0.0

    async def take(self, call: Call, numbers: range, store_pid: int) -> None:
        """Makes some calls, one after the other."""
        own_s, store_s = time.thread_time(), _cpu_s(store_pid)
        for number in numbers:
            begin_s = time.perf_counter()
            await call(number)
            self.each_ms.append((time.perf_counter() - begin_s) * 1000)
        self.own_s += time.thread_time() - own_s
        self.store_s += _cpu_s(store_pid) - store_s

    def told(self, ping: _Took) -> Json:
        """The numbers to show."""
        calls = len(self.each_ms)
        return {
            "calls": calls,
            "p50_ms": round(_at(self.each_ms, 50), 4),
            "p99_ms": round(_at(self.each_ms, 99), 4),
            "to_ping": round(_at(self.each_ms, 50) / _at(ping.each_ms, 50), 2),
            "own_cpu_us": round(self.own_s / calls * 1e6, 1),
            "store_cpu_us": round(self.store_s / calls * 1e6, 1),
        }


async def _boards(entries: int, calls: int, seed: int) -> Json:
    luck = random.Random(seed)  # noqa: S311 - likewise
    async with _store() as (store, pid):
        await _fill(store, entries, luck)
        work = _calls(store, entries, luck)
        took = {name: _Took() for name in work}
        for start in range(0, calls, _BLOCK):
            numbers = range(start, min(start + _BLOCK, calls))
            for name, call in work.items():
                await call(-1 - start)  # the first after others would pay for them
                await took[name].take(call, numbers, pid)
    return {name: each.told(took["PING"]) for name, each in took.items()}


def _calls(store: Gatherer, entries: int, luck: random.Random) -> dict[str, Call]:
    ladders, standings, boards = LadderStore(store), StandingStore(store), BoardStore(store)
    bare = key("bench", "bare")

    async def settle(number: int) -> None:
        contest = _contest(number, luck.sample(range(entries), 4))
        known = await ladders.known(LADDER, [member.player for member in contest.members])
        await ladders.settle(LADDER, post(contest, known.ratings), known.ratings)

    return {
        "PING": lambda _: store.call("PING", key=bare),
        "ZADD": lambda number: store.call("ZADD", bare, number, f"p{number}", key=bare),
        "board write": lambda number: boards.enter(
            ABOUT, _total(luck.randrange(entries), 2_000 + number, luck.randrange(2**20)), ["all"]
        ),
        "board around-me": lambda _: boards.page(ABOUT.id, 0, WINDOW, around=_name(luck.randrange(entries))),
        "ladder around-me": lambda _: standings.page(
            LADDER, 0, WINDOW, around=_name(luck.randrange(entries))
        ),
        "rated table of four": settle,
    }


async def _fill(store: Gatherer, entries: int, luck: random.Random) -> None:
    rows, listed, everyone = board_keys(LADDER, 0, 0)
    boards = BoardStore(store)
    await boards.enter(ABOUT, _total(0, 1, 0), ["all"])
    board, shown = key(ABOUT.id, "board", "0", "all"), key(ABOUT.id, "rows", "0", "all")
    for start in range(0, entries, _CHUNK):
        ratings = [_rating(number, luck) for number in range(start, min(start + _CHUNK, entries))]
        scores = [word for one in ratings for word in (one.score, one.player)]
        records = [word for one in ratings for word in (one.player, one.encode())]
        totals = [
            word for one in ratings for word in (one.player, f'["{one.name}",{one.points},"{_table(0)}"]')
        ]
        await asyncio.gather(
            store.call("HSET", rows, *records, key=rows),
            store.call("ZADD", listed, *scores, key=listed),
            store.call("ZADD", everyone, *scores, key=everyone),
            store.call("ZADD", board, *scores, key=board),
            store.call("HSET", shown, *totals, key=shown),
        )


def _rating(number: int, luck: random.Random) -> Rating:
    strength = Strength(luck.gauss(25, 5), 1.5)
    points = model.shown(strength).board_points
    return Rating(
        player=_name(number),
        name=f"Player {number}",
        version=1,
        games=30,
        strength=strength,
        last_played_s=NOW_S,
        reached_s=NOW_S - luck.randrange(10_000_000),
        points=points,
    )


def _contest(number: int, players: list[int]) -> Contest:
    sides = (
        Side(place, (Member(_name(player), f"Player {player}", place - 1),))
        for place, player in enumerate(players, 1)
    )
    return Contest(table=_table(number), ladder=LADDER, ended_at_s=NOW_S, sides=tuple(sides))


def _total(player: int, number: int, value: int) -> Total:
    return Total(player=_name(player), name=f"Player {player}", value=value, table=_table(number), at_s=NOW_S)


def _name(number: int) -> str:
    return f"players/p{number:07}"


def _table(number: int) -> str:
    return f"games/bench/tables/{new_table_id(str(number).encode())}"


def _cpu_s(pid: int) -> float:
    """What a process of one thread has used so far (Linux; elsewhere 0)."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0


def _at(times: list[float], percent: int) -> float:
    return sorted(times)[min(len(times) * percent // 100, len(times) - 1)]


@asynccontextmanager
async def _store() -> AsyncIterator[tuple[Gatherer, int]]:
    """The embedded store in a temporary folder, with its process; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="nurselog-bench-") as folder:
        server = EmbeddedStore(Path(folder))
        server.start()
        client = connect(Settings(redis_url=server.url))
        try:
            store = Gatherer(client, await load_functions(client, functions()), timeout_s=30)
            try:
                yield store, server.pid or 0
            finally:
                await store.aclose()
        finally:
            await close(client)
            server.stop()
