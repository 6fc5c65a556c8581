"""A channel to another process of ours: every call carries the caller, and a unary one has a deadline.

It does at the call what interceptors would do around it, because those of grpc.aio double the cost of a call.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import grpc

from nurselog.chassis import context

Pairs = Iterable[tuple[str, str | bytes]]


class CarryingChannel(grpc.aio.Channel):
    """Behaves as the channel it wraps; metadata and timeouts that a call brings along are not replaced."""

    def __init__(self, channel: grpc.aio.Channel, deadline_s: float) -> None:
        self._channel: Any = channel
        self._deadline_s = deadline_s

    def unary_unary(self, *args: Any, **kwargs: Any) -> Any:
        return _Carrying(self._channel.unary_unary(*args, **kwargs), self._deadline_s)

    def stream_unary(self, *args: Any, **kwargs: Any) -> Any:
        return _Carrying(self._channel.stream_unary(*args, **kwargs), None)

    def unary_stream(self, *args: Any, **kwargs: Any) -> Any:
        return _Carrying(self._channel.unary_stream(*args, **kwargs), None)

    def stream_stream(self, *args: Any, **kwargs: Any) -> Any:
        return _Carrying(self._channel.stream_stream(*args, **kwargs), None)

    async def close(self, grace: float | None = None) -> None:
        await self._channel.close(grace)

    def get_state(self, try_to_connect: bool = False) -> grpc.ChannelConnectivity:  # noqa: FBT001, FBT002
        state: grpc.ChannelConnectivity = self._channel.get_state(try_to_connect)
        return state

    async def wait_for_state_change(self, last_observed_state: grpc.ChannelConnectivity) -> None:
        await self._channel.wait_for_state_change(last_observed_state)

    async def channel_ready(self) -> None:
        await self._channel.channel_ready()

    async def __aenter__(self) -> Self:
        await self._channel.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._channel.__aexit__(*error)


class _Carrying:
    """A method of a stub."""

    def __init__(self, method: Any, deadline_s: float | None) -> None:
        self._method = method
        self._deadline_s = deadline_s

    def __call__(
        self, *args: Any, timeout: float | None = None, metadata: Pairs | None = None, **kwargs: Any
    ) -> Any:
        return self._method(
            *args,
            timeout=self._deadline_s if timeout is None else timeout,
            metadata=_carried(metadata),
            **kwargs,
        )


def _carried(given: Pairs | None) -> tuple[tuple[str, str | bytes], ...]:
    ours = context.to_metadata(context.caller())
    if not given:
        return ours
    theirs = tuple(given)
    named = {name for name, _ in theirs}
    return (*theirs, *(pair for pair in ours if pair[0] not in named))
