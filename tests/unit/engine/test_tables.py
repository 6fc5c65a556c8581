from __future__ import annotations

import asyncio

import pytest

from nurselog.api.game.v1 import game_service_pb2 as pb
from nurselog.api.game.v1.table_pb2 import DURABILITY_DISK
from nurselog.chassis.errors import Refusal
from nurselog.engine.address import Address, Status, address_of
from nurselog.engine.commits import pack
from nurselog.engine.log import Answer, Committed, Draft, Tale
from nurselog.engine.tables import Accepted
from nurselog.rules.api import HOUSE, SPECTATORS
from nurselog.rules.fold import Entry
from tests.support.engine_world import ANN, BOB, CID, SEAT0, SEAT1, Hands, Watcher, World, fischer
from tests.support.toy_games import TIDEPOOLS


async def test_a_move_stands_at_the_next_version() -> None:
    world = World()
    name = await world.table()
    assert await world.submit(name, ANN, "t2") == Accepted(1, world.hands.ms)
    assert await world.submit(name, BOB, "t1") == Accepted(2, world.hands.ms)
    assert (await world.live(name)).play.state.taken == (2, 1)


async def test_a_repeated_request_gets_its_first_answer_even_much_later() -> None:
    world = World()
    name = await world.table()
    first = await world.submit(name, ANN, "t2", "a")
    world.hands.wait(5)
    await world.submit(name, BOB, "t1", "a")
    await world.submit(name, ANN, "t1", "b")
    again = await world.submit(name, ANN, "t2", "a")
    assert again == Accepted(first.version, first.at_ms, replayed=True)
    assert (await world.live(name)).version == 3


async def test_a_repeated_request_is_known_to_another_replica() -> None:
    world = World()
    name = await world.table()
    first = await world.submit(name, ANN, "t2", "a")
    other = World(log=world.log, hands=world.hands)
    assert await other.submit(name, ANN, "t2", "a") == Accepted(1, first.at_ms, replayed=True)


async def test_the_last_move_may_be_repeated_after_the_end() -> None:
    world = World()
    name = await world.table()
    for player, text in ((ANN, "t3"), (BOB, "t3")):
        await world.submit(name, player, text)
    end = await world.submit(name, ANN, "t1", "end")
    assert await world.submit(name, ANN, "t1", "end") == Accepted(end.version, end.at_ms, replayed=True)


async def test_each_check_has_its_own_refusal_in_a_fixed_order() -> None:
    world = World()
    name = await world.table()
    assert (await world.refused(name, CID, "nonsense")).reason == "MOVE_UNREADABLE"
    assert (await world.refused(name, CID, "t1")).reason == "NOT_YOUR_SEAT"
    assert (await world.refused(name, BOB, "t1", seat=0)).reason == "NOT_YOUR_SEAT"
    assert (await world.refused(name, BOB, "t1", seat=7)).reason == "NOT_YOUR_SEAT"
    closed = await world.refused(name, BOB, "t1")
    assert (closed.reason, closed.metadata["version"]) == ("DECISION_CLOSED", "0")
    assert (await world.refused(name, ANN, "t1", decision_id=5)).reason == "DECISION_CLOSED"
    await world.submit(name, ANN, "t3", decision_id=0)
    await world.submit(name, BOB, "t3")
    illegal = await world.refused(name, ANN, "t2")
    assert (illegal.reason, illegal.metadata["rule"]) == ("MOVE_ILLEGAL", "1.2")
    await world.submit(name, ANN, "t1")
    assert (await world.refused(name, BOB, "t1")).reason == "TABLE_FINISHED"


async def test_a_table_that_has_not_started_takes_no_moves() -> None:
    world = World()
    name = await world.table(2, ANN)
    assert (await world.refused(name, ANN, "t1")).reason == "TABLE_NOT_STARTED"


@pytest.mark.parametrize("name", ["games/stones/tables/e0-zzzzzzzz", "games/stones/tables/nope", "x"])
async def test_an_unknown_table_is_not_found(name: str) -> None:
    assert (await World().refused(name, ANN, "t1")).reason == "TABLE_NOT_FOUND"


async def test_a_request_without_a_move_is_malformed() -> None:
    world = World()
    name = await world.table()
    with pytest.raises(Refusal, match="REQUEST_MALFORMED"):
        await world.hosted.tables.submit(ANN, pb.SubmitMoveRequest(name=name))


async def test_the_typed_move_is_as_good_as_the_text() -> None:
    world = World()
    name = await world.table()
    request = pb.SubmitMoveRequest(name=name)
    request.move.Pack(world.rules.wire.move_to_proto(world.rules.notation.parse("t2")))
    assert (await world.hosted.tables.submit(ANN, request)).version == 1
    request.move.type_url = "type.googleapis.com/another.Move"
    with pytest.raises(Refusal, match="MOVE_UNREADABLE"):
        await world.hosted.tables.submit(BOB, request)


