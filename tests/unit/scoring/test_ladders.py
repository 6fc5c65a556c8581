from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.scoring.ladders import Rating, advance, bots_without_rating, enter, imported
from nurselog.scoring.ledger import Entry
from nurselog.scoring.model import NEWCOMER, Strength
from nurselog.scoring.replay import Replay, replay
from nurselog.scoring.verdicts import Contest, judge
from tests.support.results import NOON, result

LADDER = "forest_sky.table"
DAY = 86_400


def contest(number: int, players: list[str], places: list[int], at_s: int = NOON) -> Contest:
    verdict = judge(result(number, players, places, ended_at_s=at_s))
    assert isinstance(verdict, Contest)
    return verdict


def played(*contests: Contest) -> tuple[list[Entry], dict[str, Rating]]:
    ledger: list[Entry] = []
    ratings: dict[str, Rating] = {}
    for number, one in enumerate(contests, 1):
        entry = replace(enter(one, ratings), seq=number)
        ledger.append(entry)
        ratings.update(advance(entry, ratings))
    return ledger, ratings


@st.composite
def histories(draw: st.DrawFn) -> list[Contest]:
    contests = []
    for number in range(draw(st.integers(1, 12))):
        players = draw(st.lists(st.sampled_from("abcdef"), min_size=2, max_size=5, unique=True))
        places = draw(st.lists(st.integers(1, 5), min_size=len(players), max_size=len(players)))
        contests.append(contest(number, players, places, NOON + draw(st.integers(-3, 40)) * DAY))
    return contests


@given(contests=histories())
def test_replay_of_the_ledger_equals_the_ratings(contests: list[Contest]) -> None:
    ledger, ratings = played(*contests)
    assert replay(LADDER, ledger).ratings == ratings


@given(contests=histories())
def test_entries_and_ratings_survive_the_store_to_the_last_digit(contests: list[Contest]) -> None:
    ledger, ratings = played(*contests)
    assert [Entry.decode(entry.seq, entry.encode()) for entry in ledger] == ledger
    assert {player: Rating.decode(player, rating.encode()) for player, rating in ratings.items()} == ratings


@given(contests=histories())
def test_an_entry_tells_the_table_it_was_made_from(contests: list[Contest]) -> None:
    ledger, _ = played(*contests)
    assert [replace(entry.contest(LADDER), ladder="") for entry in ledger] == [
        replace(one, ladder="") for one in contests
    ]


@given(name=st.text())
def test_any_display_name_survives_the_store(name: str) -> None:
    rating = Rating(player="players/ann", name=name)
    assert Rating.decode("players/ann", rating.encode()) == rating


def test_a_changed_result_is_noticed() -> None:
    ledger, ratings = played(contest(1, ["ann", "bob"], [1, 2]))
    forged = replace(ledger[0], lines=tuple(replace(line, after=Strength(40, 1)) for line in ledger[0].lines))
    assert Replay(LADDER).take(forged) != (forged,)
    assert replay(LADDER, [forged]).ratings == ratings


def test_another_model_is_not_computed_by_this_one() -> None:
    (entry,), _ = played(contest(1, ["ann", "bob"], [1, 2]))
    with pytest.raises(ValueError, match="bt0"):
        replay(LADDER, [replace(entry, model="bt0")])


def test_idle_time_counts_before_the_table_and_is_not_in_the_entry_s_before() -> None:
    first, later = contest(1, ["ann", "bob"], [1, 2]), contest(2, ["ann", "bob"], [1, 2], NOON + 100 * DAY)
    prompt = contest(2, ["ann", "bob"], [1, 2], NOON + DAY)
    (before, rested), _ = played(first, later)
    (_, at_once), _ = played(first, prompt)
    assert rested.lines[0].before == before.lines[0].after == at_once.lines[0].before
    assert rested.lines[0].after.mu > at_once.lines[0].after.mu


def test_a_result_from_before_the_last_one_is_no_idle_time() -> None:
    late, early = contest(1, ["ann", "bob"], [1, 2], NOON + 30 * DAY), contest(2, ["ann", "bob"], [2, 1])
    _, ratings = played(late, early)
    assert ratings["players/ann"].last_played_s == NOON + 30 * DAY


def test_provisional_until_ten_games_and_certain() -> None:
    rating = Rating(player="players/ann", name="Ann", games=10, strength=Strength(25, 3.5))
    assert not rating.provisional
    assert replace(rating, games=9).provisional
    assert replace(rating, strength=Strength(25, 3.6)).provisional


def test_equal_points_keep_the_time_they_were_reached() -> None:
    _, once = played(contest(1, ["ann", "bob"], [1, 2]))
    assert once["players/bob"].points == 0
    _, twice = played(contest(1, ["ann", "bob"], [1, 2]), contest(2, ["ann", "bob"], [1, 2], NOON + DAY))
    assert twice["players/bob"].points == 0
    assert twice["players/bob"].reached_s == NOON
    assert twice["players/ann"].points > once["players/ann"].points
    assert twice["players/ann"].reached_s == NOON + DAY


def test_a_bot_counts_once_it_has_a_rating_of_its_own() -> None:
    one = contest(1, ["ann", "bots/random"], [1, 2])
    assert bots_without_rating(one, {}) == ["bots/random"]
    given_ = imported("bots/random", "Random", Strength(12, 1.5), NOON, "calibration 1")
    ratings = advance(given_, {})
    assert bots_without_rating(one, ratings) == []
    assert ratings["bots/random"].strength == Strength(12, 1.5)
    assert ratings["bots/random"].games == 0
    assert enter(one, ratings).lines[1].before == Strength(12, 1.5)


def test_an_import_is_replayed_like_a_result() -> None:
    given_ = replace(imported("bots/random", "Random", Strength(12, 1.5), NOON, "calibration 1"), seq=1)
    ratings = advance(given_, {})
    entry = replace(enter(contest(1, ["ann", "bots/random"], [1, 2]), ratings), seq=2)
    assert replay(LADDER, [given_, entry]).ratings == ratings | advance(entry, ratings)
    assert Entry.decode(1, given_.encode()) == given_
    assert given_.lines[0].before == NEWCOMER


@given(places=st.lists(st.integers(1, 4), min_size=2, max_size=6))
def test_versions_and_games_count_the_entries(places: list[int]) -> None:
    players = [f"p{seat}" for seat in range(len(places))]
    _, ratings = played(contest(1, players, places), contest(2, players[:2], [1, 2]))
    assert [ratings[f"players/{player}"].version for player in players] == [2, 2] + [1] * (len(places) - 2)
    assert all(rating.games == rating.version for rating in ratings.values())
