"""What Prometheus sees of matchmaking. Pools are labelled without their options, so that labels stay few."""

from __future__ import annotations

import math
from collections import Counter as Tally
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping

from prometheus_client import Counter, Gauge, Histogram

from nurselog.matchmaking.answers import Assigned
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.tickets import Ticket

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

WAIT_QUANTILES = (0.5, 0.95, 0.99)
SPREADS = (10, 25, 50, 100, 150, 200, 300, 400, 500, 600, 800)
FAIRNESS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
BINS = 10

wait_quantiles = Gauge(
    "nurselog_matchmaking_wait_quantile_seconds",
    "Waits of the last thousand assigned tickets: p50, p95, p99.",
    ["pool", "quantile"],
)
spread_points = Histogram(
    "nurselog_matchmaking_spread_points",
    "Difference between the highest and the lowest matching rating at a table.",
    ["pool"],
    buckets=SPREADS,
)
spread_p95 = Gauge(
    "nurselog_matchmaking_spread_p95_points", "95th percentile of the last thousand spreads.", ["pool"]
)
fairness = Histogram(
    "nurselog_matchmaking_fairness",
    "1 - mean of |2P - 1| over the pairs of a table.",
    ["pool"],
    buckets=FAIRNESS,
)
relaxed = Counter(
    "nurselog_matchmaking_relaxed_total",
    "Tables for which a wish was relaxed, by reason.",
    ["pool", "reason"],
)
cancelled_age = Histogram(
    "nurselog_matchmaking_cancelled_age_seconds",
    "How long tickets had waited that were taken back.",
    ["pool"],
    buckets=WAITS,
)
predicted = Counter(
    "nurselog_matchmaking_predicted_pairs_total",
    "Pairs that played, by tenths of the predicted probability that the first is placed better.",
    ["pool", "bin"],
)
predicted_sum = Counter(
    "nurselog_matchmaking_predicted_sum_total", "Sum of those predictions: what is expected.", ["pool", "bin"]
)
actual_wins = Counter(
    "nurselog_matchmaking_actual_wins_total",
    "How often the first was placed better; level counts half.",
    ["pool", "bin"],
)
stuck = Gauge(
    "nurselog_matchmaking_stuck",
    "Tables that could not be claimed for two or more who have waited over 120 s: an alarm if it lasts.",
    ["pool"],
)
pass_seconds = Histogram(
    "nurselog_matchmaking_pass_seconds",
    "One look at one pool, all in all.",
    ["pool"],
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
closures = Counter("nurselog_matchmaking_closures_total", "Players for whom live pools were closed.")

_LAST = 1000
_waits: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=_LAST))
_spreads: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=_LAST))
_shown: set[str] = set()


def show_waiting(sizes: Mapping[str, int]) -> None:
    """Sets how many wait by pool label; labels that are not named wait for nothing."""
    for label in _shown - sizes.keys():
        waiting.labels(label).set(0)
        stuck.labels(label).set(0)
    for label, size in sizes.items():
        waiting.labels(label).set(size)
    _shown.update(sizes)


def tally(pairs: list[tuple[str, int]]) -> Mapping[str, int]:
    """Sums by label: pools that differ in options only share one."""
    sums: Tally[str] = Tally()
    for label, size in pairs:
        sums[label] += size
    return sums


def count_assigned(assigned: Assigned) -> None:
    """A table was opened."""
    label, plan = assigned.pool.label, assigned.plan
    tables.labels(label).inc()
    ended.labels(label, "assigned", "").inc(len(assigned.waits_ms))
    ended.labels(label, "cancelled", "assigned_elsewhere").inc(assigned.cancelled_others)
    for wait_ms in assigned.waits_ms:
        wait_seconds.labels(label).observe(wait_ms / 1000)
    _waits[label].extend(wait_ms / 1000 for wait_ms in assigned.waits_ms)
    for share in WAIT_QUANTILES:
        wait_quantiles.labels(label, str(share)).set(quantile(_waits[label], share))
    spread_points.labels(label).observe(plan.spread)
    _spreads[label].append(plan.spread)
    spread_p95.labels(label).set(quantile(_spreads[label], 0.95))
    fairness.labels(label).observe(plan.fairness_permille / 1000)
    for reason in plan.reasons:
        relaxed.labels(label, reason).inc()


def count_cancelled(ticket: Ticket) -> None:
    """A ticket was taken back."""
    waited_s = max(0.0, (ticket.ended_ms - ticket.since_ms) / 1000)
    cancelled_age.labels(ticket.pool.label).observe(waited_s)


def count_outcome(label: str, plan: TablePlan, places: Mapping[int, int]) -> None:
    """A table is over: what was predicted of each pair beside what happened."""
    for one, other, chance in plan.forecast:
        if one in places and other in places:
            tenth = str(min(BINS - 1, int(chance * BINS)))
            predicted.labels(label, tenth).inc()
            predicted_sum.labels(label, tenth).inc(chance)
            ahead = places[other] - places[one]
            actual_wins.labels(label, tenth).inc(0.5 if not ahead else float(ahead > 0))


def quantile(values: Iterable[float], share: float) -> float:
    """The smallest value that is not below so many of them; 0 for none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0
