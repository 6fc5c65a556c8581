"""What is told step by step is what would be told at once, here and over the wire."""

from __future__ import annotations

import orjson
from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matcher_process import Pools, answer
from nurselog.matchmaking.matching.mirror import Answer, Change, Mirror
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.strengths import Strength
from nurselog.matchmaking.matching.terms import Terms
from tests.unit.matchmaking.matching.seekers import NOW_MS, crowds

SHAPE, TERMS = Shape(seats=(2, 3), rated=True), Terms()


def copy(seeker: Seeker) -> Seeker:
    return Seeker.from_wire(orjson.loads(orjson.dumps(seeker.to_wire())))


def over_the_wire(message: object, pools: Pools) -> Answer:
    reply = answer(pools, orjson.loads(orjson.dumps(message)))
    return Answer.from_wire(orjson.loads(orjson.dumps(reply)))


@given(crowd=crowds(4, largest_party=2))
def test_a_ticket_survives_the_wire(crowd: list[Seeker]) -> None:
    for seeker in crowd:
        assert copy(seeker) == seeker


@given(crowd=crowds(10), mus=st.lists(st.integers(20, 30), min_size=16, max_size=16), data=st.data())
def test_changes_told_one_by_one_lead_to_the_same_pass(
    crowd: list[Seeker], mus: list[int], data: st.DataObject
) -> None:
    strengths = {one.players[0]: Strength(float(mu), 2.0) for one, mu in zip(crowd, mus, strict=False)}
    gone = data.draw(st.sets(st.sampled_from([one.id for one in crowd]))) if crowd else set()
    at_once = Mirror(SHAPE, TERMS)
    expected = at_once.look(
        Change(
            now_ms=NOW_MS,
            arrived=[copy(one) for one in crowd if one.id not in gone],
            strengths=strengths,
            salt="s",
        )
    )
    steps = Mirror(SHAPE, TERMS)
    for one in crowd:
        steps.take_over(Change(now_ms=NOW_MS, arrived=[copy(one)]))
        steps.take_over(Change(now_ms=NOW_MS, strengths={one.players[0]: strengths[one.players[0]]}))
    assert steps.look(Change(now_ms=NOW_MS, left=sorted(gone), salt="s")) == expected


@given(crowd=crowds(10))
def test_the_process_answers_as_the_mirror(crowd: list[Seeker]) -> None:
    change = Change(now_ms=NOW_MS, arrived=crowd, salt="s", limit=3)
    pools: Pools = {}
    shape = {"seats": SHAPE.seats, "team_size": 0, "is_async": False, "rated": True}
    answer(pools, {"pool": "p", "new": {"shape": shape, "terms": {}}})
    told = over_the_wire({"pool": "p", "change": change.to_wire()}, pools)
    mirror = Mirror(SHAPE, TERMS)
    assert told == mirror.look(Change(now_ms=NOW_MS, arrived=[copy(one) for one in crowd], salt="s", limit=3))


@given(crowd=crowds(10))
def test_who_is_claimed_elsewhere_is_left_out(crowd: list[Seeker]) -> None:
    mirror = Mirror(SHAPE, TERMS)
    busy = [one.players[0] for one in crowd[::2]]
    found = mirror.look(Change(now_ms=NOW_MS, arrived=crowd, busy=busy))
    seated = {player for one in found.proposed for player in one.plan.seats}
    assert seated.isdisjoint(busy)
    assert found.waiting == len(crowd)
