"""Every format from the start to the final standings, over a real store."""

from __future__ import annotations

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1.engine_service_pb2 import CreateAssignedTableRequest
from nurselog.api.tournament.v1 import tournament_pb2, tournament_service_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from tests.support.tournament_world import World, result_of

FOUR = ("ann", "bob", "cyd", "dan")
SIX = (*FOUR, "eve", "fay")


def settings(*stages: tournament_pb2.Stage, seats: tuple[int, ...] = ()) -> tournament_pb2.Tournament:
    return tournament_pb2.Tournament(
        title="Event",
        tables=tournament_pb2.TableTerms(game="games/forest_sky", seat_counts=seats),
        stages=stages,
    )


def alphabetical(request: CreateAssignedTableRequest) -> list[int]:
    """Places by the names of the players: ann beats bob."""
    names = [one.player for one in request.occupants]
    return [1 + sorted(names).index(name) for name in names]


async def play_to_the_end(world: World, name: str) -> tournament_pb2.Tournament:
    """All tables are won by whoever comes first in the alphabet."""

    async def look() -> tournament_pb2.Tournament | None:
        for request in list(world.engine.tables.values()):
            if request.tournament.startswith(name) and request.request_id not in world.ended:
                await world.end(request, alphabetical(request))
        found = await world.get(name)
        assert not found.trouble
        over = found.state == tournament_pb2.TOURNAMENT_STATE_FINISHED
        return found if over else None

    found = await world.until(name, look)
    assert found is not None
    return found


async def test_a_round_robin_is_won_by_whoever_beats_everybody(world: World) -> None:
    stage = tournament_pb2.Stage(round_robin=tournament_pb2.RoundRobin())
    name = await world.tournament(settings(stage), FOUR)

    await play_to_the_end(world, name)

    assert await world.standings(name) == {"ann": 2520, "bob": 1680, "cyd": 840, "dan": 0}


async def test_single_elimination_ends_with_the_final(world: World) -> None:
    stage = tournament_pb2.Stage(elimination=tournament_pb2.Elimination())
    name = await world.tournament(settings(stage), SIX)

    finished = await play_to_the_end(world, name)

    assert finished.current_round == 3
    assert next(iter(await world.standings(name))) == "ann"
    assert len(world.engine.tables) == 5


async def test_double_elimination_needs_two_defeats(world: World) -> None:
    stage = tournament_pb2.Stage(elimination=tournament_pb2.Elimination(double=True))
    name = await world.tournament(settings(stage), FOUR)

    await play_to_the_end(world, name)

    assert list(await world.standings(name))[:2] == ["ann", "bob"]
    assert len(world.engine.tables) == 6


async def test_a_series_ends_when_one_cannot_be_caught_and_seats_change(world: World) -> None:
    stage = tournament_pb2.Stage(
        swiss=tournament_pb2.Swiss(rounds=1), series=tournament_pb2.Series(best_of=3)
    )
    name = await world.tournament(settings(stage), FOUR[:2])

    await play_to_the_end(world, name)

    first, second = world.engine.tables.values()
    assert [one.player for one in first.occupants] == [one.player for one in reversed(second.occupants)]
    assert await world.standings(name) == {"ann": 840, "bob": 0}


async def test_a_level_knock_out_match_is_replayed(world: World) -> None:
    stage = tournament_pb2.Stage(elimination=tournament_pb2.Elimination())
    name = await world.tournament(settings(stage), FOUR[:2])
    (first,) = await world.tables(name, 1, 1)
    await world.end(first, [1, 1])

    (second,) = await world.tables(name, 1, 1)
    await world.end(second, alphabetical(second))

    await world.until_state(name, "FINISHED")
    assert second.request_id.endswith("/games/2")


async def test_stages_take_the_best_of_the_one_before(world: World) -> None:
    swiss = tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=2))
    final = tournament_pb2.Stage(elimination=tournament_pb2.Elimination(), qualifiers=2)
    name = await world.tournament(settings(swiss, final), SIX)

    finished = await play_to_the_end(world, name)

    assert (finished.current_stage, finished.current_round) == (2, 3)
    assert len(await world.standings(name)) == 2
    request = pb.ListStandingsRequest(parent=name, stage=1, page_size=100)
    assert len((await world.ask("", "ListStandings", request)).standings) == 6


async def test_all_tables_of_a_duplicate_have_the_same_deal_and_it_is_revealed_at_the_end(
    world: World,
) -> None:
    stage = tournament_pb2.Stage(duplicate=tournament_pb2.Duplicate(deals=2))
    name = await world.tournament(settings(stage), FOUR)

    await play_to_the_end(world, name)

    deals = [(one.tournament.split("/")[3], one.deal.name) for one in world.engine.tables.values()]
    assert len(deals) == 4
    assert len({deal for _, deal in deals}) == 2
    assert len(set(deals)) == 2
    assert sorted(world.engine.revealed) == sorted({deal for _, deal in deals})


