"""Artificial players in a running backend: small simulations, and a round measured part by part."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.stack import Stack

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]


async def told(stack: Stack, *arguments: str) -> dict[str, Any]:
    """What the command prints for machines."""
    where = ("--url", stack.faces.http, "--grpc", stack.faces.grpc, "--json")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "nurselog.cli", *arguments, *where),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), 300)
    assert process.returncode == 0, err.decode()
    found: dict[str, Any] = json.loads(out)
    return found


async def test_artificial_players_find_each_other_and_are_rated(stack: Stack, tmp_path: Path) -> None:
    found = await told(
        stack,
        *("simulate", "matchmaking", "--players", "8", "--tickets", "12", "--arrivals", "20"),
        *("--closing", "5", "--out", str(tmp_path)),
    )

    assert found["way"] == "services, drawn results"
    assert found["seated"] + found["unmatched"] == found["tickets"] == 12
    assert found["tables"] == found["calibration"]["pairs"] == found["seated"] / 2 > 0
    assert (tmp_path / "waiting_time.png").exists()


async def test_an_event_of_artificial_players_comes_to_its_standings(stack: Stack, tmp_path: Path) -> None:
    found = await told(
        stack,
        *("simulate", "tournament", "--entrants", "5", "--rounds", "2", "--out", str(tmp_path)),
    )

    assert found["way"] == "services, drawn results"
    assert [one["round"] for one in found["rounds"]] == [1, 2]
    assert found["calibration"]["pairs"] == 4
    assert (tmp_path / "standings.png").exists()


async def test_random_moves_decide_where_that_is_asked_for(stack: Stack, tmp_path: Path) -> None:
    found = await told(
        stack,
        *("simulate", "tournament", "--entrants", "2", "--rounds", "1", "--random-moves"),
        *("--out", str(tmp_path)),
    )

    assert found["way"] == "services, random moves"
    assert found["calibration"]["pairs"] == 0


async def test_in_an_arena_whoever_waits_plays_until_the_time_is_over(stack: Stack, tmp_path: Path) -> None:
    found = await told(
        stack,
        *("simulate", "tournament", "--format", "arena", "--lasting", "15", "--entrants", "4"),
        *("--out", str(tmp_path)),
    )

    assert (found["way"], found["settings"]["format"]) == ("services, drawn results", "arena")
    assert [one["round"] for one in found["rounds"]] == [1]
    assert found["calibration"]["pairs"] >= 2
    assert (tmp_path / "standings.png").exists()


async def test_a_round_is_measured_part_by_part(stack: Stack) -> None:
    found = await told(stack, "bench", "event", "--entrants", "6")

    parts = [one["part"] for one in found["parts"]]
    assert parts == ["guests", "entering", "pairing", "opening", "playing", "closing"]
    assert (found["tables"], found["standings"], found["refused"]) == (3, 6, 0)
    assert found["moves"] > 30
