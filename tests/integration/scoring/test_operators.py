"""What operators do over gRPC, and what others get to see of it; refusals name reason and field."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from nurselog.api.scoring.v1 import board_service_pb2 as board_pb
from nurselog.api.scoring.v1 import operator_service_pb2 as operator_pb
from nurselog.api.scoring.v1 import scoring_service_pb2 as pb
from nurselog.api.scoring.v1.board_service_pb2_grpc import BoardServiceStub
from nurselog.api.scoring.v1.operator_service_pb2_grpc import OperatorServiceStub
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import ScoringServiceStub
from nurselog.chassis.app import App
from nurselog.chassis.config import Settings
from nurselog.chassis.context import Caller, to_metadata
from nurselog.chassis.errors import Refusal, from_rpc_error
from nurselog.chassis.redis import RedisClient
from nurselog.scoring.app import bind
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.verify import verify
from tests.integration.scoring.test_service import read, report
from tests.support.results import NOON, result, table_name

ANN = to_metadata(Caller(player="players/ann", name="Ann"))
OLA = to_metadata(Caller(player="players/ola", name="Ola"))
DUEL = "ladders/forest_sky.duel"
TOMORROW = int(time.time()) + 86_400


@dataclass(frozen=True, slots=True)
class Stubs:
    ratings: Any
    boards: Any
    operators: Any


@pytest.fixture
async def stubs(store_settings: Settings) -> AsyncIterator[Stubs]:
    settings = ScoringSettings(
        redis_url=store_settings.redis_url,
        consumer="test",
        drain_s=1,
        scoring_operators=frozenset({"players/ola"}),
    )
    app = App(settings, "scoring")
    await bind(app)
    await app.start()
    try:
        async with asyncio.timeout(20):
            await app.readiness.wait()
        async with grpc.aio.insecure_channel(app.address) as channel:
            yield Stubs(ScoringServiceStub(channel), BoardServiceStub(channel), OperatorServiceStub(channel))
    finally:
        await app.stop()


async def refused(call: Awaitable[object]) -> Refusal:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return from_rpc_error(error.value)


def result_name(number: int) -> str:
    return f"results/forest_sky/{table_name(number).rpartition('/')[2]}"


def season(
    begins_s: int = TOMORROW, ends_s: int = TOMORROW + 10, name: str = "spring", title: str = "Spring"
) -> operator_pb.CreateSeasonRequest:
    span = pb.Season(
        display_name=title, start_time=Timestamp(seconds=begins_s), end_time=Timestamp(seconds=ends_s)
    )
    return operator_pb.CreateSeasonRequest(parent=DUEL, season_id=name, season=span)


def bot(
    rating: int = 900, deviation: int = 60, source: str = "calibration"
) -> operator_pb.ImportRatingRequest:
    return operator_pb.ImportRatingRequest(
        parent=DUEL, bot="bots/random", rating=rating, deviation=deviation, source=source
    )


async def test_an_annulled_table_in_the_eyes_of_its_players(stubs: Stubs, store: RedisClient) -> None:
    for n in range(4):
        await report(store, result(n, ["ann", "bob"], [1, 2], ended_at_s=NOON + n))
        await read(store)
    request = operator_pb.AnnulResultRequest(name=result_name(2), reason="The clock stood still.")
    told = await stubs.operators.AnnulResult(request, metadata=OLA)
    assert (told.unrated_reason, told.annul_reason) == ("annulled", "The clock stood still.")
    parent = "players/me/ratings/forest_sky.duel"
    entries = (
        await stubs.ratings.ListRatingEntries(pb.ListRatingEntriesRequest(parent=parent), metadata=ANN)
    ).entries
    newest = entries[0]
    assert (newest.cause, newest.reason, newest.result) == (
        pb.RATING_CAUSE_ANNUL,
        "The clock stood still.",
        result_name(2),
    )
    assert newest.rating_before == entries[1].rating_after
    [mine] = (await stubs.ratings.ListRatings(pb.ListRatingsRequest(parent="players/ann"))).ratings
    assert (mine.rating, mine.games) == (newest.rating_after, 3)
    assert (await verify(store)).differences == []


async def test_a_history_is_read_in_pages_and_by_days(stubs: Stubs, store: RedisClient) -> None:
    for n in range(5):
        await report(store, result(n, ["ann", "bob"], [1, 2], ended_at_s=NOON + n * 43_200))
        await read(store)
    seen, token = [], ""
    for _ in range(3):
        page = await stubs.ratings.ListRatingEntries(
            pb.ListRatingEntriesRequest(
                parent="players/bob/ratings/forest_sky.duel", page_size=2, page_token=token
            )
        )
        seen += [entry.time.seconds for entry in page.entries]
        token = page.next_page_token
    assert seen == [NOON + n * 43_200 for n in reversed(range(5))]
    assert token == ""
    daily = await stubs.ratings.ListRatingEntries(
        pb.ListRatingEntriesRequest(parent="players/bob/ratings/forest_sky.duel", daily=True)
    )
    days = [entry.time.seconds // 86_400 for entry in daily.entries]
    assert days == sorted({at_s // 86_400 for at_s in seen}, reverse=True)
    assert daily.entries[0].place == 2


async def test_a_bot_with_an_imported_rating_makes_tables_rated(stubs: Stubs, store: RedisClient) -> None:
    for _ in range(2):
        rating = await stubs.operators.ImportRating(bot(), metadata=OLA)
        assert (rating.player, rating.rating, rating.deviation) == ("bots/random", 900, 60)
    await report(store, result(1, ["ann", "bots/random"], [1, 2]))
    await read(store)
    told = await stubs.ratings.GetResult(pb.GetResultRequest(name=result_name(1)))
    assert told.ladder == DUEL
    again = await stubs.operators.ImportRating(bot(rating=1000, source="calibration 2"), metadata=OLA)
    assert again.rating == 1000
    proof = await verify(store)
    assert (proof.differences, proof.entries) == ([], 3)


async def test_a_season_is_opened_once_and_can_be_taken_back(stubs: Stubs) -> None:
    made = await stubs.operators.CreateSeason(season(), metadata=OLA)
    assert made == await stubs.operators.CreateSeason(season(), metadata=OLA)
    assert made.name == f"{DUEL}/seasons/spring"
    listed = await stubs.ratings.ListSeasons(pb.ListSeasonsRequest(parent=DUEL))
    assert list(listed.seasons) == [made]
    await stubs.operators.DeleteSeason(operator_pb.DeleteSeasonRequest(name=made.name), metadata=OLA)
    assert not (await stubs.ratings.ListSeasons(pb.ListSeasonsRequest(parent=DUEL))).seasons


async def test_boards_friends_and_a_fresh_start(stubs: Stubs, store: RedisClient) -> None:
    solo = [
        result(number, [name], [1], totals=[points], game="orca_isles")
        for number, (name, points) in enumerate([("ann", 50), ("bob", 40), ("cat", 40), ("dan", 30)])
    ]
    await report(store, *solo)
    await read(store)
    [board] = (await stubs.boards.ListBoards(board_pb.ListBoardsRequest(game="games/orca_isles"))).boards
    assert board == await stubs.boards.GetBoard(board_pb.GetBoardRequest(name=board.name))
    assert (board.kind, board.seat_count, board.higher_is_better) == (board_pb.BOARD_KIND_SOLO, 1, True)
    first = await stubs.boards.ListBoardEntries(
        board_pb.ListBoardEntriesRequest(parent=board.name, page_size=3)
    )
    rest = await stubs.boards.ListBoardEntries(
        board_pb.ListBoardEntriesRequest(parent=board.name, page_size=3, page_token=first.next_page_token)
    )
    assert [(one.total, one.rank) for one in [*first.entries, *rest.entries]] == [
        (50, 1),
        (40, 2),
        (40, 2),
        (30, 4),
    ]
    friends = await stubs.boards.RankBoardEntries(
        board_pb.RankBoardEntriesRequest(parent=board.name, players=["players/me", "players/dan"]),
        metadata=ANN,
    )
    assert [(one.player, one.rank) for one in friends.entries] == [("players/ann", 1), ("players/dan", 2)]
    await stubs.operators.ResetBoard(operator_pb.ResetBoardRequest(name=board.name), metadata=OLA)
    empty = await stubs.boards.ListBoardEntries(board_pb.ListBoardEntriesRequest(parent=board.name))
    assert not empty.entries


async def test_friends_by_rating(stubs: Stubs, store: RedisClient) -> None:
    places = [[1, 2, 3], [2, 3, 1], [1, 2, 3], [3, 1, 2]]
    tables = [result(n, ["ann", "bob", "cat"], places[n % 4], ended_at_s=NOON + n) for n in range(40)]
    await report(store, *tables)
    await read(store)
    ladder = "ladders/forest_sky.table"
    friends = await stubs.ratings.RankRatings(
        pb.RankRatingsRequest(parent=ladder, players=["players/cat", "players/me", "players/eve"]),
        metadata=ANN,
    )
    assert [(one.player, one.rank) for one in friends.ratings] == [("players/ann", 1), ("players/cat", 2)]


async def test_only_operators_do_what_operators_do(stubs: Stubs) -> None:
    calls = {
        "AnnulResult": operator_pb.AnnulResultRequest(),
        "CreateSeason": operator_pb.CreateSeasonRequest(),
        "DeleteSeason": operator_pb.DeleteSeasonRequest(),
        "ImportRating": operator_pb.ImportRatingRequest(),
        "ResetBoard": operator_pb.ResetBoardRequest(),
    }
    for method, request in calls.items():
        call = getattr(stubs.operators, method)
        assert (await refused(call(request, metadata=ANN))).reason == "OPERATOR_REQUIRED"
        assert (await refused(call(request))).reason == "SESSION_REQUIRED"


BROKEN_OPERATIONS = {
    "season.end_time before": ("CreateSeason", season(TOMORROW, TOMORROW - 1), "FIELD_INVALID"),
    "season.end_time equal": ("CreateSeason", season(TOMORROW, TOMORROW), "FIELD_INVALID"),
    "season.start_time past": ("CreateSeason", season(NOON, TOMORROW), "FIELD_INVALID"),
    "season.start_time missing": (
        "CreateSeason",
        operator_pb.CreateSeasonRequest(parent=DUEL, season_id="x"),
        "FIELD_INVALID",
    ),
    "season_id": ("CreateSeason", season(name="a/b"), "FIELD_INVALID"),
    "season.display_name": ("CreateSeason", season(title="x" * 101), "FIELD_INVALID"),
    "season_id taken": ("CreateSeason", season(TOMORROW + 99, TOMORROW + 100), "SEASON_EXISTS"),
    "season.start_time overlap": (
        "CreateSeason",
        season(TOMORROW + 5, TOMORROW + 20, "x"),
        "SEASON_OVERLAPS",
    ),
    "reason": ("AnnulResult", operator_pb.AnnulResultRequest(name=result_name(1)), "FIELD_INVALID"),
    "reason long": (
        "AnnulResult",
        operator_pb.AnnulResultRequest(name=result_name(1), reason="x" * 201),
        "FIELD_INVALID",
    ),
    "bot": ("ImportRating", operator_pb.ImportRatingRequest(parent=DUEL, bot="players/a"), "FIELD_INVALID"),
    "deviation": ("ImportRating", bot(deviation=0), "FIELD_INVALID"),
    "deviation much": ("ImportRating", bot(deviation=410), "FIELD_INVALID"),
    "rating": ("ImportRating", bot(rating=100_000), "FIELD_INVALID"),
    "source": ("ImportRating", bot(source=" "), "FIELD_INVALID"),
}


@pytest.mark.parametrize("case", BROKEN_OPERATIONS)
async def test_a_wrong_field_is_named(case: str, stubs: Stubs) -> None:
    await stubs.operators.CreateSeason(season(), metadata=OLA)
    method, request, reason = BROKEN_OPERATIONS[case]
    refusal = await refused(getattr(stubs.operators, method)(request, metadata=OLA))
    assert (refusal.reason, refusal.field) == (reason, case.partition(" ")[0])


MISSING = {
    "RESULT_NOT_FOUND": (
        "operators",
        "AnnulResult",
        operator_pb.AnnulResultRequest(name=result_name(1), reason="x"),
    ),
    "SEASON_NOT_FOUND": (
        "operators",
        "DeleteSeason",
        operator_pb.DeleteSeasonRequest(name=f"{DUEL}/seasons/x"),
    ),
    "BOARD_NOT_FOUND": ("operators", "ResetBoard", operator_pb.ResetBoardRequest(name="boards/x")),
    "BOARD_NOT_FOUND ": ("boards", "GetBoard", board_pb.GetBoardRequest(name="boards/x.solo.y")),
    "BOARD_NOT_FOUND  ": ("boards", "ListBoardEntries", board_pb.ListBoardEntriesRequest(parent="x")),
    "LADDER_NOT_FOUND": (
        "ratings",
        "RankRatings",
        pb.RankRatingsRequest(parent="ladders/chess.duel", players=["players/a"]),
    ),
    "LADDER_NOT_FOUND ": ("ratings", "ListSeasons", pb.ListSeasonsRequest(parent="ladders/chess")),
}


@pytest.mark.parametrize("case", MISSING)
async def test_what_is_not_there_is_refused_by_name(case: str, stubs: Stubs) -> None:
    face, method, request = MISSING[case]
    refusal = await refused(getattr(getattr(stubs, face), method)(request, metadata=OLA))
    assert refusal.reason == case.strip()


@pytest.mark.parametrize(
    ("players", "field"),
    [
        ([], "players"),
        ([f"players/p{number}" for number in range(1001)], "players"),
        (["players/a", "players/b", "players/a"], "players[2]"),
        (["players/a", "bots/random"], "players[1]"),
    ],
)
async def test_too_many_friends_none_or_one_twice(players: list[str], field: str, stubs: Stubs) -> None:
    for call in (
        stubs.ratings.RankRatings(pb.RankRatingsRequest(parent=DUEL, players=players)),
        stubs.boards.RankBoardEntries(board_pb.RankBoardEntriesRequest(parent="boards/x", players=players)),
    ):
        refusal = await refused(call)
        assert (refusal.reason, refusal.field) == ("FIELD_INVALID", field)


async def test_wrong_words_of_readers_are_named(stubs: Stubs, store: RedisClient) -> None:
    await report(store, result(1, ["ann", "bob"], [1, 2]))
    await read(store)
    leaders = pb.ListLeadersRequest(parent=DUEL, season="winter")
    assert (await refused(stubs.ratings.ListLeaders(leaders))).reason == "SEASON_NOT_FOUND"
    window = board_pb.ListBoardEntriesRequest(parent="boards/x", window="yesterday")
    assert (await refused(stubs.boards.ListBoardEntries(window))).field == "window"
    history = pb.ListRatingEntriesRequest(parent="players/ann/ratings/chess")
    refusal = await refused(stubs.ratings.ListRatingEntries(history))
    assert (refusal.reason, refusal.field) == ("FIELD_INVALID", "parent")
    mine = pb.ListRatingEntriesRequest(parent="players/me/ratings/forest_sky.duel")
    assert (await refused(stubs.ratings.ListRatingEntries(mine))).reason == "SESSION_REQUIRED"
    game = board_pb.ListBoardsRequest(game="orca")
    assert (await refused(stubs.boards.ListBoards(game))).field == "game"
