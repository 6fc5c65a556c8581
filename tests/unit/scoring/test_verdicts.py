from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.common.v1.score_pb2 import EndedBy, Result
from nurselog.scoring.verdicts import Contest, Unrated, judge, lost_by_time
from tests.support.results import result


def contest(finished: Result) -> Contest:
    verdict = judge(finished)
    assert isinstance(verdict, Contest)
    return verdict


@pytest.mark.parametrize(
    ("players", "teams", "ladder"),
    [
        (["ann", "bob"], [], "forest_sky.duel"),
        (["ann", "bob", "cat"], [], "forest_sky.table"),
        (list("abcdefgh"), [], "forest_sky.table"),
        (["ann", "bob", "cat", "dan"], [[0, 2], [1, 3]], "forest_sky.teams"),
        (["ann", "bob"], [[0], [1]], "forest_sky.duel"),
    ],
)
def test_the_ladder_is_the_game_and_its_mode(players: list[str], teams: list[list[int]], ladder: str) -> None:
    assert contest(result(1, players, [1] * len(players), teams=teams)).ladder == ladder


@pytest.mark.parametrize(
    ("finished", "reason"),
    [
        (result(1, ["ann", "bob"], [1, 2], rated=False), Unrated.NOT_ASKED),
        (result(1, ["ann"], [1]), Unrated.SOLO),
        (result(1, ["ann", "bob"], [1, 1], teams=[[0, 1]]), Unrated.SOLO),
        (result(1, ["ann", "bob"], [1, 2], aborted=True), Unrated.ABORTED),
        (result(1, ["ann", "bob"], [], aborted=True), Unrated.ABORTED),
        (result(1, ["ann", "bob"], [], aborted=True, rated=False), Unrated.NOT_ASKED),
        (result(1, ["ann"], [], aborted=True), Unrated.SOLO),
        (result(1, ["ann", "bob", "cat"], [1, 1, 3], teams=[[0, 1], [2]]), Unrated.TEAMS_UNEQUAL),
        (result(1, ["ann", "ann"], [1, 2]), Unrated.PLAYER_TWICE),
        (result(1, ["ann", "bob"], [1, 2], hand_entered=True), Unrated.HAND_ENTERED),
        (result(1, ["ann", ""], [1, 2]), Unrated.SEAT_EMPTY),
    ],
)
def test_what_is_not_rated_has_a_reason(finished: Result, reason: Unrated) -> None:
    assert judge(finished) is reason


def test_sides_stand_by_place_then_by_seat() -> None:
    sides = contest(result(1, ["ann", "bob", "cat", "dan"], [2, 1, 2, 4])).sides
    assert [(side.place, side.members[0].seat) for side in sides] == [(1, 1), (2, 0), (2, 2), (4, 3)]


def test_a_team_is_one_side() -> None:
    finished = result(1, ["ann", "bob", "cat", "dan"], [2, 1, 2, 1], teams=[[2, 0], [3, 1]])
    sides = contest(finished).sides
    assert [[member.player for member in side.members] for side in sides] == [
        ["players/bob", "players/dan"],
        ["players/ann", "players/cat"],
    ]


def test_guests_and_bots_are_members_like_others() -> None:
    members = contest(result(1, ["g-3f9k2m", "bots/random"], [1, 2])).members
    assert [(member.player, member.is_bot) for member in members] == [
        ("players/g-3f9k2m", False),
        ("bots/random", True),
    ]


@pytest.mark.parametrize(
    "broken",
    [
        result(1, ["ann", "bob"], [1]),
        result(1, ["ann", "bob"], [1, 0]),
        result(1, [], []),
        result(1, ["ann", "bob", "cat"], [1, 2, 3], teams=[[0], [1]]),
    ],
)
def test_a_result_no_engine_would_report_is_an_error(broken: Result) -> None:
    with pytest.raises(ValueError, match="needs one"):
        judge(broken)


LEFT, OUT, RESIGNED = EndedBy.ENDED_BY_LEFT, EndedBy.ENDED_BY_TIMED_OUT, EndedBy.ENDED_BY_RESIGNED


@pytest.mark.parametrize(
    ("places", "ends", "teams"),
    [
        ([1, 2], {1: RESIGNED}, []),
        ([1, 3, 2], {1: LEFT, 2: OUT}, []),
        ([1, 1, 3], {2: LEFT}, []),
        ([1, 2], {0: LEFT, 1: OUT}, []),
        ([1, 1, 3, 3], {0: LEFT}, [[0, 1], [2, 3]]),
        ([1, 1, 3, 3], {2: LEFT, 3: LEFT}, [[0, 1], [2, 3]]),
    ],
)
def test_who_left_stands_below_who_played(
    places: list[int], ends: dict[int, EndedBy.ValueType], teams: list[list[int]]
) -> None:
    players = [f"p{seat}" for seat in range(len(places))]
    sides = contest(result(1, players, places, ends=ends, teams=teams)).sides
    assert [side.place for side in sides] == sorted(places)[:: len(places) // len(sides)]


@pytest.mark.parametrize(
    ("places", "ends", "teams"),
    [
        ([2, 1], {1: RESIGNED}, []),
        ([1, 2, 3], {1: LEFT}, []),
        ([1, 1], {1: OUT}, []),
        ([1, 1, 3, 3], {0: LEFT, 1: OUT}, [[0, 1], [2, 3]]),
    ],
)
def test_who_left_above_who_played_is_an_error(
    places: list[int], ends: dict[int, EndedBy.ValueType], teams: list[list[int]]
) -> None:
    players = [f"p{seat}" for seat in range(len(places))]
    with pytest.raises(ValueError, match="above one that played"):
        judge(result(1, players, places, ends=ends, teams=teams))


def test_only_tables_over_days_are_lost_by_time() -> None:
    slow = result(1, ["ann", "bob", "bots/x"], [3, 1, 2], ends={0: OUT, 2: OUT}, correspondence=True)
    assert lost_by_time(slow) == ("players/ann",)
    assert lost_by_time(result(1, ["ann", "bob"], [2, 1], ends={0: OUT})) == ()
    assert lost_by_time(result(1, ["ann", "bob"], [2, 1], ends={0: LEFT}, correspondence=True)) == ()


@given(places=st.lists(st.integers(1, 4), min_size=2, max_size=8))
def test_every_seat_is_a_member_exactly_once(places: list[int]) -> None:
    members = contest(result(1, [f"p{seat}" for seat in range(len(places))], places)).members
    assert sorted(member.seat for member in members) == list(range(len(places)))
