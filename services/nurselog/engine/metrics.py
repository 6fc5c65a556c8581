"""What Prometheus sees of an engine beside its calls."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

commits = Counter("nurselog_engine_commits_total", "Commits of this process that stand in a log.", ["game"])
lost_races = Counter(
    "nurselog_engine_lost_races_total", "Commits that came second and were judged again.", ["game"]
)
fell_behind = Counter("nurselog_engine_log_fell_behind_total", "Times the store had lost moves.", ["game"])
quarantined = Counter(
    "nurselog_engine_quarantined_total", "Tables stopped until an operator looks.", ["game"]
)
tables = Gauge("nurselog_engine_tables", "Tables folded in memory now.", ["game"])
watched = Gauge("nurselog_engine_watched_tables", "Tables with watchers now.", ["game"])