async def test_two_replicas_race_and_both_moves_stand() -> None:
    world = World(TIDEPOOLS)
    name = await world.table()
    other = World(TIDEPOOLS, log=world.log, hands=world.hands)
    state = (await other.live(name)).play.state
    ann, bob = (world.rules.legal_moves(state, seat)[0] for seat in (SEAT0, SEAT1))
    to_text = world.rules.notation.format
    answers = await asyncio.gather(
        world.submit(name, ANN, to_text(ann)), other.submit(name, BOB, to_text(bob))
    )
    assert sorted(answer.version for answer in answers) == [1, 2]


async def test_who_loses_every_race_is_told_so() -> None:
    world = World()
    name = await world.table()
    digest = (await world.live(name)).past[0].entry.digest
    commit = world.log.commit

    async def always_second(address: Address, draft: Draft, ack: str) -> Answer:
        pause = Entry(HOUSE, f"!pause.{draft.after + 1}.{draft.after + 2}", (), digest)
        first = Draft(epoch=draft.epoch, after=draft.after, commit=pack(pause, ""))
        assert isinstance(await commit(address, first, ack), Committed)
        answer: Answer = await commit(address, draft, ack)
        return answer

    world.log.commit = always_second
    assert (await world.refused(name, ANN, "t1")).reason == "CONFLICT"


async def test_a_log_that_lost_moves_stops_a_table_that_was_promised_a_disk() -> None:
    world = World()
    name = await world.table(durability=DURABILITY_DISK)
    await world.submit(name, ANN, "t1")
    await world.submit(name, BOB, "t1")
    world.log.lose_after(address_of(name), 1)
    assert (await world.refused(name, ANN, "t1")).reason == "LOG_BEHIND"
    assert (await world.refused(name, ANN, "t1")).reason == "TABLE_QUARANTINED"
    tale = await world.log.read(address_of(name))
    assert tale.status is Status.QUARANTINED


async def test_a_log_in_memory_that_lost_moves_goes_on_in_a_new_life() -> None:
    world = World()
    other = World(log=world.log, hands=world.hands)
    name = await world.table()
    await world.submit(name, ANN, "t1")
    await world.submit(name, BOB, "t1", "lost")
    epoch = (await other.live(name)).epoch
    world.log.lose_after(address_of(name), 1)
    behind = await world.refused(name, ANN, "t1")
    assert (behind.reason, behind.metadata["version"]) == ("LOG_BEHIND", "1")
    assert (await other.live(name)).epoch != epoch
    assert await other.submit(name, BOB, "t1", "lost") == Accepted(2, world.hands.ms)
    assert (await world.submit(name, ANN, "t1")).version == 3


async def test_a_digest_that_differs_stops_the_table_and_an_operator_can_release_it() -> None:
    world = World()
    name = await world.table()
    await world.submit(name, ANN, "t1")
    await world.submit(name, BOB, "t1")
    tale = await world.log.read(address_of(name))
    assert isinstance(tale, Tale)
    stored = world.log._tables[address_of(name).table_id]
    spoilt = bytearray(stored.entries[2].commit)
    spoilt[spoilt.index(b"t1") + 5] ^= 1
    stored.entries[2] = stored.entries[2].__class__(2, stored.entries[2].at_ms, bytes(spoilt))
    other = World(log=world.log, hands=world.hands)
    assert (await other.refused(name, ANN, "t1")).reason == "TABLE_QUARANTINED"
    assert (await world.refused(name, ANN, "t1")).reason == "TABLE_QUARANTINED"
    released = await other.hosted.steward.release(address_of(name), keep=1)
    assert released is not None
    assert (released.version, released.status) == (1, Status.PLAYING)
    assert (await world.submit(name, BOB, "t1")).version == 2
    assert await other.hosted.steward.release(address_of(name), None) is None


async def test_rules_of_another_version_are_not_served() -> None:
    world = World()
    name = await world.table()
    stored = world.log._tables[address_of(name).table_id]
    table = await world.live(name)
    setting = table.terms.setting
    setting.rules_version = "0"
    stored.setting = setting.SerializeToString()
    other = World(log=world.log, hands=world.hands)
    refusal = await other.refused(name, ANN, "t1")
    assert (refusal.reason, refusal.metadata["rules_version"]) == ("RULES_VERSION_NOT_SERVED", "0")


