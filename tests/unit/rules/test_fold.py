from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.rules.api import HOUSE, Unreadable
from nurselog.rules.chance import Luck, ScriptedChance
from nurselog.rules.fold import (
    DecisionClosed,
    Entry,
    Illegal,
    LeaverPolicy,
    NothingToUndo,
    OpenDecision,
    PlayOver,
    ReplayMismatch,
    follow,
    replay,
)
from nurselog.rules.play import MOST_UNDONE
from tests.support.plays import PlayedTable, seat
from tests.support.stones import STONES, Stones, Take
from tests.support.tidepools import TIDEPOOLS, Pool

DEALT = tuple(range(1, 13))
POLICY = LeaverPolicy.TIMEOUT_MOVES


def dealt(seat_count: int = 2, **options: str) -> PlayedTable:
    """Tide Pools, dealt in order: seat 0 holds 1 and 2, seat 1 holds 3 and 4, and so on."""
    return PlayedTable(TIDEPOOLS, seat_count, options=options, setup_luck=ScriptedChance(shuffles=[DEALT]))


def test_the_setup_is_version_0_by_the_house() -> None:
    table = dealt()
    entry = table.commits[0].entry
    assert (table.play.version, entry.seat, entry.move) == (0, HOUSE, "@setup")
    assert [luck.bound for luck in entry.luck] == list(range(12, 1, -1))
    assert table.play.decisions == (OpenDecision(seat(0), "pick", 0), OpenDecision(seat(1), "pick", 0))


def test_every_commit_is_the_next_version() -> None:
    table = dealt()
    assert [table.does(0, "p1").version, table.does(1, "p3").version, table.does(1, "k").version] == [1, 2, 3]


def test_a_move_is_logged_in_its_canonical_text_however_it_came() -> None:
    table = PlayedTable(STONES)
    table.does(0, Take(2))
    table.does(1, "t1")
    assert [commit.entry.move for commit in table.commits] == ["@setup", "t2", "t1"]


def test_luck_is_logged_with_the_move_that_drew_it() -> None:
    table = dealt(bonus="on")
    table.does(0, "p1")
    table.does(1, "p3", ScriptedChance([2]))
    assert [commit.entry.luck for commit in table.commits[1:]] == [(), (Luck(3, 2),)]


def test_a_decision_keeps_its_id_while_it_is_open() -> None:
    table = dealt(3)
    table.does(1, "p3")
    assert table.ids() == {0: 0, 2: 0}
    table.does(0, "p1")
    assert table.ids() == {2: 0}
    table.does(2, "p5")
    assert table.ids() == {2: 3}
    table.does(2, "k")
    assert table.ids() == {0: 4, 1: 4, 2: 4}


def test_the_movers_next_decision_is_a_new_one() -> None:
    table = PlayedTable(STONES, 1)
    table.does(0, "t1")
    assert table.ids() == {0: 1}


def test_the_decision_of_a_seat_is_found() -> None:
    play = dealt().does(0, "p1")
    assert play.decision_of(seat(0)) is None
    assert play.decision_of(seat(1)) == OpenDecision(seat(1), "pick", 0)


# --- Refusals, in their order ---


def test_what_is_no_move_at_all_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        dealt().does(0, "castle")


def test_the_house_has_no_other_moves() -> None:
    with pytest.raises(Unreadable, match="no move '!castle'"):
        dealt().does(0, "!castle")


def test_who_has_nothing_to_decide_is_told_so() -> None:
    with pytest.raises(DecisionClosed):
        PlayedTable(STONES).does(1, "t1")


def test_an_answered_decision_is_closed() -> None:
    table = dealt()
    table.does(0, "p1")
    with pytest.raises(DecisionClosed):
        table.does(0, "p2")


def test_an_illegal_move_comes_with_its_rule() -> None:
    with pytest.raises(Illegal, match="You do not hold 9") as caught:
        dealt().does(0, "p9")
    assert caught.value.rejection.rule == "2.2"


@pytest.mark.parametrize("text", ["t1", "!undo", "!timeout", "!resign", "!abort"])
def test_nothing_is_accepted_when_the_play_is_over(text: str) -> None:
    table = PlayedTable(STONES, 1)
    for take in ("t3", "t3", "t1"):
        table.does(0, take)
    assert table.play.is_over
    assert table.play.decisions == ()
    with pytest.raises(PlayOver):
        table.does(0, text)


def test_the_unreadable_is_unreadable_even_when_the_play_is_over() -> None:
    table = PlayedTable(STONES, 1)
    for take in ("t3", "t3", "t1"):
        table.does(0, take)
    with pytest.raises(Unreadable):
        table.does(0, "x")


# --- Taking back ---


def test_an_own_move_that_revealed_nothing_can_be_taken_back() -> None:
    table = dealt()
    before = table.play
    assert table.does(0, "p1").can_undo(seat(0))
    after = table.does(0, "!undo")
    assert (after.version, after.state) == (2, before.state)
    assert table.ids() == {0: 2, 1: 0}
    assert not after.can_undo(seat(0))


def test_what_luck_or_others_have_answered_stands() -> None:
    table = dealt()
    table.does(0, "p1")
    table.does(1, "p3")
    assert [table.play.can_undo(seat(index)) for index in (0, 1)] == [False, False]
    with pytest.raises(NothingToUndo):
        table.does(1, "!undo")


def test_nobody_takes_back_the_moves_of_others() -> None:
    table = dealt()
    table.does(0, "p1")
    with pytest.raises(NothingToUndo):
        table.does(1, "!undo")


