from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.rules.api import AnyRules, Chance, EndedBy, Outcome, Seat, Step, seats
from nurselog.rules.conformance import settings_of
from nurselog.rules.fold import DecisionClosed, Departure, LeaverPolicy, SeatLeft
from nurselog.rules.house import plies
from nurselog.rules.walk import Setting, walk
from tests.support.plays import PlayedTable, seat
from tests.support.stones import STONES, Pile, Stones, Take, Taken
from tests.support.tidepools import TIDEPOOLS

TIMEOUT_MOVES, BOT, RESIGN = LeaverPolicy.TIMEOUT_MOVES, LeaverPolicy.BOT, LeaverPolicy.RESIGN


class StonesInTeams(Stones):
    spec = replace(Stones.spec, min_seats=4, features=("teams",))

    def teams(self, state: Pile) -> tuple[tuple[Seat, ...], ...]:
        return ((seat(0), seat(2)), (seat(1), seat(3)))

    def outcome(self, state: Pile) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None or state.last is None:
            return None
        won = state.last % 2
        places = (replace(one, place=1 if one.seat % 2 == won else 3) for one in outcome.placements)
        return replace(outcome, placements=tuple(places))


def stones(seat_count: int, policy: LeaverPolicy = TIMEOUT_MOVES) -> PlayedTable:
    return PlayedTable(STONES, seat_count, policy)


@pytest.mark.parametrize(
    ("text", "ended_by"),
    [
        ("!resign", EndedBy.RESIGNED),
        ("!leave", EndedBy.LEFT),
        ("!remove", EndedBy.REMOVED),
        ("!forfeit", EndedBy.TIMED_OUT),
    ],
)
def test_each_way_to_go_is_kept_with_its_version(text: str, ended_by: EndedBy) -> None:
    table = stones(3)
    table.does(0, "t1")
    assert table.does(2, text).departures == (Departure(seat(2), ended_by, 2),)
    assert table.commits[-1].entry.move == text


def test_going_leaves_the_game_and_its_decisions_alone() -> None:
    table = stones(3)
    before = table.does(0, "t1")
    after = table.does(1, "!leave")
    assert (after.state, after.decisions) == (before.state, before.decisions)


def test_nobody_goes_twice() -> None:
    table = stones(4)
    table.does(1, "!leave")
    with pytest.raises(SeatLeft):
        table.does(1, "!resign")


def test_nobody_goes_who_is_not_there() -> None:
    with pytest.raises(SeatLeft):
        stones(2).does(7, "!resign")


# --- The policies ---


def test_resigning_ends_a_duel() -> None:
    table = stones(2, RESIGN)
    table.does(0, "t1")
    table.does(0, "!resign")
    assert table.play.outcome is not None
    assert table.play.outcome.reason == "resigned"
    assert table.places() == ((2, "resigned"), (1, "played"))
    assert table.play.decisions == ()


@pytest.mark.parametrize("policy", [TIMEOUT_MOVES, BOT])
def test_a_duel_goes_on_against_timeout_moves_or_a_bot(policy: LeaverPolicy) -> None:
    table = stones(2, policy)
    assert not table.does(0, "!leave").is_over
    assert table.does(1, "!leave").is_over
    assert table.places() == ((2, "left"), (1, "left"))


@pytest.mark.parametrize("policy", LeaverPolicy)
def test_a_larger_table_ends_when_one_is_left(policy: LeaverPolicy) -> None:
    table = stones(4, policy)
    table.does(2, "!leave")
    assert not table.does(0, "!resign").is_over
    assert table.does(3, "!remove").is_over
    assert table.places() == ((3, "resigned"), (1, "played"), (4, "left"), (2, "removed"))


def test_a_solo_play_ends_with_its_player() -> None:
    table = stones(1)
    table.does(0, "!leave")
    assert table.places() == ((1, "left"),)


def test_leavers_are_placed_below_all_who_played_to_the_end() -> None:
    table = stones(3)
    table.does(0, "t3")
    table.does(1, "t3")
    table.does(2, "!leave")
    table.does(2, "!timeout")  # takes the last stone: by the game's count seat 2 has won
    assert table.play.outcome is not None
    assert table.play.outcome.reason == "pile_empty"
    assert table.places() == ((1, "played"), (1, "played"), (3, "left"))


def test_the_house_plays_a_seat_that_left() -> None:
    table = stones(3)
    table.does(0, "!leave")
    with pytest.raises(SeatLeft):
        table.does(0, "t3")
    assert table.does(0, "!timeout").state.taken == (1, 0, 0)


def test_a_bot_moves_for_a_seat_that_left() -> None:
    table = stones(3, BOT)
    table.does(0, "!leave")
    assert table.does(0, "t3").state.taken == (3, 0, 0)
    assert table.play.house.moved == (False, False, False)


# --- The clock ---


def test_the_clock_plays_the_timeout_move() -> None:
    table = stones(2)
    table.does(0, "!timeout")
    entry = table.commits[-1].entry
    assert (entry.seat, entry.move, table.play.state.taken) == (0, "!timeout", (1, 0))
    assert table.play.house.moved == (False, False)


def test_the_clock_plays_nobody_who_has_nothing_to_decide() -> None:
    with pytest.raises(DecisionClosed):
        stones(2).does(1, "!timeout")


