"""The public face: who may do what, what is refused by which name and field; nothing is half done."""

from __future__ import annotations

import json

import pytest

from nurselog.api.tournament.v1 import round_pb2, tournament_pb2
from nurselog.api.tournament.v1 import tournament_service_pb2 as pb
from nurselog.tournament.course import inputs
from nurselog.tournament.desk import Desk
from nurselog.tournament.events import inputs_hash
from nurselog.tournament.log_store import LogStore
from nurselog.tournament.pure import format_named
from tests.support.tournament_world import SWISS, World, changed

FOUR = ("ann", "bob", "cyd", "dan")


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


async def test_a_knock_out_match_is_not_turned_round_once_its_winner_plays_on(world: World) -> None:
    cup = tournament_pb2.Stage(elimination=tournament_pb2.Elimination())
    terms = tournament_pb2.TableTerms(game="games/forest_sky")
    name = await world.tournament(tournament_pb2.Tournament(title="Cup", tables=terms, stages=[cup]), FOUR)
    await world.play_round(name, 1, 2)
    await world.tables(name, 2, 1)
    pairing = (await world.pairings(name, 1))[0]
    places = {line.entrant: line.place for line in pairing.tables[0].seats}
    turned = [round_pb2.SeatResult(entrant=one, place=3 - place) for one, place in places.items()]
    request = pb.CorrectResultRequest(name=pairing.name, seats=turned, reason="wrong way round")

    refusal = await world.refused("olga", "CorrectResult", request)

    assert (refusal.reason, refusal.field) == ("RESULT_INVALID", "seats")
    assert not (await world.pairings(name, 1))[0].tables[0].correction


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


@pytest.mark.parametrize(
    "name", ["tournaments/", "tournament/x", "tournaments/e0-00000000/rounds/1", "games/forest_sky"]
)
async def test_names_that_are_none_are_refused(world: World, name: str) -> None:
    refusal = await world.refused("olga", "GetTournament", pb.GetTournamentRequest(name=name))

    assert refusal.reason == "FIELD_INVALID"


@pytest.mark.parametrize("tournament", ["e0-00000000", "nonsense", "me"])
async def test_tournaments_that_nobody_made_are_not_found(world: World, tournament: str) -> None:
    name = f"tournaments/{tournament}"
    for method, request, field in (
        ("GetTournament", pb.GetTournamentRequest(name=name), "name"),
        ("ListEntrants", pb.ListEntrantsRequest(parent=name), "parent"),
        ("ListStandings", pb.ListStandingsRequest(parent=name), "parent"),
        ("ListPairings", pb.ListPairingsRequest(parent=f"{name}/rounds/1"), "parent"),
        ("EnterTournament", pb.EnterTournamentRequest(name=name), "name"),
        ("StartTournament", pb.StartTournamentRequest(name=name), "name"),
        ("GetRound", pb.GetRoundRequest(name=f"{name}/rounds/1"), "name"),
    ):
        refusal = await world.refused("olga", method, request)
        assert (refusal.reason, refusal.field) == ("TOURNAMENT_NOT_FOUND", field)


@pytest.mark.parametrize("seconds", [0, -1, 366 * 86_400 + 1, 2_147_483_647])
async def test_how_far_a_deadline_is_put_off_has_both_limits(world: World, seconds: int) -> None:
    name = await world.tournament(SWISS, FOUR)
    await world.tables(name, 1, 2)

    extend = pb.ExtendRoundRequest(name=f"{name}/rounds/1", seconds=seconds)
    refusal = await world.refused("olga", "ExtendRound", extend)

    assert (refusal.reason, refusal.field) == ("FIELD_INVALID", "seconds")
    assert refusal.message == "A round is extended by 1 to 31622400 seconds."
