"""What the house does by itself: bots that play, clocks that run out, tables that outlive a restart."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio

from nurselog.rules.house import pause_of
from nurselog.rules.record import read_record
from tests.support.clients import Faces, NdjsonClient, Refused, Seen
from tests.support.games_played import LATE, play_seat, watch_all
from tests.support.stack import Stack, running_stack

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

TABLES = "/v1/games/forest_sky/tables"
QUICK = {"perTurn": {"timeMs": 300}}


async def open_table(ann: NdjsonClient, **wish: object) -> str:
    table = await ann.call("POST", TABLES, {"seatCount": 2, "startWhenFull": True, **wish})
    return str(table["name"])


async def test_a_bot_plays_a_whole_game_against_a_person(faces: Faces) -> None:
    async with NdjsonClient(faces) as ann:
        await ann.enter("ann")
        table = await open_table(ann)
        await ann.call("POST", f"/v1/{table}:addBot", {})

        watched = await play_seat(ann, table, random.Random(5))

        assert watched.last.finished
        assert watched.gaps() == []
        assert set(await movers(ann, table)) == {0, 1}


async def test_bots_play_among_themselves(faces: Faces) -> None:
    async with NdjsonClient(faces) as ann:
        await ann.enter("ann")
        table = await open_table(ann, seatCount=3, doNotSit=True)
        for _ in range(3):
            await ann.call("POST", f"/v1/{table}:addBot", {})

        watched = await watch_all(ann, table)

        outcome = watched.last.view["outcome"]
        assert watched.last.finished
        assert {placement["endedBy"] for placement in outcome["placements"]} == {"ENDED_BY_PLAYED"}


async def test_who_does_not_move_in_time_is_moved_for(faces: Faces) -> None:
    async with NdjsonClient(faces) as ann, NdjsonClient(faces) as bob:
        await ann.enter("ann")
        await bob.enter("bob")
        table = await open_table(ann, clock=QUICK, leaverPolicy="LEAVER_POLICY_TIMEOUT_MOVES")
        await bob.call("POST", f"/v1/{table}:takeSeat", {})
        await first_moves((ann, bob), table)

        async with asyncio.timeout(120):
            async for update in ann.stream(f"/v1/{table}:watch"):
                if update.get("houseMove"):
                    break

        assert update["houseMove"] == "!timeout"


async def test_with_two_seats_running_out_of_time_loses_the_play(faces: Faces) -> None:
    async with NdjsonClient(faces) as ann, NdjsonClient(faces) as bob:
        await ann.enter("ann")
        await bob.enter("bob")
        table = await open_table(ann, clock=QUICK)
        await bob.call("POST", f"/v1/{table}:takeSeat", {})
        await first_moves((ann, bob), table)

        async with asyncio.timeout(120):
            watched = await watch_all(ann, table)

        outcome = watched.last.view["outcome"]
        assert outcome["reason"] == "timed_out"
        assert sorted(one["place"] for one in outcome["placements"]) == [1, 2]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A table that was being played when everything stopped, and its players."""

    table: str
    players: tuple[NdjsonClient, NdjsonClient]


@dataclass(frozen=True, slots=True)
class Restarted:
    """A backend that was stopped and started again, and two tables from before, one as it looked."""

    faces: Faces
    at_leisure: Interrupted
    before: Seen
    by_the_clock: Interrupted


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def restarted(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Restarted]:
    folder, env = tmp_path_factory.mktemp("restarted"), {"NURSELOG_CLOCK_OUTAGE_S": "1"}
    async with running_stack(folder, env=env, games=("forest_sky",)) as stack:
        at_leisure, before = await without_a_clock(stack)
        by_the_clock = await under_a_clock(stack)
        assert await stopped(stack) == 0
    async with running_stack(folder, env=env, games=("forest_sky",)) as stack:
        yield Restarted(stack.faces, at_leisure, before, by_the_clock)


