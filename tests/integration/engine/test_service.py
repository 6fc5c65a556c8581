from __future__ import annotations

import asyncio

import grpc
import pytest

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1 import engine_service_pb2
from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1 import table_pb2
from tests.support.engine_client import Client, until
from tests.support.engine_world import ANN, BOB, CID

NOWHERE = "games/stones/tables/e0-zzzzzzzz"


async def test_the_catalogue(engine: Client) -> None:
    first = await engine.call("ListGames", pb.ListGamesRequest(page_size=1))
    rest = await engine.call("ListGames", pb.ListGamesRequest(page_token=first.next_page_token))
    assert [game.name for game in (*first.games, *rest.games)] == ["games/stones", "games/tidepools"]
    game = await engine.call("GetGame", pb.GetGameRequest(name="games/stones"))
    assert [example.text for example in game.notation] == ["t2"]
    assert await engine.refused("GetGame", pb.GetGameRequest(name="games/chess")) == "GAME_NOT_FOUND"


async def test_a_whole_play(engine: Client) -> None:
    name = await engine.table()
    stream = engine.watch(name)
    assert (await stream.read()).kind == table_pb2.UPDATE_KIND_SNAPSHOT
    version = 0
    for player in (ANN, BOB, ANN):
        moves = await engine.call("ListLegalMoves", pb.ListLegalMovesRequest(name=name), player)
        version = await engine.submit(name, player, moves.moves[-1].notation)
    frames = await until(stream, version)
    assert [frame.version for frame in frames] == [1, 2, 3]
    assert await stream.read() is grpc.aio.EOF
    record = await engine.call("GetRecord", pb.GetRecordRequest(name=name))
    assert '[Reason "pile_empty"]' in record.text
    sheets = await engine.call("GetScoreSheets", pb.GetScoreSheetsRequest(name=name))
    assert [sheet.total for sheet in sheets.sheets] == [4, 3]
    table = await engine.call("GetTable", pb.GetTableRequest(name=name))
    assert table.state == table_pb2.TABLE_STATE_FINISHED
    assert table.outcome == sheets.outcome


async def test_what_needs_a_session(engine: Client) -> None:
    name = await engine.table()
    for method, request in (
        ("CreateTable", pb.CreateTableRequest(parent="games/stones")),
        ("TakeSeat", pb.TakeSeatRequest(name=NOWHERE)),
        ("LeaveSeat", pb.LeaveSeatRequest(name=NOWHERE)),
        ("AddBot", pb.AddBotRequest(name=NOWHERE)),
        ("StartTable", pb.StartTableRequest(name=NOWHERE)),
        ("SubmitMove", pb.SubmitMoveRequest(name=name, notation="t1")),
        ("ListLegalMoves", pb.ListLegalMovesRequest(name=name)),
    ):
        assert await engine.refused(method, request) == "SESSION_REQUIRED"


async def test_what_does_not_exist(engine: Client) -> None:
    for method, request in (
        ("GetTable", pb.GetTableRequest(name=NOWHERE)),
        ("GetView", pb.GetViewRequest(name=NOWHERE)),
        ("TakeSeat", pb.TakeSeatRequest(name=NOWHERE)),
        ("GetRecord", pb.GetRecordRequest(name=NOWHERE)),
        ("GetScoreSheets", pb.GetScoreSheetsRequest(name=NOWHERE)),
        ("SubmitMove", pb.SubmitMoveRequest(name=NOWHERE, notation="t1")),
        ("ExpireTurn", engine_service_pb2.ExpireTurnRequest(name=NOWHERE)),
        ("ArchiveTable", engine_service_pb2.ArchiveTableRequest(name=NOWHERE)),
        ("ReleaseTable", engine_service_pb2.ReleaseTableRequest(name=NOWHERE)),
        ("StopTable", engine_service_pb2.StopTableRequest(name=NOWHERE)),
    ):
        assert await engine.refused(method, request, ANN) == "TABLE_NOT_FOUND", method


async def test_a_private_table_opens_to_its_seats_and_to_its_invite_code(engine: Client) -> None:
    request = pb.CreateTableRequest(
        parent="games/stones", seat_count=2, visibility=table_pb2.VISIBILITY_PRIVATE
    )
    table = await engine.call("CreateTable", request, ANN)
    asked = pb.GetTableRequest(name=table.name)
    assert await engine.refused("GetTable", asked, BOB) == "INVITE_REQUIRED"
    assert await engine.refused("GetTable", asked, BOB, invite="wrong") == "INVITE_REQUIRED"
    assert (await engine.call("GetTable", asked, ANN)).invite_code == table.invite_code
    assert (await engine.call("GetTable", asked, BOB, invite=table.invite_code)).invite_code == ""
    named = pb.GetTableRequest(name=table.name, invite_code=table.invite_code)
    assert (await engine.call("GetTable", named)).name == table.name
    seat = pb.TakeSeatRequest(name=table.name)
    assert await engine.refused("TakeSeat", seat, BOB) == "INVITE_REQUIRED"
    assert (await engine.call("TakeSeat", seat, BOB, invite=table.invite_code)).invite_code != ""
    listed = await engine.call("ListTables", pb.ListTablesRequest(parent="games/stones"))
    assert list(listed.tables) == []


