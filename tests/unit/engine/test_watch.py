from __future__ import annotations

import pytest

from nurselog.api.game.v1 import table_pb2 as pb
from nurselog.engine.address import address_of
from nurselog.engine.hub import LONGEST_RESUME
from nurselog.engine.live import PAST
from nurselog.engine.seating import Sitter
from nurselog.rules import play
from tests.support.engine_world import ANN, BOB, SEAT0, SEAT1, World, unpacked
from tests.support.toy_games import TIDEPOOLS

SNAPSHOT, STEP, RESYNC = pb.UPDATE_KIND_SNAPSHOT, pb.UPDATE_KIND_STEP, pb.UPDATE_KIND_RESYNC
SEATS, HEARTBEAT = pb.UPDATE_KIND_SEATS, pb.UPDATE_KIND_HEARTBEAT


async def test_first_a_full_view_then_every_step() -> None:
    world = World()
    name = await world.table()
    await world.submit(name, ANN, "t1")
    watcher = await world.watch(name)
    await world.submit(name, BOB, "t2")
    await world.submit(name, ANN, "t1")
    assert watcher.steps() == [(SNAPSHOT, 1), (STEP, 2), (STEP, 3)]
    step = watcher.frames[1]
    assert (step.seat, step.house_move, len(step.events)) == (1, "", 1)
    assert unpacked(world.rules, step.view.game_view)["stones"] == 4  # type: ignore[index]
    assert watcher.frames[0].table.name == name


async def test_a_seat_sees_its_legal_moves_if_it_asks() -> None:
    world = World()
    name = await world.table()
    ann = await world.watch(name, SEAT0, legal=True)
    bob = await world.watch(name, SEAT1, legal=True)
    plain = await world.watch(name, SEAT0)
    assert list(ann.frames[0].legal_moves) == ["t1", "t2", "t3"]
    assert list(bob.frames[0].legal_moves) == []
    await world.submit(name, ANN, "t1")
    assert list(bob.frames[1].legal_moves) == ["t1", "t2", "t3"]
    assert list(plain.frames[0].legal_moves) == []


async def test_seats_see_their_own_secrets_and_no_others() -> None:
    world = World(TIDEPOOLS)
    name = await world.table()
    ann, bob, stranger = [await world.watch(name, seat) for seat in (SEAT0, SEAT1, -1)]  # type: ignore[arg-type]
    table = await world.live(name)
    for watcher, audience in ((ann, SEAT0), (bob, SEAT1)):
        wanted = world.rules.view(table.play.state, audience)
        assert watcher.frames[0].view.game_view.value == wanted.SerializeToString(deterministic=True) or (
            unpacked(world.rules, watcher.frames[0].view.game_view) == wanted
        )
    assert ann.frames[0].view.game_view != bob.frames[0].view.game_view
    assert stranger.frames[0].view.seat == -1


async def test_watchers_of_one_audience_share_the_bytes() -> None:
    world = World()
    name = await world.table()
    first, second = await world.watch(name), await world.watch(name)
    await world.submit(name, ANN, "t1")
    assert len(first.raw) == 2
    assert first.raw[1] is second.raw[1]


async def test_seats_are_told_before_the_start() -> None:
    world = World()
    name = await world.table(2, ANN)
    watcher = await world.watch(name)
    await world.hosted.lobby.take_seat(address_of(name), Sitter(BOB), None, "")
    kinds = watcher.steps()
    assert kinds == [(SNAPSHOT, -1), (SEATS, -1), (STEP, 0)]
    assert [seat.occupant.player for seat in watcher.frames[1].table.seats] == [ANN, BOB]


ENDLESS = "9" * 5000
"""More digits than Python turns into a number."""


async def test_a_token_resumes_without_a_gap() -> None:
    world = World()
    name = await world.table(1, ANN, options={"pile": "12"})
    first = await world.watch(name)
    await world.submit(name, ANN, "t1")
    token = first.frames[-1].resume_token
    for _ in range(3):
        await world.submit(name, ANN, "t1")
    resumed = await world.watch(name, resume=token)
    assert resumed.steps() == [(STEP, 2), (STEP, 3), (STEP, 4)]
    again = await world.watch(name, resume=resumed.frames[-1].resume_token)
    assert again.steps() == [(HEARTBEAT, 4)]


