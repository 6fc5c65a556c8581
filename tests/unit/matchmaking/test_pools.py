from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as pb
from nurselog.matchmaking.pools import Pace, Pool

names = st.text("abcdef_", min_size=1, max_size=6)
pools = st.builds(
    Pool,
    game=names,
    seats=st.sets(st.integers(1, 8), min_size=1).map(sorted).map(tuple),
    options=st.dictionaries(names, st.text("xyz10=", max_size=3)).map(
        lambda found: tuple(sorted(found.items()))
    ),
    pace=st.sampled_from(Pace),
    rated=st.booleans(),
    acceptance=st.booleans(),
)


@given(pool=pools)
def test_a_pool_survives_the_store(pool: Pool) -> None:
    assert Pool.decode(pool.encode()) == pool
    assert Pool.decode(pool.encode()).id == pool.id


@given(pool=pools, other=pools)
def test_equal_pools_and_no_others_share_an_id(pool: Pool, other: Pool) -> None:
    assert (pool.id == other.id) == (pool == other)


def test_options_cannot_imitate_each_other() -> None:
    one = Pool(game="g", seats=(2,), options=(("a", "1\nb=2"),))
    assert one.id != Pool(game="g", seats=(2,), options=(("a", "1"), ("b", "2"))).id


@pytest.mark.parametrize(
    ("pace", "initial_ms", "add_ms", "ttl_s"),
    [
        (Pace.LIVE, 300_000, 30_000, 30),
        (Pace.FAST, 120_000, 15_000, 30),
        (Pace.ASYNC, 432_000_000, 43_200_000, 604_800),
    ],
)
def test_a_pace_has_its_clock_and_its_patience(pace: Pace, initial_ms: int, add_ms: int, ttl_s: int) -> None:
    clock = pace.clock()
    assert clock is not None
    assert (clock.reserve.initial_ms, clock.reserve.add_ms) == (initial_ms, add_ms)
    assert pace.ttl_ms == ttl_s * 1000


def test_casual_play_has_no_clock() -> None:
    assert Pace.CASUAL.clock() is None


@pytest.mark.parametrize("speed", pb.Speed.values())
def test_every_speed_of_the_contract_is_a_pace(speed: pb.Speed.ValueType) -> None:
    assert Pace.of(speed).speed == (speed or pb.SPEED_LIVE)


def test_the_label_names_no_options() -> None:
    pool = Pool(game="forest_sky", seats=(2, 3), options=(("expert", "on"),), rated=True)
    assert pool.label == "forest_sky 2,3 live rated"


def test_a_pool_of_partners_survives_the_store() -> None:
    pool = Pool(game="signal_fire", seats=(4,), team_size=2, rated=True)
    assert Pool.decode(pool.encode()) == pool
    assert (pool.to_proto().team_count, pool.ladder) == (2, "signal_fire.teams")
    assert pool.shape.teams(4) == 2


@pytest.mark.parametrize(("seats", "ladder"), [((2,), "g.duel"), ((2, 3), "g.table"), ((1,), "g.duel")])
def test_the_ladder_whose_ratings_count(seats: tuple[int, ...], ladder: str) -> None:
    assert Pool(game="g", seats=seats).ladder == ladder


def test_only_async_tickets_are_not_kept_alive() -> None:
    assert [pace for pace in Pace if not pace.beats] == [Pace.ASYNC]
