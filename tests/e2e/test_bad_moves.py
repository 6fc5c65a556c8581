"""A move that cannot be taken gets a named error over every face, and changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from tests.support.clients import Client, Faces, Json, NdjsonClient, Refused, RestClient
from tests.support.grpc_client import GrpcClient
from tests.support.socket_clients import BinarySocketClient, SocketClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

FACES = (RestClient, SocketClient, BinarySocketClient, GrpcClient)
NOWHERE = "games/forest_sky/tables/e0-00000000"
CABIN_MOVE = {"@type": "type.googleapis.com/nurselog.api.games.cabin_by_the_sea.v1.Move"}


@dataclass(frozen=True, slots=True)
class World:
    """A table that waits for a move of `mover`, with `other` at it; a finished table; an open one."""

    mover: RestClient
    other: RestClient
    seat: int
    playing: str
    finished: str
    open: str


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def world(faces: Faces) -> AsyncIterator[World]:
    async with NdjsonClient(faces) as ann, NdjsonClient(faces) as bob:
        await ann.enter("ann")
        await bob.enter("bob")
        playing, finished = await table_of(ann, bob), await table_of(ann, bob)
        await bob.submit(finished, {"notation": "!resign"})
        (decision,) = (await ann.call("GET", f"/v1/{playing}/view"))["decisions"]
        seat = decision.get("seat", 0)
        mover, other = (ann, bob) if seat == 0 else (bob, ann)
        opened = await mover.call("POST", "/v1/games/forest_sky/tables", {"seatCount": 2})
        yield World(mover, other, seat, playing, finished, opened["name"])


async def table_of(ann: RestClient, bob: RestClient) -> str:
    wish = {"seatCount": 2, "startWhenFull": True}
    table = await ann.call("POST", "/v1/games/forest_sky/tables", wish)
    await bob.call("POST", f"/v1/{table['name']}:takeSeat", {})
    return str(table["name"])


@dataclass(frozen=True, slots=True)
class Case:
    """A move, at which table, and what it gets."""

    table: str
    move: Json
    code: str
    reason: str
    told: str = ""
    """What the metadata tells as well."""


CASES = {
    "unreadable": Case("playing", {"notation": "fly away"}, "INVALID_ARGUMENT", "MOVE_UNREADABLE"),
    "another game's": Case("playing", {"move": CABIN_MOVE}, "INVALID_ARGUMENT", "MOVE_UNREADABLE"),
    "house move": Case("playing", {"notation": "!timeout"}, "INVALID_ARGUMENT", "MOVE_UNREADABLE"),
    "illegal": Case("playing", {"notation": "l.a1"}, "FAILED_PRECONDITION", "MOVE_ILLEGAL", "rule"),
    "nothing to undo": Case("playing", {"notation": "!undo"}, "FAILED_PRECONDITION", "NOTHING_TO_UNDO"),
    "stale": Case(
        "playing", {"notation": "d", "decisionId": 99}, "ABORTED", "DECISION_CLOSED", told="version"
    ),
    "other seat": Case("playing", {"notation": "d", "seat": -1}, "PERMISSION_DENIED", "NOT_YOUR_SEAT"),
    "no such seat": Case("playing", {"notation": "d", "seat": 7}, "PERMISSION_DENIED", "NOT_YOUR_SEAT"),
    "finished": Case("finished", {"notation": "d"}, "FAILED_PRECONDITION", "TABLE_FINISHED"),
    "not started": Case("open", {"notation": "d"}, "FAILED_PRECONDITION", "TABLE_NOT_STARTED"),
    "no table": Case(NOWHERE, {"notation": "d"}, "NOT_FOUND", "TABLE_NOT_FOUND"),
    "no game": Case("games/chess/tables/e0-00000000", {"notation": "d"}, "NOT_FOUND", "GAME_NOT_FOUND"),
    "long request id": Case(
        "playing", {"notation": "d", "requestId": "x" * 65}, "INVALID_ARGUMENT", "FIELD_INVALID"
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
@pytest.mark.parametrize("kind", FACES, ids=lambda kind: kind.face)
async def test_a_bad_move_is_refused_by_name_and_changes_nothing(
    world: World, faces: Faces, kind: type[Client], case: Case
) -> None:
    table = getattr(world, case.table, case.table)
    move = {**case.move}
    if move.get("seat") == -1:
        move["seat"] = 1 - world.seat
    async with kind(faces) as client:  # type: ignore[call-arg]
        client.as_player(world.mover.player, world.mover.token)

        with pytest.raises(Refused) as refused:
            await client.submit(table, move)

    assert (refused.value.code, refused.value.reason) == (case.code, case.reason), refused.value
    assert case.told in ("", *refused.value.metadata)
    assert refused.value.message
    assert (await world.mover.call("GET", f"/v1/{world.playing}/view")).get("version", 0) == 0


@pytest.mark.parametrize("kind", FACES, ids=lambda kind: kind.face)
async def test_a_stranger_moves_nothing(world: World, faces: Faces, kind: type[Client]) -> None:
    async with kind(faces) as client:  # type: ignore[call-arg]
        with pytest.raises(Refused) as nobody:
            await client.submit(world.playing, {"notation": "d"})
    async with kind(faces) as client:  # type: ignore[call-arg]
        await client.enter("eve")
        with pytest.raises(Refused) as stranger:
            await client.submit(world.playing, {"notation": "d", "seat": world.seat})

    assert (nobody.value.code, nobody.value.reason) == ("UNAUTHENTICATED", "SESSION_REQUIRED")
    assert (stranger.value.code, stranger.value.reason) == ("PERMISSION_DENIED", "NOT_YOUR_SEAT")


@pytest.mark.parametrize("kind", FACES, ids=lambda kind: kind.face)
async def test_a_request_that_is_repeated_gets_its_first_answer(faces: Faces, kind: type[Client]) -> None:
    async with NdjsonClient(faces) as ann, NdjsonClient(faces) as bob, kind(faces) as client:  # type: ignore[call-arg]
        await ann.enter("ann")
        await bob.enter("bob")
        table = await table_of(ann, bob)
        (decision,) = (await ann.call("GET", f"/v1/{table}/view"))["decisions"]
        mover = (ann, bob)[decision.get("seat", 0)]
        client.as_player(mover.player, mover.token)
        move = {"notation": "d", "decisionId": decision.get("decisionId", 0), "requestId": "same"}

        first = await client.submit(table, move)
        again = await asyncio.gather(*(client.submit(table, move) for _ in range(5)))

        assert first["version"] == 1
        assert {one["version"] for one in again} == {1}
        assert all(one["replayed"] for one in again)
        assert (await ann.call("GET", f"/v1/{table}/view"))["version"] == 1
