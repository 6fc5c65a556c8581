from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

import httpx
import pytest

from tests.integration.gateway.conftest import TABLE, House, MakeHouse, bearer, seated
from tests.support.toy_engine import ToyEngine

Shared = tuple[House, ToyEngine]


def reason(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["details"][0]["reason"]
    return found


def field(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["details"][1]["fieldViolations"][0]["field"]
    return found


REFUSED: list[tuple[str, str, dict[str, Any], int, str]] = [
    ("GET", "/v1/nothing", {}, 404, "ROUTE_NOT_FOUND"),
    ("GET", "/v1/games/", {}, 404, "ROUTE_NOT_FOUND"),
    ("GET", "/v1/games/a%2Fb", {}, 404, "ROUTE_NOT_FOUND"),
    ("GET", f"/v1/{TABLE}:nothing", {}, 404, "ROUTE_NOT_FOUND"),
    ("DELETE", "/v1/games", {}, 405, "METHOD_NOT_ALLOWED"),
    ("GET", f"/v1/{TABLE}:submitMove", {}, 405, "METHOD_NOT_ALLOWED"),
    ("GET", "/v1/games?nothing=1", {}, 400, "FIELD_UNKNOWN"),
    ("GET", "/v1/games?pageSize=x", {}, 400, "REQUEST_MALFORMED"),
    ("GET", "/v1/games?pageSize=1&pageSize=2", {}, 400, "REQUEST_MALFORMED"),
    ("GET", "/v1/games?pageSize=%ff", {}, 400, "REQUEST_MALFORMED"),
    ("GET", "/v1/games/toy?name=games/x", {}, 400, "FIELD_UNKNOWN"),
    ("POST", "/v1/sessions?displayName=x", {}, 400, "FIELD_UNKNOWN"),
    ("POST", "/v1/sessions", {"content": b"{"}, 400, "REQUEST_MALFORMED"),
    ("POST", "/v1/sessions", {"content": b"[]"}, 400, "REQUEST_MALFORMED"),
    ("POST", "/v1/sessions", {"content": b'{"displayName": "\xff"}'}, 400, "REQUEST_MALFORMED"),
    ("POST", "/v1/sessions", {"json": {"name": "x"}}, 400, "FIELD_UNKNOWN"),
    ("POST", "/v1/sessions", {"json": {"displayName": 1}}, 400, "REQUEST_MALFORMED"),
    ("POST", "/v1/sessions", {"json": {"displayName": "x" * 41}}, 400, "FIELD_INVALID"),
    ("POST", "/v1/sessions", {"json": {"displayName": "a\u202eb"}}, 400, "FIELD_INVALID"),
    ("POST", "/v1/sessions", {"data": {"displayName": "x"}}, 415, "MEDIA_TYPE_UNSUPPORTED"),
    ("POST", "/v1/sessions", {"content": b" " * 70_000}, 413, "REQUEST_TOO_LARGE"),
    ("POST", f"/v1/{TABLE}:takeSeat", {"json": {"name": "games/x"}}, 400, "FIELD_INVALID"),
    ("POST", f"/v1/{TABLE}:takeSeat", {"json": {"seat": 2**40}}, 400, "FIELD_INVALID"),
    ("GET", "/v1/sessions/me", {}, 401, "SESSION_REQUIRED"),
    ("GET", "/v1/games", {"headers": {"authorization": "Bearer x.y.z"}}, 401, "SESSION_INVALID"),
    ("GET", "/v1/games", {"headers": {"authorization": "Basic abc"}}, 401, "SESSION_INVALID"),
    ("GET", "/v1/games/nothing", {}, 404, "GAME_NOT_FOUND"),
    ("GET", "/v1/games/toy/tables/e0-nothing", {}, 404, "TABLE_NOT_FOUND"),
    ("GET", f"/v1/{TABLE}/view?seat=1", {}, 403, "NOT_YOUR_SEAT"),
    ("GET", f"/v1/{TABLE}/record", {}, 400, "TABLE_NOT_FINISHED"),
    ("GET", "/v1/ladders", {}, 503, "SERVICE_UNAVAILABLE"),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("verb", "path", "wish", "status", "expected"), REFUSED)
async def test_bad_input_is_refused_by_name(
    shared: Shared, verb: str, path: str, wish: dict[str, Any], status: int, expected: str
) -> None:
    answer = await shared[0].http.request(verb, path, **wish)
    assert (answer.status_code, reason(answer)) == (status, expected)
    error = answer.json()["error"]
    assert error["code"] == status
    assert error["message"]
    assert error["details"][0]["domain"] == "nurselog"
    assert answer.headers["x-request-id"]


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        ({"notation": "x"}, 400, "MOVE_UNREADABLE"),
        ({"notation": "s9"}, 400, "MOVE_ILLEGAL"),
        ({"notation": "s1", "decisionId": 7}, 409, "DECISION_CLOSED"),
    ],
)
async def test_an_engines_refusal_goes_on_as_it_is(
    house: House, engine: ToyEngine, body: dict[str, Any], status: int, expected: str
) -> None:
    session = await seated(house, engine)
    answer = await house.http.post(f"/v1/{TABLE}:submitMove", headers=bearer(session), json=body)
    assert (answer.status_code, reason(answer)) == (status, expected)


