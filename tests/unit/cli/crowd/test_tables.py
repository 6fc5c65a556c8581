from __future__ import annotations

from random import Random

import pytest

from nurselog.cli.bench.table_load import News
from nurselog.cli.crowd.door import Guest
from nurselog.cli.crowd.phones import Phone
from nurselog.cli.crowd.tables import TablePlay


class Wire:
    """A socket that remembers."""

    def __init__(self) -> None:
        self.watched: list[str] = []
        self.sent: list[tuple[str, int, int, str]] = []

    def watch(self, table: str) -> None:
        self.watched.append(table)

    def submit(self, table: str, seat: int, decision: int, notation: str) -> None:
        self.sent.append((table, seat, decision, notation))

    def close(self) -> None:
        """Nothing to hang up."""


def news(version: int, decision: int = 0, *moves: str, finished: bool = False) -> News:
    return News(version=version, finished=finished, decision=decision, moves=moves)


@pytest.fixture
def wires() -> list[Wire]:
    return [Wire(), Wire()]


@pytest.fixture
def phones(wires: list[Wire]) -> list[Phone]:
    names = ("ann", "bob")
    return [
        Phone(Guest(f"players/{name}", name, ""), wire)  # type: ignore[arg-type]
        for name, wire in zip(names, wires, strict=True)
    ]


def test_a_decision_is_answered_once(wires: list[Wire], phones: list[Phone]) -> None:
    play = TablePlay("t1", Random(1), stop_when_all_moved=False)
    play.begin(phones)
    assert wires[0].watched == wires[1].watched == ["t1"]

    phones[0].told("t1", 0, news(3, 3, "a"))
    phones[0].told("t1", 0, news(4, 3, "a"))
    phones[1].told("t1", 1, news(4))

    assert wires[0].sent == [("t1", 0, 3, "a")]
    assert not wires[1].sent
    assert (play.moves, play.over.is_set()) == (1, False)


def test_it_is_over_when_somebody_sees_the_end(wires: list[Wire], phones: list[Phone]) -> None:
    play = TablePlay("t1", Random(1), stop_when_all_moved=False)
    play.begin(phones)

    phones[1].told("t1", 1, news(9, finished=True))
    phones[0].told("t1", 0, news(9, 9, "a"))

    assert play.over.is_set()
    assert not wires[0].sent


def test_moves_are_enough_once_every_seat_has_moved(wires: list[Wire], phones: list[Phone]) -> None:
    play = TablePlay("t1", Random(1), stop_when_all_moved=True)
    play.begin(phones)

    phones[0].told("t1", 0, news(0, 0, "a"))
    phones[0].told("t1", 0, news(1, 1, "b"))
    phones[1].told("t1", 1, news(1))
    assert not play.over.is_set()
    phones[1].told("t1", 1, news(2, 2, "c"))
    phones[1].told("t1", 1, news(3))

    assert play.over.is_set()
    assert wires[1].sent == [("t1", 1, 2, "c")]


def test_who_left_a_table_is_told_nothing_more(wires: list[Wire], phones: list[Phone]) -> None:
    play = TablePlay("t1", Random(1), stop_when_all_moved=False)
    play.begin(phones)
    phones[0].leave("t1")

    phones[0].told("t1", 0, news(0, 0, "a"))

    assert not wires[0].sent
