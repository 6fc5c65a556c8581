from __future__ import annotations

import pytest

from nurselog.api.common.v1.clock_pb2 import ClockSetting, Pauses
from nurselog.api.game.v1 import table_pb2
from nurselog.engine.address import address_of
from nurselog.engine.rendering import table_message
from tests.support.engine_world import ANN, BOB, CID, FOLK, SEAT0, SEAT1, World, fischer
from tests.support.toy_games import TIDEPOOLS

TIMEOUT_MOVES, BOT, RESIGN = (
    table_pb2.LEAVER_POLICY_TIMEOUT_MOVES,
    table_pb2.LEAVER_POLICY_BOT,
    table_pb2.LEAVER_POLICY_RESIGN,
)


DAY_MS = 24 * 3_600_000


async def moves_of(world: World, name: str) -> list[str]:
    return [f"{moment.mover}:{moment.entry.move}" for moment in (await world.live(name)).past][1:]


async def play_a_round(world: World, name: str) -> int:
    """Everybody answers, until everybody is asked again; how many moves that took."""
    count = 0
    while count == 0 or len((await world.live(name)).play.decisions) < 3:
        table = await world.live(name)
        seat = table.play.decisions[0].seat
        move = world.rules.legal_moves(table.play.state, seat)[0]
        await world.submit(name, FOLK[seat], world.rules.notation.format(move))
        count += 1
    return count


async def test_nothing_expires_before_its_time() -> None:
    world = World(lag_ms=500)
    name = await world.table(clock=fischer(1000))
    assert world.log.deadlines[name] == world.hands.ms + 1500
    world.hands.wait(1499)
    assert await world.expire(name) == 0
    assert world.log.deadlines[name] == world.hands.ms + 1


async def test_time_over_is_a_forfeit_in_a_duel() -> None:
    world = World()
    name = await world.table(clock=fischer(1000))
    await world.submit(name, ANN, "t1")
    await world.submit(name, BOB, "t1")
    world.hands.wait(1000)
    assert await world.expire(name) == 1
    assert await world.expire(name) == 0
    assert await moves_of(world, name) == ["0:t1", "1:t1", "0:!forfeit"]
    (fact,) = world.facts("finished")
    assert fact.finished.outcome.reason == "timed_out"
    assert name not in world.log.deadlines


@pytest.mark.parametrize("policy", [RESIGN, TIMEOUT_MOVES])
@pytest.mark.parametrize("first_move_ms", [0, 3000])
async def test_seats_that_never_came_end_the_table_without_a_result(policy: int, first_move_ms: int) -> None:
    world = World(TIDEPOOLS, first_move_ms=first_move_ms)
    name = await world.table(3, clock=fischer(2000), leaver_policy=policy)
    pick = world.rules.notation.format(world.rules.legal_moves((await world.live(name)).play.state, SEAT1)[0])
    await world.submit(name, BOB, pick)
    world.hands.wait(first_move_ms or 2000)
    assert await world.expire(name) == 1
    assert (await moves_of(world, name))[1:] == ["-1:!noshow.0.2"]
    (fact,) = world.facts("finished")
    assert (fact.finished.outcome.reason, fact.finished.aborted) == ("aborted", True)
    assert list(fact.finished.no_show_seats) == [0, 2]
    assert list(fact.finished.moved_seats) == [1]
    assert list(table_message(await world.live(name)).moved_seats) == [1]


async def test_a_bot_stands_in_for_a_seat_that_never_came_and_it_is_marked() -> None:
    world = World(first_move_ms=3000)
    name = await world.table(2, clock=fischer(60_000), leaver_policy=BOT)
    world.hands.wait(3000)
    assert await world.expire(name) == 1
    await world.submit(name, BOB, "!resign")
    (fact,) = world.facts("finished")
    assert (fact.finished.aborted, list(fact.finished.no_show_seats)) == (True, [0])


async def test_who_resigns_before_moving_was_there() -> None:
    world = World()
    name = await world.table(clock=fischer(1000))
    await world.submit(name, ANN, "!resign")
    (fact,) = world.facts("finished")
    assert (fact.finished.aborted, list(fact.finished.no_show_seats)) == (True, [])


