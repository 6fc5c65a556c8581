"""What Prometheus sees of matchmaking. Pools are labelled without their options, so that labels stay few."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping

from prometheus_client import Counter, Gauge, Histogram

WAITS = (0.1, 0.5, 1, 2, 5, 10, 20, 35, 60, 120, 300, 900, 3600, 21_600, 86_400)

waiting = Gauge("nurselog_matchmaking_waiting", "Tickets that wait.", ["pool"])
filed = Counter("nurselog_matchmaking_filed_total", "Tickets filed.", ["pool"])
ended = Counter(
    "nurselog_matchmaking_ended_total",
    "Tickets that ended, by state and reason.",
    ["pool", "state", "reason"],
)
tables = Counter("nurselog_matchmaking_tables_total", "Tables opened.", ["pool"])
wait_seconds = Histogram(
    "nurselog_matchmaking_wait_seconds", "From filing a ticket to its claim.", ["pool"], buckets=WAITS
)
engine_refusals = Counter(
    "nurselog_matchmaking_engine_refusals_total", "Tables that did not open, by reason.", ["pool", "reason"]
)

_shown: set[str] = set()


def show_waiting(sizes: Mapping[str, int]) -> None:
    """Sets how many wait by pool label; labels that are not named wait for nothing."""
    for label in _shown - sizes.keys():
        waiting.labels(label).set(0)
    for label, size in sizes.items():
        waiting.labels(label).set(size)
    _shown.update(sizes)


def tally(pairs: list[tuple[str, int]]) -> Mapping[str, int]:
    """Sums by label: pools that differ in options only share one."""
    sums: Tally[str] = Tally()
    for label, size in pairs:
        sums[label] += size
    return sums
