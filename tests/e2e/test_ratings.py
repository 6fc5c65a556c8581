"""Boards, histories and operators over the public faces: a solitaire on its board, refusals by name."""

from __future__ import annotations

import random
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message

from nurselog.api.scoring.v1 import board_service_pb2, operator_service_pb2, scoring_service_pb2
from nurselog.api.scoring.v1.board_service_pb2_grpc import BoardServiceStub
from nurselog.api.scoring.v1.operator_service_pb2_grpc import OperatorServiceStub
from nurselog.api.scoring.v1.scoring_service_pb2_grpc import ScoringServiceStub
from tests.support.clients import Faces, Json, Refused, RestClient
from tests.support.games_played import play_seat
from tests.support.grpc_client import GrpcClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

DUEL = "ladders/forest_sky.duel"
SEASON = {"startTime": "2037-03-01T00:00:00Z", "endTime": "2037-01-01T00:00:00Z"}


async def test_a_solitaire_stands_on_its_board(faces: Faces) -> None:
    async with RestClient(faces) as ann, RestClient(faces) as eve:
        await ann.enter("ann")
        wish = {"seatCount": 1, "startWhenFull": True, "rated": True}
        table = (await ann.call("POST", "/v1/games/cabin_by_the_sea/tables", wish))["name"]
        await play_seat(ann, table, random.Random(1))
        result = await until_scored(ann, table)
        assert result["unratedReason"] == "solo"
        total = result["result"]["outcome"]["placements"][0].get("total", 0)
        found = await eve.call("GET", "/v1/boards", game="games/cabin_by_the_sea")
        (board,) = (one for one in found["boards"] if one["options"] == result["result"]["options"])
        assert not board.get("higherIsBetter", False)
        page = await ann.call("GET", f"/v1/{board['name']}/entries", around="players/me", pageSize="3")
        (mine,) = (one for one in page["entries"] if one["player"] == ann.player)
        assert (mine.get("total", 0), mine["displayName"]) == (total, "ann")
        friends = await ann.call("POST", f"/v1/{board['name']}:rankEntries", {"players": ["players/me"]})
        assert friends["entries"][0]["rank"] == 1


async def until_scored(rest: RestClient, table: str) -> Json:
    """The result of a table, soon after it ended."""
    _, game, _, number = table.split("/")
    while True:
        try:
            return await rest.call("GET", f"/v1/results/{game}/{number}")
        except Refused as refusal:
            if refusal.reason != "RESULT_NOT_FOUND":
                raise


REQUESTS: dict[str, tuple[str, str, Json, str, Any, str]] = {
    "a season by a stranger": (
        "POST",
        f"/v1/{DUEL}/seasons",
        {"seasonId": "x", "season": SEASON},
        "OPERATOR_REQUIRED",
        (OperatorServiceStub, "CreateSeason", operator_service_pb2.CreateSeasonRequest),
        "parent",
    ),
    "an annulment by a stranger": (
        "POST",
        "/v1/results/forest_sky/e0-00000000:annul",
        {"reason": "I lost."},
        "OPERATOR_REQUIRED",
        (OperatorServiceStub, "AnnulResult", operator_service_pb2.AnnulResultRequest),
        "name",
    ),
    "too many friends": (
        "POST",
        f"/v1/{DUEL}:rankRatings",
        {"players": [f"players/p{number}" for number in range(1001)]},
        "FIELD_INVALID",
        (ScoringServiceStub, "RankRatings", scoring_service_pb2.RankRatingsRequest),
        "parent",
    ),
    "friends on no board": (
        "POST",
        "/v1/boards/nothing:rankEntries",
        {"players": ["players/me"]},
        "BOARD_NOT_FOUND",
        (BoardServiceStub, "RankBoardEntries", board_service_pb2.RankBoardEntriesRequest),
        "parent",
    ),
    "no such board": (
        "GET",
        "/v1/boards/nothing",
        {},
        "BOARD_NOT_FOUND",
        (BoardServiceStub, "GetBoard", board_service_pb2.GetBoardRequest),
        "name",
    ),
    "a history of no ladder": (
        "GET",
        "/v1/players/me/ratings/chess/entries",
        {},
        "FIELD_INVALID",
        (ScoringServiceStub, "ListRatingEntries", scoring_service_pb2.ListRatingEntriesRequest),
        "parent",
    ),
}


@pytest.mark.parametrize("case", REQUESTS)
async def test_what_cannot_be_is_refused_alike_over_rest_and_grpc(case: str, faces: Faces) -> None:
    verb, path, body, reason, (stub, method, request), field = REQUESTS[case]
    name = path.removeprefix("/v1/").partition(":")[0].removesuffix("/entries").removesuffix("/seasons")
    message: Message = json_format.ParseDict({field: name, **body}, request())
    async with RestClient(faces) as rest, GrpcClient(faces) as client:
        await rest.enter("ann")
        client.as_player(rest.player, rest.token)
        with pytest.raises(Refused) as over_rest:
            await rest.call(verb, path, body or None)
        with pytest.raises(Refused) as over_grpc:
            await client.call(getattr(stub(client.channel), method), message)
    assert over_rest.value.reason == over_grpc.value.reason == reason
