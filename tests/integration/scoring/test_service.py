"""Scoring as a whole: facts in at the outbox, answers out over gRPC."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.wrappers_pb2 import StringValue

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.scoring.v1 import scoring_service_pb2 as pb
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import ScoringServiceStub
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.context import Caller, to_metadata
from nurselog.chassis.errors import Refusal, from_rpc_error
from nurselog.chassis.partitions import key, tag_of
from nurselog.chassis.redis import RedisClient
from nurselog.scoring.app import bind
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.verify import verify
from tests.support.results import NOON, result, table_name

ANN = to_metadata(Caller(player="players/ann", name="Ann"))


async def report(store: RedisClient, *results: Result) -> None:
    """Puts results into the outboxes of their tables, as a commit does."""
    for finished in results:
        stream = key(tag_of(finished.table.rpartition("/")[2]), "outbox")
        fact = Fact(table=finished.table, version=finished.version, finished=finished)
        await store.xadd(stream, {"kind": "finished", "fact": fact.SerializeToString()})


@pytest.fixture
async def stub(store_settings: Settings) -> AsyncIterator[ScoringServiceStub]:
    app = App(ScoringSettings(redis_url=store_settings.redis_url, consumer="test", drain_s=1), "scoring")
    await bind(app)
    await app.start()
    try:
        async with asyncio.timeout(20):
            await app.readiness.wait()
        async with grpc.aio.insecure_channel(app.address) as channel:
            yield ScoringServiceStub(channel)
    finally:
        await app.stop()


async def read(store: RedisClient) -> None:
    """Returns when every fact has been read and acknowledged."""
    async with asyncio.timeout(30):
        async for stream in store.scan_iter(match="{*}:outbox"):
            while not all(
                group["lag"] == group["pending"] == 0 for group in await store.xinfo_groups(stream)
            ):
                pass


async def of(stub: ScoringServiceStub, number: int) -> pb.TableResult:
    """The result of a table."""
    name = f"results/forest_sky/{table_name(number).rpartition('/')[2]}"
    return await stub.GetResult(pb.GetResultRequest(name=name))


async def refused(call: object) -> Refusal:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call  # type: ignore[misc]
    return from_rpc_error(error.value)


async def test_a_finished_table_is_rated_listed_and_remembered(
    stub: ScoringServiceStub, store: RedisClient
) -> None:
    await report(store, result(1, ["ann", "bob"], [1, 2]))
    await read(store)
    told = await of(stub, 1)
    assert told.end_time.seconds == NOON
    ratings = await stub.ListRatings(pb.ListRatingsRequest(parent="players/me"), metadata=ANN)
    [rating] = ratings.ratings
    assert (rating.ladder, rating.player, rating.display_name) == (
        "ladders/forest_sky.duel",
        "players/ann",
        "Ann",
    )
    assert (rating.rating, rating.board_points, rating.games, rating.provisional, rating.rank) == (
        1639,
        381,
        1,
        True,
        0,
    )
    leaders = await stub.ListLeaders(pb.ListLeadersRequest(parent=rating.ladder, include_provisional=True))
    assert [leader.player for leader in leaders.leaders] == ["players/ann", "players/bob"]
    ladders = await stub.ListLadders(pb.ListLaddersRequest())
    assert [(ladder.name, ladder.players, ladder.listed) for ladder in ladders.ladders] == [
        ("ladders/forest_sky.duel", 2, 0)
    ]


async def test_facts_that_are_delivered_again_count_once(
    stub: ScoringServiceStub, store: RedisClient
) -> None:
    turns = [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    tables = [
        result(number, ["ann", "bob", "cat"], turns[number % 3], ended_at_s=NOON + number)
        for number in range(30)
    ]
    await report(store, *tables, *tables, *reversed(tables))
    await read(store)
    proof = await verify(store)
    assert proof.differences == []
    assert (proof.results, proof.entries) == (30, 30)
    leaders = await stub.ListLeaders(
        pb.ListLeadersRequest(parent="ladders/forest_sky.table", around="players/me"), metadata=ANN
    )
    assert {(leader.games, leader.provisional) for leader in leaders.leaders} == {(30, False)}
    assert sorted(leader.rank for leader in leaders.leaders) == [1, 2, 3]


async def test_a_history_is_read_in_pages_newest_first(stub: ScoringServiceStub, store: RedisClient) -> None:
    await report(store, *(result(n, ["ann", "bob"], [1, 2], ended_at_s=NOON + n) for n in range(5)))
    await read(store)
    seen, token = [], ""
    for size in (2, 2, 2):
        page = await stub.ListResults(
            pb.ListResultsRequest(parent="players/bob", page_size=size, page_token=token)
        )
        seen += [entry.result.table for entry in page.results]
        token = page.next_page_token
    assert seen == [table_name(n) for n in reversed(range(5))]
    assert token == ""


async def test_pages_of_ratings_and_ladders(stub: ScoringServiceStub, store: RedisClient) -> None:
    tables = [
        result(n, ["ann", "bob"], [1, 2], game=game) for n, game in enumerate(["a_game", "b_game", "c_game"])
    ]
    await report(store, *tables)
    await read(store)
    first = await stub.ListRatings(pb.ListRatingsRequest(parent="players/bob", page_size=2))
    rest = await stub.ListRatings(
        pb.ListRatingsRequest(parent="players/bob", page_size=2, page_token=first.next_page_token)
    )
    assert [one.ladder for one in [*first.ratings, *rest.ratings]] == [
        "ladders/a_game.duel",
        "ladders/b_game.duel",
        "ladders/c_game.duel",
    ]
    ladders = await stub.ListLadders(pb.ListLaddersRequest(page_size=1))
    more = await stub.ListLadders(pb.ListLaddersRequest(page_size=5, page_token=ladders.next_page_token))
    assert len(more.ladders) == 2
    leaders = await stub.ListLeaders(
        pb.ListLeadersRequest(parent="ladders/a_game.duel", include_provisional=True, page_size=1)
    )
    last = await stub.ListLeaders(
        pb.ListLeadersRequest(
            parent="ladders/a_game.duel",
            include_provisional=True,
            page_size=1,
            page_token=leaders.next_page_token,
        )
    )
    assert [row.player for row in [*leaders.leaders, *last.leaders]] == ["players/ann", "players/bob"]
    assert last.next_page_token == ""


async def test_a_player_nobody_knows_has_empty_lists(stub: ScoringServiceStub) -> None:
    assert not (await stub.ListRatings(pb.ListRatingsRequest(parent="players/g-3f9k2m"))).ratings
    assert not (await stub.ListResults(pb.ListResultsRequest(parent="players/g-3f9k2m"))).results


async def test_what_is_not_there_is_refused_by_name(stub: ScoringServiceStub, store: RedisClient) -> None:
    await report(store, result(1, ["ann", "bob"], [1, 2]))
    await read(store)
    duel = "ladders/forest_sky.duel"
    refusals = {
        "LADDER_NOT_FOUND": stub.ListLeaders(pb.ListLeadersRequest(parent="ladders/chess.duel")),
        "PLAYER_NOT_FOUND": stub.ListLeaders(pb.ListLeadersRequest(parent=duel, around="players/eve")),
        "RESULT_NOT_FOUND": stub.GetResult(pb.GetResultRequest(name="results/forest_sky/e0-00000000")),
        "FIELD_INVALID": stub.ListRatings(pb.ListRatingsRequest(parent="players/a/b")),
        "SESSION_REQUIRED": stub.ListResults(pb.ListResultsRequest(parent="players/me")),
        "PAGE_TOKEN_INVALID": stub.ListLadders(pb.ListLaddersRequest(page_token="nope")),
        "GAME_NOT_FOUND": stub.ScorePosition(
            pb.ScorePositionRequest(name="games/chess", position=_packed(StringValue()))
        ),
    }
    for reason, call in refusals.items():
        assert (await refused(call)).reason == reason


@pytest.mark.parametrize("name", ["results/forest_sky/nope", "results/x", "", "results/a/b/c"])
async def test_a_name_that_is_no_result_is_not_found(name: str, stub: ScoringServiceStub) -> None:
    assert (await refused(stub.GetResult(pb.GetResultRequest(name=name)))).reason == "RESULT_NOT_FOUND"


@pytest.mark.parametrize("name", ["ladders/x", "ladders/forest_sky.trio", "", "ladders/a.duel/b"])
async def test_a_name_that_is_no_ladder_is_not_found(name: str, stub: ScoringServiceStub) -> None:
    assert (await refused(stub.ListLeaders(pb.ListLeadersRequest(parent=name)))).reason == "LADDER_NOT_FOUND"


def _packed(message: StringValue) -> AnyMessage:
    packed = AnyMessage()
    packed.Pack(message)
    return packed
