"""Deals over the wire, with the real store: secret until they are revealed, and then for every replica."""

from __future__ import annotations

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1 import engine_service_pb2
from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.chassis.config import Settings
from nurselog.rules.chance import seed_hash
from nurselog.rules.record import read_record
from nurselog.rules.verify import verify
from tests.integration.engine.conftest import StartEngine
from tests.support.engine_client import Client
from tests.support.engine_world import ANN, BOB, CID
from tests.support.toy_games import STONES

DEAL = engine_service_pb2.Deal(name="deals/monday-1", seed=b"s" * 32, seed_hash=seed_hash(b"s" * 32))


async def opened(engine: Client, request_id: str) -> str:
    request = engine_service_pb2.CreateAssignedTableRequest(
        parent="games/stones",
        occupants=[Occupant(player=ANN), Occupant(player=BOB)],
        request_id=request_id,
        deal=DEAL,
    )
    return str((await engine.call("CreateAssignedTable", request)).name)


async def test_a_deal_is_revealed_once_for_all_replicas(
    start_engine: StartEngine, store_settings: Settings
) -> None:
    one, other = await start_engine(store_settings), await start_engine(store_settings)
    name = await opened(one, "first")
    assert await opened(other, "first") == name
    assert await opened(other, "second") != name

    record = pb.GetRecordRequest(name=name)
    assert await one.refused("GetView", pb.GetViewRequest(name=name), CID) == "DEAL_SECRET"
    assert (await one.call("GetView", pb.GetViewRequest(name=name), ANN)).seat == 0
    assert await one.refused("GetRecord", record) == "TABLE_NOT_FINISHED"
    await one.submit(name, ANN, "!resign")
    assert await one.refused("GetRecord", record) == "DEAL_SECRET"
    assert await other.refused("GetScoreSheets", pb.GetScoreSheetsRequest(name=name)) == "DEAL_SECRET"

    bad = engine_service_pb2.RevealDealRequest(name="monday")
    assert await other.refused("RevealDeal", bad) == "FIELD_INVALID"
    await other.call("RevealDeal", engine_service_pb2.RevealDealRequest(name=DEAL.name))
    shown = read_record((await one.call("GetRecord", record)).text)
    assert (shown.deal, verify(shown, STONES).ok) == (DEAL.name, True)