async def test_late_moves_draw_on_a_bank_of_their_own_until_it_is_empty() -> None:
    world = World(lag_ms=500, lag_bank_ms=800)
    clock = ClockSetting(per_turn=ClockSetting.PerTurn(time_ms=1000))
    name = await world.table(1, clock=clock, leaver_policy=TIMEOUT_MOVES)
    for late, left in ((0, 800), (500, 300), (300, 0)):
        world.hands.wait(1000 + late)
        await world.submit(name, ANN, "t1")
        table = await world.live(name)
        assert table.moment is not None
        assert table.moment.clocks.seats[SEAT0].lag_left == left
    world.hands.wait(1001)
    assert (await world.refused(name, ANN, "t1")).reason == "TURN_EXPIRED"


async def test_timeout_moves_are_played_and_two_turns_in_a_row_make_a_leaver() -> None:
    world = World(TIDEPOOLS)
    name = await world.table(3, clock=fischer(1000), leaver_policy=TIMEOUT_MOVES)
    moves = await play_a_round(world, name)
    rounds = 0
    while not (await world.live(name)).play.departures and rounds < 6:
        rounds += 1
        world.hands.wait(1000)
        assert await world.expire(name) > 0
    texts = await moves_of(world, name)
    assert all(text.endswith("!timeout") for text in texts[moves:])
    assert {one.ended_by.value for one in (await world.live(name)).play.departures} == {"timed_out"}


async def test_a_bot_takes_over_whoever_ran_out_of_time() -> None:
    world = World(bot_ms=5000)
    name = await world.table(2, clock=fischer(1000), leaver_policy=BOT)
    await world.submit(name, ANN, "t1")
    await world.submit(name, BOB, "t1")
    world.hands.wait(1000)
    await world.expire(name)
    await world.submit(name, BOB, "t1")
    assert (await world.live(name)).play.house.departed(SEAT0)
    bots = world.facts("turn")[-1].turn.bots
    assert [(bot.bot, bot.decision.seat) for bot in bots] == [("bots/random", 0)]
    assert world.log.deadlines[name] == world.hands.ms + 5000
    world.hands.wait(5000)
    assert await world.expire(name) == 1
    assert (await moves_of(world, name))[-1] == "0:!timeout"


async def test_a_bot_that_vanished_is_played_for_even_without_a_clock() -> None:
    world = World(bot_ms=5000)
    name = await world.table(2, ANN, "bots/random")
    await world.submit(name, ANN, "t1")
    assert world.log.deadlines[name] == world.hands.ms + 5000
    world.hands.wait(4999)
    assert await world.expire(name) == 0
    world.hands.wait(1)
    assert await world.expire(name) == 1


async def test_an_outage_of_ours_is_recorded_once_and_takes_no_time() -> None:
    world = World()
    name = await world.table(clock=fischer(10_000))
    await world.submit(name, ANN, "t1")
    start = world.hands.ms
    world.hands.wait(60_000)
    outage = (start + 4000, start + 58_000)
    assert await world.expire(name, outage) == 0
    assert await world.expire(name, outage) == 0
    assert await moves_of(world, name) == ["0:t1", f"-1:!pause.{outage[0]}.{outage[1]}"]
    assert world.log.deadlines[name] == start + 10_000 + 54_000
    await world.submit(name, BOB, "t1")
    assert (await world.live(name)).moment.clocks.seats[SEAT1].left.bank_ms == 4000  # type: ignore[union-attr]


async def test_an_outage_without_a_beginning_gives_no_more_than_the_time_that_was_taken() -> None:
    world = World()
    name = await world.table(clock=fischer(10_000))
    await world.submit(name, ANN, "t1")
    start = world.hands.ms
    world.hands.wait(12_000)

    assert await world.expire(name, (0, start + 11_000)) == 0

    assert await moves_of(world, name) == ["0:t1", f"-1:!pause.{start}.{start + 11_000}"]
    assert world.log.deadlines[name] == start + 10_000 + 11_000


async def test_an_outage_that_was_over_before_changes_nothing() -> None:
    world = World()
    name = await world.table(clock=fischer(10_000))
    assert await world.expire(name, (10, 20)) == 0
    assert await moves_of(world, name) == []


async def test_simultaneous_decisions_expire_one_by_one_and_late_ones_only() -> None:
    world = World(TIDEPOOLS)
    clock = ClockSetting(fischer=ClockSetting.Fischer(initial_ms=1000, add_ms=1000, cap_ms=1000))
    name = await world.table(3, clock=clock, leaver_policy=TIMEOUT_MOVES)
    moves = await play_a_round(world, name)
    table = await world.live(name)
    pick = world.rules.notation.format(world.rules.legal_moves(table.play.state, SEAT1)[0])
    world.hands.wait(600)
    await world.submit(name, BOB, pick)
    world.hands.wait(400)
    assert await world.expire(name) == 2
    assert [text.partition(":")[0] for text in await moves_of(world, name)][moves:] == ["1", "0", "2"]


