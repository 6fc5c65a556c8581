"""A ledger made into a ladder again: as it is, or without some tables; seasons, and late results."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.scoring.ladders import Rating, advance, post
from nurselog.scoring.ledger import Cause, Entry
from nurselog.scoring.model import NEWCOMER, Strength, new_season
from nurselog.scoring.replay import Replay, annulment, replay, visible_changes
from nurselog.scoring.verdicts import Contest, judge
from tests.support.results import NOON, result

LADDER = "forest_sky.table"
DAY = 86_400
SPRING, SUMMER = NOON + 10 * DAY, NOON + 20 * DAY

Played = tuple[Contest, int]
"""A table, and the key of its season."""


def season_of(at_s: int) -> int:
    return SUMMER if at_s >= SUMMER else SPRING if at_s >= SPRING else 0


def contest(number: int, players: list[str], places: list[int], at_s: int = NOON) -> Contest:
    verdict = judge(result(number, players, places, ended_at_s=at_s))
    assert isinstance(verdict, Contest)
    return verdict


def ledger_of(contests: list[Contest]) -> tuple[list[Entry], dict[str, Rating]]:
    """What the store would hold after these tables."""
    ledger: list[Entry] = []
    ratings: dict[str, Rating] = {}
    for one in contests:
        posting = post(one, ratings, season=season_of(one.ended_at_s))
        for entry in posting.entries:
            ledger.append(replace(entry, seq=len(ledger) + 1))
        ratings.update(posting.after)
    return ledger, ratings


@st.composite
def histories(draw: st.DrawFn) -> list[Contest]:
    contests = []
    for number in range(draw(st.integers(1, 12))):
        players = draw(st.lists(st.sampled_from("abcdef"), min_size=3, max_size=5, unique=True))
        places = draw(st.lists(st.integers(1, 5), min_size=len(players), max_size=len(players)))
        contests.append(contest(number, players, places, NOON + draw(st.integers(0, 30)) * DAY))
    return contests


@given(contests=histories())
def test_replay_of_the_ledger_equals_the_live_ladder(contests: list[Contest]) -> None:
    ledger, ratings = ledger_of(contests)
    assert replay(LADDER, ledger).ratings == ratings


@given(contests=histories(), data=st.data())
def test_annulled_equals_never_played(contests: list[Contest], data: st.DataObject) -> None:
    gone = data.draw(st.sampled_from(contests))
    ledger, ratings = ledger_of(contests)
    without, _ = ledger_of([one for one in contests if one is not gone])
    clean = replay(LADDER, without)
    lines = visible_changes(ratings, clean.ratings)
    ledger.append(replace(annulment(gone.table, "a fault", NOON, 2.5, lines), seq=len(ledger) + 1))
    annulled = replay(LADDER, ledger)
    assert annulled.ratings == clean.ratings
    assert {season: board for season, board in annulled.boards.items() if board.everyone} == clean.boards


@given(contests=histories(), data=st.data())
def test_the_order_of_annulments_does_not_matter(contests: list[Contest], data: st.DataObject) -> None:
    gone = data.draw(st.lists(st.sampled_from(contests), unique_by=lambda one: one.table))
    ledger, _ = ledger_of(contests)
    notes = [annulment(one.table, "a fault", NOON, 2.5, ()) for one in gone]
    assert replay(LADDER, [*ledger, *notes]).ratings == replay(LADDER, [*ledger, *reversed(notes)]).ratings


@given(contests=histories())
def test_a_branch_goes_its_own_way(contests: list[Contest]) -> None:
    ledger, ratings = ledger_of(contests)
    trunk = Replay(LADDER)
    for entry in ledger[:-1]:
        trunk.take(entry)
    before = dict(trunk.ratings)
    branch = trunk.branch(frozenset())
    branch.take(ledger[-1])
    assert branch.ratings == ratings
    assert trunk.ratings == before


@given(contests=histories())
def test_entries_survive_the_store(contests: list[Contest]) -> None:
    ledger, _ = ledger_of(contests)
    ledger.append(annulment("games/a/tables/b", "cheating", NOON, 2.5, ledger[0].lines))
    assert [Entry.decode(entry.seq, entry.encode()) for entry in ledger] == ledger


@given(contests=histories())
def test_what_an_entry_starts_from_is_where_the_one_before_ended(contests: list[Contest]) -> None:
    ledger, _ = ledger_of(contests)
    for player in {line.player for entry in ledger for line in entry.lines}:
        own = [
            entry.line_of(player) for entry in ledger if any(line.player == player for line in entry.lines)
        ]
        assert own[0].before == NEWCOMER
        assert all(one.after == later.before for one, later in pairwise(own))


def test_the_first_table_of_a_season_moves_everybody_nearer_to_the_middle() -> None:
    winter = [contest(number, ["ann", "bob"], [1, 2], NOON + number) for number in range(12)]
    ledger, ratings = ledger_of([*winter, contest(20, ["ann", "new"], [1, 2], SPRING)])
    [season] = [entry for entry in ledger if entry.cause is Cause.SEASON]
    assert [line.player for line in season.lines] == ["players/ann"]
    assert season.lines[0].after == new_season(season.lines[0].before)
    assert ledger.index(season) == len(ledger) - 2
    assert (ratings["players/ann"].season, ratings["players/bob"].season) == (SPRING, 0)
    assert ratings["players/ann"].games == 13
    assert ratings["players/ann"].version == 14


def test_a_season_begins_once_for_a_player() -> None:
    ledger, _ = ledger_of(
        [
            contest(1, ["ann", "bob"], [1, 2], NOON),
            contest(2, ["ann", "bob"], [1, 2], SPRING),
            contest(3, ["ann", "bob"], [1, 2], SPRING + 1),
            contest(4, ["ann", "bob"], [1, 2], SUMMER),
        ]
    )
    causes = [entry.cause.value for entry in ledger]
    assert causes == ["result", "season", "result", "result", "season", "result"]


def test_a_season_passed_over_counts_once() -> None:
    ledger, _ = ledger_of(
        [contest(1, ["ann", "bob"], [1, 2], NOON), contest(2, ["ann", "bob"], [1, 2], SUMMER)]
    )
    assert [entry.season for entry in ledger if entry.cause is Cause.SEASON] == [SUMMER]


def test_a_late_result_stands_on_the_board_of_its_season_too() -> None:
    made = replay(
        LADDER,
        ledger_of(
            [contest(1, ["ann", "bob"], [1, 2], SUMMER), contest(2, ["ann", "cat"], [1, 2], SUMMER - 1)]
        )[0],
    )
    assert made.boards[SPRING].everyone.keys() == {"players/ann", "players/cat"}
    assert made.boards[SUMMER].everyone.keys() == {"players/ann", "players/bob"}
    assert made.boards[SUMMER].everyone["players/ann"] == made.ratings["players/ann"].score


def test_an_annulled_first_table_of_a_season_leaves_the_next_to_open_it() -> None:
    first, second = contest(2, ["ann", "bob"], [1, 2], SPRING), contest(3, ["ann", "bob"], [1, 2], SPRING + 9)
    ledger, _ = ledger_of([contest(1, ["ann", "bob"], [1, 2]), first, second])
    made = replay(LADDER, [*ledger, annulment(first.table, "a fault", SPRING + 10, 2.5, ())])
    assert made.ratings == ledger_of([contest(1, ["ann", "bob"], [1, 2]), second])[1]


def test_who_sees_no_change_gets_no_line() -> None:
    strength = Strength(30, 2)
    ann = Rating(player="players/ann", name="Ann", games=3, strength=strength)
    barely = replace(ann, strength=Strength(30 + 1e-6, 2))
    assert visible_changes({"players/ann": ann}, {"players/ann": barely}) == []
    assert visible_changes({"players/ann": ann}, {"players/ann": replace(ann, games=2)}) != []
    [line] = visible_changes({"players/ann": ann}, {})
    assert (line.before, line.after) == (strength, NEWCOMER)


def test_lines_of_an_annulment_stand_by_name() -> None:
    ratings = {f"players/{name}": Rating(player=f"players/{name}", name=name) for name in "cab"}
    assert [line.name for line in visible_changes(ratings, {})] == ["a", "b", "c"]


def test_entries_of_others_are_not_a_player_s() -> None:
    entry = annulment("games/a/tables/b", "a fault", NOON, 2.5, ())
    assert advance(entry, {}) == {}
    with pytest.raises(KeyError):
        entry.line_of("players/ann")
