from __future__ import annotations

import re
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from nurselog.api.game.v1 import table_pb2
from tests.integration.gateway.conftest import TABLE, House, MakeHouse, bearer, seated
from tests.support.toy_engine import ToyEngine


async def test_the_index_names_every_door(house: House) -> None:
    answer = await house.http.get("/")
    index = answer.json()
    assert index["grpcPort"] == house.gateway.grpc_port
    assert "nurselog.api.game.v1.GameService" in index["services"]
    for door in ("docs", "openapi", "games"):
        assert (await house.http.get(index[door])).status_code == 200


async def test_docs_need_nothing_from_outside(house: House) -> None:
    page = await house.http.get("/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(links) == 3
    for link in links:
        assert link.startswith("/docs/")
        assert (await house.http.get(link)).status_code == 200
    assert (await house.http.get("/docs/openapi.json")).json()["openapi"] == "3.0.3"


async def test_alive_and_ready_are_two_things(make_house: MakeHouse, engine: ToyEngine) -> None:
    await engine.stop()
    house = await make_house(engine, ready=False)
    assert (await house.http.get("/healthz")).status_code == 200
    answer = await house.http.get("/readyz")
    assert answer.status_code == 503
    assert "engine toy" in answer.json()["failing"]["upstreams"]
    await engine.start()
    await house.app.readiness.wait()
    assert (await house.http.get("/readyz")).json() == {"status": "ready"}
    await engine.stop()
    await house.app.readiness.failing()
    assert (await house.http.get("/readyz")).status_code == 200  # other games are still played


async def test_pages_are_only_read(house: House) -> None:
    answer = await house.http.post("/docs")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    assert (await house.http.options("/docs")).status_code == 204


async def test_who_asks_for_the_web_socket_as_a_page_is_told_how_to_connect(house: House) -> None:
    answer = await house.http.get("/v1/ws")
    assert answer.status_code == 404
    error = answer.json()["error"]
    assert (error["details"][0]["reason"], "ws://" in error["message"]) == ("ROUTE_NOT_FOUND", True)


async def test_answers_are_what_the_document_says(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    document = (await house.http.get("/v1/openapi.json")).json()
    registry: Any = Registry().with_resource("urn:nurselog", DRAFT202012.create_resource(document))

    def check(value: object, name: str) -> None:
        schema = {"$ref": f"urn:nurselog#/components/schemas/{name}"}
        Draft202012Validator(schema, registry=registry).validate(value)

    view = await house.http.get(f"/v1/{TABLE}/view", headers=bearer(session))
    check(view.json(), "nurselog.api.game.v1.TableView")
    moves = await house.http.get(f"/v1/{TABLE}/legalMoves", headers=bearer(session))
    check(moves.json(), "nurselog.api.game.v1.ListLegalMovesResponse")
    check((await house.http.get("/v1/games")).json(), "nurselog.api.game.v1.ListGamesResponse")
    check((await house.http.get("/v1/games?x=1")).json(), "Error")
    check(session | {"displayName": "", "expireTime": ""}, "nurselog.api.gateway.v1.Session")
    update = engine.tables[TABLE].update(0, table_pb2.UPDATE_KIND_SNAPSHOT)
    check(house.gateway.catalogue.codec.plain(update), "nurselog.api.game.v1.TableUpdate")


async def test_the_document_is_made_anew_when_messages_are_learned(make_house: MakeHouse) -> None:
    engine = await ToyEngine().start()
    await engine.stop()
    house = await make_house(engine, ready=False)
    before = (await house.http.get("/v1/openapi.json")).json()["components"]["schemas"]
    assert "toy.v1.View.Any" not in before
    await engine.start()
    await house.app.readiness.wait()
    after = (await house.http.get("/v1/openapi.json")).json()["components"]["schemas"]
    assert {"toy.v1.View.Any", "toy.v1.Move.Any", "toy.v1.Event.Any"} <= after.keys()
    await engine.stop()
