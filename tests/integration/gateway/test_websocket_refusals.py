from __future__ import annotations

import contextlib

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.integration.gateway.conftest import TABLE, House, MakeHouse, seated
from tests.integration.gateway.talk import follow, hear, reason, say
from tests.support.raw_socket import RawSocket
from tests.support.toy_engine import ToyEngine


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


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        ({"submit": {"name": TABLE, "notation": "?"}}, "submit.notation"),
        ({"submit": {"name": TABLE, "decisionId": "x"}}, "submit.decision_id"),
        ({"submit": {"name": "tables/x"}}, "submit.name"),
        ({"subscribe": {"name": "tables/x"}}, "subscribe.name"),
        ({"hello": {"token": 7}}, "hello.token"),
    ],
)
async def test_fields_are_told_as_the_frame_has_them(
    house: House, engine: ToyEngine, frame: dict[str, object], expected: str
) -> None:
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        await say(socket, id=7, **frame)
        refused = await hear(socket)

    (violation,) = next(one for one in refused["error"]["details"] if "fieldViolations" in one)[
        "fieldViolations"
    ]
    assert violation["field"] == expected


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
