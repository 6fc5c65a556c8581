"""Games that nobody can reach cannot be played: while all gateways are gone clocks stand still."""

from __future__ import annotations

from typing import Any, cast

import grpc
import pytest

from nurselog.chassis.replicas import Replicas
from nurselog.clock.engines import GrpcEngines

READY, GONE = grpc.ChannelConnectivity.READY, grpc.ChannelConnectivity.TRANSIENT_FAILURE


class Channel:
    def __init__(self, state: grpc.ChannelConnectivity) -> None:
        self.state = state

    def get_state(self, *, try_to_connect: bool) -> grpc.ChannelConnectivity:
        assert try_to_connect
        return self.state


@pytest.mark.parametrize(
    ("engine", "doors", "playable"),
    [
        (READY, [], True),
        (GONE, [], False),
        (READY, [GONE], False),
        (READY, [GONE, READY], True),
        (GONE, [READY], False),
    ],
)
def test_a_game_is_playable_through_an_engine_and_a_gateway(
    engine: grpc.ChannelConnectivity, doors: list[grpc.ChannelConnectivity], *, playable: bool
) -> None:
    channels = cast("Any", {"forest_sky": {"one:1": Channel(engine)}})
    replicas: Replicas[Any] = Replicas(channels, lambda _: None)
    engines = GrpcEngines(replicas, cast("Any", [Channel(state) for state in doors]))
    assert engines.playable("forest_sky") is playable
