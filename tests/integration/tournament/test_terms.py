"""Terms of which no table could be opened, and terms that those who entered contradict."""

from __future__ import annotations

import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from nurselog.api.engine.v1.engine_service_pb2 import CreateAssignedTableRequest
from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.chassis.errors import FailedPrecondition, InvalidArgument, Refusal
from tests.support.fake_engine import Request
from tests.support.tournament_world import SWISS, World

FOUR = ("ann", "bob", "cyd", "dan")


def no_time(request: CreateAssignedTableRequest) -> Refusal | None:
    """What an engine says of a clock without time."""
    if request.clock.WhichOneof("kind") == "per_turn" and request.clock.per_turn.time_ms <= 0:
        return InvalidArgument(
            "FIELD_INVALID", "A clock must give some time.", field="clock.per_turn.time_ms"
        )
    return None


def timeless() -> tournament_pb2.Tournament:
    wanted = tournament_pb2.Tournament()
    wanted.CopyFrom(SWISS)
    wanted.tables.clock.per_turn.time_ms = -1
    return wanted


async def test_a_clock_that_no_table_could_have_is_refused_with_the_field(world: World) -> None:
    world.engine.doubt = no_time
    name = await world.tournament(SWISS, FOUR, start=False)
    update = pb.UpdateTournamentRequest(
        name=name, tournament=timeless(), update_mask=FieldMask(paths=["tables"])
    )

    for method, request in (
        ("CreateTournament", pb.CreateTournamentRequest(tournament=timeless())),
        ("UpdateTournament", update),
    ):
        refusal = await world.refused("olga", method, request)
        assert (refusal.reason, refusal.field) == (
            "FIELD_INVALID",
            "tournament.tables.clock.per_turn.time_ms",
        )
        assert refusal.message == "A clock must give some time."

    assert (await world.get(name)).tables.clock.WhichOneof("kind") == "reserve"


@pytest.mark.parametrize("method", ["OpenTournament", "StartTournament"])
async def test_what_was_accepted_once_is_checked_again_at_the_opening_and_the_start(
    world: World, method: str
) -> None:
    created = await world.ask("olga", "CreateTournament", pb.CreateTournamentRequest(tournament=timeless()))
    if method == "StartTournament":
        await world.ask("olga", "OpenTournament", pb.OpenTournamentRequest(name=created.name))
    world.engine.doubt = no_time
    request = getattr(pb, f"{method}Request")(name=created.name)

    assert (await world.refused("olga", method, request)).field == "tournament.tables.clock.per_turn.time_ms"


@pytest.mark.parametrize("kind", [InvalidArgument, FailedPrecondition])
async def test_tables_that_are_refused_for_good_are_a_trouble_and_not_asked_for_all_the_time(
    world: World, kind: type[Refusal]
) -> None:
    world.engine.refuse = lambda _: kind("FIELD_INVALID", "A clock must give some time.")
    name = await world.tournament(SWISS, FOUR)

    async def troubled() -> str:
        return (await world.get(name)).trouble

    assert "A clock must give some time." in await world.until(name, troubled)
    asked = len(world.engine.asked)
    other = await world.tournament(SWISS, FOUR)  # the director goes round in the meantime
    assert await world.until(other, lambda: troubled_of(world, other))
    assert len([one for one in world.engine.asked if one.tournament.startswith(name)]) == asked


async def test_a_trouble_is_over_when_the_tables_are_open(world: World) -> None:
    def refuse(_: Request) -> Refusal | None:
        return InvalidArgument("FIELD_INVALID", "Not like this.")

    world.engine.refuse = refuse
    name = await world.tournament(SWISS, FOUR)
    assert await world.until(name, lambda: troubled_of(world, name))
    world.engine.refuse = lambda _: None

    await world.ask("olga", "RepairRound", pb.RepairRoundRequest(name=f"{name}/rounds/1"))
    await world.tables(name, 1, 2)

    async def calm() -> bool:
        return not (await world.get(name)).trouble

    assert await world.until(name, calm)


async def troubled_of(world: World, name: str) -> str:
    return (await world.get(name)).trouble
