from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from tests.integration.gateway.conftest import TABLE, House, MakeHouse, bearer, seated, until
from tests.support.toy_engine import ToyEngine
from tests.support.toy_table import ToyTable

WATCH = f"/v1/{TABLE}:watch"
EVENTS = {"accept": "text/event-stream"}


def move(table: ToyTable, seat: int = 0, steps: int = 1) -> None:
    table.step(seat, steps)


async def events(answer: httpx.Response) -> AsyncIterator[dict[str, str]]:
    """The events of a stream, comments as `{"comment": ...}`."""
    event: dict[str, str] = {}
    async for line in answer.aiter_lines():
        if line.startswith(":"):
            yield {"comment": line[1:].strip()}
        elif line:
            name, _, value = line.partition(": ")
            event[name] = value
        elif event:
            yield event
            event = {}


async def lines(answer: httpx.Response) -> AsyncIterator[Any]:
    async for line in answer.aiter_lines():
        yield json.loads(line)


async def test_a_table_is_followed_by_lines(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    async with house.http.stream("GET", WATCH, headers=bearer(session)) as answer:
        assert answer.headers["content-type"] == "application/x-ndjson"
        told = lines(answer)
        first = await anext(told)
        assert (first["kind"], first["version"]) == ("UPDATE_KIND_SNAPSHOT", 0)
        assert first["view"]["gameView"]["hand"] == "hand 0"
        move(engine.tables[TABLE])
        step = await anext(told)
        assert (step["kind"], step["version"], step["resumeToken"]) == ("UPDATE_KIND_STEP", 1, "e1.1")
        assert step["events"] == [{"@type": "type.googleapis.com/toy.v1.Event", "moved": 1}]


@pytest.mark.parametrize("told", [True, False])
async def test_messages_that_nobody_knows_yet_are_asked_for(make_house: MakeHouse, told: bool) -> None:  # noqa: FBT001
    engine = ToyEngine()
    engine.types_named, engine.types_told = False, told
    await engine.start()
    house = await make_house(engine, ready=told)
    headers = bearer(await house.session())
    table = (await house.http.post("/v1/games/toy/tables", headers=headers, json={})).json()["name"]
    async with house.http.stream("GET", f"/v1/{table}:watch", headers=headers) as answer:
        first = await anext(lines(answer))
    if told:
        assert first["view"]["gameView"]["squares"] == [0, 0]
    else:
        assert first["error"]["details"][0]["reason"] == "SERVICE_UNAVAILABLE"
    await engine.stop()


async def test_an_event_source_gives_its_token_in_the_address(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    wish = {"access_token": session["token"], "includeLegalMoves": "true"}
    async with house.http.stream("GET", WATCH, headers=EVENTS, params=wish) as answer:
        first = json.loads((await anext(events(answer)))["data"])
    assert first["view"]["gameView"]["hand"] == "hand 0"
    refused = await house.http.get(WATCH, params={"access_token": "nonsense"})
    assert refused.status_code == 401
    assert (await house.http.get("/v1/games", params={"access_token": "x"})).status_code == 400


async def test_a_table_is_followed_by_events(house: House, engine: ToyEngine) -> None:
    async with house.http.stream("GET", WATCH, headers=EVENTS) as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        told = events(answer)
        first = await anext(told)
        assert first["id"] == "e1.0"
        assert json.loads(first["data"])["kind"] == "UPDATE_KIND_SNAPSHOT"
        move(engine.tables[TABLE])
        assert (await anext(told))["id"] == "e1.1"


async def test_the_last_event_id_resumes_without_a_gap(house: House, engine: ToyEngine) -> None:
    for _ in range(3):
        move(engine.tables[TABLE])
    async with house.http.stream("GET", WATCH, headers={**EVENTS, "last-event-id": "e1.1"}) as answer:
        told = events(answer)
        assert [(await anext(told))["id"] for _ in range(2)] == ["e1.2", "e1.3"]


async def test_a_token_of_another_life_gets_a_fresh_view(house: House, engine: ToyEngine) -> None:
    engine.tables[TABLE].epoch = "e2"
    async with house.http.stream("GET", WATCH, params={"resumeToken": "e1.9"}) as answer:
        assert (await anext(lines(answer)))["kind"] == "UPDATE_KIND_RESYNC"


async def test_a_refusal_before_the_first_message_has_its_own_status(house: House) -> None:
    answer = await house.http.get("/v1/games/toy/tables/e0-nothing:watch", headers=EVENTS)
    assert answer.status_code == 404
    assert answer.json()["error"]["details"][0]["reason"] == "TABLE_NOT_FOUND"


async def test_a_stream_outlasts_its_engine(house: House, engine: ToyEngine) -> None:
    async with house.http.stream("GET", WATCH, headers=EVENTS) as answer:
        told = events(answer)
        await anext(told)
        await engine.stop()
        move(engine.tables[TABLE])
        await engine.start()
        step = await anext(event async for event in told if "id" in event)
        assert step["id"] == "e1.1"


async def test_a_stream_of_an_engine_that_is_not_there_is_refused(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine, link_wait_s=0.2)
    await engine.stop()
    answer = await house.http.get(WATCH, headers=EVENTS)
    assert answer.status_code == 503
    assert answer.json()["error"]["details"][0]["reason"] == "SERVICE_UNAVAILABLE"


async def test_the_end_of_a_table_ends_its_stream(house: House, engine: ToyEngine) -> None:
    async with house.http.stream("GET", WATCH, headers=EVENTS) as answer:
        told = events(answer)
        await anext(told)
        for _ in range(4):
            move(engine.tables[TABLE], steps=6)
        rest = [event async for event in told]
    assert [event.get("id") for event in rest] == ["e1.1", "e1.2", "e1.3", "e1.4", None]
    assert rest[-1] == {"event": "end", "data": "{}"}


async def test_an_event_source_that_comes_back_after_the_end_is_told_to_stop(
    house: House, engine: ToyEngine
) -> None:
    for _ in range(4):
        move(engine.tables[TABLE], steps=6)
    answer = await house.http.get(WATCH, headers={**EVENTS, "last-event-id": "e1.4"})
    assert (answer.status_code, answer.content) == (204, b"")


async def test_silence_is_filled_with_heartbeats(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, ping_s=0.05)
    async with house.http.stream("GET", WATCH, headers=EVENTS) as answer:
        told = events(answer)
        await anext(told)
        assert [await anext(told) for _ in range(2)] == [{"comment": "heartbeat"}] * 2
    async with house.http.stream("GET", WATCH) as answer:
        tokens = lines(answer)
        await anext(tokens)
        assert (await anext(tokens))["kind"] == "UPDATE_KIND_HEARTBEAT"


async def test_a_stream_opens_though_nothing_happens(house: House, engine: ToyEngine) -> None:
    async with house.http.stream("GET", WATCH, params={"resumeToken": "e1.0"}) as answer:
        assert answer.status_code == 200
        move(engine.tables[TABLE])
        assert (await anext(lines(answer)))["version"] == 1


async def test_the_engine_learns_when_a_reader_leaves(house: House, engine: ToyEngine) -> None:
    async with house.http.stream("GET", WATCH) as answer:
        await anext(lines(answer))
        assert len(engine.tables[TABLE].readers) == 1
    await until(lambda: not engine.tables[TABLE].readers)


async def test_streams_end_with_a_word_when_the_gateway_ends(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    house = await make_house(engine)
    async with house.http.stream("GET", WATCH) as answer:
        told = lines(answer)
        await anext(told)
        stopping = asyncio.create_task(house.app.stop())
        last = [line async for line in told][-1]
        await stopping
    assert last["error"]["details"][0]["reason"] == "SERVICE_UNAVAILABLE"


async def test_only_so_many_streams_are_open(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, streams_per_caller=1)
    async with house.http.stream("GET", WATCH) as answer:
        await anext(lines(answer))
        refused = await house.http.get(WATCH)
        assert refused.status_code == 429
    async with asyncio.timeout(5), house.http.stream("GET", WATCH):
        pass
