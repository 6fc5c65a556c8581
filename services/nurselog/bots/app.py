"""How the bots are put together."""

from __future__ import annotations

from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.bots.player import Player
from nurselog.bots.settings import BotSettings
from nurselog.chassis import outbox
from nurselog.chassis.addresses import parse_engines
from nurselog.chassis.app import App
from nurselog.chassis.consumer import Consumer, Group
from nurselog.chassis.deliveries import Fields
from nurselog.chassis.replicas import Replicas, channels_of


async def bind(app: App[BotSettings]) -> None:
    """One consumer of `turn` facts, with the engines of the settings as the table."""
    app.libraries.add(outbox.functions())
    channels = await channels_of(app, parse_engines(app.config.engines))
    player = Player(Replicas(channels, GameServiceStub), pause_s=app.config.bots_pause_s)
    group = Group("bots", app.config.bots_replica, kinds={"turn"})
    consumer = Consumer(app.gatherer, group, _fact, player.answer)
    app.background("consumer", consumer.run)
    app.on_drain(consumer.stop)


def _fact(fields: Fields) -> Fact:
    return Fact.FromString(fields[outbox.FACT])