async def test_an_arena_pairs_who_waits_until_the_time_is_over(world: World) -> None:
    stage = tournament_pb2.Stage(arena=tournament_pb2.Arena(duration_s=2))
    name = await world.tournament(settings(stage), FOUR)
    for player in FOUR[:2]:
        signal = tournament_service_pb2.SignalPresenceRequest(name=name)
        await world.ask(player, "SignalPresence", signal)

    finished = await play_to_the_end(world, name)

    assert finished.current_round == 1
    seated = {o.player for one in world.engine.tables.values() for o in one.occupants}
    assert seated == {"players/ann", "players/bob"}
    points = await world.standings(name)
    assert points["ann"] > points["bob"] == 0


async def agree(world: World, name: str, player: str, team: str) -> None:
    """Who is invited to a team enters with it."""
    entered = await world.ask(player, "EnterTournament", pb.EnterTournamentRequest(name=name, team=team))
    assert f"players/{player}" in [one.player for one in entered.players]
    assert not entered.invited


async def test_teams_play_at_boards_and_the_match_counts(world: World) -> None:
    wanted = settings(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=1)))
    wanted.entry.boards = 2
    name = await world.tournament(wanted, [], start=False)
    for team, players in (("Larks", ("ann", "bob")), ("Owls", ("cyd", "dan"))):
        request = pb.EnterTournamentRequest(
            name=name,
            team=team,
            players=[Occupant(player=f"players/{one}", display_name=one) for one in players],
        )
        await world.ask(players[0], "EnterTournament", request)
        await agree(world, name, players[1], team)
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))

    await play_to_the_end(world, name)

    pairs = sorted(sorted(o.player for o in one.occupants) for one in world.engine.tables.values())
    assert pairs == [["players/ann", "players/cyd"], ["players/bob", "players/dan"]]
    assert await world.standings(name) == {"team-larks": 1680, "team-owls": 0}


async def test_partners_enter_together_and_sit_across(world: World) -> None:
    wanted = settings(tournament_pb2.Stage(swiss=tournament_pb2.Swiss(rounds=1)), seats=(4,))
    wanted.entry.partners = 2
    name = await world.tournament(wanted, [], start=False)
    for players in (("ann", "bob"), ("cyd", "dan")):
        seats = [Occupant(player=f"players/{one}", display_name=one) for one in players]
        request = pb.EnterTournamentRequest(name=name, team=" and ".join(players), players=seats)
        await world.ask(players[0], "EnterTournament", request)
        await agree(world, name, players[1], " and ".join(players))
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))
    (table,) = await world.tables(name, 1, 1)
    await world.tell(result_of(table, [1, 3, 1, 3]))

    await world.until_state(name, "FINISHED")

    seats_by_side = [{table.occupants[seat].player for seat in side} for side in ((0, 2), (1, 3))]
    assert sorted(map(sorted, seats_by_side)) == [
        ["players/ann", "players/bob"],
        ["players/cyd", "players/dan"],
    ]
    assert sorted((await world.standings(name)).values()) == [0, 840]


async def test_exports_are_texts_for_other_tools(world: World) -> None:
    stage = tournament_pb2.Stage(round_robin=tournament_pb2.RoundRobin())
    name = await world.tournament(settings(stage), FOUR)
    await play_to_the_end(world, name)

    async def export(kind: str) -> pb.Export:
        found: pb.Export = await world.ask(
            "", "GetExport", pb.GetExportRequest(name=f"{name}/exports/{kind}")
        )
        return found

    sheet = (await export("standings.csv")).text.splitlines()
    assert sheet[0].startswith("rank,number,entrant,name,points,")
    assert [line.split(",")[2] for line in sheet[1:]] == ["ann", "bob", "cyd", "dan"]
    report = (await export("report.trf")).text
    assert report.startswith("012 Event\n")
    assert sum(line.startswith("001 ") for line in report.splitlines()) == 4
    assert len((await export("pairings.csv")).text.splitlines()) == 1 + 2 * 6
    refusal = await world.refused("", "GetExport", pb.GetExportRequest(name=f"{name}/exports/novel.txt"))
    assert refusal.reason == "EXPORT_NOT_FOUND"
    assert "standings.csv, pairings.csv, report.trf" in refusal.message


async def test_who_asks_for_standings_before_the_start_is_told_so(world: World) -> None:
    stage = tournament_pb2.Stage(round_robin=tournament_pb2.RoundRobin())
    name = await world.tournament(settings(stage), FOUR, start=False)
    for kind in ("standings.csv", "report.trf"):
        request = pb.GetExportRequest(name=f"{name}/exports/{kind}")
        refusal = await world.refused("", "GetExport", request)
        assert (refusal.reason, refusal.message) == (
            "EXPORT_NOT_FOUND",
            f"There is no {kind} before the start.",
        )
