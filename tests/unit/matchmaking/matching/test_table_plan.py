from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching.groups import Group
from nurselog.matchmaking.matching.seekers import Shape
from nurselog.matchmaking.matching.strengths import BETA, Strength
from nurselog.matchmaking.matching.table_plan import TablePlan, plan_table
from tests.unit.matchmaking.matching.seekers import seeker

names = st.lists(st.text("abc", min_size=1, max_size=4), min_size=2, max_size=8, unique=True)


def plan(group: Group, shape: Shape, proposal: str = "p", **strengths: float) -> TablePlan:
    seekers = {
        name: seeker(name, strengths=(Strength(strengths.get(name, 25.0), 2.0),)) for name in group.tickets
    }
    return plan_table(group, seekers, shape, BETA, proposal)


@given(group=names, data=st.data())
def test_the_seats_depend_on_the_proposal_alone(group: list[str], data: st.DataObject) -> None:
    shape = Shape(seats=(len(group),), rated=True)
    shuffled = data.draw(st.permutations(group))
    one, other = (plan(Group(tuple(order), 0.0, 0.0), shape) for order in (group, shuffled))
    assert one.seats == other.seats
    assert sorted(one.seats) == sorted(f"players/{name}" for name in group)
    assert TablePlan.decode(one.encode()) == one


def test_nobody_is_first_more_often_than_by_chance() -> None:
    group, shape = Group(("a", "b", "c", "d"), 0.0, 0.0), Shape(seats=(4,))
    first = Counter(plan(group, shape, f"p{number}").seats[0] for number in range(2000))
    assert all(420 < count < 580 for count in first.values())


def test_partners_sit_opposite_and_are_divided_evenly() -> None:
    group, shape = Group(("a", "b", "c", "d"), 0.0, 0.0), Shape(seats=(4,), team_size=2, rated=True)
    found = plan(group, shape, a=40.0, b=30.0, c=20.0, d=10.0)
    partners = {frozenset(found.seats[::2]), frozenset(found.seats[1::2])}
    assert partners == {frozenset({"players/a", "players/d"}), frozenset({"players/b", "players/c"})}
    assert found.fairness_permille == 1000
    assert len(found.forecast) == 1


def test_bots_sit_in_seats_of_their_own_and_nothing_is_rated() -> None:
    found = plan(Group(("a", "b"), 0.0, 0.0, bots=2, reasons=("bots",)), Shape(seats=(4,), rated=True))
    assert (found.bots, found.rated, found.reasons) == (2, False, ("bots",))
    assert found.seats.count("bots/random") == 2


def test_the_forecast_names_every_pair_once() -> None:
    found = plan(Group(("a", "b", "c"), 12.4, 0.0), Shape(seats=(3,), rated=True), a=30.0)
    assert [pair[:2] for pair in found.forecast] == [(0, 1), (0, 2), (1, 2)]
    assert found.spread == 12
    seat = found.seats.index("players/a")
    ann = [pair for pair in found.forecast if seat in pair[:2]]
    assert all((chance if one == seat else 1 - chance) > 0.7 for one, _, chance in ann)


def test_who_plays_alone_is_not_rated() -> None:
    assert not plan(Group(("a",), 0.0, 0.0), Shape(seats=(1,), rated=True)).rated


def test_friends_who_fill_the_table_are_divided_evenly() -> None:
    party = seeker(
        "ann",
        players=tuple(f"players/{name}" for name in "abcd"),
        strengths=tuple(Strength(mu, 2.0) for mu in (40.0, 30.0, 20.0, 10.0)),
    )
    shape = Shape(seats=(4,), team_size=2)
    found = plan_table(Group(("ann",), 0.0, 0.0), {"ann": party}, shape, BETA, "p")
    assert {frozenset(found.seats[::2]), frozenset(found.seats[1::2])} == {
        frozenset({"players/a", "players/d"}),
        frozenset({"players/b", "players/c"}),
    }
