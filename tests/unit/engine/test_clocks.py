from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.engine.clock_kinds import Bronstein, Byoyomi, Fischer, Kind, PerTurn, Reserve, Time
from nurselog.engine.clocks import Clocks, Rule, after_commit, start
from nurselog.engine.running import moment_after, running, week_of
from nurselog.rules.api import HOUSE, Audience, Seat
from nurselog.rules.fold import OpenDecision
from nurselog.rules.house import pause, vacation

ANN, BOB = Seat(Audience(0)), Seat(Audience(1))
S = 1000


def opened(*seats_and_ids: tuple[Seat, int]) -> tuple[OpenDecision, ...]:
    return tuple(OpenDecision(seat, "turn", number) for seat, number in seats_and_ids)


def think(kind: Kind, times: Sequence[int]) -> list[Time | None]:
    """What remains after thinking so many seconds each, moving in turns; None: out of time."""
    clocks = start(Rule(kind), 2, opened((ANN, 0)), 0)
    now, version = 0, 0
    remains: list[Time | None] = []
    for seconds in times:
        due = clocks.due(ANN)
        assert due is not None
        now += seconds * S
        if now > due:
            return [*remains, None]
        clocks = after_commit(clocks, ANN, "m", opened((BOB, version + 1)), now)
        remains.append(clocks.seats[ANN].left)
        clocks = after_commit(clocks, BOB, "m", opened((ANN, version + 2)), now)
        version += 2
    return remains


def banks(*seconds: int) -> list[Time]:
    return [Time(value * S) for value in seconds]


@pytest.mark.parametrize(
    ("kind", "thinking", "remaining"),
    [
        (Fischer(60 * S, 10 * S), [5, 30, 50], [*banks(65, 45), None]),
        (Fischer(60 * S, 10 * S, 60 * S), [5, 30, 50], [*banks(60, 40), None]),
        (Bronstein(60 * S, 10 * S), [5, 30, 50, 15], [*banks(60, 40, 0), None]),
        (
            Byoyomi(30 * S, 3, 10 * S),
            [20, 15, 10, 12, 10, 21],
            [Time(10 * S, 3), Time(0, 3), Time(0, 3), Time(0, 2), Time(0, 2), None],
        ),
    ],
)
def test_values_of_the_specification(kind: Kind, thinking: list[int], remaining: list[Time | None]) -> None:
    assert think(kind, thinking) == remaining


def test_reserve_adds_once_per_turn_and_never_above_its_start() -> None:
    clocks = start(Rule(Reserve(100 * S, 30 * S)), 2, opened((ANN, 0)), 0)
    clocks = after_commit(clocks, ANN, "draft", opened((ANN, 1)), 40 * S)
    assert clocks.seats[ANN].left == Time(60 * S)
    clocks = after_commit(clocks, ANN, "place", opened((BOB, 2)), 60 * S)
    assert clocks.seats[ANN].left == Time(70 * S)
    clocks = after_commit(clocks, BOB, "draft", opened((ANN, 3)), 61 * S)
    assert clocks.seats[BOB].left == Time(100 * S)


def test_per_turn_is_fresh_each_turn_and_shared_by_its_decisions() -> None:
    clocks = start(Rule(PerTurn(60 * S)), 2, opened((ANN, 0)), 0)
    clocks = after_commit(clocks, ANN, "draft", opened((ANN, 1)), 50 * S)
    assert clocks.due(ANN) == 60 * S
    clocks = after_commit(clocks, ANN, "place", opened((BOB, 2)), 55 * S)
    assert clocks.seats[ANN].left == Time(60 * S)


def test_alone_at_a_table_every_decision_is_a_turn() -> None:
    clocks = start(Rule(PerTurn(60 * S)), 1, opened((ANN, 0)), 0)
    clocks = after_commit(clocks, ANN, "a", opened((ANN, 1)), 50 * S)
    assert clocks.due(ANN) == 110 * S


def test_simultaneous_decisions_run_all_their_clocks() -> None:
    clocks = start(Rule(Fischer(60 * S, 0)), 2, opened((ANN, 0), (BOB, 0)), 0)
    clocks = after_commit(clocks, BOB, "pick", opened((ANN, 0)), 20 * S)
    assert (clocks.due(ANN), clocks.due(BOB)) == (60 * S, None)
    assert clocks.seats[BOB].left == Time(40 * S)
    clocks = after_commit(clocks, ANN, "pick", opened((ANN, 2), (BOB, 2)), 30 * S)
    assert clocks.seats[ANN].left == Time(30 * S)
    assert (clocks.due(ANN), clocks.due(BOB)) == (60 * S, 70 * S)


