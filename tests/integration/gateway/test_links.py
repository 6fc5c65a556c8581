"""What becomes of moves and watchers when an engine goes away and comes back."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from websockets.asyncio.client import ClientConnection

from tests.integration.gateway.conftest import TABLE, House, MakeHouse, seated, until
from tests.integration.gateway.talk import follow, hear, reason, say
from tests.support.toy_engine import ToyEngine


async def broken(house: House) -> None:
    await until(lambda: not house.gateway.exchanges["toy"].alive)


async def test_a_watcher_sees_every_step_though_the_engine_was_away(house: House, engine: ToyEngine) -> None:
    async with house.socket() as socket:
        await follow(socket)
        engine.tables[TABLE].step(0, 1)
        await engine.stop()
        engine.tables[TABLE].step(0, 2)  # somebody else moved meanwhile
        engine.tables[TABLE].step(1, 3)
        await engine.start()
        versions = [(await hear(socket))["push"]["update"]["version"] for _ in range(3)]
        assert versions == [1, 2, 3]


async def test_a_watcher_of_another_life_gets_a_resync(house: House, engine: ToyEngine) -> None:
    async with house.socket() as socket:
        await follow(socket)
        await engine.stop()
        engine.tables[TABLE].epoch = "e2"
        await engine.start()
        update = (await hear(socket))["push"]["update"]
        assert (update["kind"], update["resumeToken"]) == ("UPDATE_KIND_RESYNC", "e2.0")


async def test_a_move_under_way_is_sent_once_more_and_made_once(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    table = engine.tables[TABLE]
    async with house.socket(session["token"]) as socket:
        engine.hold = asyncio.Event()  # the move is made, but its answer never leaves
        await say(socket, id=1, submit={"name": TABLE, "notation": "s3"})
        await until(lambda: table.version == 1)
        await engine.stop()
        engine.hold = None
        await engine.start()
        answer = await hear(socket)
        assert answer == {"id": 1, "submitted": {"version": 1, "replayed": True, "committedAtMs": 1.0}}
        assert table.squares == [3, 0]


async def test_a_move_waits_for_an_engine_that_is_just_starting(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        await engine.stop()
        await broken(house)
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        await engine.start()
        assert (await hear(socket))["submitted"]["version"] == 1


async def test_a_move_does_not_wait_for_ever(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, link_wait_s=0.1)
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        await engine.stop()
        await broken(house)
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        assert reason(await hear(socket)) == "SERVICE_UNAVAILABLE"


async def test_a_move_that_is_never_answered_has_a_deadline(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, deadline_s=0.1)
    session = await seated(house, engine)
    engine.hold = asyncio.Event()
    async with house.socket(session["token"]) as socket:
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        assert reason(await hear(socket)) == "DEADLINE_EXCEEDED"
    engine.hold.set()


async def test_a_move_whose_engine_dies_twice_is_told(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, link_wait_s=5)
    session = await seated(house, engine)
    engine.hold = asyncio.Event()
    async with house.socket(session["token"]) as socket:
        await say(socket, id=1, submit={"name": TABLE, "notation": "s1"})
        for times in (1, 2):
            await until(lambda: bool(engine.links) and sum(engine.links[-1].batches) >= 1)
            await engine.stop()
            if times == 1:
                await engine.start()
        assert reason(await hear(socket)) == "SERVICE_UNAVAILABLE"


async def test_the_other_replica_takes_over(make_house: MakeHouse, engine: ToyEngine) -> None:
    other = await ToyEngine(tables=engine.tables).start()
    house = await make_house(engine, other)
    await until(lambda: len(engine.links) == 1 and len(other.links) == 1)
    session = await seated(house, engine)
    order = house.gateway.upstreams["engine toy"].order(TABLE)
    first = engine if order[0].address == engine.address else other
    async with house.socket(session["token"]) as socket:
        await follow(socket)
        await say(socket, id=2, submit={"name": TABLE, "notation": "s1"})
        assert (await hear(socket))["submitted"]["version"] == 1
        assert (await hear(socket))["push"]["update"]["version"] == 1
        assert len(first.links[0].batches) == 2
        await first.stop()
        await say(socket, id=3, submit={"name": TABLE, "notation": "s2"})
        heard = await both(socket)
        assert heard["submitted"]["version"] == heard["push"]["update"]["version"] == 2
    await other.stop()


async def test_a_replica_of_older_rules_is_passed_over(make_house: MakeHouse, engine: ToyEngine) -> None:
    other = await ToyEngine(tables=engine.tables).start()
    house = await make_house(engine, other)
    await until(lambda: len(engine.links) == 1 and len(other.links) == 1)
    order = house.gateway.upstreams["engine toy"].order(TABLE)
    first = engine if order[0].address == engine.address else other
    first.older = True
    session = await seated(house, engine)
    async with house.socket(session["token"]) as socket:
        assert (await follow(socket))["version"] == 0
        await say(socket, id=2, submit={"name": TABLE, "notation": "s1"})
        assert (await hear(socket))["submitted"]["version"] == 1
        assert (await house.http.get(f"/v1/{TABLE}")).status_code == 200
        engine.older = other.older = True
        await hear(socket)  # the step
        await say(socket, id=3, submit={"name": TABLE, "notation": "s1"})
        assert reason(await hear(socket)) == "RULES_VERSION_NOT_SERVED"
    await other.stop()


async def both(socket: ClientConnection) -> dict[str, Any]:
    """An answer and a push, whichever comes first."""
    return {**await hear(socket), **await hear(socket)}


async def test_a_message_that_nobody_knows_is_learned_by_a_push(make_house: MakeHouse) -> None:
    engine = ToyEngine()
    engine.types_named = False
    await engine.start()
    house = await make_house(engine)
    session = await house.session()
    headers = {"authorization": f"Bearer {session['token']}"}
    table = (await house.http.post("/v1/games/toy/tables", headers=headers, json={})).json()["name"]
    async with house.socket() as socket:
        await say(socket, id=1, subscribe={"name": table})
        assert (await hear(socket))["id"] == 1
        assert (await hear(socket))["push"]["update"]["view"]["gameView"]["squares"] == [0, 0]
    await engine.stop()


async def test_a_message_that_no_engine_tells_ends_the_subscription(make_house: MakeHouse) -> None:
    engine = ToyEngine()
    engine.types_named = engine.types_told = False
    await engine.start()
    house = await make_house(engine, ready=False)
    session = await house.session()
    headers = {"authorization": f"Bearer {session['token']}"}
    table = (await house.http.post("/v1/games/toy/tables", headers=headers, json={})).json()["name"]
    async with house.socket() as socket:
        await say(socket, id=1, subscribe={"name": table})
        assert reason(await hear(socket)) == "SERVICE_UNAVAILABLE"
    answer = await house.http.get(f"/v1/{table}/view")
    assert answer.status_code == 503
    assert json.loads(answer.content)["error"]["details"][0]["reason"] == "SERVICE_UNAVAILABLE"
    await engine.stop()


async def test_an_engine_that_comes_back_newer_is_learned_anew(house: House, engine: ToyEngine) -> None:
    engine.calls.clear()
    await engine.stop()
    await broken(house)
    await engine.start()
    await until(lambda: any(method == "GetGame" for method, _ in engine.calls))
