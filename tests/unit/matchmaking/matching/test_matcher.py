"""A pass: laws for all pools, and the examples of the specification."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching.matcher import match
from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.terms import Terms
from tests.unit.matchmaking.matching.seekers import NOW_MS, crowds, seeker

TERMS = Terms()
DUEL = Shape(seats=(2,))
FLEXIBLE = Shape(seats=(2, 3, 4))

seat_sets = st.sets(st.integers(2, 6), min_size=1, max_size=4).map(sorted).map(tuple)
shapes = st.builds(Shape, seats=seat_sets, is_async=st.booleans())


def tables(shape: Shape, seekers: list[Seeker], now_ms: int = NOW_MS) -> list[tuple[str, ...]]:
    return [group.tickets for group in match(shape, TERMS, seekers, now_ms).groups]


def may_meet(one: Seeker, other: Seeker, shape: Shape) -> bool:
    """The rules for two, written out once more."""
    waits = one.waited_s(NOW_MS), other.waited_s(NOW_MS)
    avoided = one.blocks | (one.recent if max(waits) < 60 else frozenset())
    avoiding = other.blocks | (other.recent if max(waits) < 60 else frozenset())
    if not (avoided.isdisjoint(other.players) and avoiding.isdisjoint(one.players)):
        return False
    if shape.is_async or not (one.regions and other.regions):
        near = [
            not who.regions or any(ms <= min(400, 150 + 2 * wait) for ms in who.regions.values())
            for who, wait in zip((one, other), waits, strict=True)
        ]
        return shape.is_async or all(near)
    return any(
        one.regions[name] <= min(400, 150 + 2 * waits[0])
        and other.regions.get(name, 1000) <= min(400, 150 + 2 * waits[1])
        for name in one.regions
    )


def accepted(members: list[Seeker], shape: Shape) -> bool:
    """Point 4 of a pass, written out once more."""
    spread = max(one.rating for one in members) - min(one.rating for one in members)
    waits = [one.waited_s(NOW_MS) for one in members]
    windows = [
        min(800, 100 + 25 * wait / 60) if shape.is_async else min(800, 60 + 6 * wait) for wait in waits
    ]
    oldest = max(waits)
    starved = oldest >= 45 and spread <= min(max(windows), 400 + 2 * max(0, oldest - 120)) + 1e-9
    return spread <= min(windows) + 1e-9 or starved


@given(shape=shapes, seekers=crowds(10, largest_party=2))
def test_nobody_sits_twice_and_every_table_is_full(shape: Shape, seekers: list[Seeker]) -> None:
    sizes = {one.id: len(one.players) for one in seekers}
    groups = match(shape, TERMS, seekers, NOW_MS).groups
    seated = [ticket for group in groups for ticket in group.tickets]
    assert len(seated) == len(set(seated))
    assert {sum(sizes[ticket] for ticket in group.tickets) for group in groups} <= set(shape.seats)


@given(shape=shapes, seekers=crowds(10, largest_party=2))
def test_no_table_breaks_a_rule(shape: Shape, seekers: list[Seeker]) -> None:
    by_id = {one.id: one for one in seekers}
    for group in match(shape, TERMS, seekers, NOW_MS).groups:
        members = [by_id[ticket] for ticket in group.tickets]
        assert len(members) == 1 or accepted(members, shape)
        assert all(may_meet(one, other, shape) for one, other in combinations(members, 2))
        people = sum(len(one.players) for one in members)
        fills = len(members) == 1 and people > 1
        assert fills or TERMS.allowed_after_s(people, shape.largest) <= group.oldest_s


@given(seekers=crowds(12), is_async=st.booleans())
def test_no_two_who_could_sit_together_are_left(seekers: list[Seeker], is_async: bool) -> None:  # noqa: FBT001
    shape = Shape(seats=(2,), is_async=is_async)
    seated = {ticket for table in tables(shape, seekers) for ticket in table}
    left = [one for one in seekers if one.id not in seated]
    for one, other in combinations(left, 2):
        assert not (may_meet(one, other, shape) and accepted([one, other], shape)), (one, other)


@given(shape=shapes, seekers=crowds(12), data=st.data())
def test_the_order_of_the_tickets_plays_no_role(
    shape: Shape, seekers: list[Seeker], data: st.DataObject
) -> None:
    assert tables(shape, seekers) == tables(shape, data.draw(st.permutations(seekers)))


@given(seekers=crowds(width=1500), shape=shapes, limit=st.integers(0, 3))
def test_a_pass_may_be_limited_to_the_most_urgent(seekers: list[Seeker], shape: Shape, limit: int) -> None:
    assert len(match(shape, TERMS, seekers, NOW_MS, limit).groups) <= limit


@given(waited_s=st.floats(0, 10_000), passes=st.integers(1, 50))
def test_alone_for_many_passes_then_a_partner_in_the_next(waited_s: float, passes: int) -> None:
    for number in range(passes):
        assert tables(DUEL, [seeker("ann", 1500, waited_s)], NOW_MS + 1000 * number) == []
    later = NOW_MS + 1000 * passes
    partner = Seeker(id="bob", players=("players/bob",), since_ms=later, rating=1555.0)
    assert tables(DUEL, [seeker("ann", 1500, waited_s), partner], later) == [("ann", "bob")]


def most_seated(people: int, sizes: tuple[int, ...]) -> int:
    counts = range(people // min(sizes) + 1 if sizes else 1)
    sums = (sum(group) for count in counts for group in combinations_with_replacement(sizes, count))
    return max(total for total in sums if total <= people)


@given(people=st.integers(0, 12), waited_s=st.integers(0, 120), seats=seat_sets)
def test_nobody_is_stranded_without_need(people: int, waited_s: int, seats: tuple[int, ...]) -> None:
    crowd = [seeker(f"t{number:02}", 1500, waited_s) for number in range(people)]
    seated = sum(len(table) for table in tables(Shape(seats=seats), crowd))
    assert seated == most_seated(people, TERMS.allowed_sizes(waited_s, seats))


def test_three_waiting_with_two_to_four_allowed_are_a_table_of_three() -> None:
    def three(waited_s: float) -> list[Seeker]:
        return [seeker(name, 1500, waited_s) for name in ("ann", "bob", "cat")]

    assert tables(FLEXIBLE, three(19.9)) == []
    assert tables(FLEXIBLE, three(20)) == [("ann", "bob", "cat")]
    assert [len(table) for table in tables(FLEXIBLE, three(60))] == [3]


@pytest.mark.parametrize(
    ("people", "seats", "sizes"),
    [
        (5, (3, 4), [4]),
        (5, (2, 3, 4), [2, 3]),
        (6, (3, 4), [3, 3]),
        (7, (3, 4), [3, 4]),
        (9, (3, 4), [3, 3, 3]),
        (9, (4,), [4, 4]),
        (3, (4,), []),
    ],
)
def test_partitions(people: int, seats: tuple[int, ...], sizes: list[int]) -> None:
    crowd = [seeker(f"t{number}", 1500, 100) for number in range(people)]
    assert sorted(len(table) for table in tables(Shape(seats=seats), crowd)) == sizes


def test_the_window_of_the_newer_one_counts() -> None:
    assert tables(DUEL, [seeker("old", 1500, 40), seeker("new", 1561)]) == []
    assert tables(DUEL, [seeker("old", 1500, 40), seeker("new", 1560)]) == [("old", "new")]
    assert tables(DUEL, [seeker("old", 1500, 40), seeker("new", 1590, 5)]) == [("old", "new")]


def test_who_starves_need_not_heed_the_windows_of_others() -> None:
    assert tables(DUEL, [seeker("old", 1500, 44), seeker("new", 1700)]) == []
    [group] = match(DUEL, TERMS, [seeker("old", 1500, 45), seeker("new", 1700)], NOW_MS).groups
    assert group.reasons == ("starved",)
    assert tables(DUEL, [seeker("old", 1500, 100), seeker("new", 1901)]) == []
    assert tables(DUEL, [seeker("old", 1500, 130), seeker("new", 1921)]) == []
    assert tables(DUEL, [seeker("old", 1500, 130), seeker("new", 1920)]) == [("old", "new")]
    assert tables(DUEL, [seeker("old", 1500, 1000), seeker("new", 2300)]) == [("old", "new")]
    assert tables(DUEL, [seeker("old", 1500, 1000), seeker("new", 2301)]) == []


def test_a_second_of_waiting_weighs_four_points() -> None:
    crowd = [seeker("low", 1500, 10), seeker("mid", 1540, 10), seeker("high", 1550, 10)]
    assert tables(DUEL, crowd) == [("mid", "high")]
    crowd[0].since_ms -= 8_000
    assert tables(DUEL, crowd) == [("low", "mid")]


def test_a_blocked_player_in_between_is_passed_over() -> None:
    crowd = [seeker("ann", 1500, blocks=frozenset({"players/eve"})), seeker("eve", 1510), seeker("bob", 1520)]
    assert tables(DUEL, crowd) in ([("ann", "bob")], [("eve", "bob")])
    assert tables(DUEL, crowd[:2]) == []
    assert tables(DUEL, [crowd[0], crowd[2]]) == [("ann", "bob")]


def test_opponents_of_the_last_two_tables_meet_after_a_minute() -> None:
    def two(waited_s: float) -> list[Seeker]:
        met = frozenset({"players/bob"})
        return [seeker("ann", waited_s=waited_s, recent=met), seeker("bob", waited_s=waited_s)]

    assert tables(DUEL, two(59)) == []
    [group] = match(DUEL, TERMS, two(60), NOW_MS).groups
    assert group.reasons == ("recent_opponents",)


def test_a_region_must_be_near_to_all() -> None:
    here, there = {"eu": 30, "us": 160}, {"us": 40, "eu": 300}
    assert tables(DUEL, [seeker("ann", regions=here), seeker("bob", regions=there)]) == []
    later = [seeker("ann", waited_s=5, regions=here), seeker("bob", waited_s=5, regions=there)]
    assert tables(DUEL, later) == [("ann", "bob")]
    assert tables(DUEL, [seeker("ann", regions=here), seeker("bob")]) == [("ann", "bob")]
    far = {"eu": 401}
    assert tables(DUEL, [seeker("ann", waited_s=900, regions=far), seeker("bob", regions=here)]) == []
    days = Shape(seats=(2,), is_async=True)
    assert tables(days, [seeker("ann", regions=far), seeker("bob", regions=here)]) == [("ann", "bob")]


def test_async_windows_grow_by_the_minute() -> None:
    days = Shape(seats=(2,), is_async=True)
    assert tables(days, [seeker("ann", 1500, 40), seeker("bob", 1630, 40)]) == []
    hour = [seeker("ann", 1500, 3600), seeker("bob", 2300, 3600)]
    assert tables(days, hour) == [("ann", "bob")]


def test_a_party_that_fills_the_table_is_assigned_at_once() -> None:
    party = seeker("ann", players=("players/ann", "players/bob"))
    assert tables(Shape(seats=(2, 4)), [party]) == [("ann",)]
    assert tables(DUEL, [party]) == [("ann",)]


def test_a_party_and_others_fill_exactly_the_seats() -> None:
    pair = seeker("pair", 1500, players=("players/a", "players/b"))
    three = Shape(seats=(3,))
    other = seeker("pair2", 1505, players=("players/c", "players/d"))
    assert tables(three, [pair, other, seeker("cat", 1510)]) == [("pair2", "cat")]
    assert tables(three, [pair, other]) == []


def test_partners_stay_together_or_wait() -> None:
    teams = Shape(seats=(4,), team_size=2)
    pairs = [seeker(f"p{n}", players=(f"players/{n}x", f"players/{n}y")) for n in range(2)]
    assert tables(teams, pairs) == [("p0", "p1")]
    triple = seeker("p9", players=("players/9x", "players/9y"))
    assert tables(teams, [pairs[0], triple, seeker("one")]) == [("p0", "p9")]


def test_bots_fill_the_smallest_table_after_a_time() -> None:
    wish = seeker("ann", waited_s=30, bots_after_s=30)
    [group] = match(FLEXIBLE, TERMS, [wish], NOW_MS).groups
    assert (group.tickets, group.bots, "bots" in group.reasons) == (("ann",), 1, True)
    assert tables(FLEXIBLE, [seeker("ann", waited_s=29, bots_after_s=30)]) == []


def test_people_who_want_bots_sit_together_first() -> None:
    crowd = [seeker(name, waited_s=10, bots_after_s=5) for name in ("ann", "bob", "cat")]
    [group] = match(Shape(seats=(4,)), TERMS, crowd, NOW_MS).groups
    assert (group.tickets, group.bots) == (("ann", "bob", "cat"), 1)


def test_two_who_should_have_met_long_ago_are_an_alarm() -> None:
    assert match(DUEL, TERMS, [seeker("ann", waited_s=121), seeker("bob", waited_s=121)], NOW_MS).stuck == 1
    assert match(DUEL, TERMS, [seeker("ann", waited_s=121), seeker("bob", waited_s=119)], NOW_MS).stuck == 0
