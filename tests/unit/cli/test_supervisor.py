"""What the supervisor promises of the processes it keeps, with small scripts in their place."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from nurselog.cli.child import Program
from nurselog.cli.plan import ProcessPlan
from nurselog.cli.supervisor import Backoff, Happening, Kept, NotStarting, Supervisor

SLEEP = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
print("up", flush=True)
signal.pause()
"""
STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("up", flush=True)
while True:
    signal.pause()
"""
BROKEN = "import sys; print('no such luck', file=sys.stderr); sys.exit(3)"


class Diary:
    """What happened, in order, and a way to await what will."""

    def __init__(self) -> None:
        self.entries: list[Happening] = []
        self._news = asyncio.Event()

    def write(self, happening: Happening) -> None:
        self.entries.append(happening)
        self._news.set()

    async def until(self, wanted: Callable[[Happening], bool], times: int = 1) -> Happening:
        async with asyncio.timeout(20):
            while len(found := [entry for entry in self.entries if wanted(entry)]) < times:
                self._news.clear()
                await self._news.wait()
        return found[times - 1]


def program(name: str, code: str, folder: Path, *, stage: int = 1) -> Kept:
    log = folder / f"{name}.log"
    argv = (sys.executable, "-S", "-c", code)
    plan = ProcessPlan(name=name, argv=argv, address="", probe="none", stage=stage)

    async def said_up() -> None:
        while not (log.exists() and "up" in log.read_text()):  # noqa: ASYNC110 - a file has no event
            await asyncio.sleep(0.01)

    return Kept(name=name, child=Program(plan, log), until_ready=said_up, stage=stage)


@pytest.fixture
async def diary() -> Diary:
    return Diary()


@pytest.fixture
async def keep(diary: Diary) -> AsyncIterator[Callable[..., Supervisor]]:
    made: list[Supervisor] = []

    def make(*kept: Kept, grace_s: float = 10.0, patience_s: float = 30.0) -> Supervisor:
        supervisor = Supervisor(
            kept,
            diary.write,
            backoff=Backoff(first_s=0.01),
            give_up_after=3,
            patience_s=patience_s,
            grace_s=grace_s,
        )
        made.append(supervisor)
        return supervisor

    yield make
    for supervisor in made:
        supervisor.kill()
        await supervisor.stop()


async def test_what_dies_is_started_again(
    keep: Callable[..., Supervisor], diary: Diary, tmp_path: Path
) -> None:
    one = program("one", SLEEP, tmp_path)
    await keep(one).start()
    first = one.child.pid
    assert first is not None

    os.kill(first, signal.SIGKILL)
    died = await diary.until(lambda entry: entry.kind == "died")
    again = await diary.until(lambda entry: entry.kind == "ready", times=2)

    assert died.code == -signal.SIGKILL
    assert again.pid not in (None, first)
    assert one.restarts == 1


async def test_what_never_gets_ready_is_given_up_with_its_last_words(
    keep: Callable[..., Supervisor], tmp_path: Path
) -> None:
    with pytest.raises(NotStarting, match=r"broken ended 3 times(.|\n)*no such luck"):
        await keep(program("broken", BROKEN, tmp_path), program("fine", SLEEP, tmp_path)).start()


async def test_what_cannot_take_its_settings_is_not_started_again(
    keep: Callable[..., Supervisor], diary: Diary, tmp_path: Path
) -> None:
    (tmp_path / "picky.log").write_text("of another day\n")
    picky = program("picky", "import sys; print('no such port', flush=True); sys.exit(2)", tmp_path)

    with pytest.raises(NotStarting) as given_up:
        await keep(picky).start()

    assert str(given_up.value) == "picky cannot take its settings.\nno such port"
    assert [entry.kind for entry in diary.entries] == ["started"]


async def test_what_is_not_ready_in_time_is_named(
    keep: Callable[..., Supervisor], diary: Diary, tmp_path: Path
) -> None:
    mute = program("mute", SLEEP.replace("up", "here"), tmp_path)

    with pytest.raises(NotStarting, match="mute is not ready after 1 s"):
        await keep(program("fine", SLEEP, tmp_path), mute, patience_s=1.0).start()


async def test_the_last_stage_ends_first(
    keep: Callable[..., Supervisor], diary: Diary, tmp_path: Path
) -> None:
    supervisor = keep(
        *(
            program(name, SLEEP, tmp_path, stage=stage)
            for stage, name in enumerate(("store", "engine", "gateway"))
        )
    )
    await supervisor.start()

    await supervisor.stop()

    assert [entry.process for entry in diary.entries if entry.kind == "stopped"] == [
        "gateway",
        "engine",
        "store",
    ]
    assert not [entry for entry in diary.entries if entry.kind in ("died", "killed")]


async def test_stage_0_is_ready_before_others_start(
    keep: Callable[..., Supervisor], diary: Diary, tmp_path: Path
) -> None:
    await keep(program("store", SLEEP, tmp_path, stage=0), program("engine", SLEEP, tmp_path)).start()

    order = [(entry.process, entry.kind) for entry in diary.entries]
    assert order.index(("store", "ready")) < order.index(("engine", "started"))


async def test_what_does_not_end_in_time_is_killed(
    keep: Callable[..., Supervisor], diary: Diary, tmp_path: Path
) -> None:
    supervisor = keep(program("stubborn", STUBBORN, tmp_path), grace_s=0.2)
    await supervisor.start()

    await supervisor.stop()

    assert [entry.kind for entry in diary.entries][-2:] == ["killed", "stopped"]


async def test_a_kill_cuts_the_grace_short(keep: Callable[..., Supervisor], tmp_path: Path) -> None:
    stubborn = program("stubborn", STUBBORN, tmp_path)
    supervisor = keep(stubborn, grace_s=60)
    await supervisor.start()
    stopping = asyncio.create_task(supervisor.stop())

    await asyncio.sleep(0)
    supervisor.kill()

    await asyncio.wait_for(stopping, 10)
    assert stubborn.child.pid is None


def test_backoff_doubles_up_to_its_limit() -> None:
    backoff = Backoff(first_s=0.1, longest_s=1.0)

    assert [backoff.after(failures) for failures in (1, 2, 3, 4, 5, 6)] == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0]