async def test_take_back_by_notation() -> None:
    world = World()
    name = await world.table(1, ANN)
    await world.submit(name, ANN, "t2")
    await world.submit(name, ANN, "!undo")
    assert (await world.live(name)).play.state.stones == 7
    assert (await world.refused(name, ANN, "!undo")).reason == "NOTHING_TO_UNDO"
    assert (await world.refused(name, ANN, "!timeout")).reason == "MOVE_UNREADABLE"


async def test_resigning_ends_a_duel_and_reports_the_result() -> None:
    world = World()
    name = await world.table()
    await world.submit(name, ANN, "t1")
    await world.submit(name, BOB, "t1")
    await world.submit(name, ANN, "!resign")
    (fact,) = world.facts("finished")
    result = fact.finished
    assert (result.table, result.outcome.reason, result.aborted) == (name, "resigned", False)
    assert [one.place for one in result.outcome.placements] == [2, 1]
    assert [seat.left for seat in result.seats] == [True, False]
    assert (await world.refused(name, BOB, "t1")).reason == "TABLE_FINISHED"


async def test_who_left_is_answered_for_at_once() -> None:
    world = World()
    name = await world.table(3)
    await world.submit(name, BOB, "!leave")
    await world.submit(name, ANN, "t1")
    table = await world.live(name)
    assert table.play.decisions[0].seat == 2
    assert [moment.entry.move for moment in table.past] == ["@setup", "!leave", "t1", "!timeout"]
    assert (await world.refused(name, BOB, "t1")).reason == "DECISION_CLOSED"


async def test_a_bot_takes_over_under_that_policy() -> None:
    world = World()
    name = await world.table(2, leaver_policy=2)
    await world.submit(name, ANN, "!leave")
    turns = world.facts("turn")
    assert [(bot.bot, bot.decision.seat) for bot in turns[-1].turn.bots] == [("bots/random", 0)]
    assert (await world.refused(name, ANN, "t1")).reason == "NOT_YOUR_SEAT"
    await world.submit(name, "bots/random", "t1", seat=0)
    await world.submit(name, BOB, "t1")
    assert (await world.live(name)).version == 3


async def test_moves_in_time_only() -> None:
    world = World(lag_ms=100)
    name = await world.table(clock=fischer(1000))
    world.hands.wait(1100)
    await world.submit(name, ANN, "t1")
    world.hands.wait(1101)
    assert (await world.refused(name, BOB, "t1")).reason == "TURN_EXPIRED"


async def test_the_cache_is_bounded_and_what_is_gone_is_folded_again() -> None:
    world = World(cached_tables=3)
    names = [await world.table() for _ in range(6)]
    for name in names:
        await world.submit(name, ANN, "t1")
    for name in names:
        await world.submit(name, BOB, "t1")
        assert (await world.live(name)).version == 2
    assert len(world.hosted.keeper._cache) <= 3


async def test_a_lost_answer_of_the_log_is_found_out() -> None:
    world = World(hands=Hands())
    name = await world.table()
    watcher = await world.watch(name)
    commit = world.log.commit

    async def lose_the_answer(*words: object) -> object:
        await commit(*words)
        raise ConnectionError("lost")

    world.log.commit = lose_the_answer
    with pytest.raises(ConnectionError):
        await world.submit(name, ANN, "t1", "a")
    world.log.commit = commit
    assert await world.submit(name, ANN, "t1", "a") == Accepted(1, world.hands.ms, replayed=True)
    assert watcher.steps()[-1][1] == 1


async def test_an_idle_table_leaves_memory_unless_it_is_watched() -> None:
    world = World()
    idle, watched = await world.table(), await world.table()
    await world.watch(watched)
    keeper = world.hosted.keeper
    keeper._cache._now = lambda: float("inf")
    keeper.forget_idle()
    assert len(keeper._cache) == 1
    assert keeper._cache.get(address_of(idle)) is None


async def test_watching_a_table_that_just_left_memory_sees_every_step() -> None:
    world = World(cached_tables=1)
    name = await world.table()
    table = await world.hosted.keeper.get(address_of(name))
    await world.table()
    watcher = Watcher()
    await world.hosted.hub.watch(table, (SPECTATORS, False), watcher)
    await world.submit(name, ANN, "t1")
    assert [version for _, version in watcher.steps()] == [0, 1]


async def test_a_full_house_of_watched_tables_still_has_room_for_one_more() -> None:
    world = World(cached_tables=1)
    names = [await world.table() for _ in range(3)]
    watchers = [await world.watch(name) for name in names]
    for name in names:
        await world.submit(name, ANN, "t1")
    assert [[version for _, version in watcher.steps()] for watcher in watchers] == [[0, 1]] * 3
