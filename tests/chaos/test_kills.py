"""Kill -9 of each process while twenty tables play: what was acknowledged stands, once, and the tables end.

The promises are checked from the recorded history: what clients were told against what is in the log.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.support.arena import Arena
from tests.support.stack import Stack, running_stack
from tests.support.verdict import examine

VICTIMS = ("engine-forest_sky", "gateway", "store", "scoring", "matchmaking", "clock", "bots")
MOVES_BETWEEN = 60
END_S = 300.0


async def play_and_kill(folder: Path, victims: list[str], seed: int) -> str:
    """Plays, kills one process after the other, lets all tables end; what was broken, in words."""
    async with running_stack(folder) as stack:
        arena = Arena(stack.faces, seed)
        await play_until_killed(stack, arena, victims)
        problems = await examine(arena, stack.faces, stack.redis_url)
    lost = sum(history.broken for history in arena.histories)
    told = (
        f"killed {', '.join(victims)} while {len(arena.tables)} tables were played; "
        f"{arena.moves} moves were acknowledged, {lost} connections were lost"
    )
    print(told)
    return "\n".join((told, *problems)) if problems else ""


async def play_until_killed(stack: Stack, arena: Arena, victims: list[str]) -> None:
    """Returns when all were killed and every table has ended."""
    playing = asyncio.create_task(arena.run())
    killing = asyncio.create_task(kill_all(stack, arena, victims))
    try:
        await asyncio.wait({playing, killing}, return_when=asyncio.FIRST_COMPLETED)
        arena.close()
        await asyncio.wait_for(playing, END_S)
        await killing
    finally:
        for task in (playing, killing):
            task.cancel()
        await asyncio.gather(playing, killing, return_exceptions=True)


async def kill_all(stack: Stack, arena: Arena, victims: list[str]) -> None:
    """One after the other, each while moves are being made."""
    for victim in victims:
        await arena.until_moves(MOVES_BETWEEN)
        await stack.kill(victim)
    await arena.until_moves(MOVES_BETWEEN)


@pytest.mark.timeout(600)
async def test_what_was_acknowledged_outlives_every_process(tmp_path: Path) -> None:
    assert not await play_and_kill(tmp_path, list(VICTIMS), seed=1)


@pytest.mark.chaos
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [11, 12, 13])
async def test_any_process_may_die_at_any_time(tmp_path: Path, seed: int) -> None:
    victims = random.Random(seed).choices(VICTIMS, k=14)

    assert not await play_and_kill(tmp_path, victims, seed)
