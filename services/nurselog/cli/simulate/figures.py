"""Quantiles and the like, rounded for a summary. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nurselog.cli.simulate.calibration import brier, calibrated
from nurselog.cli.simulate.records import Pair

Json = dict[str, Any]

QUANTILES = (50, 95, 99)


def quantile(ordered: Sequence[float], percent: float) -> float:
    """The smallest of the sorted values that is not below so many of them; 0 for none."""
    if not ordered:
        return 0.0
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def spread_of(values: Sequence[float], digits: int = 2) -> Json:
    """Mean, quantiles and the largest."""
    ordered = sorted(values)
    mean = sum(ordered) / len(ordered) if ordered else 0.0
    return {
        "mean": round(mean, digits),
        **{f"p{percent}": round(quantile(ordered, percent), digits) for percent in QUANTILES},
        "max": round(ordered[-1] if ordered else 0.0, digits),
    }


def calibration_of(pairs: Sequence[Pair]) -> Json:
    """The ten bins and the mean squared error."""
    return {
        "pairs": len(pairs),
        "brier": round(brier(pairs), 4),
        "bins": [
            {
                "from": round(one.low, 1),
                "pairs": one.pairs,
                "predicted": round(one.predicted, 4),
                "actual": round(one.actual, 4),
            }
            for one in calibrated(pairs)
        ],
    }
