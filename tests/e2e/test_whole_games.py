"""Two strangers' clients meet, play, are watched, scored and rated, over each face."""

from __future__ import annotations

import asyncio

import pytest

from nurselog.rules.record import read_record
from nurselog.rules.registry import load_rules
from nurselog.rules.verify import verify
from tests.support.clients import Client, Faces, Json, NdjsonClient, Refused, RestClient, SseClient
from tests.support.games_played import play_table
from tests.support.grpc_client import GrpcClient
from tests.support.socket_clients import BinarySocketClient, SocketClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

POOL = {"game": "games/forest_sky", "seatCounts": [2], "rated": True}
KINDS = (RestClient, SseClient, NdjsonClient, SocketClient, BinarySocketClient, GrpcClient)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.face)
async def test_strangers_meet_and_play_a_whole_game(faces: Faces, kind: type[Client]) -> None:
    async with kind(faces) as ann, kind(faces) as bob, kind(faces) as eve:  # type: ignore[call-arg]
        await ann.enter("ann")
        await bob.enter("bob")
        table, same = await asyncio.gather(ann.find_table(POOL), bob.find_table(POOL))
        assert table == same

        *seats, spectator = await play_table((ann, bob), eve, table, seed=1)

        for watched in (*seats, spectator):
            assert watched.last.finished
            assert watched.gaps() == []
            assert watched.hidden_hands() == []
        assert spectator.last.view["seat"] == -1
        await check_aftermath(faces, table, ann, bob)


async def test_different_faces_meet_at_one_table(faces: Faces) -> None:
    async with SocketClient(faces) as ann, GrpcClient(faces) as bob, SseClient(faces) as eve:
        await ann.enter("ann")
        await bob.enter("bob")
        table, _ = await asyncio.gather(ann.find_table(POOL), bob.find_table(POOL))

        views = [w.last.view for w in await play_table((ann, bob), eve, table, seed=2)]

        one, other, spectators = (view["gameView"] for view in views)
        assert one == other == spectators, "at the end everybody sees everything"


async def check_aftermath(faces: Faces, table: str, ann: Client, bob: Client) -> None:
    """Score sheets, result, ratings, board and record tell the same story."""
    sheets = await ann.get(f"{table}/scoreSheets")
    for sheet in sheets["sheets"]:
        counted = (line.get("points", 0) for line in sheet["lines"] if line.get("counted"))
        assert sum(counted) == sheet.get("total", 0)
    players = {ann.player, bob.player}
    async with RestClient(faces) as rest:
        rest.as_player(ann.player, ann.token)
        result = await until_scored(rest, table)
        assert {seat["occupant"]["player"] for seat in result["result"]["seats"]} == players
        assert {change["player"] for change in result["changes"]} == players
        mine = await rest.call("GET", "/v1/players/me/ratings")
        (change,) = (one for one in result["changes"] if one["player"] == ann.player)
        assert [rating["rating"] for rating in mine["ratings"]] == [change["ratingAfter"]]
        assert await listed(rest, result["ladder"]) >= players
    record = read_record((await bob.get(f"{table}/record"))["text"])
    report = verify(record, load_rules("forest_sky"))
    assert report.ok, report.findings
    assert report.answers > 0


async def listed(rest: RestClient, ladder: str) -> set[str]:
    """Everybody on the board, page by page."""
    found: set[str] = set()
    token = ""
    while True:
        path = f"/v1/{ladder}/leaders"
        page = await rest.call("GET", path, includeProvisional="true", pageSize="100", pageToken=token)
        found |= {leader["player"] for leader in page.get("leaders", ())}
        token = page.get("nextPageToken", "")
        if not token:
            return found


async def until_scored(rest: RestClient, table: str) -> Json:
    """Scoring reads a stream: the result is there soon after the table ended."""
    _, game, _, number = table.split("/")
    async with asyncio.timeout(60):
        while True:
            try:
                return await rest.call("GET", f"/v1/results/{game}/{number}")
            except Refused as refusal:
                if refusal.reason != "RESULT_NOT_FOUND":
                    raise
            await asyncio.sleep(0.05)
