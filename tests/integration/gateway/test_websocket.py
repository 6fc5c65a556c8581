from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from nurselog.api.game.v1 import table_pb2
from nurselog.api.gateway.v1 import realtime_pb2
from tests.integration.gateway.conftest import TABLE, House, MakeHouse, seated, until
from tests.support.raw_socket import RawSocket
from tests.support.toy_engine import ToyEngine


async def say(socket: ClientConnection, **frame: Any) -> None:
    await socket.send(json.dumps(frame))


async def hear(socket: ClientConnection) -> Any:
    async with asyncio.timeout(5):
        return json.loads(await socket.recv())


def reason(frame: Any) -> str:
    found: str = frame["error"]["details"][0]["reason"]
    return found


async def follow(socket: ClientConnection, subscription: int = 1, **wish: Any) -> Any:
    """Subscribes to the table; returns the first update."""
    await say(socket, id=subscription, subscribe={"name": TABLE, **wish})
    assert await hear(socket) == {"id": subscription, "subscribed": {}}
    return (await hear(socket))["push"]["update"]


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


async def test_a_session_that_ends_meanwhile(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, session_days=1 / 86_400)
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        await asyncio.sleep(1.01)  # nothing tells that time has passed
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        assert reason(await hear(socket)) == "SESSION_EXPIRED"


async def test_private_tables_need_their_invite(house: House, engine: ToyEngine) -> None:
    engine.tables[TABLE].invite = "open-sesame"
    async with house.socket() as socket:
        await say(socket, id=1, subscribe={"name": TABLE})
        assert reason(await hear(socket)) == "INVITE_REQUIRED"
        assert (await follow(socket, 1, inviteCode="open-sesame"))["version"] == 0


# --- What bad input gets -----------------------------------------------------------------------------------


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("frame", "frame_id", "expected"),
    [
        ("{", 0, "REQUEST_MALFORMED"),
        ("[]", 0, "REQUEST_MALFORMED"),
        ('{"id": "x"}', 0, "REQUEST_MALFORMED"),
        ('{"id": 7}', 7, "REQUEST_MALFORMED"),
        ('{"id": 7, "dance": {}}', 7, "FIELD_UNKNOWN"),
        ('{"id": 7, "ping": {}, "hello": {}}', 7, "REQUEST_MALFORMED"),
        ('{"id": 7, "ping": []}', 7, "REQUEST_MALFORMED"),
        ('{"id": 7, "hello": {"token": "x"}}', 7, "SESSION_INVALID"),
        ('{"id": 0, "subscribe": {"name": "TABLE"}}', 0, "FIELD_INVALID"),
        ('{"id": 7, "subscribe": {"name": "tables/x"}}', 7, "REQUEST_MALFORMED"),
        ('{"id": 7, "subscribe": {"name": "games/nothing/tables/x"}}', 7, "GAME_NOT_FOUND"),
        ('{"id": 7, "subscribe": {"name": "games/toy/tables/x"}}', 7, "TABLE_NOT_FOUND"),
        ('{"id": 7, "subscribe": {"name": "TABLE", "seat": 1}}', 7, "NOT_YOUR_SEAT"),
        ('{"id": 7, "unsubscribe": {"subscription": 3}}', 7, "FIELD_INVALID"),
        ('{"id": 7, "submit": {"name": "games/toy/tables/x", "notation": "s1"}}', 7, "TABLE_NOT_FOUND"),
        ('{"id": 7, "submit": {"name": "games/nothing/tables/x"}}', 7, "GAME_NOT_FOUND"),
        ('{"id": 7, "submit": {"name": "TABLE", "notation": "?"}}', 7, "MOVE_UNREADABLE"),
        ('{"id": 7, "submit": {"name": "TABLE", "notation": "s9"}}', 7, "MOVE_ILLEGAL"),
        ('{"id": 7, "submit": {"name": "TABLE", "seat": "a"}}', 7, "REQUEST_MALFORMED"),
    ],
)  # fmt: skip
async def test_bad_frames_are_refused_and_the_connection_stays(
    shared: tuple[House, ToyEngine], frame: str, frame_id: int, expected: str
) -> None:
    house, engine = shared
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        await socket.send(frame.replace("TABLE", TABLE))
        refused = await hear(socket)
        assert (refused["id"], reason(refused)) == (frame_id, expected)
        await say(socket, id=8, ping={})
        assert (await hear(socket))["id"] == 8


async def test_somebody_elses_seat(house: House) -> None:
    session = await house.session()
    async with house.socket(session["token"]) as socket:
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        assert reason(await hear(socket)) == "NOT_YOUR_SEAT"


