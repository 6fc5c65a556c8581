from __future__ import annotations

import asyncio

import httpx

from tests.integration.gateway.conftest import TABLE, House, MakeHouse, bearer, seated, until
from tests.support.toy_engine import ToyEngine

Shared = tuple[House, ToyEngine]


def reason(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["details"][0]["reason"]
    return found


def field(answer: httpx.Response) -> str:
    found: str = answer.json()["error"]["details"][1]["fieldViolations"][0]["field"]
    return found


# --- The contract as JSON ----------------------------------------------------------------------------------


async def test_a_view_is_json_of_the_games_own_messages(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    answer = await house.http.get(f"/v1/{TABLE}/view", headers=bearer(session))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["gameView"] == {
        "@type": "type.googleapis.com/toy.v1.View",
        "squares": [0, 0],
        "hand": "hand 0",
        "stones": [],
    }


async def test_a_spectator_needs_no_session(house: House) -> None:
    answer = await house.http.get(f"/v1/{TABLE}/view")
    assert "hand" not in answer.json()["gameView"]


async def test_a_move_by_notation_and_by_message(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    path, headers = f"/v1/{TABLE}:submitMove", bearer(session)
    answer = await house.http.post(path, headers=headers, json={"notation": "s3", "decisionId": 0})
    assert answer.json() == {"version": 1, "replayed": False, "committedAtMs": 1.0}
    move = {"@type": "type.googleapis.com/toy.v1.Move", "steps": 2}
    answer = await house.http.post(path, headers=headers, json={"move": move})
    assert answer.json()["version"] == 2
    assert engine.tables[TABLE].squares == [5, 0]


async def test_a_request_without_an_id_gets_one(house: House, engine: ToyEngine) -> None:
    session = await seated(house, engine)
    await house.http.post(f"/v1/{TABLE}:submitMove", headers=bearer(session), json={"notation": "s1"})
    ((_, request_id),) = engine.tables[TABLE].answered
    assert len(request_id) == 16


async def test_a_body_is_not_needed_where_nothing_is_said(house: House, engine: ToyEngine) -> None:
    session = await house.session()
    answer = await house.http.post(f"/v1/{TABLE}:takeSeat", headers=bearer(session))
    assert answer.status_code == 200
    assert engine.tables[TABLE].players == [session["player"]]


async def test_games_are_listed_from_all_engines_page_by_page(
    make_house: MakeHouse, engine: ToyEngine
) -> None:
    other = await ToyEngine("another").start()
    house = await make_house(engine, other)
    first = (await house.http.get("/v1/games", params={"pageSize": 1})).json()
    assert [game["name"] for game in first["games"]] == ["games/another"]
    second = (await house.http.get("/v1/games", params={"page_token": first["nextPageToken"]})).json()
    assert [game["name"] for game in second["games"]] == ["games/toy"]
    assert second["nextPageToken"] == ""
    await other.stop()
    house.gateway.catalogue._asked_at = 0.0
    assert len((await house.http.get("/v1/games")).json()["games"]) == 2


async def test_a_foreign_page_token_is_refused(house: House) -> None:
    answer = await house.http.get("/v1/games", params={"pageToken": "abc"})
    assert (answer.status_code, reason(answer)) == (400, "PAGE_TOKEN_INVALID")


# --- Sessions ----------------------------------------------------------------------------------------------


async def test_a_session_is_opened_shown_and_renewed(house: House) -> None:
    made = (await house.http.post("/v1/sessions", json={"displayName": "  Zoë "})).json()
    assert made["player"].startswith("players/g-")
    assert made["displayName"] == "Zoë"
    shown = (await house.http.get("/v1/sessions/me", headers=bearer(made))).json()
    assert (shown["player"], shown["token"]) == (made["player"], "")
    renewed = (await house.http.post("/v1/sessions:renew", headers=bearer(made), json={})).json()
    assert renewed["player"] == made["player"]
    again = await house.http.get("/v1/sessions/me", headers=bearer(renewed))
    assert again.json()["displayName"] == "Zoë"


async def test_a_guest_without_a_name_gets_one(house: House) -> None:
    made = (await house.http.post("/v1/sessions")).json()
    assert made["displayName"] == f"Guest {made['player'][-4:]}"


async def test_the_services_learn_who_calls_from_the_token_alone(house: House, engine: ToyEngine) -> None:
    session = await house.session("Ann Ön")
    headers = {**bearer(session), "nurselog-player": "players/root", "nurselog-player-name": "Root"}
    await house.http.get(f"/v1/{TABLE}", headers={**headers, "x-request-id": "mine-1"})
    _, caller = engine.calls[-1]
    assert (caller.player, caller.name, caller.request_id) == (session["player"], "Ann Ön", "mine-1")
    await house.http.get(f"/v1/{TABLE}", headers={"nurselog-player": "players/root"})
    assert engine.calls[-1][1].player is None


async def test_an_invite_may_come_as_header(house: House, engine: ToyEngine) -> None:
    engine.tables[TABLE].invite = "open-sesame"
    refused = await house.http.get(f"/v1/{TABLE}/view")
    assert (refused.status_code, reason(refused)) == (403, "INVITE_REQUIRED")
    for answer in (
        await house.http.get(f"/v1/{TABLE}/view", headers={"nurselog-invite": "open-sesame"}),
        await house.http.get(f"/v1/{TABLE}/view", params={"inviteCode": "open-sesame"}),
    ):
        assert answer.status_code == 200


# --- HTTP --------------------------------------------------------------------------------------------------


async def test_a_request_id_is_kept_if_it_can_be_logged(house: House) -> None:
    kept = await house.http.get("/v1/games", headers={"x-request-id": "Mine.1-2_3"})
    assert kept.headers["x-request-id"] == "Mine.1-2_3"
    fresh = await house.http.get("/v1/games", headers={"x-request-id": "a b"})
    assert fresh.headers["x-request-id"] != "a b"


async def test_head_is_get_without_a_body(house: House) -> None:
    answer = await house.http.head("/v1/games")
    assert (answer.status_code, answer.content) == (200, b"")
    watching = await house.http.head(f"/v1/{TABLE}:watch")
    assert watching.headers["content-type"] == "application/x-ndjson"


async def test_options_lists_the_verbs(house: House) -> None:
    answer = await house.http.options(f"/v1/{TABLE}:submitMove")
    assert (answer.status_code, answer.headers["allow"]) == (204, "OPTIONS, POST")


async def test_the_wrong_verb_is_told_the_right_ones(house: House) -> None:
    answer = await house.http.put("/v1/games")
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


async def test_pages_of_other_origins_may_call(house: House) -> None:
    wish = {
        "origin": "https://play.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    asked = await house.http.options("/v1/sessions", headers=wish)
    assert asked.headers["access-control-allow-origin"] == "*"
    assert "authorization" in asked.headers["access-control-allow-headers"]
    answer = await house.http.get("/v1/games", headers={"origin": "https://play.example"})
    assert "x-request-id" in answer.headers["access-control-expose-headers"]


async def test_only_named_origins_may_call_if_any_are_named(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, cors_origins="https://a.example, https://b.example")
    for origin, told in (("https://b.example", "https://b.example"), ("https://evil.example", None)):
        answer = await house.http.get("/v1/games", headers={"origin": origin})
        assert answer.headers.get("access-control-allow-origin") == told


async def test_a_proxy_of_ours_is_believed(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, creates_per_s=0.1, creates_burst=1, trusted_proxies="127.0.0.1")
    for address, status in (("1.1.1.1", 200), ("2.2.2.2", 200), ("1.1.1.1", 429)):
        answer = await house.http.post("/v1/sessions", headers={"x-forwarded-for": f"9.9.9.9, {address}"})
        assert answer.status_code == status


# --- What is behind ----------------------------------------------------------------------------------------


async def test_an_engine_that_is_away_is_told_as_such(house: House, engine: ToyEngine) -> None:
    await engine.stop()
    answer = await house.http.get(f"/v1/{TABLE}")
    assert (answer.status_code, reason(answer)) == (503, "SERVICE_UNAVAILABLE")
    assert answer.headers["retry-after"] == "1"
    await engine.start()
    await until(lambda: house.gateway.upstreams["engine toy"].connected)
    assert (await house.http.get(f"/v1/{TABLE}")).status_code == 200


async def test_the_next_replica_answers_when_one_is_gone(make_house: MakeHouse, engine: ToyEngine) -> None:
    other = await ToyEngine(tables=engine.tables).start()
    house = await make_house(engine, other)
    order = house.gateway.upstreams["engine toy"].order(TABLE)
    first, second = sorted((engine, other), key=lambda one: one.address != order[0].address)
    await house.http.get(f"/v1/{TABLE}")
    assert first.calls[-1][0] == "GetTable"
    await first.stop()
    second.calls.clear()
    assert (await house.http.get(f"/v1/{TABLE}")).status_code == 200
    assert second.calls[-1][0] == "GetTable"
    await other.stop()


async def test_a_call_takes_no_longer_than_its_deadline(make_house: MakeHouse, engine: ToyEngine) -> None:
    house = await make_house(engine, deadline_s=0.2)
    engine.frozen = asyncio.Event()
    answer = await house.http.get(f"/v1/{TABLE}")
    assert (answer.status_code, reason(answer)) == (504, "DEADLINE_EXCEEDED")
    engine.frozen.set()


async def test_a_message_that_nobody_knows_is_learned(make_house: MakeHouse) -> None:
    engine = ToyEngine()
    engine.types_named = False
    await engine.start()
    house = await make_house(engine)
    session = await house.session()
    answer = await house.http.post("/v1/games/toy/tables", headers=bearer(session), json={})
    view = await house.http.get(f"/v1/{answer.json()['name']}/view")
    assert view.json()["gameView"]["@type"].endswith("toy.v1.View")
    await engine.stop()
