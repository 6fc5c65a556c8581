"""What entrants decide between rounds, over the public faces: seats of knock-out pods, line-ups of teams."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import grpc
import pytest

from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.api.tournament.v1.tournament_service_pb2_grpc import TournamentServiceStub
from tests.support.clients import Json, NdjsonClient, Refused
from tests.support.contest import Organiser
from tests.support.stack import Stack

pytestmark = pytest.mark.asyncio(loop_scope="session")

CUP: Json = {
    "title": "Orca cup",
    "tables": {"game": "games/orca_isles", "seatCounts": [4]},
    "stages": [{"elimination": {"advance": 2, "chooseSeats": True}}],
    "schedule": {"chooseS": 3600},
}
LEAGUE: Json = {
    "title": "League",
    "tables": {"game": "games/forest_sky"},
    "stages": [{"roundRobin": {}}],
    "entry": {"boards": 2, "substitutes": 1},
}


@asynccontextmanager
async def event(
    stack: Stack, settings: Json, count: int
) -> AsyncIterator[tuple[Organiser, dict[str, NdjsonClient]]]:
    """An open event and so many guests, by player."""
    async with AsyncExitStack() as rooms:
        organiser = await Organiser.of(stack.faces)
        rooms.push_async_callback(organiser.close)
        await organiser.create(settings)
        guests = [await rooms.enter_async_context(NdjsonClient(stack.faces)) for _ in range(count)]
        for number, guest in enumerate(guests):
            await guest.enter(f"guest {number}")
        yield organiser, {guest.player: guest for guest in guests}


async def refusal(guest: NdjsonClient, path: str, body: Json) -> Refused:
    with pytest.raises(Refused) as refused:
        await guest.call("POST", path, body)
    return refused.value


@pytest.mark.timeout(300)
async def test_seats_are_chosen_over_rest_and_grpc_the_better_seed_first(stack: Stack) -> None:
    async with event(stack, CUP, 4) as (organiser, guests):
        for guest in guests.values():
            await guest.call("POST", f"/v1/{organiser.name}:enter", {})
        await organiser.start()
        await organiser.until_round(1)
        (pod,) = await organiser.all("/rounds/1/pairings", "pairings")
        order = [pod["seatChoice"]["entrant"], *pod["seatChoice"]["following"]]
        first, second, third, last = (guests[f"players/{one.rpartition('/')[2]}"] for one in order)
        where = f"/v1/{pod['name']}:chooseSeat"
        assert (await refusal(second, where, {"seat": 0})).reason == "SEAT_CHOICE_CLOSED"
        assert (await refusal(first, where, {"seat": 4})).reason == "SEAT_UNKNOWN"

        await first.call("POST", where, {"seat": 3})
        assert (await refusal(second, where, {"seat": 3})).reason == "SEAT_TAKEN"
        async with grpc.aio.insecure_channel(stack.faces.grpc) as channel:
            await TournamentServiceStub(channel).ChooseSeat(
                pb.ChooseSeatRequest(name=pod["name"], seat=2),
                metadata=(("authorization", f"Bearer {second.token}"),),
            )
        await third.call("POST", where, {"seat": 0})

        table = await opened(organiser)
        seats = (await organiser.rest.call("GET", f"/v1/{table}"))["seats"]
        assert [one["occupant"]["player"] for one in seats] == [
            third.player, last.player, second.player, first.player
        ]  # fmt: skip
        await organiser.do("cancel", {"reason": "The seats were all that was asked."})


@pytest.mark.timeout(300)
async def test_a_captain_changes_the_line_up_until_the_round_is_paired(stack: Stack) -> None:
    async with event(stack, LEAGUE, 5) as (organiser, guests):
        larks, owls = list(guests)[:3], list(guests)[3:]
        for name, team in (("larks", larks), ("owls", owls)):
            body: Json = {"team": name, "players": [{"player": one} for one in team]}
            await guests[team[0]].call("POST", f"/v1/{organiser.name}:enter", body)
            for player in team[1:]:
                await guests[player].call("POST", f"/v1/{organiser.name}:enter", {"team": name})
        where = f"/v1/{organiser.name}/entrants/me:setLineup"
        assert (await refusal(guests[larks[1]], where, {"players": larks[:2]})).reason == "NOT_OWNER"
        assert (await refusal(guests[larks[0]], where, {"players": owls})).field == "players"

        told = await guests[larks[0]].call("POST", where, {"players": [larks[2], larks[0]]})
        await organiser.start()
        await organiser.until_round(1)

        assert told["lineup"] == [larks[2], larks[0]]
        (match,) = await organiser.all("/rounds/1/pairings", "pairings")
        assert sorted(one["lineup"] for one in match["entrants"]) == sorted([[larks[2], larks[0]], owls])
        late = await refusal(guests[larks[0]], where, {"players": [larks[0], larks[2]], "reason": "Later."})
        assert late.reason == "LINEUP_INVALID"
        await organiser.do("cancel", {"reason": "The line-up was all that was asked."})


async def opened(organiser: Organiser) -> str:
    """The table of the first pairing, once it is open."""
    async for _ in organiser.rest.stream(f"/v1/{organiser.name}:watch"):
        (pairing,) = await organiser.all("/rounds/1/pairings", "pairings")
        if pairing.get("tables"):
            return str(pairing["tables"][0]["table"])
    raise AssertionError("the stream ended")
