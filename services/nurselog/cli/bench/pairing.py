"""`bench pairing`: the rounds of large tournaments, by processor time, beside sorting a million numbers.

Each event is played by luck up to its last round but one; what is measured is the pairing of the last, from
the whole history to published seats, and the standings after it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, Final, TypeVar

from rich.table import Table

from nurselog.chassis.collector import collector_spared
from nurselog.tournament.compute import ROUND_OF_MANY
from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.values import (
    Entrant,
    EntrantId,
    Event,
    Pairing,
    PairingKind,
    PlayedPairing,
    Round,
    SeatResult,
    TableResult,
)

Json = dict[str, Any]
T = TypeVar("T")

SWISS: Final = Terms(format=FormatName.SWISS, rounds=9)
PODS: Final = Terms(format=FormatName.PODS, seats=(3, 4), rounds=6)
CASES: Final = (("swiss", SWISS, 500), ("swiss", SWISS, 5000), ("pods", PODS, 4000))
TIMES: Final = 3
"""The quickest of so many counts: other work on the machine only ever adds."""
SORTED: Final = 1_000_000


def measure(share: float = 1.0, seed: int = 1) -> Json:
    """Seconds for the last round of each case; `share` makes all fields smaller (tests)."""
    luck = random.Random(seed)  # noqa: S311 - nothing is secret in a measurement
    numbers = [luck.random() for _ in range(round(SORTED * share))]
    with collector_spared(ROUND_OF_MANY):
        _, baseline = _timed(lambda: sorted(numbers))
        rows = [
            _case(name, terms, max(8, round(count * share)), luck, baseline) for name, terms, count in CASES
        ]
    return {"baseline_s": round(baseline, 4), "rows": rows}


def _case(name: str, terms: Terms, count: int, luck: random.Random, baseline: float) -> Json:
    form, event = FORMATS[terms.format], _event(count)
    while event.next_round < terms.rounds:
        event = _after(event, form.pair(terms, event), luck)
    pairings, took = min((_timed(lambda: form.pair(terms, event)) for _ in range(TIMES)), key=itemgetter(1))
    event = _after(event, pairings, luck)
    _, standing = _timed(lambda: form.standings(terms, event))
    return {
        "format": name,
        "entrants": count,
        "round": terms.rounds,
        "pairing_s": round(took, 4),
        "standings_s": round(standing, 4),
        "ratio": round(took / baseline, 2) if baseline else 0.0,
    }


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    begin_s = time.thread_time()
    done = work()
    return done, time.thread_time() - begin_s


def _event(count: int) -> Event:
    entrants = (
        Entrant(id=EntrantId(f"players/p{number}"), number=number, rating=3000 - number // 4)
        for number in range(1, count + 1)
    )
    return Event(entrants=tuple(entrants), seed=b"a seed for measurements")


def _after(event: Event, pairings: Sequence[Pairing], luck: random.Random) -> Event:
    played = tuple(_played(pairing, luck) for pairing in pairings)
    return replace(event, rounds=(*event.rounds, Round(number=event.next_round, pairings=played)))


def _played(pairing: Pairing, luck: random.Random) -> PlayedPairing:
    if pairing.kind is not PairingKind.TABLE:
        return PlayedPairing(pairing=pairing)
    levels = [luck.randrange(10) for _ in pairing.seats]
    lines = (
        SeatResult(entrant=one, seat=seat, placement=1 + sum(other > levels[seat] for other in levels))
        for seat, one in enumerate(pairing.seats)
    )
    return PlayedPairing(pairing=pairing, tables=(TableResult(seats=tuple(lines)),))


def table_of(result: Json) -> Table:
    """The same for people."""
    title = (
        f"Rounds of tournaments, processor time (a sort of a million numbers: {result['baseline_s']:.2f} s)"
    )
    table = Table(title=title, title_justify="left", box=None)
    for name in ("format", "entrants", "round", "pairing s", "x sort", "standings s"):
        table.add_column(name, justify="left" if name == "format" else "right")
    for row in result["rows"]:
        table.add_row(
            row["format"],
            f"{row['entrants']:,}",
            str(row["round"]),
            f"{row['pairing_s']:.3f}",
            f"{row['ratio']:.1f}",
            f"{row['standings_s']:.3f}",
        )
    return table
