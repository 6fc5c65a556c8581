"""`bench views`: what a seat's view costs, after every move of random plays, for each number of seats.

The collector of cycles rests meanwhile, as it does in `timeit`: when it comes depends on everything that was
made before, not on the view. The same plays are run several times, each time in a new process that remembers
nothing, and the quickest of a view's times counts: other work on the machine only ever adds.
"""

from __future__ import annotations

import gc
import multiprocessing
import random
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from rich.table import Table

from nurselog.cli.bench.rules import PlainChance
from nurselog.rules.api import AnyRules
from nurselog.rules.registry import game_names, load_rules

Json = dict[str, Any]


def measure(views: int, seed: int = 1, games: Iterable[str] = (), runs: int = 3) -> Json:
    """Milliseconds of processor time for a view, of at least so many for each number of seats."""
    rows = []
    for name in games or game_names():
        rules = load_rules(name)
        for seats in range(rules.spec.min_seats, rules.spec.max_seats + 1):
            took = sorted(_quickest(name, seats, views, seed, runs))
            rows.append({"game": name, "seats": seats, "views": len(took), **figures(took)})
    return {"rows": rows}


def figures(took: list[float]) -> dict[str, float]:
    """Of sorted times: the mean, what all but one in a thousand stay below, the worst."""
    return {
        "mean_ms": round(sum(took) / len(took), 3),
        "p999_ms": round(took[len(took) * 999 // 1000], 3),
        "worst_ms": round(took[-1], 3),
    }


def _quickest(game: str, seats: int, views: int, seed: int, runs: int) -> list[float]:
    """For each view the best of its times in so many runs."""
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as process:
        found = [process.submit(took, game, seats, views, seed).result() for _ in range(runs)]
    return [min(times) for times in zip(*found, strict=True)]


@contextmanager
def no_collector() -> Iterator[None]:
    """Collects now, and then not before the end."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def took(game: str, seats: int, views: int, seed: int) -> list[float]:
    """After a first play, which makes what is made once: the time of each view, always in the same order."""
    rules = load_rules(game)
    luck = random.Random(seed)  # noqa: S311 - nothing is secret in a measurement
    times: list[float] = []
    with no_collector():
        for _ in _play(rules, seats, luck):
            pass
        while len(times) < views:
            times += _play(rules, seats, luck)
    return times


def _play(rules: AnyRules, seats: int, luck: random.Random) -> Iterator[float]:
    """A random play: after each move the view of the seat that is next, and what it took."""
    chance = PlainChance(luck.randrange(1 << 32))
    state = rules.setup(rules.spec.complete({}, seats), seats, chance).state
    while decisions := rules.decisions(state):
        seat = decisions[0].seat
        state = rules.apply(state, seat, luck.choice(rules.legal_moves(state, seat)), chance).state
        begin_s = time.thread_time()
        rules.view(state, seat)
        yield (time.thread_time() - begin_s) * 1000


def table_of(result: Json) -> Table:
    """The same for people."""
    title = "A seat's view after each move of random plays, milliseconds of processor time"
    table = Table(title=title, title_justify="left", box=None)
    for name in ("game", "seats", "views", "mean", "99.9th percentile", "worst"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for row in result["rows"]:
        times = (f"{row[name]:.2f}" for name in ("mean_ms", "p999_ms", "worst_ms"))
        table.add_row(row["game"], str(row["seats"]), f"{row['views']:,}", *times)
    return table
