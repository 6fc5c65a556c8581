from __future__ import annotations

import random

import pytest

from nurselog.cli.bench.moves import Echo, Figures, figures, report
from nurselog.cli.bench.table_load import Measured, News, Stock, TableLoad


class Wire:
    """A face that remembers."""

    def __init__(self) -> None:
        self.watched: list[str] = []
        self.sent: list[tuple[str, int, int, str]] = []

    def watch(self, table: str) -> None:
        self.watched.append(table)

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        self.sent.append((table, seat, decision, notation))


def news(version: int, *moves: str, finished: bool = False) -> News:
    return News(version=version, finished=finished, decision=version, moves=moves)


@pytest.fixture
def wires() -> tuple[Wire, Wire]:
    return Wire(), Wire()


async def test_the_next_move_goes_out_when_both_seats_have_the_view(wires: tuple[Wire, Wire]) -> None:
    measured = Measured()
    load = TableLoad(wires, Stock(["t1", "t2"]), measured, random.Random(1))
    load.begin()
    assert wires[0].watched == wires[1].watched == ["t1"]

    load.seen("t1", 0, news(0))
    assert not wires[1].sent
    load.seen("t1", 1, news(0, "d"))
    assert wires[1].sent == [("t1", 1, 0, "d")]
    assert measured.moves == 0

    load.seen("t1", 1, news(1))
    load.seen("t1", 0, news(1, "p"))
    assert (measured.moves, len(measured.latencies_ms)) == (1, 1)
    assert wires[0].sent == [("t1", 0, 1, "p")]


async def test_a_finished_table_makes_room_for_the_next(wires: tuple[Wire, Wire]) -> None:
    measured = Measured()
    load = TableLoad(wires, Stock(["t1", "t2"]), measured, random.Random(1))
    load.begin()
    for seat in (0, 1):
        load.seen("t1", seat, news(0, finished=True))

    assert measured.tables == 1
    assert load.table == "t2"
    load.seen("t1", 0, news(9, "late news"))
    assert not wires[0].sent


async def test_a_view_that_is_older_counts_for_nothing(wires: tuple[Wire, Wire]) -> None:
    load = TableLoad(wires, Stock(["t1"]), Measured(), random.Random(1))
    load.begin()
    load.seen("t1", 0, news(3, "a"))
    load.seen("t1", 1, news(2))

    assert not wires[0].sent


def test_percentiles_are_those_of_the_sorted_latencies() -> None:
    seen = {
        "moves": 600,
        "seconds": 3.0,
        "cpu_s": 0.3,
        "refused": 0,
        "latencies_ms": [float(n) for n in range(100, 0, -1)],
    }

    assert figures("websocket", 20, seen) == Figures("websocket", 20, 200.0, 51.0, 96.0, 100.0, 0, 500.0)


def test_ratios_compare_the_first_number_of_tables_with_the_echo() -> None:
    rows = [
        Figures("websocket", 20, 6000.0, 1, 2, 3, 0, 250.0),
        Figures("websocket", 200, 9000.0, 1, 2, 3, 0),
        Figures("rest", 20, 1500.0, 1, 2, 3, 0),
    ]

    result = report(Echo(3000.0, 500.0), rows)

    assert result["websocket_ratio_to_grpc_echo"] == 2.0
    assert result["websocket_cpu_ratio_to_grpc_echo"] == 2.0
    assert result["rest_ratio_to_grpc_echo"] == 0.5
    assert [row["ratio_to_grpc_echo"] for row in result["rows"]] == [2.0, 3.0, 0.5]