@pytest.mark.parametrize(
    "clock",
    [
        ClockSetting(reserve=ClockSetting.Reserve(initial_ms=5000, add_ms=300)),
        ClockSetting(bronstein=ClockSetting.Bronstein(initial_ms=5000, delay_ms=300)),
        ClockSetting(delay=ClockSetting.Delay(initial_ms=5000, delay_ms=300)),
        ClockSetting(byoyomi=ClockSetting.Byoyomi(main_ms=2000, periods=3, period_ms=400)),
        ClockSetting(per_turn=ClockSetting.PerTurn(time_ms=5000)),
        ClockSetting(per_turn=ClockSetting.PerTurn(time_ms=DAY_MS), pauses=Pauses(weekends=True)),
        ClockSetting(
            fischer=ClockSetting.Fischer(initial_ms=DAY_MS, add_ms=500),
            pauses=Pauses(quiet_from_minute=16, quiet_until_minute=17),
        ),
        fischer(5000, 100),
    ],
)
async def test_the_deadline_in_the_log_is_that_of_the_clocks(clock: ClockSetting) -> None:
    world = World(TIDEPOOLS)
    name = await world.table(2, clock=clock)
    for number in range(6):
        table = await world.live(name)
        moment = table.moment
        assert moment is not None
        due = [moment.clocks.due(decision.seat) for decision in moment.play.decisions]
        assert world.log.deadlines[name] == min(one for one in due if one is not None)
        seat = moment.play.decisions[0].seat
        move = world.rules.legal_moves(moment.play.state, seat)[0]
        world.hands.wait(150 * number)
        await world.submit(name, (ANN, BOB, CID)[seat], world.rules.notation.format(move))


async def test_views_show_what_each_seat_has_left() -> None:
    world = World()
    name = await world.table(clock=fischer(5000, 100))
    world.hands.wait(1000)
    await world.submit(name, ANN, "t1")
    watcher = await world.watch(name)
    ann, bob = watcher.frames[0].view.clocks
    assert (ann.remaining_ms, ann.running, ann.due_at_ms) == (4100, False, 0)
    assert (bob.remaining_ms, bob.running, bob.due_at_ms) == (5000, True, world.hands.ms + 5000)


async def test_turn_facts_carry_the_due_time() -> None:
    world = World(lag_ms=50)
    name = await world.table(clock=fischer(5000))
    (fact,) = world.facts("turn")
    assert (fact.table, fact.version, fact.turn.due_at_ms) == (name, 0, world.hands.ms + 5050)


async def test_expiring_a_table_that_has_not_started_does_nothing() -> None:
    world = World()
    name = await world.table(2, ANN, clock=fischer(1000))
    assert await world.expire(name) == 0
    assert address_of(name).name == name


@pytest.mark.parametrize("overruled", [True, False])
async def test_a_table_whose_result_was_set_by_hand_says_so_when_it_is_stopped(overruled: bool) -> None:  # noqa: FBT001
    world = World()
    name = await world.table(rated=True, clock=fischer(60_000))

    assert await world.hosted.steward.stop(address_of(name), overruled=overruled)

    (fact,) = world.facts("finished")
    assert (fact.finished.hand_entered, fact.finished.aborted) == (overruled, True)
    assert (await moves_of(world, name))[-1] == ("-1:!overrule" if overruled else "-1:!abort")


async def test_over_days_a_tournament_waits_for_the_first_move_no_longer_than_its_check_in() -> None:
    world = World(check_in_ms=2 * DAY_MS)
    days = ClockSetting(reserve=ClockSetting.Reserve(initial_ms=5 * DAY_MS, add_ms=DAY_MS // 2))
    tournament = "tournaments/e0-00000001/rounds/1/pairings/p1"
    of_event = await world.table(clock=days, rated=True, tournament=tournament, request_id="one")
    friendly = await world.table(clock=days, rated=True, request_id="two")

    world.hands.wait(2 * DAY_MS)

    assert [await world.expire(name) for name in (of_event, friendly)] == [1, 0]
    (fact,) = world.facts("finished")
    assert (fact.table, list(fact.finished.no_show_seats)) == (of_event, [0])