async def test_an_illegal_move_names_its_rule(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    answer = await house.http.post(
        f"/v1/{TABLE}:submitMove", headers=bearer(session), json={"notation": "s9"}
    )
    assert answer.json()["error"]["details"][0]["metadata"] == {"rule": "1.2"}


async def test_somebody_elses_seat(house: House) -> None:
    session = await house.session()
    answer = await house.http.post(
        f"/v1/{TABLE}:submitMove", headers=bearer(session), json={"notation": "s1"}
    )
    assert (answer.status_code, reason(answer)) == (403, "NOT_YOUR_SEAT")


async def test_a_wrong_field_is_named_with_its_path(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    move = {"@type": "type.googleapis.com/toy.v1.Move", "steps": "many"}
    answer = await house.http.post(f"/v1/{TABLE}:submitMove", headers=bearer(session), json={"move": move})
    assert field(answer) == "move.steps"


async def test_a_body_without_a_length_is_measured_as_it_comes(house: House) -> None:
    async def chunks() -> Any:
        for _ in range(10):
            yield b" " * 10_000

    answer = await house.http.post("/v1/sessions", content=chunks())
    assert (answer.status_code, reason(answer)) == (413, "REQUEST_TOO_LARGE")


@pytest.mark.parametrize("begun", [b"", b'{"disp'], ids=["no word", "some"])
async def test_a_body_that_does_not_come_is_not_waited_for(
    make_house: MakeHouse, engine: ToyEngine, begun: bytes
) -> None:
    house = await make_house(engine, body_s=0.05)
    reader, writer = await asyncio.open_connection("127.0.0.1", house.gateway.http_port)
    writer.write(b"POST /v1/sessions HTTP/1.1\r\nHost: house\r\nContent-Length: 50\r\n\r\n" + begun)

    async with asyncio.timeout(10):
        answer = await reader.read()  # to its end: the connection is closed
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"REQUEST_MALFORMED" in answer
    assert b"The body did not arrive within 0.05 seconds." in answer
    writer.close()


async def said(house: House, sent: bytes) -> tuple[bytes, Any]:
    """The status line and the JSON of what comes back, to the connection's end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.gateway.http_port)
    writer.write(sent)
    async with asyncio.timeout(10):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return head.split(b"\r\n")[0], json.loads(body)


@pytest.mark.parametrize("begun", [b"", b"GET /v1/games HTTP/1.1\r\nHost: hou"], ids=["no word", "some"])
async def test_a_head_that_does_not_come_is_not_waited_for(
    make_house: MakeHouse, engine: ToyEngine, begun: bytes
) -> None:
    house = await make_house(engine, head_s=0.05)
    status, body = await said(house, begun)
    assert status == b"HTTP/1.1 400 Bad Request"
    assert body["error"]["message"] == "No whole head of a request arrived within 0.05 seconds."


async def test_a_kept_connection_waits_for_the_next_head_as_for_the_first(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine, head_s=0.5)
    reader, writer = await asyncio.open_connection("127.0.0.1", house.gateway.http_port)
    async with asyncio.timeout(10):
        writer.write(b"GET /v1/games HTTP/1.1\r\nHost: house\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(head.partition(b"content-length: ")[2].split(b"\r\n")[0]))
        writer.write(b"GET /v1/games HTTP/1.1\r\nHo")
        second = await reader.read()
    writer.close()
    assert head.startswith(b"HTTP/1.1 200 OK")
    assert second.startswith(b"HTTP/1.1 400 Bad Request")


@pytest.mark.parametrize(
    "sent",
    [
        b"FOO /v1/games HTTP/1.1\r\nHost: house\r\n\r\n",
        b"\x16\x03\x01 what?\r\n\r\n",
        b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\nHost: house\r\n\r\n",
        b"POST /v1/sessions HTTP/1.1\r\nHost: house\r\nContent-Length: 1e3\r\n\r\n{}",
    ],
    ids=["verb", "TLS", "long address", "length"],
)
async def test_what_is_no_http_is_refused_by_name(house: House, sent: bytes) -> None:
    status, body = await said(house, sent)
    assert status == b"HTTP/1.1 400 Bad Request"
    (told,) = body["error"]["details"]
    assert told["reason"] == "REQUEST_MALFORMED"


@pytest.mark.parametrize(
    "lines",
    [
        b"Sec-WebSocket-Version: 13\r\n",
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n",
        b"Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
    ],
    ids=["no key", "short key", "version"],
)
async def test_a_handshake_that_is_none_is_refused_by_name(house: House, lines: bytes) -> None:
    head = b"GET /v1/ws HTTP/1.1\r\nHost: house\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    status, body = await said(house, head + lines + b"\r\n")
    assert status == b"HTTP/1.1 400 Bad Request"
    assert body["error"]["details"][0]["reason"] == "REQUEST_MALFORMED"


async def test_a_compressed_body_is_refused_by_name(house: House) -> None:
    body = gzip.compress(b'{"displayName": "Ann"}')
    answer = await house.http.post("/v1/sessions", content=body, headers={"content-encoding": "gzip"})
    assert (answer.status_code, reason(answer)) == (415, "MEDIA_TYPE_UNSUPPORTED")
    plain = await house.http.post("/v1/sessions", content=b"{}", headers={"content-encoding": "identity"})
    assert plain.status_code == 200


async def test_a_refused_token_tells_the_scheme(house: House) -> None:
    answer = await house.http.get("/v1/games", headers={"authorization": "Bearer nonsense"})
    assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_an_expired_token(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, session_days=1e-9)
    session = await house.session()
    answer = await house.http.get("/v1/sessions/me", headers=bearer(session))
    assert (answer.status_code, reason(answer)) == (401, "SESSION_EXPIRED")


async def test_who_creates_too_much_is_told_when_to_come_back(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine, creates_per_s=0.1, creates_burst=2)
    answers = [await house.http.post("/v1/sessions") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert reason(answers[-1]) == "TOO_MANY_REQUESTS"
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 10
    assert (await house.http.get("/v1/games")).status_code == 200


async def test_who_calls_too_much_is_told_when_to_come_back(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, calls_per_s=0.1, calls_burst=1)
    session = await house.session()
    statuses = [(await house.http.get("/v1/games", headers=bearer(session))).status_code for _ in "ab"]
    assert statuses == [200, 429]
    assert (await house.http.get("/v1/games")).status_code == 200  # a stranger's bucket is another one
