from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator

import grpc
import pytest

from nurselog.api.game.v1.game_service_pb2_grpc import GameServiceStub
from nurselog.api.game.v1.table_pb2 import Decision, LegalMove
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.bots.minds import choose_at_random
from nurselog.bots.player import Player
from nurselog.chassis.channel import CarryingChannel
from nurselog.chassis.errors import Aborted, PermissionDenied, Refusal, Unavailable
from nurselog.chassis.replicas import Replicas
from tests.support.bot_table import BotTable

TABLE = "games/forest_sky/tables/e0-k3v9q2ma"


@pytest.fixture
def engine() -> BotTable:
    return BotTable()


@pytest.fixture
async def player(engine: BotTable) -> AsyncIterator[Player]:
    server, address = await engine.serve()
    async with CarryingChannel(grpc.aio.insecure_channel(address), 5.0) as channel:
        yield Player(Replicas({"forest_sky": {address: channel}}, GameServiceStub))
    await server.stop(None)


def turn(decision_id: int = 7, bot: str = "bots/random") -> Fact:
    decision = Decision(seat=1, kind="turn", decision_id=decision_id)
    return Fact(table=TABLE, version=7, turn=Fact.Turn(bots=[Fact.BotDecision(bot=bot, decision=decision)]))


async def test_a_bot_answers_its_decision_under_its_own_name(player: Player, engine: BotTable) -> None:
    await player.answer(turn())

    ((who, request),) = engine.submitted
    assert who == "bots/random"
    assert (request.name, request.seat, request.decision_id) == (TABLE, 1, 7)
    assert request.notation in {"d1", "d2", "d3"}


async def test_a_second_delivery_asks_for_the_very_same(player: Player, engine: BotTable) -> None:
    await player.answer(turn())
    await player.answer(turn())

    (_, first), (_, second) = engine.submitted
    assert first == second
    assert 0 < len(first.request_id) <= 64


async def test_a_decision_that_is_no_longer_open_is_left_alone(player: Player, engine: BotTable) -> None:
    await player.answer(turn(decision_id=3))

    assert engine.submitted == []


@pytest.mark.parametrize(
    "refusal",
    [Aborted("DECISION_CLOSED", "too late"), PermissionDenied("NOT_YOUR_SEAT", "a person sits there now")],
    ids=["closed", "seat given away"],
)
async def test_a_decision_that_closes_meanwhile_is_no_failure(
    player: Player, engine: BotTable, refusal: Refusal
) -> None:
    engine.refusal = refusal

    await player.answer(turn())


async def test_a_bot_chooses_again_when_its_partner_was_faster(player: Player, engine: BotTable) -> None:
    engine.next_moves = ("e1", "e2")

    await player.answer(turn())

    ((_, request),) = engine.submitted
    assert request.notation in {"e1", "e2"}


async def test_an_outage_is_passed_on_so_that_the_fact_comes_again(player: Player, engine: BotTable) -> None:
    engine.refusal = Unavailable("STORE_UNAVAILABLE", "no store")

    with pytest.raises(Unavailable, match="STORE_UNAVAILABLE"):
        await player.answer(turn())


async def test_an_engine_that_is_gone_is_an_outage() -> None:
    async with grpc.aio.insecure_channel("127.0.0.1:1") as channel:
        player = Player(Replicas({"forest_sky": {"127.0.0.1:1": channel}}, GameServiceStub))
        with pytest.raises(Unavailable, match="SERVICE_UNAVAILABLE"):
            await player.answer(turn())


async def test_a_bot_nobody_knows_plays_nothing(player: Player, engine: BotTable) -> None:
    await player.answer(turn(bot="bots/grandmaster"))

    assert engine.submitted == []


def test_random_choices_cover_all_moves_evenly() -> None:
    moves = [LegalMove(notation=text) for text in "abcd"]

    chosen = Counter(choose_at_random(moves, f"decision {number}").notation for number in range(4000))

    assert set(chosen) == set("abcd")
    assert min(chosen.values()) > 850
