from __future__ import annotations

import pytest

from nurselog.api.common.v1.seat_pb2 import Occupant
from nurselog.api.engine.v1 import engine_service_pb2 as pb
from nurselog.api.game.v1 import game_service_pb2, table_pb2
from nurselog.chassis.errors import Refusal
from nurselog.engine.address import address_of
from nurselog.engine.deals import Deal, MemoryDeals
from nurselog.engine.engine_service import EngineService
from nurselog.engine.service import GameService
from nurselog.rules.chance import seed_hash
from nurselog.rules.record import read_record
from nurselog.rules.verify import verify
from tests.support.engine_world import ANN, BOB, SEAT0, World, fischer
from tests.support.toy_games import TIDEPOOLS

SEED = bytes(range(32))
DEAL = Deal("deals/monday", SEED)
PAIRING = "tournaments/t1/rounds/2/pairings/p3"


def asked(**changes: object) -> pb.CreateAssignedTableRequest:
    deal = pb.Deal(name=DEAL.name, seed=SEED, seed_hash=seed_hash(SEED))
    for name in ("name", "seed", "seed_hash"):
        if name in changes:
            setattr(deal, name, changes.pop(name))
    fields: dict[str, object] = {"request_id": "r1", "tournament": PAIRING, **changes}
    return pb.CreateAssignedTableRequest(
        parent="games/tidepools",
        occupants=[Occupant(player=ANN), Occupant(player=BOB)],
        deal=deal,
        **fields,  # type: ignore[arg-type]  # the fields of the message
    )


async def play_out(world: World, name: str) -> None:
    while (table := await world.live(name)).play.decisions:
        seat = table.play.decisions[0].seat
        move = world.rules.legal_moves(table.play.state, seat)[-1]
        await world.submit(name, (ANN, BOB)[seat], world.rules.notation.format(move))


async def test_all_tables_of_a_deal_start_alike_and_others_do_not() -> None:
    world = World(TIDEPOOLS)
    names = [await world.table(deal=DEAL, request_id=str(number)) for number in range(3)]
    states = [(await world.live(name)).play.state for name in names]
    assert states[0] == states[1] == states[2]
    other = await world.table(deal=Deal("deals/tuesday", SEED))
    own = await world.table()
    assert (await world.live(other)).play.state != states[0]
    assert (await world.live(own)).play.state != states[0]


async def test_equal_play_meets_equal_luck_whatever_was_taken_back_or_stood_still() -> None:
    world = World(TIDEPOOLS)
    plain = await world.table(deal=DEAL, request_id="plain", clock=fischer(600_000))
    uneven = await world.table(deal=DEAL, request_id="uneven", clock=fischer(600_000))
    start = world.hands.ms
    world.hands.wait(5000)
    await world.expire(uneven, (start + 1000, start + 3000))
    pick = world.rules.legal_moves((await world.live(uneven)).play.state, SEAT0)[-1]
    await world.submit(uneven, ANN, world.rules.notation.format(pick))
    await world.submit(uneven, ANN, "!undo")
    await play_out(world, plain)
    await play_out(world, uneven)
    one, other = await world.live(plain), await world.live(uneven)
    assert one.play.state == other.play.state
    assert one.version < other.version


async def test_the_result_names_the_deal_and_the_pairing() -> None:
    world = World(TIDEPOOLS)
    service = EngineService(world.games, MemoryDeals())
    table = await service.CreateAssignedTable(asked(), None)
    assert (table.deal, table.tournament, table.seed_hash) == (DEAL.name, PAIRING, seed_hash(SEED))
    await play_out(world, table.name)
    (fact,) = world.facts("finished")
    assert (fact.finished.deal, fact.finished.tournament) == (DEAL.name, PAIRING)
    archived = await world.hosted.records.finished(address_of(table.name))
    assert (archived.table.table.deal, archived.table.table.tournament) == (DEAL.name, PAIRING)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "monday"}, "deal.name"),
        ({"name": "deals/mon day"}, "deal.name"),
        ({"seed": b"short", "seed_hash": seed_hash(b"short")}, "deal.seed"),
        ({"seed_hash": seed_hash(b"x" * 32)}, "deal.seed_hash"),
        ({"tournament": "tournaments/ä"}, "tournament"),
        ({"tournament": "x" * 201}, "tournament"),
    ],
)
async def test_what_is_no_deal(changes: dict[str, object], field: str) -> None:
    service = EngineService(World(TIDEPOOLS).games, MemoryDeals())
    with pytest.raises(Refusal) as refused:
        await service.CreateAssignedTable(asked(**changes), None)
    assert (refused.value.reason, refused.value.field) == ("FIELD_INVALID", field)


async def test_what_happened_at_a_deal_is_secret_until_it_is_revealed() -> None:
    world = World(TIDEPOOLS)
    game, engine = GameService(world.games), EngineService(world.games, world.hosted.deals)
    name = (await engine.CreateAssignedTable(asked(), None)).name
    with pytest.raises(Refusal, match="DEAL_SECRET"):
        await game.GetView(game_service_pb2.GetViewRequest(name=name), None)
    with pytest.raises(Refusal, match="DEAL_SECRET"):
        await anext(game.WatchTable(game_service_pb2.WatchTableRequest(name=name), None))
    await play_out(world, name)
    with pytest.raises(Refusal, match="DEAL_SECRET"):
        await game.GetRecord(game_service_pb2.GetRecordRequest(name=name), None)
    with pytest.raises(Refusal, match="DEAL_SECRET"):
        await game.GetScoreSheets(game_service_pb2.GetScoreSheetsRequest(name=name), None)

    for _ in range(2):
        await engine.RevealDeal(pb.RevealDealRequest(name=DEAL.name), None)
    view = await game.GetView(game_service_pb2.GetViewRequest(name=name), None)
    assert view.state == table_pb2.TABLE_STATE_FINISHED
    record = read_record((await game.GetRecord(game_service_pb2.GetRecordRequest(name=name), None)).text)
    assert (record.deal, record.scope, record.seed) == (DEAL.name, DEAL.name, SEED)
    report = verify(record, world.rules)
    assert (report.ok, report.answers > 0) == (True, True)


async def test_an_archived_table_keeps_the_secret_of_its_deal() -> None:
    world = World(TIDEPOOLS, archived_ttl_s=0)
    game = GameService(world.games)
    name = await world.table(deal=DEAL)
    await play_out(world, name)
    assert await world.hosted.records.archive(address_of(name))
    with pytest.raises(Refusal, match="DEAL_SECRET"):
        await game.GetRecord(game_service_pb2.GetRecordRequest(name=name), None)
    await world.hosted.deals.reveal(DEAL.name)
    record = await game.GetRecord(game_service_pb2.GetRecordRequest(name=name), None)
    assert '[Deal "deals/monday"]' in record.text
