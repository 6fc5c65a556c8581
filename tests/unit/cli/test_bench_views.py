from __future__ import annotations

import gc

from rich.console import Console

from nurselog.cli.bench import rules, views


def test_every_number_of_seats_is_measured_with_as_many_views_as_asked() -> None:
    result = views.measure(30, games=["cascadia"], runs=1)

    assert [row["seats"] for row in result["rows"]] == [1, 2, 3, 4]
    assert all(row["views"] >= 30 for row in result["rows"])
    assert all(0 < row["mean_ms"] <= row["worst_ms"] for row in result["rows"])
    console = Console(width=100)
    with console.capture() as shown:
        console.print(views.table_of(result))
    assert "cascadia" in shown.get()


def test_the_best_of_several_runs_of_the_same_plays_counts() -> None:
    once, again = views.took("forest_sky", 2, 30, 1), views.took("forest_sky", 2, 30, 1)
    result = views.measure(30, games=["forest_sky"], runs=2)

    assert len(once) == len(again) == result["rows"][0]["views"]


def test_figures_of_a_thousand_times() -> None:
    found = views.figures([float(number) for number in range(1000)])

    assert found == {"mean_ms": 499.5, "p999_ms": 999.0, "worst_ms": 999.0}


def test_the_collector_works_again_afterwards() -> None:
    with views.no_collector():
        assert not gc.isenabled()

    assert gc.isenabled()


def test_rules_are_measured_with_the_numbers_of_seats_that_a_game_has() -> None:
    asked = rules.measure(0.1, ["cascadia"], [1, 4, 9])
    unasked = rules.measure(0.1, ["cascadia"])

    assert [row["seats"] for row in asked["rows"]] == [1, 4]
    assert [row["seats"] for row in unasked["rows"]] == [2]
