"""What the house does by itself: bots that play, clocks that run out, tables that outlive a restart."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from nurselog.rules.house import pause_of
from nurselog.rules.record import read_record
from tests.support.clients import Faces, NdjsonClient, Refused, Seen
from tests.support.games_played import LATE, play_seat, watch_all
from tests.support.stack import running_stack

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


async def test_tables_outlive_a_restart_of_everything(tmp_path: Path) -> None:
    luck = random.Random(3)
    async with (
        running_stack(tmp_path) as stack,
        NdjsonClient(stack.faces) as ann,
        NdjsonClient(stack.faces) as bob,
    ):
        await ann.enter("ann")
        await bob.enter("bob")
        table = await open_table(ann)
        await bob.call("POST", f"/v1/{table}:takeSeat", {})
        players = (ann, bob)
        before = await some_moves(players, table, luck, 7)
        assert await stack.stop() == 0
    async with (
        running_stack(tmp_path) as stack,
        NdjsonClient(stack.faces) as one,
        NdjsonClient(stack.faces) as two,
    ):
        one.as_player(ann.player, ann.token)
        two.as_player(bob.player, bob.token)

        after = await one.call("GET", f"/v1/{table}/view")
        assert (after["version"], after["gameView"]) == (before.version, before.view["gameView"])
        ends = await asyncio.gather(play_seat(one, table, luck), play_seat(two, table, luck))

    assert all(watched.last.finished for watched in ends)


async def test_clocks_stand_still_while_the_house_is_down(tmp_path: Path) -> None:
    env = {"NURSELOG_CLOCK_OUTAGE_S": "1"}
    async with running_stack(tmp_path, env=env) as stack, NdjsonClient(stack.faces) as ann:
        await ann.enter("ann")
        async with NdjsonClient(stack.faces) as bob:
            await bob.enter("bob")
            table = await open_table(ann, clock={"perTurn": {"timeMs": 10_000}})
            # Whatever the rest takes on a busy machine, this clock forfeits nothing before the house is down.
            os.kill(clock := stack.pid("clock"), signal.SIGSTOP)
            await bob.call("POST", f"/v1/{table}:takeSeat", {})
            await first_moves((ann, bob), table)
        ending = asyncio.create_task(stack.stop())
        await stack.until(lambda event: event["event"] == "stopping" and event["process"] == "clock")
        os.kill(clock, signal.SIGKILL)
        await ending
    async with running_stack(tmp_path, env=env) as stack, NdjsonClient(stack.faces) as again:
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
