"""Who enters, leaves, is sent away or asks for a bye: who may, until when, and what it is refused for."""

from __future__ import annotations

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.tournament.v1 import entrant_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from tests.support.tournament_world import SWISS, World, changed, stages

FOUR = ("ann", "bob", "cyd", "dan")


async def test_nobody_enters_twice_or_late_or_as_somebody_else(world: World) -> None:
    name = await world.tournament(SWISS, ["ann", "bob"], start=False)
    enter = pb.EnterTournamentRequest(name=name)

    assert (await world.refused("ann", "EnterTournament", enter)).reason == "ENTRANT_DUPLICATE"
    for_bob = pb.EnterTournamentRequest(name=name, players=[Occupant(player="players/eve")])
    assert (await world.refused("ann", "EnterTournament", for_bob)).reason == "NOT_OWNER"
    assert (await world.refused("", "EnterTournament", enter)).reason == "SESSION_REQUIRED"
    await world.ask("olga", "EnterTournament", for_bob)
    assert (await world.get(name)).entrant_count == 3
    await world.ask("olga", "CancelTournament", pb.CancelTournamentRequest(name=name, reason="rain"))
    closed = await world.refused("cyd", "EnterTournament", enter)
    assert (closed.reason, closed.field) == ("ENTRY_CLOSED", "name")
    assert (await world.get(name)).entrant_count == 3


async def test_an_entry_that_is_repeated_is_answered_again(world: World) -> None:
    name = await world.tournament(SWISS, [], start=False)
    request = pb.EnterTournamentRequest(name=name, request_id="mine")

    first, second = [await world.ask("ann", "EnterTournament", request) for _ in range(2)]

    assert first == second


async def test_a_full_tournament_takes_nobody(world: World) -> None:
    name = await world.tournament(
        changed(SWISS, lambda t: setattr(t.entry, "max_entrants", 2)), FOUR[:2], start=False
    )

    refusal = await world.refused("cyd", "EnterTournament", pb.EnterTournamentRequest(name=name))

    assert (refusal.reason, refusal.field) == ("TOURNAMENT_FULL", "name")


async def test_strangers_withdraw_nobody(world: World) -> None:
    name = await world.tournament(SWISS, FOUR, start=False)
    request = pb.WithdrawEntrantRequest(name=f"{name}/entrants/ann")

    stranger = await world.refused("bob", "WithdrawEntrant", request)
    assert (stranger.reason, stranger.field) == ("NOT_OWNER", "name")
    unknown = pb.WithdrawEntrantRequest(name=f"{name}/entrants/zoe")
    assert (await world.refused("bob", "WithdrawEntrant", unknown)).reason == "NOT_OWNER"
    assert (await world.refused("olga", "WithdrawEntrant", unknown)).reason == "ENTRANT_NOT_FOUND"
    gone = await world.ask("ann", "WithdrawEntrant", request)
    assert gone.state == entrant_pb2.ENTRANT_STATE_WITHDRAWN
    back = await world.ask("ann", "ResumeEntrant", pb.ResumeEntrantRequest(name=f"{name}/entrants/me"))
    assert back.state == entrant_pb2.ENTRANT_STATE_ACTIVE


async def test_who_was_disqualified_does_not_come_back(world: World) -> None:
    name = await world.tournament(SWISS, FOUR, start=False)
    where = f"{name}/entrants/ann"
    sent = pb.DisqualifyEntrantRequest(name=where, reason="cheating")

    assert (await world.refused("ann", "DisqualifyEntrant", sent)).reason == "NOT_OWNER"
    without = pb.DisqualifyEntrantRequest(name=where)
    assert (await world.refused("olga", "DisqualifyEntrant", without)).field == "reason"
    await world.ask("olga", "DisqualifyEntrant", sent)
    refusal = await world.refused("ann", "ResumeEntrant", pb.ResumeEntrantRequest(name=where))
    assert refusal.reason == "ENTRANT_STATE_WRONG"


async def test_one_bye_may_be_asked_for_but_not_in_the_last_round(world: World) -> None:
    name = await world.tournament(
        changed(SWISS, stages(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=3)))), FOUR, start=False
    )
    me = f"{name}/entrants/me"

    last = await world.refused("ann", "RequestBye", pb.RequestByeRequest(name=me, round=3))
    assert (last.reason, last.field) == ("BYE_NOT_ALLOWED", "round")
    await world.ask("ann", "RequestBye", pb.RequestByeRequest(name=me, round=1))
    second = await world.refused("ann", "RequestBye", pb.RequestByeRequest(name=me, round=2))
    assert second.reason == "BYE_NOT_ALLOWED"
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))
    await world.play_round(name, 1, 1)
    await world.tables(name, 2, 2)
    assert (await world.standings(name))["ann"] == 420


async def test_a_late_entry_comes_before_half_of_the_rounds_and_scores_nothing_for_what_it_missed(
    world: World,
) -> None:
    four_rounds = changed(SWISS, stages(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=4))))
    six = (*FOUR, "eve", "fay")
    name = await world.tournament(four_rounds, six)
    await world.tables(name, 1, 3)

    late = await world.ask("gus", "EnterTournament", pb.EnterTournamentRequest(name=name))

    assert (late.first_round, late.start_number) == (2, 7)
    await world.play_round(name, 1, 3)
    await world.tables(name, 2, 3)
    assert (await world.refused("hal", "EnterTournament", pb.EnterTournamentRequest(name=name))).reason == (
        "ENTRY_CLOSED"
    )
