"""`bench views`: what a seat's view costs, after every move of random plays, for each number of seats.

The collector of cycles rests meanwhile, as it does in `timeit`: when it comes depends on everything that was
made before, not on the view.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.table import Table

from nurselog.cli.bench.rules import PlainChance
from nurselog.rules.api import AnyRules
from nurselog.rules.registry import game_names, load_rules

Json = dict[str, Any]


def measure(views: int, seed: int = 1, games: Iterable[str] = ()) -> Json:
    """Milliseconds of processor time for a view, of at least so many for each number of seats."""
    rows = []
    for name in games or game_names():
        rules = load_rules(name)
        for seats in range(rules.spec.min_seats, rules.spec.max_seats + 1):
            with no_collector():
                took = sorted(_took(rules, seats, views, seed))
            rows.append({"game": name, "seats": seats, "views": len(took), **figures(took)})
    return {"rows": rows}


def figures(took: list[float]) -> dict[str, float]:
    """Of sorted times: the mean, what all but one in a thousand stay below, the worst."""
    return {
        "mean_ms": round(sum(took) / len(took), 3),
        "p999_ms": round(took[len(took) * 999 // 1000], 3),
        "worst_ms": round(took[-1], 3),
    }


@contextmanager
def no_collector() -> Iterator[None]:
    """Collects now, and then not before the end."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _took(rules: AnyRules, seats: int, views: int, seed: int) -> list[float]:
    """After a first play, which makes what is made once."""
    luck = random.Random(seed)  # noqa: S311 - nothing is secret in a measurement
    for _ in _play(rules, seats, luck):
        pass
    took: list[float] = []
    while len(took) < views:
        took += _play(rules, seats, luck)
    return took


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