def test_two_turns_in_a_row_by_the_clock_make_a_leaver() -> None:
    table = stones(3)
    for index, text in [(0, "!timeout"), (1, "t1"), (2, "t1")]:
        table.does(index, text)
    assert table.play.timeouts_in_a_row(seat(0)) == 1
    assert table.does(0, "!timeout").departures == (Departure(seat(0), EndedBy.TIMED_OUT, 4),)


def test_an_own_move_forgives_the_clocks() -> None:
    table = PlayedTable(STONES, 2, options={"pile": "12"})
    for index, text in [(0, "!timeout"), (1, "t1"), (0, "t1"), (1, "t1"), (0, "!timeout")]:
        table.does(index, text)
    assert table.play.departures == ()


class StonesTwice(Stones):
    """Everybody takes twice: the first answer keeps the turn."""

    def apply(self, state: Pile, seat: Seat, move: Take, chance: Chance) -> Step[Pile, Taken]:
        step = super().apply(state, seat, move, chance)
        return step if state.last == seat else step._replace(state=replace(step.state, turn=seat))


def test_the_decisions_of_one_turn_are_one_timeout() -> None:
    table = PlayedTable(StonesTwice(), 2, options={"pile": "12"})
    table.does(0, "!timeout")
    table.does(0, "!timeout")
    assert table.play.timeouts_in_a_row(seat(0)) == 1
    assert table.play.departures == ()


def test_a_solo_player_is_a_leaver_after_two_timeouts() -> None:
    table = stones(1)
    table.does(0, "!timeout")
    table.does(0, "!timeout")
    assert table.places() == ((1, "timed_out"),)


def test_under_the_bot_policy_the_first_timeout_is_the_last() -> None:
    assert stones(3, BOT).does(0, "!timeout").departures == (Departure(seat(0), EndedBy.TIMED_OUT, 1),)


def test_what_the_house_plays_for_whom_time_ran_out() -> None:
    assert stones(2).play.overdue_move(seat(0), TIMEOUT_MOVES) == "!timeout"
    assert stones(2).play.overdue_move(seat(0), BOT) == "!timeout"
    assert stones(2).play.overdue_move(seat(0), RESIGN) == "!forfeit"
    assert stones(3).does(0, "!resign").overdue_move(seat(0), RESIGN) == "!timeout"


# --- Teams ---


def test_a_team_goes_on_while_one_of_it_plays() -> None:
    table = PlayedTable(StonesInTeams(), 4, TIMEOUT_MOVES)
    assert not table.does(1, "!leave").is_over
    for index, text in [(0, "t3"), (1, "!timeout"), (2, "t2"), (3, "t1")]:
        table.does(index, text)
    assert table.places() == ((3, "played"), (1, "left"), (3, "played"), (1, "played"))


def test_a_team_is_out_as_soon_as_one_of_it_resigns_where_leaving_is_resigning() -> None:
    table = PlayedTable(StonesInTeams(), 4, RESIGN)
    assert table.does(1, "!leave").is_over
    assert table.places() == ((1, "played"), (3, "left"), (1, "played"), (3, "played"))


# --- Any table ---


@pytest.mark.parametrize("rules", [TIDEPOOLS, StonesInTeams()], ids=lambda rules: type(rules).__name__)
@given(data=st.data())
def test_whoever_left_is_placed_below_whoever_stayed(rules: AnyRules, data: st.DataObject) -> None:
    setting = data.draw(settings_of(rules, with_house=True))
    *_, last = walk(rules, setting)
    outcome = last.play.outcome
    if outcome is None or outcome.reason in ("aborted", "overruled"):
        return
    assert [placement.seat for placement in outcome.placements] == list(seats(setting.seat_count))
    gone = {departure.seat for departure in last.play.departures}
    stayed = [one.place for one in outcome.placements if one.seat not in gone]
    if not rules.teams(last.play.state):
        assert all(one.place > max(stayed, default=0) for one in outcome.placements if one.seat in gone)
    assert {one.seat for one in outcome.placements if one.ended_by is not EndedBy.PLAYED} == gone
    assert min(one.place for one in outcome.placements) == 1


# --- Without a result ---


@pytest.mark.parametrize("reason", ["aborted", "overruled"])
def test_the_house_can_stop_a_play(reason: str) -> None:
    table = stones(2)
    play = table.house({"aborted": "!abort", "overruled": "!overrule"}[reason])
    assert play.outcome is not None
    assert (play.outcome.reason, play.outcome.placements, play.is_aborted) == (reason, (), True)
    assert play.is_overruled == (reason == "overruled")
    assert table.commits[-1].entry.seat == -1


def test_a_play_that_ended_before_each_seat_moved_has_no_sporting_result() -> None:
    table = stones(2, RESIGN)
    table.does(0, "t1")
    assert table.does(0, "!resign").is_aborted


def test_a_play_in_which_each_seat_moved_has_a_result() -> None:
    table = stones(2, RESIGN)
    table.does(0, "t1")
    table.does(1, "t1")
    assert not table.does(0, "!resign").is_aborted


TOYS: tuple[AnyRules, ...] = (STONES, TIDEPOOLS)
PLAYS = st.one_of(*(st.tuples(st.just(toy), settings_of(toy, with_house=True)) for toy in TOYS))


@given(PLAYS)
def test_plies_are_the_moves_in_force(played: tuple[AnyRules, Setting]) -> None:
    commits = list(walk(*played))
    counted = list(plies(commit.entry.move for commit in commits))
    assert counted == [0, *(commit.play.ply + 1 for commit in commits[:-1])]
    assert all(commit.play.ply <= commit.play.version for commit in commits)
