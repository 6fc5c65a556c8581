"""Somebody leaves a friendly table; somebody who waits takes the seat and plays on."""

from __future__ import annotations

import asyncio

import pytest

from tests.support.clients import Faces, Json, RestClient

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

POOL = {"game": "games/orca_isles", "seatCounts": [3]}


async def test_the_seat_of_one_who_left_goes_to_who_waits_for_it(faces: Faces) -> None:
    async with RestClient(faces) as ann, RestClient(faces) as bob, RestClient(faces) as cat:
        people = [ann, bob, cat]
        for client, name in zip(people, ("ann", "bob", "cat"), strict=True):
            await client.enter(name)
        table, *_ = await asyncio.gather(*(client.find_table(POOL) for client in people))
        async with RestClient(faces) as eve:
            await eve.enter("eve")
            wish = {"pool": POOL, "acceptSubstitution": True}
            ticket = await eve.call("POST", "/v1/tickets", wish)
            left = {"notation": "!leave", "requestId": "gone"}
            await ann.call("POST", f"/v1/{table}:submitMove", left)
            seated = await until_assigned(eve, ticket["name"])
            assert seated["table"] == table
            assert seated["reasons"] == ["substitution"]
            shown = await eve.call("GET", f"/v1/{table}")
            seat = shown["seats"][seated.get("seat", 0)]
            assert seat["left"]
            assert seat["occupant"]["player"] == ann.player
            assert seat["substitute"]["player"] == eve.player
            view = await eve.call("GET", f"/v1/{table}/view")
            assert view.get("seat", 0) == seated.get("seat", 0)


async def until_assigned(client: RestClient, name: str) -> Json:
    async with asyncio.timeout(60):
        while True:
            ticket = await client.call("GET", f"/v1/{name}")
            if ticket["state"] == "TICKET_STATE_ASSIGNED":
                assignment: Json = ticket["assignment"]
                return assignment
            await asyncio.sleep(0.2)  # the state of a ticket is what is waited for