async def test_the_lobby_pages_through_tables_newest_first(engine: Client) -> None:
    names = [await engine.table() for _ in range(5)]
    await engine.call("CreateTable", pb.CreateTableRequest(parent="games/stones"), ANN)
    playing = pb.ListTablesRequest(parent="games/stones", page_size=2, state=table_pb2.TABLE_STATE_PLAYING)
    found = []
    while True:
        page = await engine.call("ListTables", playing)
        found += [table.name for table in page.tables]
        if not page.next_page_token:
            break
        playing.page_token = page.next_page_token
    assert sorted(found) == sorted(names)
    everything = await engine.call("ListTables", pb.ListTablesRequest(parent="games/stones"))
    assert len(everything.tables) == 6
    assert everything.tables[0].seats[0].occupant.player == ANN
    wrong = pb.ListTablesRequest(parent="games/stones", page_token=playing.page_token)
    assert await engine.refused("ListTables", wrong) == "PAGE_TOKEN_INVALID"


async def test_views_are_of_the_own_seat_only(engine: Client) -> None:
    name = await engine.table("tidepools")
    own = await engine.call("GetView", pb.GetViewRequest(name=name), ANN)
    spectator = await engine.call("GetView", pb.GetViewRequest(name=name), CID)
    assert (own.seat, spectator.seat) == (0, -1)
    assert own.game_view != spectator.game_view
    assert await engine.refused("GetView", pb.GetViewRequest(name=name, seat=1), ANN) == "NOT_YOUR_SEAT"


async def test_legal_moves_by_page(engine: Client) -> None:
    name = await engine.table()
    request = pb.ListLegalMovesRequest(name=name, page_size=2)
    first = await engine.call("ListLegalMoves", request, ANN)
    request.page_token = first.next_page_token
    second = await engine.call("ListLegalMoves", request, ANN)
    assert [move.notation for move in (*first.moves, *second.moves)] == ["t1", "t2", "t3"]
    assert (first.moves[0].label, first.decision.decision_id) == ("Take 1 of 7 stones.", 0)
    nothing = await engine.call("ListLegalMoves", pb.ListLegalMovesRequest(name=name), BOB)
    assert not nothing.moves
    assert not nothing.HasField("decision")


async def test_an_assigned_table_is_opened_and_started_once(engine: Client) -> None:
    request = engine_service_pb2.CreateAssignedTableRequest(
        parent="games/stones",
        occupants=[Occupant(player=ANN), Occupant(player=BOB)],
        request_id="proposals/1",
        durability=table_pb2.DURABILITY_DISK,
    )
    tables = await asyncio.gather(*(engine.call("CreateAssignedTable", request) for _ in range(4)))
    assert len({table.name for table in tables}) == 1
    assert tables[0].state == table_pb2.TABLE_STATE_PLAYING
    assert await engine.submit(tables[0].name, ANN, "t1") == 1
    request.ClearField("request_id")
    assert await engine.refused("CreateAssignedTable", request) == "FIELD_INVALID"


async def test_archived_tables_stay_readable(engine: Client) -> None:
    name = await engine.table()
    archive = engine_service_pb2.ArchiveTableRequest(name=name)
    assert not (await engine.call("ArchiveTable", archive)).archived
    await engine.submit(name, ANN, "!resign")
    assert (await engine.call("ArchiveTable", archive)).archived
    assert (await engine.call("ArchiveTable", archive)).archived
    record = await engine.call("GetRecord", pb.GetRecordRequest(name=name))
    assert "!resign" in record.text


@pytest.mark.parametrize("game", ["stones", "tidepools"])
async def test_release_is_for_quarantined_tables(engine: Client, game: str) -> None:
    name = await engine.table(game)
    request = engine_service_pb2.ReleaseTableRequest(name=name)
    assert await engine.refused("ReleaseTable", request) == "TABLE_NOT_QUARANTINED"


@pytest.mark.parametrize("game", ["stones", "tidepools"])
async def test_the_house_stops_a_running_table_once_and_without_a_result(engine: Client, game: str) -> None:
    name = await engine.table(game)
    request = engine_service_pb2.StopTableRequest(name=name, result_by_hand=True)

    assert (await engine.call("StopTable", request)).stopped
    assert not (await engine.call("StopTable", request)).stopped

    table = await engine.call("GetTable", pb.GetTableRequest(name=name))
    assert table.state == table_pb2.TABLE_STATE_FINISHED
    assert table.outcome.reason == "overruled"
    submit = pb.SubmitMoveRequest(name=name, notation="!resign")
    assert await engine.refused("SubmitMove", submit, ANN) == "TABLE_FINISHED"


@pytest.mark.parametrize("change", ["clock", "options", "leaver_policy", "seats"])
async def test_a_table_is_checked_by_the_rules_by_which_it_is_opened(engine: Client, change: str) -> None:
    request = engine_service_pb2.CreateAssignedTableRequest(
        parent="games/stones", request_id="check", occupants=[Occupant(player=ANN), Occupant(player=BOB)]
    )
    await engine.call("CheckTable", engine_service_pb2.CheckTableRequest(table=request))
    match change:
        case "clock":
            request.clock.per_turn.time_ms = -1
        case "options":
            request.options["nothing"] = "here"
        case "leaver_policy":
            request.leaver_policy = 99  # type: ignore[assignment] # a number that has no name
        case "seats":
            request.occupants.extend([Occupant(player=ANN)] * 20)

    reason = await engine.refused("CheckTable", engine_service_pb2.CheckTableRequest(table=request))

    assert reason in ("FIELD_INVALID", "OPTION_UNKNOWN", "SEAT_COUNT_INVALID")
    assert await engine.refused("CreateAssignedTable", request) == reason