async def without_a_clock(stack: Stack) -> tuple[Interrupted, Seen]:
    async with NdjsonClient(stack.faces) as ann, NdjsonClient(stack.faces) as bob:
        await ann.enter("ann")
        await bob.enter("bob")
        table = await open_table(ann)
        await bob.call("POST", f"/v1/{table}:takeSeat", {})
        seen = await some_moves((ann, bob), table, random.Random(3), 7)
        return Interrupted(table, (ann, bob)), seen


async def under_a_clock(stack: Stack) -> Interrupted:
    async with NdjsonClient(stack.faces) as ann, NdjsonClient(stack.faces) as bob:
        await ann.enter("ann")
        await bob.enter("bob")
        table = await open_table(ann, clock={"perTurn": {"timeMs": 10_000}})
        # Whatever the rest takes on a busy machine, this clock forfeits nothing before the house is down.
        os.kill(stack.pid("clock"), signal.SIGSTOP)
        await bob.call("POST", f"/v1/{table}:takeSeat", {})
        await first_moves((ann, bob), table)
        return Interrupted(table, (ann, bob))


async def stopped(stack: Stack) -> int:
    """Stops everything, of which the clock hears nothing any more; answers the exit code."""
    ending = asyncio.create_task(stack.stop())
    await stack.until(lambda event: event["event"] == "stopping" and event["process"] == "clock")
    os.kill(stack.pid("clock"), signal.SIGKILL)
    return await ending


async def test_tables_outlive_a_restart_of_everything(restarted: Restarted) -> None:
    table, before = restarted.at_leisure.table, restarted.before
    async with NdjsonClient(restarted.faces) as one, NdjsonClient(restarted.faces) as two:
        for client, player in zip((one, two), restarted.at_leisure.players, strict=True):
            client.as_player(player.player, player.token)

        after = await one.call("GET", f"/v1/{table}/view")
        assert (after["version"], after["gameView"]) == (before.version, before.view["gameView"])
        luck = random.Random(4)
        ends = await asyncio.gather(play_seat(one, table, luck), play_seat(two, table, luck))

    assert all(watched.last.finished for watched in ends)


async def test_clocks_stand_still_while_the_house_is_down(restarted: Restarted) -> None:
    table, (ann, _) = restarted.by_the_clock.table, restarted.by_the_clock.players
    async with NdjsonClient(restarted.faces) as again:
        again.as_player(ann.player, ann.token)
        await watch_all(again, table)
        record = read_record((await again.get(f"{table}/record"))["text"])

    moves = [entry.move for entry in record.entries]
    *_, pause, forfeit = zip(moves, record.times, strict=True)
    paused = pause_of(pause[0])
    assert paused is not None
    assert forfeit[0] == "!forfeit"
    assert forfeit[1] >= paused[1] + 10_000


async def some_moves(
    players: tuple[NdjsonClient, NdjsonClient], table: str, luck: random.Random, count: int
) -> Seen:
    """Plays that many moves; the first player's view after them."""
    for _ in range(count):
        for player in players:
            view = await player.call("GET", f"/v1/{table}/view")
            seen = Seen("SNAPSHOT", view["version"], "", view)
            if seen.decision is not None:
                moves = (await player.call("GET", f"/v1/{table}/legalMoves"))["moves"]
                if moves:  # the clock may have been faster
                    await player.submit(table, {"notation": luck.choice(moves)["notation"]})
                break
    view = await players[0].call("GET", f"/v1/{table}/view")
    return Seen("SNAPSHOT", view["version"], "", view)


async def movers(client: NdjsonClient, table: str) -> list[int]:
    """The seats that moved, from the record."""
    text = (await client.get(f"{table}/record"))["text"]
    lines = (line.split(" ")[1] for line in text.splitlines() if line[:1].isdigit())
    return [int(move.partition(":")[0]) for move in lines if not move.startswith(("@", "!"))]


async def first_moves(players: tuple[NdjsonClient, NdjsonClient], table: str) -> None:
    """A turn of each: a first decision has more time than the clock gives, people are just sitting down.

    The clock may be faster than the later moves are: what was to come came.
    """
    try:
        await some_moves(players, table, random.Random(1), 3)
    except Refused as refusal:
        if refusal.reason not in LATE:
            raise