def test_a_whole_turn_can_be_taken_back_step_by_step() -> None:
    table = PlayedTable(STONES, 1)
    states = [table.play.state, table.does(0, "t1").state, table.does(0, "t2").state]
    assert table.does(0, "!undo").state == states[1]
    assert table.does(0, "!undo").state == states[0]
    assert table.does(0, "t3").state.stones == 4
    assert table.does(0, "!undo").state == states[0]


def test_a_seat_does_not_take_back_for_ever() -> None:
    table = PlayedTable(STONES, 1)
    for _ in range(MOST_UNDONE):
        table.does(0, "t1")
        table.does(0, "!undo")
    assert not table.does(0, "t1").can_undo(seat(0))
    with pytest.raises(NothingToUndo):
        table.does(0, "!undo")


def test_a_move_taken_back_before_the_others_turn_closes_their_decision() -> None:
    table = PlayedTable(STONES)
    table.does(0, "t1")
    assert table.ids() == {1: 1}
    table.does(0, "!undo")
    assert table.ids() == {0: 2}


def test_a_move_of_the_clock_stands() -> None:
    table = PlayedTable(STONES)
    assert not table.does(0, "!timeout").can_undo(seat(0))


# --- Clocks that stood still ---


def test_a_pause_leaves_the_play_alone() -> None:
    table = dealt()
    before = table.does(0, "p1")
    after = table.house("!pause.1000.2500")
    assert (after.version, after.state, after.decisions) == (2, before.state, before.decisions)


@pytest.mark.parametrize(
    "text", ["!pause", "!pause.1", "!pause.2.1", "!pause.1.1", "!pause.01.2", "!pause.1.2.3"]
)
def test_a_pause_is_written_in_one_way_only(text: str) -> None:
    with pytest.raises(Unreadable):
        dealt().house(text)


def test_no_seat_can_stop_the_clocks() -> None:
    with pytest.raises(Unreadable):
        dealt().does(0, "!pause.1000.2500")


# --- Replay ---


def played(moves: int) -> PlayedTable:
    """A play of Tide Pools with every kind of commit, cut after some."""
    table = dealt(bonus="on")
    script = [(0, "p1"), (0, "!undo"), (0, "p2"), (1, "!timeout"), (1, "g0"), (1, "!leave"), (0, "p1")]
    for index, text in [*script, (1, "!timeout"), (1, "!timeout")][:moves]:
        table.does(index, text)
    return table


@given(moves=st.integers(0, 9))
def test_a_replay_gives_the_same_commits(moves: int) -> None:
    table = played(moves)
    options = TIDEPOOLS.spec.complete({"bonus": "on"}, 2)
    entries = [commit.entry for commit in table.commits]
    assert list(replay(TIDEPOOLS, options, 2, entries, policy=POLICY)) == table.commits


def test_a_known_play_is_followed_from_where_it_is() -> None:
    table = played(9)
    entries = [commit.entry for commit in table.commits]
    assert list(follow(TIDEPOOLS, table.commits[4].play, entries[5:], policy=POLICY)) == table.commits[5:]


def changed(version: int, **values: Any) -> list[Entry]:
    entries = [commit.entry for commit in played(9).commits]
    entries[version] = entries[version]._replace(**values)
    return entries


@pytest.mark.parametrize(
    ("entries", "version", "message"),
    [
        (changed(1, digest=bytes(8)), 1, "the log's digest is 0000000000000000"),
        (changed(0, digest=bytes(8)), 0, "the log's digest is 0000000000000000"),
        (changed(0, luck=()), 0, "after all 0 recorded answers"),
        (changed(4, luck=(Luck(4, 1),)), 4, "asked below 3, the record has below 4"),
        (changed(4, luck=(Luck(3, 1), Luck(3, 1))), 4, "1 recorded answers of luck were never asked"),
        (changed(1, move="p9"), 1, "p9: You do not hold 9"),
        (changed(1, move="zz"), 1, "zz: 'zz' is no move"),
        (changed(3, seat=seat(1)), 3, "p2: You do not hold 2"),
        (changed(0, move="p1"), 0, "the log says -1:p1, the canonical text is -1:@setup"),
    ],
)
def test_a_log_that_the_rules_do_not_reproduce_is_named(
    entries: list[Entry], version: int, message: str
) -> None:
    options = TIDEPOOLS.spec.complete({"bonus": "on"}, 2)
    with pytest.raises(ReplayMismatch, match=message) as caught:
        list(replay(TIDEPOOLS, options, 2, entries, policy=POLICY))
    assert caught.value.version == version


def test_a_log_without_digests_is_believed() -> None:
    entries = [commit.entry._replace(digest=b"") for commit in played(9).commits]
    options = TIDEPOOLS.spec.complete({"bonus": "on"}, 2)
    assert len(list(replay(TIDEPOOLS, options, 2, entries, policy=POLICY))) == 10


# --- Contradictions of the rules ---


class Endless(Stones):
    def outcome(self, state: object) -> None:
        return None


def test_a_game_without_decisions_and_without_an_end_is_a_fault_of_the_rules() -> None:
    table = PlayedTable(Endless(), 1, options={"pile": "7"})
    table.does(0, "t3")
    table.does(0, "t3")
    with pytest.raises(RuntimeError, match="stones: nobody has anything to decide"):
        table.does(0, "t1")


def test_the_state_given_to_a_commit_is_not_changed() -> None:
    table = dealt()
    state: Pool = table.play.state
    copy = replace(state)
    table.does(0, "p1")
    assert state == copy
