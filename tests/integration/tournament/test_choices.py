"""What entrants decide between rounds: seats of knock-out pods, line-ups of teams."""

from __future__ import annotations

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1.engine_service_pb2 import CreateAssignedTableRequest
from nurselog.api.tournament.v1 import entrant_pb2, round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from tests.support.tournament_world import World

FOUR = ("ann", "bob", "cyd", "dan")
CUP = tournament_pb2.Tournament(
    title="Cup",
    tables=tournament_pb2.TableTerms(game="games/forest_sky", seat_counts=[4]),
    stages=[
        tournament_pb2.Stage(elimination=tournament_pb2.Elimination(advance=2, choose_seats=True)),
    ],
)
LEAGUE = tournament_pb2.Tournament(
    title="League",
    tables=tournament_pb2.TableTerms(game="games/forest_sky"),
    stages=[tournament_pb2.Stage(round_robin=tournament_pb2.RoundRobin(double=True))],
    entry=tournament_pb2.EntryTerms(boards=2, substitutes=1),
)


async def choosing(world: World, name: str, after: int = 0) -> round_pb2.Pairing:
    """The pod, once so many have had their choice."""

    async def look() -> round_pb2.Pairing | None:
        pairings = await world.pairings(name, 1) if (await world.get(name)).current_round else []
        if pairings and len(pairings[0].seat_choice.following) == 3 - after:
            return pairings[0]
        return None

    found = await world.until(name, look)
    assert found is not None
    return found


async def test_the_better_seed_chooses_first_and_the_table_opens_when_all_have_chosen(world: World) -> None:
    name = await world.tournament(CUP, FOUR)
    pod = await choosing(world, name)
    order = [pod.seat_choice.entrant, *pod.seat_choice.following]
    second = order[1].rpartition("/")[2]
    early = await world.refused(second, "ChooseSeat", pb.ChooseSeatRequest(name=pod.name, seat=0))
    assert (early.reason, early.metadata["entrant"]) == ("SEAT_CHOICE_CLOSED", order[0])

    for seat, entrant in enumerate(order[:3], 1):  # the last one has the seat that is left
        pod = await choosing(world, name, after=seat - 1)
        assert pod.seat_choice.entrant == entrant
        player = entrant.rpartition("/")[2]
        mine = await world.ask(player, "ListMyTables", pb.ListMyTablesRequest(parent=name))
        assert [one.chooses for one in mine.tables] == [True]
        assert not world.engine.tables
        chosen = await world.ask(player, "ChooseSeat", pb.ChooseSeatRequest(name=pod.name, seat=seat))
        assert chosen.entrants[seat].entrant == entrant

    (table,) = await world.tables(name, 1, 1)
    assert [one.player.partition("/")[2] for one in table.occupants][1:] == [
        one.rpartition("/")[2] for one in order[:3]
    ]


async def test_who_does_not_choose_in_time_keeps_the_seat(world: World) -> None:
    hasty = tournament_pb2.Tournament()
    hasty.CopyFrom(CUP)
    hasty.schedule.choose_s = 1
    name = await world.tournament(hasty, FOUR)
    drawn = [one.entrant for one in (await choosing(world, name)).entrants]

    (table,) = await world.tables(name, 1, 1)

    assert [f"{name}/entrants/{one.player.partition('/')[2]}" for one in table.occupants] == drawn
    (pod,) = await world.pairings(name, 1)
    assert [one.kind for one in pod.reasons].count("seat_kept") == 3
    other = (
        drawn.index(f"{name}/entrants/ann") + 1
    ) % 4  # her own would be the same choice again, which is no change
    closed = await world.refused("ann", "ChooseSeat", pb.ChooseSeatRequest(name=pod.name, seat=other))
    assert closed.reason == "SEAT_CHOICE_CLOSED"


async def test_a_choice_of_strangers_and_of_other_tournaments_is_refused(world: World) -> None:
    name = await world.tournament(CUP, FOUR)
    pod = await choosing(world, name)
    other = await world.tournament(CUP, FOUR, start=False)

    async def reason(player: str, **fields: object) -> str:
        request = pb.ChooseSeatRequest(**{"name": pod.name, **fields})  # type: ignore[arg-type] # as a test says
        return (await world.refused(player, "ChooseSeat", request)).reason

    assert await reason("zoe") == "NOT_OWNER"
    assert await reason("") == "SESSION_REQUIRED"
    assert await reason("olga", entrant=f"{other}/entrants/ann") == "FIELD_INVALID"
    assert await reason("olga", entrant=pod.seat_choice.entrant, seat=7) == "SEAT_UNKNOWN"
    assert await reason("ann", name=f"{name}/rounds/1/pairings/p9") == "PAIRING_NOT_FOUND"


async def team(world: World, name: str, team: str, *players: str) -> str:
    """A team whose players have all agreed; its name."""
    wish = pb.EnterTournamentRequest(
        name=name, team=team, players=[Occupant(player=f"players/{one}") for one in players]
    )
    entered: entrant_pb2.Entrant = await world.ask(players[0], "EnterTournament", wish)
    for one in players[1:]:
        await world.ask(one, "EnterTournament", pb.EnterTournamentRequest(name=name, team=team))
    return entered.name


async def test_a_captain_changes_the_line_up_between_rounds(world: World) -> None:
    name = await world.tournament(LEAGUE, (), start=False)
    larks = await team(world, name, "larks", "ann", "bob", "cyd")
    await team(world, name, "owls", "dan", "eve")
    await world.ask("olga", "StartTournament", pb.StartTournamentRequest(name=name))
    first = await world.tables(name, 1, 2)
    wish = pb.SetLineupRequest(name=larks, players=["players/ann", "players/cyd"], reason="Bob is ill.")
    assert (await world.refused("bob", "SetLineup", wish)).reason == "NOT_OWNER"

    told = await world.ask("ann", "SetLineup", wish)
    for table in first:
        await world.end(table)
    second = await world.tables(name, 2, 2)

    assert list(told.lineup) == ["players/ann", "players/cyd"]
    assert players_of(first) == {"ann", "bob", "dan", "eve"}
    assert players_of(second) == {"ann", "cyd", "dan", "eve"}
    (match,) = await world.pairings(name, 2)
    assert [(one.entrant, one.text) for one in match.reasons if one.kind == "lineup"] == [
        (larks, "Bob is ill.")
    ]
    assert {tuple(one.lineup) for one in match.entrants} == {
        ("players/ann", "players/cyd"),
        ("players/dan", "players/eve"),
    }
    wrong = pb.SetLineupRequest(name=larks, players=["players/zoe"], reason="A guest.")
    refusal = await world.refused("ann", "SetLineup", wrong)
    assert (refusal.reason, refusal.field) == ("LINEUP_INVALID", "players")


async def test_a_line_up_asked_for_again_does_not_undo_the_next_one(world: World) -> None:
    name = await world.tournament(LEAGUE, (), start=False)
    larks = await team(world, name, "larks", "ann", "bob", "cyd")
    early = pb.SetLineupRequest(name=larks, players=["players/ann", "players/cyd"], request_id="early")
    await world.ask("ann", "SetLineup", early)
    late = pb.SetLineupRequest(name=larks, players=["players/bob", "players/cyd"], request_id="late")
    await world.ask("ann", "SetLineup", late)

    again = await world.ask("ann", "SetLineup", early)

    assert list(again.lineup) == ["players/bob", "players/cyd"]


def players_of(tables: list[CreateAssignedTableRequest]) -> set[str]:
    return {one.player.partition("/")[2] for table in tables for one in table.occupants}
