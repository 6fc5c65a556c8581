from __future__ import annotations

from dataclasses import replace

import pytest

from nurselog.cli.simulate.matchmaking_model import Wish, simulate
from nurselog.cli.simulate.matchmaking_report import summary, table_of
from nurselog.cli.simulate.records import Way
from nurselog.matchmaking.matching.terms import Terms

WISH = Wish(players=60, tickets=600, arrivals_per_s=2.0, play_s=20.0, seed=5)


def test_the_same_seed_repeats_everything() -> None:
    first, again = simulate(WISH), simulate(WISH)

    assert (first.tables, first.people, first.lasted_s) == (again.tables, again.people, again.lasted_s)
    assert simulate(replace(WISH, seed=6)).tables != first.tables


def test_every_ticket_is_seated_once_or_left_over() -> None:
    seen = simulate(WISH)

    assert seen.tickets == 600
    assert sum(len(met.waits_s) for met in seen.tables) + seen.unmatched == seen.tickets
    assert sum(one.tables for one in seen.people) == seen.tickets - seen.unmatched


def test_every_table_has_its_result() -> None:
    assert all(len(met.pairs) == 1 for met in simulate(WISH).tables)


def test_larger_tables_have_a_pair_for_any_two() -> None:
    seen = simulate(replace(WISH, seats=(3, 4)))

    assert {len(met.waits_s) for met in seen.tables} <= {3, 4}
    assert all(len(met.pairs) == len(met.waits_s) * (len(met.waits_s) - 1) / 2 for met in seen.tables)


def test_ratings_find_the_order_of_hidden_strengths() -> None:
    found = summary(simulate(replace(WISH, tickets=1800, deviation=400.0)))

    assert found["ratings"]["order_agreement"] > 0.8


def test_narrow_windows_cost_waiting_time() -> None:
    wish = replace(WISH, arrivals_per_s=0.5, deviation=400.0)
    narrow = replace(wish, terms=Terms(window_first=5, window_growth=0.5, starved_after_s=300))

    assert summary(simulate(narrow))["wait_s"]["mean"] > summary(simulate(wish))["wait_s"]["mean"]


def test_progress_is_told_until_all_have_come() -> None:
    told: list[int] = []
    simulate(WISH, told.append)

    assert told == sorted(told)
    assert told[-1] == 600


def test_the_summary_says_that_it_was_a_model() -> None:
    found = summary(simulate(WISH))

    assert found["way"] == Way.MODEL.value
    assert found["settings"]["seed"] == 5
    assert sum(one["pairs"] for one in found["calibration"]["bins"]) == 2 * found["calibration"]["pairs"]
    assert found["calibration"]["pairs"] == found["tables"]
    assert table_of(found).row_count > 5


def test_a_simulation_without_a_table_has_a_summary() -> None:
    found = summary(simulate(replace(WISH, tickets=1)))

    assert (found["tables"], found["unmatched"], found["wait_s"]["max"]) == (0, 1, pytest.approx(0))
    assert table_of(found).row_count
