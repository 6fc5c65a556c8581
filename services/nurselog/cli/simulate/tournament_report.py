"""A simulation of a tournament, summed up: for machines, and as a table for people."""

from __future__ import annotations

from rich.table import Table

from nurselog.cli.simulate.figures import Json, calibration_of, spread_of
from nurselog.cli.simulate.records import Contested, RoundSeen

TOPS = (1, 4, 8)


def summary(seen: Contested) -> Json:
    """What `summary.json` holds."""
    return {
        "what": "tournament",
        "way": seen.way.value,
        "settings": dict(seen.settings),
        "events": len(seen.events),
        "took_s": round(seen.took_s, 2),
        "strongest_wins": round(_mean([_place_of(seen, event) == 1 for event in range(len(seen.events))]), 3),
        "place_of_strongest": spread_of(
            [float(_place_of(seen, event)) for event in range(len(seen.events))], 1
        ),
        "top_kept": {str(top): round(_kept(seen, top), 3) for top in TOPS if top < _size(seen)},
        "rounds": [_round(seen, number) for number in range(_rounds(seen))],
        "foretold_from": seen.foretold_from,
        "calibration": calibration_of([pair for event in seen.events for pair in event.pairs]),
    }


def _place_of(seen: Contested, event: int) -> int:
    """Where the strongest came in."""
    return next(one.place for one in seen.events[event].standings if one.true_rank == 1)


def _kept(seen: Contested, top: int) -> float:
    """What part of the strongest so many stands among the first so many."""
    return _mean([sum(one.true_rank <= top for one in event.standings[:top]) / top for event in seen.events])


def _size(seen: Contested) -> int:
    return min(len(event.standings) for event in seen.events)


def _rounds(seen: Contested) -> int:
    return max((len(event.rounds) for event in seen.events), default=0)


def _round(seen: Contested, index: int) -> Json:
    """One round over all events that had it."""
    found: list[RoundSeen] = [event.rounds[index] for event in seen.events if index < len(event.rounds)]
    waits = [wait for one in found for wait in one.waits_s]
    return {
        "round": index + 1,
        "order_agreement": round(_mean([one.order for one in found]), 4),
        "difference_points": spread_of([difference for one in found for difference in one.differences]),
        "pairing_s": spread_of([one.pairing_s for one in found], 4),
        **({"wait_s": spread_of(waits)} if waits else {}),
    }


def _mean(values: list[bool] | list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def table_of(found: Json) -> Table:
    """The same for people."""
    table = Table(title=f"A tournament, simulated ({found['way']})", title_justify="left", box=None)
    for name in ("round", "order against the truth", "difference at a table", "95 %", "paired in s"):
        table.add_column(name, justify="left" if name == "round" else "right")
    for one in found["rounds"]:
        table.add_row(
            str(one["round"]),
            f"{one['order_agreement']:.3f}",
            f"{one['difference_points']['mean']:.2f}",
            f"{one['difference_points']['p95']:.1f}",
            f"{one['pairing_s']['mean']:.3f}",
        )
    table.add_section()
    table.add_row("the strongest wins", f"{found['strongest_wins']:.0%}")
    for top, kept in found["top_kept"].items():
        if top != "1":
            table.add_row(f"of the strongest {top} among the first {top}", f"{kept:.0%}")
    return table
