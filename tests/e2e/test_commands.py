"""The commands a person types, against a running backend."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from nurselog.chassis.embedded import EmbeddedStore
from tests.support.command_line import nurselog
from tests.support.stack import Stack, running_stack

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(400)]

ONE = ("cabin_by_the_sea",)
"""A game, for tests in which none is played."""


async def test_the_demo_tells_the_whole_story(stack: Stack) -> None:
    code, out = await nurselog("demo", "--seed", "7", stack=stack)

    assert code == 0, out
    for told in (
        "are matched: games/forest_sky/tables/",
        "without a gap and no hidden card",
        "Score sheet of ann",
        "Score sheet of bob",
        "New ratings (ladders/forest_sky.duel)",
        "Leaderboard (ladders/forest_sky.duel)",
        "The record is true",
    ):
        assert told in out
    for command in ("verify", "rebuild"):
        code, out = await nurselog("scoring", command, stack=stack)
        assert (code, "Ratings are a fold of results" in out) == (0, True), out


async def test_a_person_plays_to_the_end_by_typing_numbers(stack: Stack, tmp_path: Path) -> None:
    record = tmp_path / "play.record"
    typed = "?\nnonsense!\n" + "1\n" * 400

    code, out = await nurselog("play", "forest_sky", "--save", str(record), stack=stack, typed=typed)

    assert code == 0, out
    assert "Your move:" in out
    assert "Score sheet of you" in out
    code, out = await nurselog("record", "verify", str(record), stack=stack)
    assert (code, "The record is true" in out) == (0, True)
    code, out = await nurselog("record", "show", str(record), stack=stack)
    assert "Draw the top card of the deck" in out


async def test_a_person_leaves_and_comes_back(stack: Stack) -> None:
    code, out = await nurselog("play", "cabin_by_the_sea", stack=stack, typed="1\nq\n")
    assert code == 0, out
    (again,) = (line for line in out.splitlines() if line.startswith("Come back with: "))

    arguments = again.removeprefix("Come back with: nurselog ").split()
    code, out = await nurselog(*arguments, stack=stack, typed="1\n" * 200)

    assert code == 0, out
    assert "Score sheet of you" in out


async def test_two_people_find_each_other(stack: Stack) -> None:
    async def find(name: str) -> tuple[int, str]:
        return await nurselog("play", "forest_sky", "--find", "--name", name, stack=stack, typed="1\n" * 400)

    (code, out), (other_code, other_out) = await asyncio.gather(find("ann"), find("bob"))

    assert (code, other_code) == (0, 0), out + other_out
    assert "Score sheet of bob" in out
    assert "Score sheet of ann" in other_out


async def test_bench_tells_its_figures_for_machines(stack: Stack) -> None:
    where = ("--url", stack.faces.http, "--grpc", stack.faces.grpc)
    code, out = await nurselog(
        *("bench", "moves", "--json", "--seconds", "0.3", "--tables", "2", *where), stack=stack
    )

    assert code == 0, out
    result = json.loads(out)
    faces = {"websocket", "websocket_protobuf", "grpc", "rest"}
    assert {row["face"] for row in result["rows"]} == faces
    assert all(row["moves_per_s"] > 0 and row["refused"] == 0 for row in result["rows"])
    assert result["websocket_ratio_to_grpc_echo"] > 0


async def test_a_refusal_is_a_sentence_and_an_exit_code(stack: Stack) -> None:
    code, out = await nurselog("play", "chess", stack=stack)

    assert code == 1
    assert "GAME_NOT_FOUND" in out


async def test_the_doctor_finds_a_running_stack_well(stack: Stack) -> None:
    code, out = await nurselog("doctor", "--json", stack=stack)

    findings = json.loads(out)
    assert code == 0, [finding for finding in findings if finding["state"] == "wrong"]
    assert {"machine", "games", "data", "processes", "store", "faces"} <= {f["area"] for f in findings}


async def test_a_lie_in_a_record_is_found(stack: Stack, tmp_path: Path) -> None:
    record = tmp_path / "lie.record"
    await nurselog("play", "cabin_by_the_sea", "--save", str(record), stack=stack, typed="1\n" * 200)
    text = record.read_text()
    digest = text.index(" ;") + 2
    record.write_text(text[:digest] + ("0" if text[digest] != "0" else "1") + text[digest + 1 :])

    code, out = await nurselog("record", "verify", str(record), stack=stack)

    assert code == 1
    assert "does not tell the truth" in out


async def test_everything_runs_in_one_process_for_development(tmp_path: Path) -> None:
    async with running_stack(tmp_path, arguments=("--all-in-one",)) as stack:
        assert {event["process"] for event in stack.events if event["event"] == "started"} == {
            "store",
            "all_in_one",
        }
        code, out = await nurselog("demo", stack=stack)
        assert code == 0, out
        assert await stack.stop() == 0


async def test_a_store_that_was_named_is_used(tmp_path: Path) -> None:
    with EmbeddedStore(tmp_path / "elsewhere") as store:
        async with running_stack(tmp_path / "data", env={"REDIS_URL": store.url}, games=ONE) as stack:
            assert stack.redis_url == store.url
            assert "store" not in {event.get("process") for event in stack.events}


async def test_the_doctor_says_what_is_dead(tmp_path: Path) -> None:
    async with running_stack(tmp_path, games=ONE) as stack:
        run = json.loads((tmp_path / "run.json").read_text())
        await stack.stop()
    run["pid"] = os.getpid()
    (tmp_path / "run.json").write_text(json.dumps(run))

    code, out = await nurselog("doctor", stack=stack)

    assert code == 1
    for told in ("gateway does not run", "does not answer", "data/logs/gateway.log"):
        assert told in out
