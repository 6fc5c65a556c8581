"""Events from sign-up to the final standings, over the public faces against separate processes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import grpc
import pytest
import pytest_asyncio
from websockets.asyncio.client import connect

from nurselog.api.gateway.v1 import realtime_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.api.tournament.v1.tournament_service_pb2_grpc import TournamentServiceStub
from tests.support.clients import Json, NdjsonClient, Refused, SseClient
from tests.support.contest import Contestant, Organiser, contest, playing
from tests.support.contest_verdict import (
    all_pairings,
    duel_points,
    exports_agree,
    games_rated,
    nobody_met_twice,
    offered,
    pod_points,
    rated_tables,
)
from tests.support.stack import Stack, running_stack

FIRST_MOVE_MS = 20_000
ALWAYS = frozenset({1, 2, 3})

pytestmark = pytest.mark.asyncio(loop_scope="session")

SWISS: Json = {
    "title": "Club evening",
    "tables": {"game": "games/forest_sky"},
    "stages": [{"swiss": {"rounds": 3}}],
}
PODS: Json = {
    "title": "Orca cup",
    "tables": {"game": "games/orca_isles", "seatCounts": [3, 4], "preferredSeats": 4},
    "stages": [{"pods": {"rounds": 2, "allowMeetings": True}}],
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stack(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """A backend in which whoever does not come is known after seconds."""
    folder = tmp_path_factory.mktemp("events")
    env = {"NURSELOG_FIRST_MOVE_MS": str(FIRST_MOVE_MS)}
    async with running_stack(folder, games=("forest_sky", "orca_isles"), env=env) as stack:
        yield stack


def entrant_of(organiser: Organiser, contestant: Contestant) -> str:
    return f"{organiser.name}/entrants/{contestant.player.partition('/')[2]}"


async def correct_one(organiser: Organiser, number: int) -> str:
    """Turns the result of the first table of a round that was decided by play; answers its pairing."""
    pairings = await organiser.all(f"/rounds/{number}/pairings", "pairings")
    for pairing in pairings:
        for table in pairing.get("tables", []):
            lines = table.get("seats", [])
            if len(lines) == 2 and all(line["kind"] == "SEAT_RESULT_KIND_PLAYED" for line in lines):
                turned = [{"entrant": line["entrant"], "place": 3 - line["place"]} for line in lines]
                if sorted(line["place"] for line in turned) == [1, 2]:
                    body = {"seats": turned, "reason": "seats were noted the wrong way round"}
                    await organiser.do("correctResult", body, where=pairing["name"])
                    return str(pairing["name"])
    raise AssertionError("no table was played")


@pytest.mark.timeout(600)
async def test_a_swiss_from_sign_up_to_the_standings(stack: Stack) -> None:
    async with (
        contest(stack.faces, SWISS, 9, sleepers={8: ALWAYS}) as (organiser, contestants),
        contest(stack.faces, SWISS, 1) as (_, (stranger,)),
    ):
        await play_the_swiss(stack, organiser, contestants, stranger)


async def play_the_swiss(
    stack: Stack, organiser: Organiser, contestants: list[Contestant], stranger: Contestant
) -> None:
    async def run() -> Json:
        await organiser.until_round(1)
        with pytest.raises(Refused) as refused:
            await stranger.insist("POST", f"/v1/{entrant_of(organiser, contestants[3])}:withdraw", {})
        assert refused.value.reason == "NOT_OWNER"
        await organiser.until_round(2)
        await correct_one(organiser, 1)
        await contestants[7].insist("POST", f"/v1/{organiser.name}/entrants/me:withdraw", {})
        await stack.kill("tournament")
        return await organiser.until_over()

    await organiser.start()
    last = await playing(contestants, organiser.name, run())

    pairings = await all_pairings(organiser)
    standings = await organiser.all("/standings", "standings")
    points = duel_points(pairings)
    assert {one["entrant"]: one["points"] for one in standings} == {
        one["entrant"]: points[one["entrant"]] for one in standings
    }
    assert [one["entrant"] for one in last["standings"]] == [one["entrant"] for one in standings]
    assert last["tournament"]["seed"]
    assert nobody_met_twice(pairings)
    corrections = [t["correction"] for p in pairings for t in p.get("tables", []) if t.get("correction")]
    assert corrections == ["seats were noted the wrong way round"]
    sleeper = await contestants[8].insist("GET", f"/v1/{organiser.name}/entrants/me")
    assert (sleeper["state"], sleeper["noShows"]) == ("ENTRANT_STATE_PAUSED", 1)
    withdrawn = await contestants[7].insist("GET", f"/v1/{organiser.name}/entrants/me")
    assert withdrawn["state"] == "ENTRANT_STATE_WITHDRAWN"
    await everybody_is_rated_once(organiser, contestants, "forest_sky.duel", pairings)
    assert await offered(organiser) == {"standings.csv", "pairings.csv", "report.trf"}
    await exports_agree(organiser, standings)


@pytest.mark.timeout(600)
async def test_pods_of_four_and_three(stack: Stack) -> None:
    async with contest(stack.faces, PODS, 9, sleepers={0: ALWAYS}) as (organiser, contestants):
        await play_the_pods(stack, organiser, contestants)


async def play_the_pods(stack: Stack, organiser: Organiser, contestants: list[Contestant]) -> None:
    async def run() -> Json:
        await organiser.until_round(1)
        await stack.kill("tournament")
        return await organiser.until_over()

    await organiser.start()
    await playing(contestants, organiser.name, run())

    pairings = await all_pairings(organiser)
    standings = await organiser.all("/standings", "standings")
    points = pod_points(pairings, bye=630)
    assert {one["entrant"]: one["points"] for one in standings} == {
        one["entrant"]: points[one["entrant"]] for one in standings
    }
    sleeper = await contestants[0].insist("GET", f"/v1/{organiser.name}/entrants/me")
    assert (sleeper["state"], sleeper["noShows"]) == ("ENTRANT_STATE_PAUSED", 1)
    assert all(one.get("decided") for one in pairings)
    await everybody_is_rated_once(organiser, contestants, "orca_isles.table", pairings)
    assert await offered(organiser) == {"standings.csv", "pairings.csv"}
    await exports_agree(organiser, standings)


async def everybody_is_rated_once(
    organiser: Organiser, contestants: list[Contestant], ladder: str, pairings: list[Json]
) -> None:
    """The ladder counts for each player the tables that were played, each once."""
    wanted = rated_tables(pairings)
    for one in contestants:
        want = wanted[entrant_of(organiser, one)]
        assert await games_rated(one, ladder, at_least=want) == want


@pytest.mark.timeout(300)
async def test_what_contradicts_itself_is_refused_with_the_field(stack: Stack) -> None:
    organiser = await Organiser.of(stack.faces)
    cases: list[tuple[Json, str, str]] = [
        ({**SWISS, "title": ""}, "TOURNAMENT_SETTING_INVALID", "tournament.title"),
        ({**SWISS, "stages": []}, "TOURNAMENT_SETTING_INVALID", "tournament.stages"),
        ({**SWISS, "stages": [{}]}, "TOURNAMENT_SETTING_INVALID", "tournament.stages[0]"),
        ({**SWISS, "tables": {"game": "games/chess"}}, "GAME_NOT_FOUND", ""),
        (
            {**SWISS, "tables": {"game": "games/forest_sky", "seatCounts": [9]}},
            "SEAT_COUNT_INVALID",
            "tournament.tables.seatCounts",
        ),
    ]
    for tournament, reason, _field in cases:
        with pytest.raises(Refused) as refused:
            await organiser.create(tournament)
        assert refused.value.reason == reason
    await organiser.close()


@pytest.mark.timeout(300)
async def test_organisers_change_settings_over_rest_and_watchers_see_it_over_every_stream(
    stack: Stack,
) -> None:
    async with contest(stack.faces, SWISS, 2) as (organiser, contestants):
        where = f"/v1/{organiser.name}"
        body = {"tournament": {"title": "Renamed"}, "updateMask": "title"}
        shown = await organiser.insist("PATCH", where, body)
        assert shown["title"] == "Renamed"
        for kind in (NdjsonClient, SseClient):
            async with kind(stack.faces) as watcher:
                watcher.as_player(contestants[0].player, contestants[0].rest.token)
                async for frame in watcher.stream(f"{where}:watch"):
                    assert frame["kind"] == "TOURNAMENT_UPDATE_KIND_SNAPSHOT"
                    assert frame["tournament"]["title"] == "Renamed"
                    break
        await sockets_follow(stack, organiser.name)
        async with grpc.aio.insecure_channel(stack.faces.grpc) as channel:
            stub = TournamentServiceStub(channel)
            async for update in stub.WatchTournament(pb.WatchTournamentRequest(name=organiser.name)):
                assert update.tournament.title == "Renamed"
                break


async def sockets_follow(stack: Stack, name: str) -> None:
    """In text and in binary frames; an unknown tournament and a second use of an id are refused."""
    async with connect(stack.faces.socket, proxy=None) as socket:
        await socket.send(json.dumps({"id": 1, "follow": {"name": name}}))
        assert json.loads(await socket.recv()) == {"id": 1, "subscribed": {}}
        push = json.loads(await socket.recv())["push"]
        assert push["subscription"] == 1
        assert push["tournament"]["kind"] == "TOURNAMENT_UPDATE_KIND_SNAPSHOT"
        assert push["tournament"]["tournament"]["title"] == "Renamed"
        await socket.send(json.dumps({"id": 1, "follow": {"name": name}}))
        assert "error" in json.loads(await socket.recv())
        await socket.send(json.dumps({"id": 2, "follow": {"name": "tournaments/e0-00000000"}}))
        refused = json.loads(await socket.recv())
        assert refused["error"]["details"][0]["reason"] == "TOURNAMENT_NOT_FOUND"
        await socket.send(json.dumps({"id": 3, "unsubscribe": {"subscription": 1}}))
        assert json.loads(await socket.recv()) == {"id": 3, "unsubscribed": {}}
    async with connect(stack.faces.socket, proxy=None) as socket:
        frame = realtime_pb2.ClientFrame(id=1, follow=pb.WatchTournamentRequest(name=name))
        await socket.send(frame.SerializeToString())
        assert realtime_pb2.ServerFrame.FromString(binary(await socket.recv())).HasField("subscribed")
        news = realtime_pb2.ServerFrame.FromString(binary(await socket.recv())).push
        assert news.tournament.tournament.title == "Renamed"


def binary(data: str | bytes) -> bytes:
    """Bytes are answered by bytes."""
    assert isinstance(data, bytes)
    return data
