"""Settings that no tournament can have are refused by field, and what may still change later."""

from __future__ import annotations

from typing import Any

import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from nurselog.api.tournament.v1 import tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from tests.support.tournament_world import PODS, SWISS, World, changed, stages

FOUR = ("ann", "bob", "cyd", "dan")


SWISS_STAGE = tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=2))


def hasty_pods(settings: tournament_pb2.Tournament) -> None:
    """Three choices of a minute each in a round of three minutes."""
    stages(tournament_pb2.Stage(elimination=tournament_pb2.Elimination(advance=2, choose_seats=True)))(
        settings
    )
    settings.tables.seat_counts.append(4)
    settings.schedule.round_s = 180


CONTRADICTIONS: list[tuple[Any, str, str]] = [
    (lambda t: setattr(t, "title", ""), "TOURNAMENT_SETTING_INVALID", "tournament.title"),
    (lambda t: setattr(t, "title", "x" * 121), "TOURNAMENT_SETTING_INVALID", "tournament.title"),
    (
        lambda t: setattr(t, "description", "so\x1b[2J"),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.description",
    ),
    (lambda t: setattr(t.tables, "game", "games/none"), "GAME_NOT_FOUND", "tournament.tables.game"),
    (
        stages(tournament_pb2.Stage(title="a\nb", swiss=tournament_pb2.Swiss())),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].title",
    ),
    (
        stages(tournament_pb2.Stage(title="x" * 121, swiss=tournament_pb2.Swiss())),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].title",
    ),
    (
        stages(tournament_pb2.Stage(elimination=tournament_pb2.Elimination(advance=3))),
        "TOURNAMENT_SETTING_INVALID",
        "tournament.stages[0].elimination.advance",
    ),
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
    (
        lambda t: t.tables.options.update(expert="maybe"),
        "OPTION_INVALID",
        "tournament.tables.options[expert]",
    ),
    (lambda t: t.tables.options.update(magic="on"), "OPTION_UNKNOWN", "tournament.tables.options[magic]"),
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
    (hasty_pods, "TOURNAMENT_SETTING_INVALID", "tournament.schedule.round_s"),
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


async def test_only_what_the_mask_names_changes_and_nothing_of_the_course_after_the_start(
    world: World,
) -> None:
    name = await world.tournament(SWISS, FOUR, start=False)
    new = tournament_pb2.Tournament(title="Finals", description="At noon.")
    update = pb.UpdateTournamentRequest(name=name, tournament=new, update_mask=FieldMask(paths=["title"]))

    assert (await world.refused("ann", "UpdateTournament", update)).reason == "NOT_OWNER"
    shown = await world.ask("olga", "UpdateTournament", update)
    assert (shown.title, shown.description) == ("Finals", "")
    for path in ("state", "schedule.nothing", "stages.swiss", "tables.options.expert"):
        wrong = pb.UpdateTournamentRequest(name=name, tournament=new, update_mask=FieldMask(paths=[path]))
        refusal = await world.refused("olga", "UpdateTournament", wrong)
        assert (refusal.reason, refusal.field) == ("FIELD_INVALID", "update_mask")
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))
    course = pb.UpdateTournamentRequest(name=name, tournament=SWISS, update_mask=FieldMask(paths=["stages"]))
    refusal = await world.refused("olga", "UpdateTournament", course)
    assert (refusal.reason, refusal.field) == ("TOURNAMENT_STATE_WRONG", "tournament.stages")


async def test_a_path_into_the_schedule_leaves_the_rest_of_it_over_and_over(world: World) -> None:
    wanted = tournament_pb2.Tournament()
    wanted.CopyFrom(SWISS)
    wanted.schedule.CopyFrom(tournament_pb2.Schedule(manual=True, break_s=5, round_s=60))
    name = await world.tournament(wanted, FOUR, start=False)
    longer = tournament_pb2.Tournament(schedule=tournament_pb2.Schedule(round_s=90))
    only = pb.UpdateTournamentRequest(
        name=name, tournament=longer, update_mask=FieldMask(paths=["schedule.round_s"]), request_id="longer"
    )

    shown = await world.ask("olga", "UpdateTournament", only)

    assert shown.schedule == tournament_pb2.Schedule(manual=True, break_s=5, round_s=90)
    whole = pb.UpdateTournamentRequest(
        name=name, tournament=longer, update_mask=FieldMask(paths=["schedule"])
    )
    shown = await world.ask("olga", "UpdateTournament", whole)
    assert shown.schedule == longer.schedule
    again = await world.ask("olga", "UpdateTournament", only)
    assert again == shown


async def test_the_first_answer_comes_again_though_it_could_not_be_done_now(world: World) -> None:
    name = await world.tournament(SWISS, FOUR, start=False)
    update = pb.UpdateTournamentRequest(
        name=name, tournament=PODS, update_mask=FieldMask(paths=["tables.unrated"]), request_id="once"
    )
    update.tournament.tables.unrated = True
    await world.ask("olga", "UpdateTournament", update)
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))

    assert (await world.ask("olga", "UpdateTournament", update)).tables.unrated