def test_the_first_decision_has_its_own_limit_and_costs_nothing() -> None:
    clocks = start(Rule(Fischer(60 * S, 10 * S), first_ms=180 * S), 2, opened((ANN, 0)), 0)
    assert clocks.due(ANN) == 180 * S
    clocks = after_commit(clocks, ANN, "m", opened((BOB, 1)), 170 * S)
    assert clocks.seats[ANN].left == Time(60 * S)
    clocks = after_commit(clocks, BOB, "m", opened((ANN, 2)), 180 * S)
    assert clocks.due(ANN) == 240 * S


def test_taking_back_and_moving_again_gains_no_time() -> None:
    clocks = start(Rule(Fischer(60 * S, 10 * S)), 2, opened((ANN, 0)), 0)
    once = after_commit(clocks, ANN, "a", opened((ANN, 1)), 5 * S)
    undone = after_commit(once, ANN, "!undo", opened((ANN, 2)), 6 * S)
    again = after_commit(undone, ANN, "b", opened((ANN, 3)), 7 * S)
    assert once.seats[ANN].left == Time(65 * S)
    assert again.seats[ANN].left == Time(63 * S)


def test_a_recorded_pause_moves_due_times_by_exactly_its_length() -> None:
    clocks = start(Rule(Fischer(60 * S, 0)), 2, opened((ANN, 0)), 10 * S)
    paused = after_commit(clocks, HOUSE, pause(30 * S, 90 * S), opened((ANN, 0)), 95 * S)
    assert paused.due(ANN) == 130 * S
    assert after_commit(paused, HOUSE, pause(30 * S, 90 * S), opened((ANN, 0)), 96 * S) == paused
    longer = after_commit(paused, HOUSE, pause(30 * S, 100 * S), opened((ANN, 0)), 100 * S)
    assert longer.due(ANN) == 140 * S


def test_a_pause_before_the_decision_opened_gives_nothing() -> None:
    clocks = start(Rule(Fischer(60 * S, 0)), 2, opened((ANN, 0)), 50 * S)
    assert after_commit(clocks, HOUSE, pause(10 * S, 40 * S), opened((ANN, 0)), 51 * S).due(ANN) == 110 * S
    assert after_commit(clocks, HOUSE, pause(10 * S, 60 * S), opened((ANN, 0)), 61 * S).due(ANN) == 120 * S


def test_without_a_rule_nothing_is_due() -> None:
    clocks = start(None, 2, opened((ANN, 0)), 5)
    assert clocks.due(ANN) is None
    assert after_commit(clocks, ANN, "m", opened((BOB, 1)), 9).due(BOB) is None


KINDS: list[Kind] = [
    Fischer(60, 10, 70),
    Fischer(60, 10),
    Reserve(60, 10),
    Bronstein(60, 10),
    Byoyomi(30, 3, 10),
    PerTurn(50),
]


@given(st.sampled_from(KINDS), st.lists(st.integers(0, 90), max_size=20))
def test_nobody_has_less_than_nothing_and_clocks_stop_when_answered(kind: Kind, times: list[int]) -> None:
    clocks: Clocks = start(Rule(kind), 2, opened((ANN, 0)), 0)
    now = 0
    for number, used in enumerate(times):
        now += used
        mover, other = (ANN, BOB) if number % 2 == 0 else (BOB, ANN)
        clocks = after_commit(clocks, mover, "m", opened((other, number + 1)), now)
        assert clocks.seats[mover].left.bank_ms >= 0
        assert clocks.seats[mover].left.periods >= 0
        assert clocks.due(mover) is None
        due = clocks.due(other)
        assert due is not None
        assert due >= now


# --- Pauses of every week, vacations, pauses of ours ---

HOUR = 3600 * S
MONDAY = 1_763_942_400_000
OFFICE = week_of(weekends=True, quiet=(18 * 60, 8 * 60), offset_minutes=0)


@given(st.sampled_from(KINDS), st.lists(st.integers(0, 90), max_size=12), st.integers(0, 7 * 24))
def test_a_weekly_pause_neither_gives_nor_takes_time(kind: Kind, times: list[int], start_hour: int) -> None:
    now_plain, now = 0, MONDAY + start_hour * HOUR
    plain = start(Rule(kind), 2, opened((ANN, 0)), now_plain)
    paused = start(Rule(kind, week=OFFICE), 2, opened((ANN, 0)), now)
    for number, used in enumerate(times):
        mover, other = (ANN, BOB) if number % 2 == 0 else (BOB, ANN)
        now_plain += used
        now = moment_after(OFFICE, (), now, used)
        due, due_plain = paused.due(mover), plain.due(mover)
        assert due is not None
        assert due_plain is not None
        assert running(OFFICE, (), now, due) == due_plain - now_plain
        plain = after_commit(plain, mover, "m", opened((other, number + 1)), now_plain)
        paused = after_commit(paused, mover, "m", opened((other, number + 1)), now)
        assert paused.seats[mover].left == plain.seats[mover].left


