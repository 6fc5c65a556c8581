"""`bench matchmaking`: one pass over a crowded pool, in processor time, beside sorting the same tickets.

Each row is a process of its own, so that its memory can be told. Ratings are spread as those of people are
(1500, give or take 250), waits are short (15 s on average, some long). `plain` tickets wish nothing; `choosy`
ones have three of five regions and two opponents of late. `again` is the next pass over the same tickets.
"""

from __future__ import annotations

import gc
import random
import resource
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

from rich.table import Table

from nurselog.matchmaking.matching.mirror import Change, Mirror
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.strengths import MU0, Strength, unit
from nurselog.matchmaking.matching.terms import Terms

Json = dict[str, Any]

NOW_MS: Final = 10_000_000
REGIONS: Final = ("africa", "america", "asia", "europe", "oceania")
KINDS: Final = ("plain", "choosy")
POOLS: Final[dict[str, tuple[int, ...]]] = {"2": (2,), "4": (4,), "2-4": (2, 3, 4)}
TABLES: Final = 500
"""What a pass of the service forms at most."""


def measure(tickets: Sequence[int], seed: int = 1) -> Json:
    """One row for each number of tickets, kind and pool."""
    jobs = [(count, kind, pool, seed) for count in tickets for kind in KINDS for pool in POOLS]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as processes:
        return {"rows": list(processes.map(_row, jobs))}


def _row(job: tuple[int, str, str, int]) -> Json:
    count, kind, pool, seed = job
    gc.disable()  # as in the process that matches
    before_kb = _resident_kb()
    crowd, strengths = tickets_of(count, kind, seed)
    mirror = Mirror(Shape(seats=POOLS[pool], rated=True), Terms())
    mirror.take_over(Change(now_ms=NOW_MS, arrived=crowd, strengths=strengths))
    told_kb = _resident_kb()
    sorting_s = _took(lambda: sorted(crowd, key=lambda one: (one.strengths, one.since_ms, one.id)))
    everything = _took(lambda: mirror.look(Change(now_ms=NOW_MS, limit=count)))
    some = _took(lambda: mirror.look(Change(now_ms=NOW_MS + 1000, limit=TABLES)))
    return {
        "tickets": count,
        "kind": kind,
        "seats": pool,
        "sort_s": round(sorting_s, 4),
        "all_s": round(everything, 4),
        "some_s": round(some, 4),
        "all_in_sorts": round(everything / sorting_s, 1),
        "kept_bytes": round(1024 * (told_kb - before_kb) / count),
        "pass_bytes": round(1024 * (_resident_kb() - told_kb) / count),
    }


def tickets_of(count: int, kind: str, seed: int) -> tuple[list[Seeker], dict[str, Strength]]:
    """Tickets and the strengths of their players, the same for the same seed."""
    luck = random.Random(f"{kind} {seed}")  # noqa: S311 - nothing is secret in a measurement
    scale = unit()
    players = [f"players/g-{number:06}" for number in range(count)]
    strengths = {player: Strength(MU0 + luck.gauss(0, 250) / scale, 2.0) for player in players}
    return [_ticket(luck, players, number, kind) for number in range(count)], strengths


def _ticket(luck: random.Random, players: Sequence[str], number: int, kind: str) -> Seeker:
    choosy = kind == "choosy"
    return Seeker(
        id=f"{number:016}",
        players=(players[number],),
        since_ms=NOW_MS - round(luck.expovariate(1 / 15) * 1000),
        regions={name: luck.randint(20, 300) for name in luck.sample(REGIONS, 3)} if choosy else {},
        recent=frozenset(luck.choices(players, k=2)) if choosy else frozenset(),
    )


def _took(work: Any) -> float:
    begin_s = time.process_time()
    work()
    return time.process_time() - begin_s


def _resident_kb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def table_of(result: Json) -> Table:
    """The same for people."""
    title = f"A pass over a pool, seconds of processor time (all tables, or the {TABLES} most urgent)"
    table = Table(title=title, title_justify="left", box=None)
    most = f"{TABLES} tables"
    names = ("tickets", "kind", "seats", "sort", "all tables", "in sorts", most, "bytes kept", "more")
    for name in names:
        table.add_column(name, justify="left" if name in ("kind", "seats") else "right")
    for row in result["rows"]:
        table.add_row(
            f"{row['tickets']:,}",
            row["kind"],
            row["seats"],
            f"{row['sort_s']:.3f}",
            f"{row['all_s']:.3f}",
            f"{row['all_in_sorts']:.1f}",
            f"{row['some_s']:.3f}",
            str(row["kept_bytes"]),
            str(row["pass_bytes"]),
        )
    return table
