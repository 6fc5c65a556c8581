"""A simulation of matchmaking, summed up: for machines, and as a table for people."""

from __future__ import annotations

from collections import Counter

from rich.table import Table

from nurselog.cli.simulate.figures import Json, calibration_of, spread_of
from nurselog.cli.simulate.order import agreement, true_ranks
from nurselog.cli.simulate.records import Believed, Matched


def summary(seen: Matched) -> Json:
    """What `summary.json` holds."""
    waits = [wait for met in seen.tables for wait in met.waits_s]
    pairs = [pair for met in seen.tables for pair in met.pairs]
    return {
        "what": "matchmaking",
        "way": seen.way.value,
        "settings": dict(seen.settings),
        "tickets": seen.tickets,
        "seated": len(waits),
        "unmatched": seen.unmatched,
        "ended_without_table": dict(sorted(seen.lost.items())),
        "tables": len(seen.tables),
        "seats": {str(size): count for size, count in sorted(_sizes(seen).items())},
        "lasted_s": round(seen.lasted_s, 1),
        "took_s": round(seen.took_s, 2),
        "wait_s": spread_of(waits),
        "spread_points": spread_of([met.spread for met in seen.tables], 1),
        "fairness": spread_of([met.fairness for met in seen.tables], 3),
        "relaxed": dict(sorted(Counter(reason for met in seen.tables for reason in met.reasons).items())),
        "calibration": calibration_of(pairs),
        "ratings": _ratings(seen),
    }


def _sizes(seen: Matched) -> Counter[int]:
    return Counter(len(met.waits_s) for met in seen.tables)


def _ratings(seen: Matched) -> Json:
    """How well ratings and hidden strengths agree, among those who played."""
    known = [one for one in seen.people if one.tables]
    return {
        "players": len(known),
        "tables_each": spread_of([float(one.tables) for one in known], 1),
        "order_agreement": round(_order(known), 4),
    }


def _order(known: list[Believed]) -> float:
    strengths = {index: one.strength for index, one in enumerate(known)}
    ratings = {index: one.rating for index, one in enumerate(known)}
    return agreement(true_ranks(ratings), true_ranks(strengths))


def table_of(found: Json) -> Table:
    """The same for people."""
    table = Table(title=f"Matchmaking, simulated ({found['way']})", title_justify="left", box=None)
    for name in ("", "mean", "median", "95 %", "99 %", "most"):
        table.add_column(name, justify="right" if name else "left")
    for label, key, form in (
        ("waited, s", "wait_s", "{:.1f}"),
        ("spread of a table, points", "spread_points", "{:.0f}"),
        ("fairness (1 is even)", "fairness", "{:.2f}"),
    ):
        cells = (form.format(found[key][one]) for one in ("mean", "p50", "p95", "p99", "max"))
        table.add_row(label, *cells)
    table.add_section()
    table.add_row(
        "tickets, seated, unmatched", *map(str, (found["tickets"], found["seated"], found["unmatched"]))
    )
    for reason, count in found["relaxed"].items():
        table.add_row(f"tables {reason.replace('_', ' ')}", str(count))
    table.add_row("order of ratings against the truth", f"{found['ratings']['order_agreement']:.3f}")
    for one in found["calibration"]["bins"]:
        if one["pairs"]:
            label = f"chance {one['from']:.0%} to {one['from'] + 0.1:.0%}: foretold, won, pairs"
            table.add_row(label, f"{one['predicted']:.1%}", f"{one['actual']:.1%}", f"{one['pairs']:,}")
    return table