@given(st.integers(1, 200), st.integers(1, 200), st.integers(0, 99))
def test_an_outage_within_a_weekly_pause_is_not_given_twice(start_h: int, length_h: int, used_h: int) -> None:
    clocks = start(Rule(Fischer(100 * HOUR, 0), week=OFFICE), 2, opened((ANN, 0)), MONDAY)
    began, ended = MONDAY + start_h * HOUR, MONDAY + (start_h + length_h) * HOUR
    noted = after_commit(clocks, HOUSE, pause(began, ended), opened((ANN, 0)), ended)
    due = noted.due(ANN)
    assert due is not None
    lost = running(OFFICE, (), began, ended)
    assert running(OFFICE, (), MONDAY, due) == 100 * HOUR + lost
    now = ended + used_h * HOUR
    used = running(OFFICE, (), MONDAY, began) + running(OFFICE, (), ended, now)
    after = after_commit(noted, ANN, "m", opened((BOB, 9)), now)
    assert after.seats[ANN].left.bank_ms == max(0, 100 * HOUR - used)


def test_a_vacation_is_one_seats_own_and_can_be_cut_short() -> None:
    clocks = start(Rule(PerTurn(48 * HOUR)), 2, opened((ANN, 0), (BOB, 0)), 0)
    both = opened((ANN, 0), (BOB, 0))
    away = after_commit(clocks, ANN, vacation(10 * HOUR, 58 * HOUR), both, HOUR)
    assert (away.due(ANN), away.due(BOB)) == (96 * HOUR, 48 * HOUR)
    back = after_commit(away, ANN, vacation(10 * HOUR, 40 * HOUR), both, 40 * HOUR)
    assert back.due(ANN) == 78 * HOUR
    cancelled = after_commit(away, ANN, vacation(10 * HOUR, 10 * HOUR), both, 2 * HOUR)
    assert cancelled.due(ANN) == 48 * HOUR


def test_a_vacation_holds_for_later_decisions_until_it_is_over() -> None:
    clocks = start(Rule(PerTurn(24 * HOUR)), 2, opened((BOB, 0)), 0)
    clocks = after_commit(clocks, ANN, vacation(10 * HOUR, 34 * HOUR), opened((BOB, 0)), HOUR)
    clocks = after_commit(clocks, BOB, "m", opened((ANN, 2)), 20 * HOUR)
    assert clocks.due(ANN) == 58 * HOUR
    clocks = after_commit(clocks, ANN, "m", opened((BOB, 3)), 40 * HOUR)
    assert clocks.seats[ANN].away == ()


@given(st.integers(0, 47), st.integers(24, 500), st.integers(0, 600))
def test_a_vacation_takes_no_time_of_what_is_left(begin_h: int, length_h: int, moved_h: int) -> None:
    clocks = start(Rule(Fischer(48 * HOUR, 0)), 2, opened((ANN, 0)), 0)
    span = (begin_h * HOUR, (begin_h + length_h) * HOUR)
    clocks = after_commit(clocks, ANN, vacation(*span), opened((ANN, 0)), 0)
    assert clocks.due(ANN) == (48 + length_h) * HOUR
    after = after_commit(clocks, ANN, "m", opened((BOB, 2)), moved_h * HOUR)
    away = max(0, min(moved_h, begin_h + length_h) - begin_h)
    assert after.seats[ANN].left.bank_ms == max(0, 48 - moved_h + away) * HOUR


# --- Who is missed ---


def test_a_missed_seat_has_left_after_a_while_unless_it_comes_back() -> None:
    rule = Rule(Fischer(600 * S, 0), absence_ms=120 * S)
    clocks = start(rule, 2, opened((ANN, 0)), 0)
    missed = after_commit(clocks, BOB, "!absent", opened((ANN, 0)), 60 * S)
    assert (missed.leaves_at(BOB), missed.leaves_at(ANN)) == (180 * S, None)
    assert missed.due(ANN) == clocks.due(ANN)
    assert after_commit(missed, BOB, "!back", opened((ANN, 0)), 90 * S).leaves_at(BOB) is None
    moved = after_commit(missed, ANN, "m", opened((BOB, 2)), 100 * S)
    assert moved.leaves_at(BOB) == 180 * S
    assert after_commit(moved, BOB, "!timeout", opened((ANN, 3)), 110 * S).leaves_at(BOB) == 180 * S
    assert after_commit(moved, BOB, "m", opened((ANN, 3)), 110 * S).leaves_at(BOB) is None
