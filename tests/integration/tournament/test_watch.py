"""Watching: everything first, then each change with the standings, without a gap after a break."""

from __future__ import annotations

import asyncio
from typing import Any

from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from tests.support.tournament_world import SWISS, World, watching

FOUR = ("ann", "bob", "cyd", "dan")


async def until(stream: Any, kind: str) -> list[pb.TournamentUpdate]:
    """The frames up to the one that tells of this."""
    frames = []
    async with asyncio.timeout(30):
        async for frame in stream:
            frames.append(frame)
            if any(event.kind == kind for event in frame.events):
                return frames
    raise AssertionError("the stream ended")


async def test_the_first_frame_is_everything_and_changes_follow_in_order(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    async with watching(world.stub, name, "ann") as stream:
        first = await anext(stream)
        assert first.kind == pb.TOURNAMENT_UPDATE_KIND_SNAPSHOT
        assert first.tournament.name == name
        for number in (1, 2):
            await world.play_round(name, number, 2)

        frames = await until(stream, "finished")

    versions = [event.version for frame in frames for event in frame.events]
    assert versions == sorted(versions)
    assert versions[0] == first.version + 1
    assert [one.points for one in frames[-1].standings] == [1680, 840, 840, 0]
    assert frames[-1].tournament.seed


async def test_a_stream_that_was_cut_goes_on_behind_its_token(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    async with watching(world.stub, name, "ann") as stream:
        token = (await anext(stream)).resume_token
    await world.play_round(name, 1, 2)
    await world.tables(name, 2, 2)

    async with watching(world.stub, name, "ann", resume_token=token) as stream:
        frames = await until(stream, "round_closed")

    assert frames[0].kind == pb.TOURNAMENT_UPDATE_KIND_CHANGE
    versions = [event.version for frame in frames for event in frame.events]
    assert versions[0] == int(token) + 1
    assert set(range(versions[0], versions[-1] + 1)) == set(versions)


async def test_a_token_of_another_life_gets_a_fresh_view(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)

    for token in ("999999", "nonsense", "9" * 5000):
        async with watching(world.stub, name, "ann", resume_token=token) as stream:
            frame = await anext(stream)

        assert frame.kind == pb.TOURNAMENT_UPDATE_KIND_RESYNC
        assert frame.tournament.name == name


async def test_who_watches_as_present_is_present(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    async with watching(world.stub, name, "ann", present=True) as stream:
        await anext(stream)
        answer = await world.ask("ann", "SignalPresence", pb.SignalPresenceRequest(name=name))

    assert answer.present_for_ms > 0
    stranger = await world.ask("olga", "SignalPresence", pb.SignalPresenceRequest(name=name))
    assert not stranger.present_for_ms
