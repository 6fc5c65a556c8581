"""The public face: who may do what, what is refused by which name and field; nothing is half done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.tournament.v1 import entrant_pb2, round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.tournament.course import inputs
from nurselog.tournament.desk import Desk
from nurselog.tournament.events import inputs_hash
from nurselog.tournament.log_store import LogStore
from nurselog.tournament.pure import format_named
from tests.support.tournament_world import PODS, SWISS, World

FOUR = ("ann", "bob", "cyd", "dan")


def changed(settings: tournament_pb2.Tournament, change: Any) -> tournament_pb2.Tournament:
    """A copy, changed."""
    copy = tournament_pb2.Tournament()
    copy.CopyFrom(settings)
    change(copy)
    return copy


def stages(*made: tournament_pb2.Stage) -> Any:
    """Sets the stages."""

    def change(settings: tournament_pb2.Tournament) -> None:
        del settings.stages[:]
        settings.stages.extend(made)

    return change


SWISS_STAGE = tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=2))

CONTRADICTIONS: list[tuple[Any, str, str]] = [
    (lambda t: setattr(t, "title", ""), "TOURNAMENT_SETTING_INVALID", "tournament.title"),
    (lambda t: setattr(t, "title", "x" * 121), "TOURNAMENT_SETTING_INVALID", "tournament.title"),
    (stages(), "TOURNAMENT_SETTING_INVALID", "tournament.stages"),
    (stages(tournament_pb2.Stage()), "TOURNAMENT_SETTING_INVALID", "tournament.stages[0]"),
    (
        stages(SWISS_STAGE, SWISS_STAGE),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[1].qualifiers",
    ),
    (
        stages(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=-1))),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].swiss.rounds",
    ),
    (
        stages(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(), series=tournament_pb2.Series(best_of=2))),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].series.best_of",
    ),
    (
        stages(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(), tie_breaks=["luck"])),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].tie_breaks",
    ),
    (
        stages(tournament_pb2.Stage(arena=tournament_pb2.Arena())),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].arena.duration_s",
    ),
    (
        stages(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(), scoring=tournament_pb2.SCORING_PODIUM)),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].scoring",
    ),
    (lambda t: t.tables.seat_counts.append(4), "TOURNAMENT_SETTING_INVALID", "tournament.tables.seat_counts"),
    (lambda t: t.tables.ClearField("game"), "TOURNAMENT_SETTING_INVALID", "tournament.tables.game"),
    (lambda t: t.Clear(), "TOURNAMENT_SETTING_INVALID", "tournament.tables.game"),
    (
        lambda t: setattr(t.entry, "substitutes", 3),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.entry.substitutes",
    ),
    (
        lambda t: t.schedule.start_time.FromSeconds(1),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.schedule.start_time",
    ),
    (
        lambda t: t.schedule.start_time.FromSeconds(253_402_300_799),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.schedule.start_time",
    ),
    (lambda t: t.tables.seat_counts.append(9), "SEAT_COUNT_INVALID", "tournament.tables.seat_counts"),
    (lambda t: t.tables.seat_counts.append(5), "SEAT_COUNT_INVALID", "tournament.tables.seat_counts"),
    (lambda t: t.tables.seat_counts.append(-1), "SEAT_COUNT_INVALID", "tournament.tables.seat_counts"),
    (lambda t: t.tables.options.update(expert="maybe"), "OPTION_INVALID", "tournament.tables.options"),
    (lambda t: t.tables.options.update(magic="on"), "OPTION_UNKNOWN", "tournament.tables.options"),
    (
        lambda t: setattr(t.tables, "preferred_seats", 3),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.tables.preferred_seats",
    ),
    (
        lambda t: setattr(t.entry, "max_entrants", -1),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.entry.max_entrants",
    ),
    (
        lambda t: setattr(t.schedule, "round_s", -5),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.schedule.round_s",
    ),
    (
        lambda t: setattr(t.schedule, "choose_s", -5),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.schedule.choose_s",
    ),
    (
        stages(tournament_pb2.Stage(elimination=tournament_pb2.Elimination(choose_seats=True))),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].elimination.choose_seats",
    ),
]


@pytest.mark.parametrize(("change", "reason", "field"), CONTRADICTIONS)
async def test_settings_that_contradict_each_other_are_refused_with_the_field(
    world: World, change: Any, reason: str, field: str
) -> None:
    request = pb.CreateTournamentRequest(tournament=changed(SWISS, change))

    refusal = await world.refused("olga", "CreateTournament", request)

    assert (refusal.reason, refusal.field) == (reason, field)
    assert not (await world.ask("olga", "ListTournaments", pb.ListTournamentsRequest())).tournaments


async def test_more_swiss_rounds_than_opponents_cannot_start(world: World) -> None:
    name = await world.tournament(
        changed(SWISS, stages(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=9)))), FOUR, start=False
    )

    refusal = await world.refused("olga", "StartTournament", pb.StartTournamentRequest(name=name))

    assert refusal.reason == "TOURNAMENT_SETTING_INVALID"
    assert (await world.get(name)).state == tournament_pb2.TOURNAMENT_STATE_OPEN


async def test_too_few_cannot_start(world: World) -> None:
    name = await world.tournament(PODS, FOUR[:2], start=False)

    refusal = await world.refused("olga", "StartTournament", pb.StartTournamentRequest(name=name))

    assert (refusal.reason, refusal.metadata["needed"]) == ("ENTRANTS_TOO_FEW", "3")


async def test_the_same_request_makes_one_tournament(world: World) -> None:
    request = pb.CreateTournamentRequest(tournament=SWISS, request_id="once")

    first, second = [await world.ask("olga", "CreateTournament", request) for _ in range(2)]

    assert first.name == second.name
    assert first.seed_hash == second.seed_hash


async def test_a_draft_is_its_organisers_alone(world: World) -> None:
    made = await world.ask("olga", "CreateTournament", pb.CreateTournamentRequest(tournament=SWISS))

    refusal = await world.refused("ann", "GetTournament", pb.GetTournamentRequest(name=made.name))

    assert refusal.reason == "TOURNAMENT_NOT_FOUND"
    assert not (await world.ask("ann", "ListTournaments", pb.ListTournamentsRequest())).tournaments
    (mine,) = (await world.ask("olga", "ListTournaments", pb.ListTournamentsRequest())).tournaments
    assert mine == made


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


async def test_only_what_the_mask_names_changes_and_nothing_of_the_course_after_the_start(
    world: World,
) -> None:
    name = await world.tournament(SWISS, FOUR, start=False)
    new = tournament_pb2.Tournament(title="Finals", description="At noon.")
    update = pb.UpdateTournamentRequest(name=name, tournament=new, update_mask=FieldMask(paths=["title"]))

    assert (await world.refused("ann", "UpdateTournament", update)).reason == "NOT_OWNER"
    shown = await world.ask("olga", "UpdateTournament", update)
    assert (shown.title, shown.description) == ("Finals", "")
    wrong = pb.UpdateTournamentRequest(name=name, tournament=new, update_mask=FieldMask(paths=["state"]))
    assert (await world.refused("olga", "UpdateTournament", wrong)).field == "update_mask"
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))
    course = pb.UpdateTournamentRequest(name=name, tournament=SWISS, update_mask=FieldMask(paths=["stages"]))
    assert (await world.refused("olga", "UpdateTournament", course)).reason == "TOURNAMENT_STATE_WRONG"


async def test_pages_of_tournaments_are_complete_and_the_newest_come_first(world: World) -> None:
    made = [await world.tournament(SWISS, [], start=False) for _ in range(5)]
    found: list[str] = []
    token = ""
    while True:
        request = pb.ListTournamentsRequest(page_size=2, page_token=token)
        answer = await world.ask("", "ListTournaments", request)
        found += [one.name for one in answer.tournaments]
        token = answer.next_page_token
        if not token:
            break

    assert sorted(found) == sorted(made)
    assert len(found) == 5


async def manual(world: World) -> str:
    settings = changed(SWISS, lambda t: setattr(t.schedule, "manual", True))
    name = await world.tournament(settings, FOUR)
    await world.until(name, lambda: staged(world, name))
    return name


async def staged(world: World, name: str) -> bool:
    return bool((await world.get(name)).current_stage)


async def test_an_organiser_pairs_looks_publishes_and_only_then_tables_open(world: World) -> None:
    name = await manual(world)
    assert (await world.refused("ann", "PairRound", pb.PairRoundRequest(name=name))).reason == "NOT_OWNER"

    paired = await world.ask("olga", "PairRound", pb.PairRoundRequest(name=name))
    again = await world.ask("olga", "PairRound", pb.PairRoundRequest(name=name))

    assert paired == again
    assert paired.state == round_pb2.ROUND_STATE_PAIRING
    hidden = await world.refused("ann", "ListPairings", pb.ListPairingsRequest(parent=f"{name}/rounds/1"))
    assert hidden.reason == "ROUND_NOT_FOUND"
    assert not world.engine.tables
    await world.ask("olga", "PublishRound", pb.PublishRoundRequest(name=paired.name))
    await world.tables(name, 1, 2)


async def test_a_round_without_a_result_can_be_paired_again_with_names_of_its_own(world: World) -> None:
    name = await manual(world)
    first = await world.ask("olga", "PairRound", pb.PairRoundRequest(name=name))
    await world.ask("ann", "PauseEntrant", pb.PauseEntrantRequest(name=f"{name}/entrants/me"))

    second = await world.ask("olga", "RepairRound", pb.RepairRoundRequest(name=first.name, reason="late"))

    assert second.pairing_id != first.pairing_id
    seats = [one.entrant for pairing in await world.pairings(name, 1) for one in pairing.entrants]
    assert f"{name}/entrants/ann" not in seats


async def test_pairings_can_be_repeated_from_what_is_published(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    for number in (1, 2):
        await world.play_round(name, number, 2)
    await world.until_state(name, "FINISHED")

    for number in (1, 2):
        shown = await world.ask(
            "", "GetPairingInputs", pb.GetPairingInputsRequest(name=f"{name}/rounds/{number}")
        )
        assert inputs_hash(shown.inputs_json) == shown.inputs_hash
        assert json.loads(shown.inputs_json)["event"]["seed"] is None
        desk = Desk(LogStore(world.app.gatherer))
        book = await desk.read(name.partition("/")[2])
        then = await desk.as_of(book.id, book.rounds[number - 1].inputs_version)
        terms, event = inputs(then)
        again = format_named(terms.format).pair(terms, event)
        assert [one.seats for one in again] == [
            one.pairing.seats for one in book.rounds[number - 1].pairings.values()
        ]
        assert shown.seed == event.seed.hex()


async def test_a_correction_moves_the_standings_and_carries_its_reason(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    await world.play_round(name, 1, 2)
    await world.tables(name, 2, 2)
    pairing = (await world.pairings(name, 1))[0]
    one, other = (line.entrant for line in pairing.tables[0].seats)
    turned = [
        round_pb2.SeatResult(entrant=one, place=2),
        round_pb2.SeatResult(entrant=other, place=1),
    ]
    request = pb.CorrectResultRequest(name=pairing.name, seats=turned, reason="wrong way round")

    assert (await world.refused("ann", "CorrectResult", request)).reason == "NOT_OWNER"
    shown = await world.ask("olga", "CorrectResult", request)

    assert shown.tables[0].correction == "wrong way round"
    points = await world.standings(name)
    assert (points[one.rpartition("/")[2]], points[other.rpartition("/")[2]]) == (0, 840)
    assert [(p.name, [e.entrant for e in p.entrants]) for p in await world.pairings(name, 2)]


async def test_results_that_a_pairing_cannot_have_are_refused(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    await world.play_round(name, 1, 2)
    await world.tables(name, 2, 2)
    first, second = await world.pairings(name, 1)
    ours = [line.entrant for line in first.tables[0].seats]
    theirs = [line.entrant for line in second.tables[0].seats]

    def request(entrants: list[str], places: list[int], where: str = first.name) -> pb.CorrectResultRequest:
        seats = [
            round_pb2.SeatResult(entrant=entrant, place=place)
            for entrant, place in zip(entrants, places, strict=True)
        ]
        return pb.CorrectResultRequest(name=where, seats=seats, reason="because")

    for wrong in (
        request(theirs, [1, 2]),
        request(ours[:1], [1]),
        request(ours, [2, 2]),
        request(ours, [1, 3]),
    ):
        assert (await world.refused("olga", "CorrectResult", wrong)).reason == "RESULT_INVALID"
    nowhere = request(ours, [1, 2], f"{name}/rounds/1/pairings/zz")
    refusal = await world.refused("olga", "CorrectResult", nowhere)
    assert (refusal.reason, refusal.field) == ("PAIRING_NOT_FOUND", "name")
    both = request(ours, [1, 1])
    for seat in both.seats:
        seat.kind = round_pb2.SEAT_RESULT_KIND_FORFEIT_WIN
    assert (await world.refused("olga", "CorrectResult", both)).field == "seats[0].kind"
    silent = request(ours, [1, 2])
    silent.reason = ""
    assert (await world.refused("olga", "CorrectResult", silent)).field == "reason"


async def test_players_find_their_tables(world: World) -> None:
    name = await world.tournament(SWISS, FOUR)
    requests = await world.tables(name, 1, 2)

    async def mine() -> list[pb.MyTable]:
        answer = await world.ask("ann", "ListMyTables", pb.ListMyTablesRequest(parent=name))
        return [one for one in answer.tables if one.table]

    (found,) = await world.until(name, mine)

    (request,) = [one for one in requests if "players/ann" in {o.player for o in one.occupants}]
    assert found.pairing == request.tournament
    assert request.occupants[found.seat].player == "players/ann"
    nobody = await world.ask("olga", "ListMyTables", pb.ListMyTablesRequest(parent=name))
    assert not nobody.tables


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


@pytest.mark.parametrize(
    "name", ["tournaments/", "tournament/x", "tournaments/e0-00000000/rounds/1", "games/forest_sky"]
)
async def test_names_that_are_none_are_refused(world: World, name: str) -> None:
    refusal = await world.refused("olga", "GetTournament", pb.GetTournamentRequest(name=name))

    assert refusal.reason == "FIELD_INVALID"


@pytest.mark.parametrize("tournament", ["e0-00000000", "nonsense", "me"])
async def test_tournaments_that_nobody_made_are_not_found(world: World, tournament: str) -> None:
    name = f"tournaments/{tournament}"
    for method, request in (
        ("GetTournament", pb.GetTournamentRequest(name=name)),
        ("ListEntrants", pb.ListEntrantsRequest(parent=name)),
        ("EnterTournament", pb.EnterTournamentRequest(name=name)),
        ("StartTournament", pb.StartTournamentRequest(name=name)),
        ("GetRound", pb.GetRoundRequest(name=f"{name}/rounds/1")),
    ):
        assert (await world.refused("olga", method, request)).reason == "TOURNAMENT_NOT_FOUND"


@pytest.mark.parametrize("seconds", [0, -1, 366 * 86_400 + 1, 2_147_483_647])
async def test_how_far_a_deadline_is_put_off_has_both_limits(world: World, seconds: int) -> None:
    name = await world.tournament(SWISS, FOUR)
    await world.tables(name, 1, 2)

    extend = pb.ExtendRoundRequest(name=f"{name}/rounds/1", seconds=seconds)
    refusal = await world.refused("olga", "ExtendRound", extend)

    assert (refusal.reason, refusal.field) == ("FIELD_INVALID", "seconds")
    assert refusal.message == "A round is extended by 1 to 31622400 seconds."