@pytest.fixture
def long_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taking back as often as one likes: a way to a long log."""
    monkeypatch.setattr(play, "MOST_UNDONE", 1000)


@pytest.mark.usefixtures("long_runs")
async def test_resuming_beyond_what_is_at_hand_folds_the_log() -> None:
    world = World(watch_queue=1000)
    name = await world.table(1, ANN, options={"pile": "12"})
    start = await world.watch(name)
    await world.submit(name, ANN, "t1")
    await world.grow(name, PAST + 8)
    await world.submit(name, ANN, "t1")
    version = (await world.live(name)).version
    assert version > PAST
    assert (await world.live(name)).past[0].version > 1
    resumed = await world.watch(name, resume=start.frames[0].resume_token)
    assert resumed.steps() == [(STEP, number) for number in range(1, version + 1)]
    assert [frame.view for frame in resumed.frames] == [frame.view for frame in start.frames[1:]]


async def test_a_token_of_another_life_or_of_the_future_gives_a_fresh_view() -> None:
    world = World()
    name = await world.table()
    epoch = (await world.live(name)).epoch
    for token in ("00000000.0", f"{epoch}.7", f"{epoch}.-5", "nonsense", "a.b", f"{epoch}.{ENDLESS}"):
        assert (await world.watch(name, resume=token)).steps() == [(RESYNC, 0)]


@pytest.mark.usefixtures("long_runs")
async def test_too_many_missed_steps_give_a_fresh_view() -> None:
    world = World()
    name = await world.table(1, ANN, options={"pile": "12"})
    token = (await world.watch(name)).frames[0].resume_token
    await world.grow(name, LONGEST_RESUME + 1)
    assert (await world.watch(name, resume=token)).steps() == [(RESYNC, LONGEST_RESUME + 1)]


async def test_a_slow_watcher_gets_a_fresh_view_and_no_queue_grows() -> None:
    world = World(watch_queue=3)
    name = await world.table(1, ANN, options={"pile": "12"})
    watcher = await world.watch(name)
    watcher.watch.sent()
    for _ in range(6):
        await world.submit(name, ANN, "t1")
    assert watcher.steps() == [(SNAPSHOT, 0), (STEP, 1), (STEP, 2), (STEP, 3)]
    assert watcher.watch.sent()
    world.hosted.hub.refresh_view(watcher.watch)
    await world.submit(name, ANN, "t1")
    assert watcher.steps()[4:] == [(RESYNC, 6), (STEP, 7)]


async def test_the_end_is_the_last_frame() -> None:
    world = World()
    name = await world.table()
    watcher = await world.watch(name)
    await world.submit(name, ANN, "!resign")
    last = watcher.frames[-1]
    assert watcher.watch.over
    assert (last.house_move, last.view.outcome.reason, list(last.view.left_seats)) == (
        "!resign",
        "resigned",
        [0],
    )
    assert (await world.live(name)).watchers is None
    late = await world.watch(name)
    assert late.watch.over
    assert (await world.watch(name, resume=last.resume_token)).steps() == []


async def test_commits_of_another_replica_arrive_by_the_bell() -> None:
    world = World()
    name = await world.table()
    watcher = await world.watch(name)
    other = World(log=world.log, hands=world.hands)
    await other.submit(name, ANN, "t1")
    await world.hosted.keeper.fresh(address_of(name))
    assert watcher.steps() == [(SNAPSHOT, 0), (STEP, 1)]


async def test_a_lost_bell_only_delays() -> None:
    world = World()
    name = await world.table()
    watcher = await world.watch(name)
    world.log._rings.clear()
    other = World(log=world.log, hands=world.hands)
    await other.submit(name, ANN, "t1")
    assert watcher.steps() == [(SNAPSHOT, 0)]
    await world.hosted.hub._look_after(await world.hosted.keeper.get(address_of(name)))
    assert watcher.steps() == [(SNAPSHOT, 0), (STEP, 1)]


async def test_silence_is_broken_by_a_heartbeat() -> None:
    world = World(heartbeat_s=0.0001)
    name = await world.table()
    watcher = await world.watch(name)
    table = await world.live(name)
    assert table.watchers is not None
    table.watchers.heard_at = 0.0
    await world.hosted.hub._look_after(table)
    assert watcher.steps() == [(SNAPSHOT, 0), (HEARTBEAT, 0)]


async def test_quarantine_is_seen() -> None:
    world = World()
    name = await world.table(durability=pb.DURABILITY_DISK)
    await world.submit(name, ANN, "t1")
    watcher = await world.watch(name)
    world.log.lose_after(address_of(name), 0)
    await world.refused(name, BOB, "t1")
    assert watcher.steps() == [(SNAPSHOT, 1), (RESYNC, 0)]
    assert watcher.frames[-1].table.state == pb.TABLE_STATE_QUARANTINED
    await world.hosted.steward.release(address_of(name), None)
    await world.submit(name, ANN, "t2")
    assert [kind for kind, _ in watcher.steps()[2:]] == [RESYNC, STEP]


async def test_a_new_life_is_a_resync_and_old_tokens_are_foreign() -> None:
    world = World()
    name = await world.table()
    await world.submit(name, ANN, "t1")
    watcher = await world.watch(name)
    world.log.lose_after(address_of(name), 0)
    await world.live(name)
    assert watcher.steps() == [(SNAPSHOT, 1), (RESYNC, 0)]
    token = watcher.frames[0].resume_token
    assert (await world.watch(name, resume=token)).steps() == [(RESYNC, 0)]


async def test_leaving_the_last_watch_forgets_the_watchers() -> None:
    world = World()
    name = await world.table()
    watcher = await world.watch(name)
    world.hosted.hub.leave(watcher.watch)
    world.hosted.hub.leave(watcher.watch)
    assert (await world.live(name)).watchers is None
