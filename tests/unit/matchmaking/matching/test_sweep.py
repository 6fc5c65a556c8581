"""What is found for all tickets together is what is found for one after the other."""

from __future__ import annotations

from contextlib import AbstractContextManager
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching import crowd as crowds_of
from nurselog.matchmaking.matching import matcher, nearness
from nurselog.matchmaking.matching.crowd import Crowd
from nurselog.matchmaking.matching.matcher import look, match, one_by_one
from nurselog.matchmaking.matching.nearness import BITS, WORD
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.sweep import Sweep
from nurselog.matchmaking.matching.terms import FARTHEST_LOOK, Terms
from tests.unit.matchmaking.matching.seekers import NOW_MS, crowds, seeker

TERMS = Terms()

solo_shapes = st.builds(
    Shape,
    seats=st.sets(st.integers(2, 6), min_size=1, max_size=3).map(sorted).map(tuple),
    is_async=st.booleans(),
)
team_shapes = st.sampled_from([Shape(seats=(4,), team_size=2), Shape(seats=(4, 6), team_size=2)])
shapes = solo_shapes | team_shapes
looks = st.sampled_from([8, TERMS.lookahead, FARTHEST_LOOK])
widths = st.sampled_from([(WORD, BITS), (2, BITS), (1, 2)])
"""How many regions a number and a long number tell apart: a bit for each, long numbers, sets."""


def of_width(word: int, bits: int) -> AbstractContextManager[object]:
    """As if numbers had so many bits."""
    return patch.multiple(nearness, WORD=word, BITS=bits)


@given(shape=shapes, seekers=crowds(24, largest_party=2), lookahead=looks, data=st.data())
def test_every_ticket_finds_the_company_it_finds_by_itself(
    shape: Shape, seekers: list[Seeker], lookahead: int, data: st.DataObject
) -> None:
    columns = Crowd(shape, Terms(lookahead=lookahead), seekers).columns(NOW_MS)
    left = np.arange(len(columns))
    some = left[np.array([data.draw(st.booleans()) for _ in left], np.bool_)]
    for size in shape.seats:
        assert list(Sweep(columns, some, size).tables()) == one_by_one(columns, some.tolist(), size)


@given(shape=shapes, seekers=crowds(24, largest_party=2), limit=st.integers(1, 12))
def test_a_pass_is_the_same_by_both(shape: Shape, seekers: list[Seeker], limit: int) -> None:
    apart = match(shape, TERMS, seekers, NOW_MS, limit)
    with patch.object(matcher, "MANY", 0):
        assert match(shape, TERMS, seekers, NOW_MS, limit) == apart


@given(
    seekers=crowds(20, largest_party=2),
    steps=st.lists(st.integers(-2_000, 60_000), max_size=5),
    width=widths,
    data=st.data(),
)
def test_a_crowd_that_changed_is_the_crowd_of_those_who_are_left(
    seekers: list[Seeker], steps: list[int], width: tuple[int, int], data: st.DataObject
) -> None:
    shape, now_ms = Shape(seats=(2, 3)), NOW_MS
    with patch.object(crowds_of, "ROOM", data.draw(st.integers(0, 8))), of_width(*width):
        crowd = Crowd(shape, TERMS)
        here: dict[str, Seeker] = {}
        for step in steps:
            arrived = [one for one in seekers if one.id not in here and data.draw(st.booleans())]
            crowd.add(arrived)
            here.update((one.id, one) for one in arrived)
            left = [name for name in here if data.draw(st.booleans())]
            crowd.remove(left)
            here = {name: one for name, one in here.items() if name not in left}
            now_ms += step
            with of_width(WORD, BITS):
                expected = match(shape, TERMS, here.values(), now_ms)
            assert look(crowd.columns(now_ms)) == expected
            assert dict(crowd) == here


@given(shape=shapes, seekers=crowds(24, largest_party=2), width=widths, many=st.sampled_from([0, 1000]))
def test_however_regions_are_told_apart_the_same_tickets_sit_together(
    shape: Shape, seekers: list[Seeker], width: tuple[int, int], many: int
) -> None:
    expected = match(shape, TERMS, seekers, NOW_MS)
    with of_width(*width), patch.object(matcher, "MANY", many):
        assert match(shape, TERMS, seekers, NOW_MS) == expected


@pytest.mark.parametrize("count", [WORD, BITS])
@pytest.mark.parametrize("many", [0, 1_000_000])
def test_a_pool_may_name_more_regions_than_a_number_has_bits(count: int, many: int) -> None:
    crowd = [seeker(f"t{number}", 1500 + number, regions={f"r{number}": 100}) for number in range(count + 9)]
    crowd.append(seeker("last", 1500 + count, regions={f"r{count + 5}": 20, "r0": 400}))
    with patch.object(matcher, "MANY", many):
        [group] = match(Shape(seats=(2,)), TERMS, crowd, NOW_MS).groups
    assert set(group.tickets) == {"last", f"t{count + 5}"}


def test_one_cannot_look_farther_than_the_foes_of_a_ticket_are_told() -> None:
    with pytest.raises(ValueError, match="62 tickets"):
        Terms(lookahead=FARTHEST_LOOK + 1)
