from __future__ import annotations

import asyncio

import grpc
import pytest
from grpc.aio import AioRpcError, Metadata

from nurselog.cli.crowd import door
from nurselog.cli.crowd.door import patiently, reason_of, some_at_a_time


def refusal(code: grpc.StatusCode) -> AioRpcError:
    return AioRpcError(code, Metadata(), Metadata(), details=f"it is {code.name}")


class Moody:
    """Refuses some times, then answers."""

    def __init__(self, *codes: grpc.StatusCode) -> None:
        self.codes = list(codes)
        self.asked = 0

    async def __call__(self) -> str:
        self.asked += 1
        if self.codes:
            raise refusal(self.codes.pop(0))
        return "yes"


@pytest.fixture(autouse=True)
def _in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "WAIT_S", 0.0)


async def test_what_may_pass_is_asked_again() -> None:
    moody = Moody(grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.ABORTED)

    assert await patiently(moody) == "yes"
    assert moody.asked == 4


async def test_a_real_refusal_is_final() -> None:
    moody = Moody(grpc.StatusCode.INVALID_ARGUMENT)

    with pytest.raises(AioRpcError):
        await patiently(moody)
    assert moody.asked == 1


async def test_patience_ends() -> None:
    moody = Moody(*[grpc.StatusCode.UNAVAILABLE] * 100)

    with pytest.raises(AioRpcError):
        await patiently(moody)
    assert moody.asked == door.TRIES


async def test_some_work_at_a_time_and_answers_in_order() -> None:
    busy, most = 0, 0

    async def work(thing: int) -> int:
        nonlocal busy, most
        busy += 1
        most = max(most, busy)
        await asyncio.sleep(0)
        busy -= 1
        return thing * thing

    assert await some_at_a_time(work, range(10), at_once=3) == [one * one for one in range(10)]
    assert most == 3


def test_a_refusal_is_told_in_its_own_words() -> None:
    assert reason_of(refusal(grpc.StatusCode.NOT_FOUND)) == "it is NOT_FOUND"
    assert reason_of(OSError("no way")) == "no way"
    assert reason_of(TimeoutError()) == "TimeoutError"
