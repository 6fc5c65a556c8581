from __future__ import annotations

import pytest

from nurselog.cli.simulate.calibration import BINS, brier, calibrated
from nurselog.cli.simulate.figures import quantile, spread_of
from nurselog.cli.simulate.order import agreement, true_ranks
from nurselog.cli.simulate.records import Pair


def test_a_pair_is_seen_from_both_sides() -> None:
    bins = calibrated([Pair(0.72, 1.0)])

    assert (bins[7].pairs, bins[7].predicted, bins[7].actual) == (1, 0.72, 1.0)
    assert (bins[2].pairs, bins[2].actual) == (1, 0.0)
    assert bins[2].predicted == pytest.approx(0.28)


def test_certainty_belongs_to_the_last_bin() -> None:
    assert len(calibrated([])) == BINS
    assert calibrated([Pair(1.0, 1.0)])[-1].pairs == 1


def test_level_counts_half() -> None:
    assert calibrated([Pair(0.55, 0.5)])[5].actual == 0.5


def test_who_knows_nothing_has_a_quarter() -> None:
    assert brier([Pair(0.5, 1.0), Pair(0.5, 0.0)]) == 0.25
    assert brier([]) == 0.0


def test_quantiles_are_values_that_were_there() -> None:
    assert [quantile([1, 2, 3, 4], percent) for percent in (50, 95)] == [2, 4]
    assert spread_of([]) == {"mean": 0.0, "p50": 0.0, "p95": 0.0, "p99": 0.0, "max": 0.0}


def test_orders_agree_from_one_to_minus_one() -> None:
    ranks = true_ranks({"ann": 1900.0, "bob": 1500.0, "cid": 1700.0})
    assert ranks == {"ann": 1, "cid": 2, "bob": 3}

    assert agreement(ranks, ranks) == 1
    assert agreement(ranks, {one: 4 - rank for one, rank in ranks.items()}) == -1
