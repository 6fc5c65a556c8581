"""Refusals of names that are far too long: the sentence stays one that a person can read."""

from __future__ import annotations

import pytest

from tests.support.clients import Faces, Json, Refused, RestClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

LONG = "x" * 3000
LONG_NAMES: dict[str, tuple[str, str, Json | None]] = {
    "tournament": ("GET", f"/v1/tournaments/{LONG}", None),
    "ticket": ("GET", f"/v1/tickets/{LONG}", None),
    "ladder": ("GET", f"/v1/ladders/{LONG}/leaders", None),
    "board": ("GET", f"/v1/boards/{LONG}/entries", None),
    "result": ("GET", f"/v1/results/forest_sky/{LONG}", None),
    "player": ("GET", f"/v1/players/{LONG}/ratings", None),
    "field": ("POST", "/v1/games/forest_sky/tables", {LONG: 1}),
    "option": ("POST", "/v1/games/forest_sky/tables", {"options": {LONG: "1"}}),
    "value of an option": ("POST", "/v1/games/forest_sky/tables", {"options": {"stall_rounds": LONG}}),
    "game of a pool": ("POST", "/v1/tickets", {"pool": {"game": LONG}}),
    "block": ("POST", "/v1/tickets", {"pool": {"game": "games/forest_sky"}, "blocks": [LONG]}),
    "region": ("POST", "/v1/tickets", {"pool": {"game": "games/forest_sky"}, "regions": {LONG: 1}}),
}


@pytest.mark.parametrize(("verb", "path", "body"), LONG_NAMES.values(), ids=LONG_NAMES.keys())
async def test_a_sentence_repeats_no_more_than_the_beginning_of_a_long_name(
    faces: Faces, verb: str, path: str, body: Json | None
) -> None:
    async with RestClient(faces) as rest:
        await rest.enter("ann")
        with pytest.raises(Refused) as refused:
            await rest.call(verb, path, body)
    assert len(refused.value.message) < 300
    assert refused.value.message.endswith(".")


@pytest.mark.parametrize("query", [{"window": LONG}, {LONG: "1"}], ids=["value", "parameter"])
async def test_nor_of_a_long_query(faces: Faces, query: dict[str, str]) -> None:
    async with RestClient(faces) as rest:
        with pytest.raises(Refused) as refused:
            await rest.call("GET", "/v1/boards/forest_sky.deal.x/entries", None, **query)
    assert len(refused.value.message) < 300
    assert "xxx" in refused.value.message
