from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.chassis.errors import InvalidArgument, ResourceExhausted
from nurselog.gateway import limits
from nurselog.gateway.limits import Bucket, Buckets, Limits, Open
from nurselog.gateway.settings import GatewaySettings


def test_a_bucket_gives_its_burst_then_its_rate() -> None:
    bucket = Bucket(2.0, 3, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert bucket.take(0.5) == 0.0
    assert bucket.take(0.5) == 0.5


def test_a_rate_of_zero_never_refuses() -> None:
    bucket = Bucket(0.0, 1, now=0.0)
    assert not any(bucket.take(0.0) for _ in range(100))


@given(steps=st.lists(st.floats(0, 10), max_size=50))
def test_nobody_gets_more_than_burst_and_rate_allow(steps: list[float]) -> None:
    bucket, now, taken = Bucket(2.0, 5, now=0.0), 0.0, 0
    for step in steps:
        now += step
        taken += bucket.take(now) == 0.0
    assert taken <= 5 + 2.0 * now + 1e-6


def test_each_caller_has_its_own_bucket() -> None:
    buckets = Buckets(1.0, 1, lambda: 0.0)
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(ResourceExhausted) as refused:
        buckets.take("a")
    assert (refused.value.reason, refused.value.retry_after_ms) == ("TOO_MANY_REQUESTS", 1000)


def test_many_callers_take_a_bounded_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEEP", 10)
    buckets = Buckets(1.0, 2, lambda: 0.0)
    for caller in range(1000):
        buckets.take(str(caller))
        assert len(buckets._buckets) <= 10


def test_what_is_open_is_counted() -> None:
    doors = Open(1, "doors")
    with doors.one("a"), doors.one("b"), pytest.raises(ResourceExhausted):
        doors.enter("a")
    with doors.one("a"):
        pass
    assert not doors._count


def test_new_sessions_are_counted_by_address_and_creating_apart() -> None:
    mine = Limits(GatewaySettings(creates_per_s=0.001, creates_burst=1, calls_per_s=0.001, calls_burst=1))
    mine.count("players/a", "1.1.1.1", "CreateSession")
    with pytest.raises(ResourceExhausted):
        mine.count("players/b", "1.1.1.1", "CreateSession")
    mine.count("players/a", "1.1.1.1", "CreateTable")
    mine.count("players/a", "1.1.1.1", "GetTable")
    mine.count("players/a", "1.1.1.1", "SubmitMove")
    with pytest.raises(ResourceExhausted):
        mine.count("players/a", "1.1.1.1", "GetTable")


def test_size() -> None:
    mine = Limits(GatewaySettings(max_request_bytes=10))
    mine.check_size(10)
    with pytest.raises(InvalidArgument) as refused:
        mine.check_size(11)
    assert (refused.value.reason, refused.value.metadata) == ("REQUEST_TOO_LARGE", {"limit": "10"})
