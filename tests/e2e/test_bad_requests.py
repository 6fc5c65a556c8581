"""Requests that nobody could answer get a named error over every face that has them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from nurselog.api.game.v1 import game_service_pb2 as game
from nurselog.api.gateway.v1 import realtime_pb2
from nurselog.api.matchmaking.v1 import matchmaking_service_pb2 as matchmaking
from tests.support.clients import Faces, Json, Refused, RestClient, refused_of
from tests.support.grpc_client import GrpcClient, refused_of_call
from tests.support.socket_clients import BinarySocketClient, SocketClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

TABLES = "/v1/games/forest_sky/tables"
BIG = 2 * 1024 * 1024

CREATIONS = {
    "seat count": ({"seatCount": 9}, "SEAT_COUNT_INVALID"),
    "unknown option": ({"seatCount": 2, "options": {"colour": "red"}}, "OPTION_UNKNOWN"),
    "option value": ({"seatCount": 2, "options": {"stall_rounds": "many"}}, "OPTION_INVALID"),
    "negative seats": ({"seatCount": -1}, "SEAT_COUNT_INVALID"),
}


@pytest.mark.parametrize(("wish", "reason"), CREATIONS.values(), ids=CREATIONS.keys())
async def test_a_table_that_cannot_be(faces: Faces, wish: Json, reason: str) -> None:
    async with RestClient(faces) as rest, GrpcClient(faces) as client:
        await rest.enter("ann")
        client.as_player(rest.player, rest.token)
        request = json_format.ParseDict({"parent": "games/forest_sky", **wish}, game.CreateTableRequest())

        with pytest.raises(Refused) as over_rest:
            await rest.call("POST", TABLES, wish)
        with pytest.raises(Refused) as over_grpc:
            await client.call(client.games.CreateTable, request)

    for refused in (over_rest.value, over_grpc.value):
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", reason)


TICKETS = {
    "seat count": ({"game": "games/forest_sky", "seatCounts": [2, 9]}, "SEAT_COUNT_INVALID"),
    "unknown option": ({"game": "games/forest_sky", "options": {"colour": "red"}}, "OPTION_UNKNOWN"),
    "no game": ({"game": "games/chess"}, "GAME_NOT_FOUND"),
}


@pytest.mark.parametrize(("pool", "reason"), TICKETS.values(), ids=TICKETS.keys())
async def test_a_ticket_that_cannot_be(faces: Faces, pool: Json, reason: str) -> None:
    async with RestClient(faces) as rest, GrpcClient(faces) as client:
        await rest.enter("ann")
        client.as_player(rest.player, rest.token)

        with pytest.raises(Refused) as over_rest:
            await rest.call("POST", "/v1/tickets", {"pool": pool})
        with pytest.raises(Refused) as over_grpc:
            await client.find_table(pool)

    assert over_rest.value.reason == over_grpc.value.reason == reason


DUEL = {"game": "games/forest_sky", "seatCounts": [2]}
WISHES = {
    "party in a rated pool": (
        {"pool": {**DUEL, "rated": True}, "party": ["players/x"]}, "PARTY_INVALID", "party",
    ),
    "party too large": ({"pool": DUEL, "party": ["players/x", "players/y"]}, "PARTY_INVALID", "party"),
    "no player": ({"pool": DUEL, "party": ["x"]}, "FIELD_INVALID", "party"),
    "rated alone": (
        {"pool": {"game": "games/cabin_by_the_sea", "rated": True}}, "POOL_CONTRADICTORY", "pool.rated",
    ),
    "latency": ({"pool": DUEL, "regions": {"eu": -1}}, "FIELD_INVALID", "regions[eu]"),
    "blocks": ({"pool": DUEL, "blocks": ["eve"]}, "FIELD_INVALID", "blocks"),
    "bots": ({"pool": DUEL, "botsAfterSeconds": -1}, "FIELD_INVALID", "bots_after_seconds"),
    "substitution": ({"pool": DUEL, "acceptSubstitution": True}, "FIELD_INVALID", "accept_substitution"),
}  # fmt: skip


@pytest.mark.parametrize(("wish", "reason", "field"), WISHES.values(), ids=WISHES.keys())
async def test_a_wish_that_cannot_be(faces: Faces, wish: Json, reason: str, field: str) -> None:
    async with RestClient(faces) as rest, GrpcClient(faces) as client:
        await rest.enter("ann")
        client.as_player(rest.player, rest.token)
        request = json_format.ParseDict(wish, matchmaking.CreateTicketRequest())

        with pytest.raises(Refused) as over_rest:
            await rest.call("POST", "/v1/tickets", wish)
        with pytest.raises(Refused) as over_grpc:
            await client.call(client.tickets.CreateTicket, request)

    for refused in (over_rest.value, over_grpc.value):
        assert (refused.code, refused.reason, refused.field) == ("INVALID_ARGUMENT", reason, field)


async def test_an_expired_ticket(faces: Faces) -> None:
    async with RestClient(faces) as rest, GrpcClient(faces) as client:
        await rest.enter("ann")
        client.as_player(rest.player, rest.token)
        wish = {"pool": {"game": "games/forest_sky", "seatCounts": [4]}, "ttlSeconds": 1}
        ticket = await rest.call("POST", "/v1/tickets", wish)
        await asyncio.sleep(1.5)

        with pytest.raises(Refused) as over_rest:
            await rest.call("POST", f"/v1/{ticket['name']}:cancel", {})
        request = matchmaking.CancelTicketRequest(name=ticket["name"])
        with pytest.raises(Refused) as over_grpc:
            await client.call(client.tickets.CancelTicket, request)
        seen = await rest.call("GET", f"/v1/{ticket['name']}")

    assert over_rest.value.reason == over_grpc.value.reason == "TICKET_EXPIRED"
    assert seen["state"] == "TICKET_STATE_EXPIRED"


@pytest.mark.parametrize("token", ["rubbish", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJwbGF5ZXJzL2ctMSJ9."])
async def test_a_bad_token(faces: Faces, token: str) -> None:
    async with RestClient(faces) as rest, GrpcClient(faces) as client, SocketClient(faces) as socket:
        rest.as_player("players/g-1", token)
        client.as_player("players/g-1", token)

        with pytest.raises(Refused) as over_rest:
            await rest.call("GET", "/v1/sessions/me")
        with pytest.raises(Refused) as over_grpc:
            await client.find_table({"game": "games/forest_sky"})
        with pytest.raises(Refused) as over_socket:
            await socket.ask({"hello": {"token": token}})

    for refused in (over_rest.value, over_grpc.value, over_socket.value):
        assert (refused.code, refused.reason) == ("UNAUTHENTICATED", "SESSION_INVALID")


BODIES = {
    "no JSON": (b"{", 400, "REQUEST_MALFORMED", ""),
    "no object": (b"[1]", 400, "REQUEST_MALFORMED", ""),
    "no text": (b"\xff\xfe", 400, "REQUEST_MALFORMED", ""),
    "a name twice": (b'{"seatCount": 2, "seatCount": 3}', 400, "REQUEST_MALFORMED", ""),
    "a name twice inside": (
        b'{"options": {"stall_rounds": "10", "stall_rounds": "20"}}', 400, "REQUEST_MALFORMED", "",
    ),
    "unknown field": (b'{"seatCount": 2, "colour": "red"}', 400, "FIELD_UNKNOWN", "colour"),
    "unknown inside": (
        b'{"clock": {"perTurn": {"timeS": 9}}}', 400, "FIELD_UNKNOWN", "clock.per_turn.timeS",
    ),
    "wrong type": (b'{"seatCount": "two"}', 400, "REQUEST_MALFORMED", "seat_count"),
    "wrong entry": (b'{"options": {"stall_rounds": 3}}', 400, "REQUEST_MALFORMED", "options[stall_rounds]"),
    "wrong value": (b'{"clock": {"perTurn": {"timeMs": 0}}}', 400, "FIELD_INVALID", "clock.per_turn.time_ms"),
    "wrong choice": (
        b'{"seatCount": 2, "options": {"stall_rounds": "x"}}', 400, "OPTION_INVALID", "options[stall_rounds]",
    ),
    "wrong enum": (b'{"visibility": "VISIBILITY_SECRET"}', 400, "FIELD_INVALID", "visibility"),
    "too large": (b'{"salt": "' + b"x" * BIG + b'"}', 413, "REQUEST_TOO_LARGE", ""),
}  # fmt: skip


@pytest.mark.parametrize(("body", "status", "reason", "field"), BODIES.values(), ids=BODIES.keys())
async def test_a_bad_body(faces: Faces, body: bytes, status: int, reason: str, field: str) -> None:
    async with RestClient(faces) as rest:
        await rest.enter("ann")
        headers = {"Content-Type": "application/json"}
        answer = await rest.http.post(TABLES, content=body, headers=headers)

    refused = refused_of(answer.json()["error"])
    assert (answer.status_code, refused.reason, refused.field) == (status, reason, field)


async def test_an_unknown_parameter_and_an_unknown_address(faces: Faces) -> None:
    async with RestClient(faces) as rest:
        with pytest.raises(Refused) as parameter:
            await rest.call("GET", "/v1/games", colour="red")
        with pytest.raises(Refused) as address:
            await rest.call("GET", "/v1/nowhere")
        with pytest.raises(Refused) as verb:
            await rest.call("DELETE", "/v1/games")

    assert parameter.value.reason == "FIELD_UNKNOWN"
    assert (address.value.code, address.value.reason) == ("NOT_FOUND", "ROUTE_NOT_FOUND")
    assert verb.value.reason == "METHOD_NOT_ALLOWED"


TEXTS = {
    "no JSON": ("{", "REQUEST_MALFORMED"),
    "no frame": ("{}", "REQUEST_MALFORMED"),
    "unknown field": ('{"id": 1, "shout": {}}', "FIELD_UNKNOWN"),
    "wrong type": ('{"id": 1, "submit": {"name": 7}}', "REQUEST_MALFORMED"),
    "wrong number": ('{"id": 1, "submit": {"decisionId": "x"}}', "REQUEST_MALFORMED"),
    "bad table": ('{"id": 1, "subscribe": {"name": "tables/1"}}', "REQUEST_MALFORMED"),
    "bad token": ('{"id": 1, "hello": {"token": "?"}}', "SESSION_INVALID"),
}


@pytest.mark.parametrize(("text", "reason"), TEXTS.values(), ids=TEXTS.keys())
async def test_a_bad_text_frame_costs_nobody_the_connection(faces: Faces, text: str, reason: str) -> None:
    async with connect(faces.socket, proxy=None) as socket:
        await socket.send(text)
        answer = json.loads(await socket.recv())
        await socket.send('{"id": 5, "ping": {}}')
        pong = json.loads(await socket.recv())

    assert refused_of(answer["error"]).reason == reason
    assert (pong["id"], "pong" in pong) == (5, True)


async def test_bad_bytes_in_a_binary_frame(faces: Faces) -> None:
    async with connect(faces.socket, proxy=None) as socket:
        await socket.send(b"\xff\xff\xff")
        answer = realtime_pb2.ServerFrame.FromString(await socket.recv(decode=False))

    assert "REQUEST_MALFORMED" in str(answer.error)


@pytest.mark.parametrize("kind", [SocketClient, BinarySocketClient], ids=lambda kind: kind.face)
async def test_a_frame_that_is_too_large(faces: Faces, kind: type[SocketClient]) -> None:
    async with kind(faces) as client:
        await client.connect()
        with pytest.raises((Refused, ConnectionResetError, ConnectionClosed)) as refused:
            await client.ask({"hello": {"token": "x" * BIG}})

    if isinstance(refused.value, Refused):
        assert refused.value.reason == "REQUEST_TOO_LARGE"


GRPC_BYTES: dict[str, tuple[bytes, str, str]] = {
    "no message": (b"\xff\xff\xff", "INVALID_ARGUMENT", "REQUEST_MALFORMED"),
    "too large": (b"\x0a" + b"\x80\x80\x80\x01" + b"x" * BIG, "INVALID_ARGUMENT", "REQUEST_TOO_LARGE"),
}


@pytest.mark.parametrize(("sent", "code", "reason"), GRPC_BYTES.values(), ids=GRPC_BYTES.keys())
async def test_bad_bytes_over_grpc(faces: Faces, sent: bytes, code: str, reason: str) -> None:
    async with GrpcClient(faces) as client:
        await client.enter("ann")
        refused = await refusal_of(client, "/nurselog.api.game.v1.GameService/CreateTable", sent)

    assert refused.code in (code, "RESOURCE_EXHAUSTED")
    assert refused.reason in (reason, "")


async def test_internal_methods_are_not_there_for_strangers(faces: Faces) -> None:
    async with GrpcClient(faces) as client:
        await client.enter("ann")
        refused = await refusal_of(client, "/nurselog.api.engine.v1.EngineService/ExpireTurn", b"")

    assert refused.code == "UNIMPLEMENTED"


async def refusal_of(client: GrpcClient, method: str, sent: bytes) -> Refused:
    """Sends bytes as they are."""
    call: Callable[..., Any] = client.channel.unary_unary(method)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await call(sent, metadata=client.who, timeout=20)
    return refused_of_call(refused.value)


ASKED = ("", "/view", "/legalMoves", "/record", "/scoreSheets", ":watch")


async def test_a_table_in_the_name_of_another_game(faces: Faces) -> None:
    async with RestClient(faces) as rest:
        await rest.enter("ann")
        table = await rest.call("POST", TABLES, {"seatCount": 2, "startWhenFull": True})
        await rest.call("POST", f"/v1/{table['name']}:addBot", {})
        alias = table["name"].replace("forest_sky", "cabin_by_the_sea")

        for what in ASKED:
            with pytest.raises(Refused) as refused:
                await rest.call("GET", f"/v1/{alias}{what}")
            assert (refused.value.code, refused.value.reason) == ("NOT_FOUND", "TABLE_NOT_FOUND"), what
        assert (await rest.call("GET", f"/v1/{table['name']}"))["state"] == "TABLE_STATE_PLAYING"
