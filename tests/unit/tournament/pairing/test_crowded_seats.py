"""Large fields in which too many must have the same seat: found without a complete graph, and right."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from nurselog.tournament.pairing.candidates import COMPLETE
from nurselog.tournament.pairing.costs import seats_clash
from nurselog.tournament.pairing.floats import brackets, is_crowded
from nurselog.tournament.pairing.islands import WHOLE, islands
from nurselog.tournament.pairing.records import FIRST, SECOND, Record
from nurselog.tournament.pairing.swiss import Couple, couples
from nurselog.tournament.values import HALF, POINT, Entrant, EntrantId

LAST = {FIRST: SECOND, SECOND: FIRST, None: None}
SURPLUS = {FIRST: -2, SECOND: 2, None: 0}


def record(place: int, points: int, due: int | None) -> Record:
    """One who sat twice where they must not sit now, and met nobody who is still here."""
    return Record(
        entrant=Entrant(id=EntrantId(f"players/p{place}"), number=place + 1, rating=1500),
        place=place,
        score=points * POINT,
        surplus=SURPLUS[due],
        last_seat=LAST[due],
        due=due,
        met={},
        had_bye=False,
        floated_down=False,
        floated_up=False,
        barred=frozenset(),
    )


def field(*groups: tuple[int, Sequence[int | None]]) -> list[Record]:
    """Score groups: how many, and the seats they must have, in turns; the last group has no points."""
    lines = [
        (len(groups) - 1 - index, dues[number % len(dues)])
        for index, (count, dues) in enumerate(groups)
        for number in range(count)
    ]
    return [record(place, points, due) for place, (points, due) in enumerate(lines)]


def clashes(found: Sequence[Couple]) -> int:
    return sum(one.low is not None and seats_clash(one.high, one.low) for one in found)


def squares(found: Sequence[Couple]) -> int:
    """The sum of the squares of twice the differences."""
    return sum(((one.high.score - one.low.score) // HALF) ** 2 for one in found if one.low)


@pytest.mark.parametrize("count", [COMPLETE + 100, 1000, WHOLE + 600])
def test_level_entrants_who_all_sat_first_twice_meet_all_the_same(count: int) -> None:
    found = couples(field((count, [SECOND])))
    assert (len(found), clashes(found), squares(found)) == (count // 2, count // 2, 0)


@pytest.mark.parametrize("count", [COMPLETE + 100, 1000, WHOLE + 600])
def test_no_more_sit_where_they_must_not_than_are_too_many(count: int) -> None:
    crowded = field((count, [SECOND, SECOND, SECOND, FIRST]))
    assert clashes(couples(crowded)) == count // 4


@pytest.mark.parametrize("half", [COMPLETE, WHOLE // 2, WHOLE])
@pytest.mark.parametrize("below", [(FIRST,), (FIRST, FIRST, None), (None,)])
def test_a_group_that_is_due_one_seat_floats_as_a_whole(half: int, below: tuple[int | None, ...]) -> None:
    found = couples(field((half, [SECOND]), (half, below)))
    assert (clashes(found), squares(found)) == (0, 4 * half)


def test_only_those_float_for_whom_there_is_no_other_seat() -> None:
    """Two thirds of the upper group must sit second: half of those who are too many are enough."""
    found = couples(field((600, [SECOND, SECOND, FIRST]), (600, [FIRST, None, None])))
    assert (clashes(found), squares(found)) == (0, 4 * 200)


def test_islands_of_a_crowded_field_can_be_seated() -> None:
    parts = islands(field((1200, [SECOND]), (1500, [FIRST, FIRST, FIRST, None])))
    assert len(parts) > 1
    assert not any(map(is_crowded, parts))
    assert sorted(one.place for part in parts for one in part) == list(range(2700))


def test_brackets_hold_everybody_once() -> None:
    crowded = field((5, [SECOND]), (4, [FIRST, SECOND]), (3, [FIRST]), (2, [FIRST]))
    found = list(brackets(crowded))
    assert sorted(one.place for bracket in found for one in bracket) == list(range(14))
    assert [len(bracket) for bracket in found] == [0, 4, 6, 4]
