from __future__ import annotations

import json
import time

import pytest
from websockets.exceptions import InvalidStatus

from nurselog.api.game.v1 import table_pb2
from nurselog.api.gateway.v1 import realtime_pb2
from tests.integration.gateway.conftest import TABLE, House, MakeHouse, seated
from tests.integration.gateway.talk import follow, hear, reason, say
from tests.support.toy_engine import ToyEngine

# --- The conversation --------------------------------------------------------------------------------------


async def test_a_move_is_answered_and_everybody_sees_it(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    async with house.socket(session["token"]) as player, house.socket() as spectator:
        assert (await follow(player))["view"]["gameView"]["hand"] == "hand 0"
        assert "hand" not in (await follow(spectator, 7))["view"]["gameView"]
        await say(player, id=2, submit={"name": TABLE, "notation": "s3", "decisionId": 0})
        assert await hear(player) == {
            "id": 2,
            "submitted": {"version": 1, "replayed": False, "committedAtMs": 1.0},
        }
        push = await hear(player)
        assert (push["id"], push["push"]["subscription"]) == (0, 1)
        assert push["push"]["update"]["events"][0]["moved"] == 3
        seen = (await hear(spectator))["push"]
        assert (seen["subscription"], seen["update"]["version"]) == (7, 1)


async def test_binary_frames_are_protobuf(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        frame = realtime_pb2.ClientFrame(id=300)
        frame.subscribe.name = TABLE
        await socket.send(frame.SerializeToString())
        opened = realtime_pb2.ServerFrame.FromString(await socket.recv(decode=False))
        assert (opened.id, opened.WhichOneof("frame")) == (300, "subscribed")
        pushed = realtime_pb2.ServerFrame.FromString(await socket.recv(decode=False))
        assert pushed.push.subscription == 300
        assert pushed.push.update.kind == table_pb2.UPDATE_KIND_SNAPSHOT
        move = realtime_pb2.ClientFrame(id=2)
        move.submit.name, move.submit.notation = TABLE, "s2"
        await socket.send(move.SerializeToString())
        answer = realtime_pb2.ServerFrame.FromString(await socket.recv(decode=False))
        assert answer.submitted.version == 1
        step = realtime_pb2.ServerFrame.FromString(await socket.recv(decode=False))
        assert (step.push.update.version, step.push.update.seat) == (1, 0)


async def test_each_answer_comes_in_the_form_of_its_frame(house: House) -> None:
    async with house.socket() as socket:
        await socket.send(b"\xff\xff")
        assert isinstance(await socket.recv(), bytes)
        await socket.send("{")
        assert isinstance(await socket.recv(), str)


async def test_ping_tells_both_times(house: House) -> None:
    async with house.socket() as socket:
        await say(socket, id=5, ping={"clientTimeMs": 12.5})
        pong = await hear(socket)
        assert (pong["id"], pong["pong"]["clientTimeMs"]) == (5, 12.5)
        assert pong["pong"]["serverTimeMs"] > 1.7e12


async def test_an_unsubscribed_table_is_silent(house: House, engine: ToyEngine) -> None:
    async with house.socket() as socket:
        await follow(socket)
        await say(socket, id=2, unsubscribe={"subscription": 1})
        assert await hear(socket) == {"id": 2, "unsubscribed": {}}
        engine.tables[TABLE].step(0, 1)
        await say(socket, id=3, ping={})
        assert (await hear(socket))["id"] == 3
        assert (await follow(socket))["version"] == 1  # the id is free again


async def test_a_subscription_resumes_without_a_gap(house: House, engine: ToyEngine) -> None:
    for _ in range(3):
        engine.tables[TABLE].step(0, 1)
    async with house.socket() as socket:
        assert (await follow(socket, resumeToken="e1.1"))["version"] == 2
        assert (await hear(socket))["push"]["update"]["version"] == 3


async def test_a_resumed_subscription_is_told_open_though_nothing_happens(house: House) -> None:
    async with house.socket() as socket:
        await say(socket, id=1, subscribe={"name": TABLE, "resumeToken": "e1.0"})
        assert await hear(socket) == {"id": 1, "subscribed": {}}


async def test_fragments_are_one_frame(house: House) -> None:
    async with house.socket() as socket:
        await socket.send(['{"id": 1, ', '"ping": ', "{}}"])
        assert (await hear(socket))["id"] == 1


async def test_many_moves_of_one_moment_travel_together(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        for number in range(10):
            await say(socket, id=number, submit={"name": TABLE, "notation": "s1"})
        answers = [await hear(socket) for _ in range(10)]
    assert [answer["submitted"]["version"] for answer in answers] == list(range(1, 11))
    assert sum(engine.links[0].batches) == 10


async def test_two_players_get_the_same_push(house: House, engine: ToyEngine) -> None:
    async with house.socket() as one, house.socket() as other:
        await follow(one, 1)
        await follow(other, 22)
        engine.tables[TABLE].step(1, 2)
        (first, second) = [(await hear(socket))["push"] for socket in (one, other)]
    assert (first["subscription"], second["subscription"]) == (1, 22)
    assert first["update"] == second["update"]


# --- Who may -----------------------------------------------------------------------------------------------


async def test_hello_makes_a_player_of_a_stranger(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    async with house.socket() as socket:
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        assert reason(await hear(socket)) == "SESSION_REQUIRED"
        await say(socket, id=2, hello={"token": session["token"]})
        assert await hear(socket) == {"id": 2, "welcome": {"player": session["player"]}}
        await say(socket, id=3, submit={"name": TABLE, "notation": "s1"})
        assert (await hear(socket))["submitted"]["version"] == 1


async def test_a_browser_gives_its_token_in_the_address(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    url = f"{house.socket_url}?access_token={session['token']}"
    async with house.socket(uri=url) as socket:
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        assert (await hear(socket))["submitted"]["version"] == 1


async def test_a_connection_belongs_to_one_player(house: House) -> None:
    one, other = await house.session(), await house.session()
    async with house.socket(one["token"]) as socket:
        await say(socket, id=1, hello={"token": other["token"]})
        assert reason(await hear(socket)) == "FIELD_INVALID"
        await say(socket, id=2, hello={"token": one["token"]})
        assert (await hear(socket))["welcome"]["player"] == one["player"]


async def test_a_bad_token_is_refused_at_the_door(house: House) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with house.socket("nonsense"):
            pass
    response = refused.value.response
    assert response.status_code == 401
    assert json.loads(response.body)["error"]["details"][0]["reason"] == "SESSION_INVALID"
    assert response.headers["x-request-id"]


async def test_a_session_that_ends_meanwhile(
    make_house: MakeHouse, engine: ToyEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await make_house(engine, session_days=1)
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + 86_400)
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        assert reason(await hear(socket)) == "SESSION_EXPIRED"


async def test_private_tables_need_their_invite(house: House, engine: ToyEngine) -> None:
    engine.tables[TABLE].invite = "open-sesame"
    async with house.socket() as socket:
        await say(socket, id=1, subscribe={"name": TABLE})
        assert reason(await hear(socket)) == "INVITE_REQUIRED"
        assert (await follow(socket, 1, inviteCode="open-sesame"))["version"] == 0
