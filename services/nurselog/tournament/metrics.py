"""What Prometheus sees of tournaments. Labels are few: formats, kinds of work, never a tournament."""

from __future__ import annotations

from collections.abc import Iterable

from prometheus_client import Counter, Gauge, Histogram

from nurselog.api.log.v1.tournament_pb2 import TournamentChange

SECONDS = (0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)

changes_made = Counter("nurselog_tournament_changes_total", "Changes of tournaments, by kind.", ["kind"])
computing_seconds = Histogram(
    "nurselog_tournament_computing_seconds",
    "From the wish for pairings or standings to the answer, by kind of work.",
    ["work"],
    buckets=SECONDS,
)
tables_refused = Counter(
    "nurselog_tournament_tables_refused_total", "Tables that did not open, by reason.", ["reason"]
)
failures = Counter("nurselog_tournament_failures_total", "Faults of ours that stopped a director's step.")
watchers = Gauge("nurselog_tournament_watchers", "Streams of tournaments that are open.")


def count(made: Iterable[TournamentChange]) -> None:
    """Changes that were committed."""
    for change in made:
        changes_made.labels(change.WhichOneof("kind") or "none").inc()
