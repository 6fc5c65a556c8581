from __future__ import annotations

from rich.console import Console

from nurselog.cli.bench.ratings import SEATS, measure, table_of


def test_the_measurement_says_how_many_and_how_long() -> None:
    result = measure(entries=300, calls=10, seconds=0.01)

    assert [row["seats"] for row in result["computations"]] == list(SEATS)
    assert all(row["per_cpu_s"] > 0 for row in result["computations"])
    assert {"PING", "ZADD", "board write", "board around-me"} < result["store"].keys()
    assert all(0 < row["p50_ms"] <= row["p99_ms"] for row in result["store"].values())
    console = Console(width=120)
    with console.capture() as shown:
        console.print(table_of(result))
    assert "board around-me" in shown.get()
    assert "300 entries" in shown.get()
