"""Two whole events while processes are killed: 64 guests, a swiss of seven rounds and pods, every table once.

What was promised is checked from what is published: standings as they follow from the results, each table
rated once, nobody paired with somebody twice, exports that say the same.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.support.clients import Json
from tests.support.contest import Contestant, Organiser, contest, playing
from tests.support.contest_verdict import (
    all_pairings,
    duel_points,
    exports_agree,
    games_rated,
    nobody_met_twice,
    pod_points,
    rated_tables,
)
from tests.support.stack import Stack, running_stack

FIRST_MOVE_MS = 60_000
ALWAYS = frozenset(range(1, 20))
END_S = 3000.0

SWISS: Json = {
    "title": "Forest Sky open",
    "tables": {"game": "games/forest_sky"},
}
PODS: Json = {
    "title": "Orca cup",
    "tables": {"game": "games/orca_isles", "seatCounts": [3, 4], "preferredSeats": 4},
    "stages": [{"pods": {"rounds": 4, "allowMeetings": True}}],
}
VICTIMS = (
    "tournament",
    "engine-forest_sky",
    "gateway",
    "scoring",
    "clock",
    "matchmaking",
    "bots",
    "engine-orca_isles",
    "store",
)


@pytest.mark.soak
@pytest.mark.chaos
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("guests", "rounds"), [(16, 4), (64, 7)])
async def test_two_events_end_right_although_every_process_dies_once(
    tmp_path: Path, guests: int, rounds: int
) -> None:
    env = {"NURSELOG_FIRST_MOVE_MS": str(FIRST_MOVE_MS)}
    sleepers = {5: ALWAYS, guests // 2: ALWAYS}
    wanted = {**SWISS, "stages": [{"swiss": {"rounds": rounds}}]}
    async with (
        running_stack(tmp_path, games=("forest_sky", "orca_isles"), env=env) as stack,
        contest(stack.faces, wanted, guests, sleepers=sleepers) as (swiss, players),
        contest(stack.faces, PODS, guests, sleepers=sleepers) as (pods, others),
    ):
        await asyncio.gather(swiss.start(), pods.start())
        async with asyncio.timeout(END_S):
            await asyncio.gather(
                playing(players, swiss.name, the_swiss(stack, swiss, players)),
                playing(others, pods.name, pods.until_over()),
            )
        await examine(swiss, players, "forest_sky.duel", pod=False)
        await examine(pods, others, "orca_isles.table", pod=True)


async def the_swiss(stack: Stack, organiser: Organiser, players: list[Contestant]) -> Json:
    """Kills one process after the other, lets some withdraw, corrects one result."""
    await organiser.until_round(1)
    for victim in VICTIMS[:3]:
        await stack.kill(victim)
    await organiser.until_round(2)
    for leaver in players[10:13]:
        await leaver.insist("POST", f"/v1/{organiser.name}/entrants/me:withdraw", {})
    await correct(organiser, 1)
    for victim in VICTIMS[3:]:
        await stack.kill(victim)
    return await organiser.until_over()


async def correct(organiser: Organiser, number: int) -> None:
    """Turns one result round."""
    for pairing in await organiser.all(f"/rounds/{number}/pairings", "pairings"):
        lines = [line for table in pairing.get("tables", []) for line in table.get("seats", [])]
        if sorted(line["place"] for line in lines) == [1, 2]:
            seats = [{"entrant": line["entrant"], "place": 3 - line["place"]} for line in lines]
            await organiser.do(
                "correctResult", {"seats": seats, "reason": "noted wrongly"}, where=pairing["name"]
            )
            return
    raise AssertionError("no result to correct")


async def examine(organiser: Organiser, contestants: list[Contestant], ladder: str, *, pod: bool) -> None:
    """What is published agrees with itself, and every table was rated once."""
    pairings = await all_pairings(organiser)
    standings = await organiser.all("/standings", "standings")
    points = pod_points(pairings, bye=630) if pod else duel_points(pairings)
    assert {one["entrant"]: one["points"] for one in standings} == {
        one["entrant"]: points[one["entrant"]] for one in standings
    }
    assert len(standings) == len(contestants)
    assert pod or nobody_met_twice(pairings)
    await exports_agree(organiser, standings)
    wanted = rated_tables(pairings)
    for one in contestants:
        entrant = f"{organiser.name}/entrants/{one.player.partition('/')[2]}"
        assert await games_rated(one, ladder, at_least=wanted[entrant]) == wanted[entrant]
