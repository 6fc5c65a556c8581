from __future__ import annotations

from rich.console import Console

from nurselog.cli.bench import matchmaking


def test_the_same_seed_makes_the_same_tickets() -> None:
    one, other = (matchmaking.tickets_of(50, "choosy", 3) for _ in range(2))
    assert one == other
    assert one != matchmaking.tickets_of(50, "choosy", 4)


def test_every_kind_and_pool_is_measured_and_shown() -> None:
    result = matchmaking.measure([60])
    rows = result["rows"]
    assert [(row["kind"], row["seats"]) for row in rows] == [
        (kind, pool) for kind in matchmaking.KINDS for pool in matchmaking.POOLS
    ]
    assert all(row["all_s"] >= 0 and row["sort_s"] >= 0 for row in rows)
    console = Console(record=True, width=160)
    console.print(matchmaking.table_of(result))
    assert "choosy" in console.export_text()
