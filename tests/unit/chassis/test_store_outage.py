from __future__ import annotations

import pytest
from redis.exceptions import OutOfMemoryError, ReadOnlyError, ResponseError

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.interceptors import refusal_of
from nurselog.chassis.redis import StoreConnectionError, StoreTimeoutError, is_store_outage
from nurselog.chassis.wire import reply_error

OUTAGES = (
    StoreConnectionError("gone"),
    StoreTimeoutError("late"),
    ReadOnlyError("You can't write against a read only replica."),
    OutOfMemoryError("command not allowed when used memory > 'maxmemory'."),
    reply_error("LOADING the dataset"),
    reply_error("OOM command not allowed when used memory > 'maxmemory'."),
    reply_error("MISCONF Errors writing to the AOF file: No space left on device"),
    reply_error("NOREPLICAS Not enough good replicas to write."),
)


@pytest.mark.parametrize("error", OUTAGES, ids=str)
def test_a_store_that_is_away_or_takes_no_writes_is_an_outage(error: Exception) -> None:
    assert is_store_outage(error)
    refusal = refusal_of(error)
    assert (type(refusal), refusal.reason) == (Unavailable, "STORE_UNAVAILABLE")


@pytest.mark.parametrize("error", [ResponseError("WRONGTYPE of key"), reply_error("ERR no"), ValueError()])
def test_a_fault_of_ours_is_none(error: Exception) -> None:
    assert not is_store_outage(error)
    assert refusal_of(error).reason == "INTERNAL"