@pytest.mark.parametrize("parts", [["x" * 70_000], ["x" * 40_000, "x" * 40_000, "x"]])
async def test_a_frame_that_is_too_large_ends_the_connection_with_a_word(
    house: House, parts: list[str]
) -> None:
    async with house.socket() as socket:
        await socket.send(parts)
        refused = await hear(socket)
        assert reason(refused) == "REQUEST_TOO_LARGE"
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_a_frame_that_is_far_too_large_is_cut_off(house: House) -> None:
    async with house.socket() as socket:
        with contextlib.suppress(ConnectionClosed):
            await socket.send("x" * 3_000_000)
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_who_sends_too_much_is_told_when_to_go_on(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, frames_per_s=0.1, frames_burst=2)
    async with house.socket() as socket:
        for number in (1, 2, 3):
            await say(socket, id=number, ping={})
        answers = [await hear(socket) for _ in range(3)]
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert reason(answers[-1]) == "TOO_MANY_REQUESTS"
    assert answers[-1]["error"]["details"][1]["retryDelay"].endswith("s")


async def test_only_so_many_tables_and_sockets(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, tables_per_socket=1, sockets_per_caller=1)
    async with house.socket() as socket:
        await follow(socket)
        await say(socket, id=2, subscribe={"name": TABLE})
        assert reason(await hear(socket)) == "TOO_MANY_REQUESTS"
        with pytest.raises(InvalidStatus) as refused:
            async with house.socket():
                pass
        assert refused.value.response.status_code == 429
    async with house.socket():
        pass


async def test_another_address_is_no_web_socket(house: House) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with house.socket(uri=house.url.replace("http", "ws") + "/v1/games"):
            pass
    assert refused.value.response.status_code == 404


async def test_a_handshake_that_is_none(house: House) -> None:
    answer = await house.http.get(
        "/v1/ws", headers={"connection": "keep-alive, Upgrade", "upgrade": "websocket"}
    )
    assert answer.status_code == 400
    assert (await house.http.get("/v1/ws")).status_code == 404


async def test_firefox_says_more_about_the_connection(house: House) -> None:
    async with RawSocket(house.gateway.http_port) as socket:
        assert socket.handshake.startswith("HTTP/1.1 101 Switching Protocols")
        assert "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" in socket.handshake


# --- Slow readers, silence, the end ------------------------------------------------------------------------


async def test_a_slow_reader_gets_a_fresh_view_and_slows_nobody(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine, unsent_bytes=20_000)
    table = engine.tables[TABLE]
    table.padding = 100_000
    async with house.socket() as quick, RawSocket(house.gateway.http_port) as slow:
        await follow(quick)
        await slow.say(id=1, subscribe={"name": TABLE})
        assert (await slow.hear())["id"] == 1
        await slow.hear()  # the snapshot; and now it reads no more
        versions: list[int] = []
        while len(versions) < 5 or len(table.readers) == 2:
            table.step(0, 1)
            versions.append((await hear(quick))["push"]["update"]["version"])
        assert versions == list(range(1, len(versions) + 1))
        heard: list[Any] = []
        while not heard or heard[-1]["kind"] != "UPDATE_KIND_RESYNC":
            heard.append((await slow.hear())["push"]["update"])
        assert [update["version"] for update in heard[:-1]] == list(range(1, len(heard)))
        assert heard[-1]["version"] == len(versions)
        table.step(1, 1)
        assert (await slow.hear())["push"]["update"]["version"] == len(versions) + 1


async def test_who_is_gone_is_forgotten(house: House, engine: ToyEngine) -> None:
    async with house.socket() as socket:
        await follow(socket)
    await until(lambda: not engine.tables[TABLE].readers)


async def test_a_silent_client_is_pinged_and_a_dead_one_dropped(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine, ping_s=0.1)
    async with house.socket() as living, RawSocket(house.gateway.http_port) as dead:
        await dead.say(id=1, subscribe={"name": TABLE})
        await until(lambda: bool(engine.tables[TABLE].readers))
        await until(lambda: not engine.tables[TABLE].readers)  # it answered no ping
        await say(living, id=1, ping={})
        assert (await hear(living))["id"] == 1


async def test_sockets_are_told_when_the_gateway_ends(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine)
    async with house.socket() as socket:
        await say(socket, id=1, ping={})
        await hear(socket)
        stopping = asyncio.create_task(house.app.stop())
        with pytest.raises(ConnectionClosed) as closed:
            await socket.recv()
        await stopping
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
