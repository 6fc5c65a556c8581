from __future__ import annotations

import os

from nurselog.cli.bench.event import PARTS, Parts, table_of


def test_each_part_has_its_time_and_its_cpu_time() -> None:
    parts = Parts([os.getpid()])
    for name in PARTS:
        with parts.part(name):
            pass

    assert [row["part"] for row in parts.rows] == list(PARTS)
    assert all(row["seconds"] >= 0 and row["cpu_s"] >= 0 for row in parts.rows)
    result = {"entrants": 8, "tables": 4, "moves": 200, "game": "forest_sky", "parts": parts.rows}
    assert table_of({**result, "seconds": 1.0}).row_count == len(PARTS) + 1
