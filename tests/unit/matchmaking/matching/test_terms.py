from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nurselog.matchmaking.matching.terms import Terms

TERMS = Terms()
waits = st.floats(0, 1e6)


@pytest.mark.parametrize(
    ("waited_s", "live", "over_days"), [(0, 60, 100), (10, 120, 104 + 1 / 6), (60, 420, 125), (1e6, 800, 800)]
)
def test_windows(waited_s: float, live: float, over_days: float) -> None:
    assert TERMS.window(waited_s, is_async=False) == live
    assert TERMS.window(waited_s, is_async=True) == pytest.approx(over_days)


@pytest.mark.parametrize(("waited_s", "latency_ms"), [(0, 150), (50, 250), (125, 400), (500, 400)])
def test_latencies(waited_s: float, latency_ms: float) -> None:
    assert TERMS.latency_ms(waited_s) == latency_ms


@pytest.mark.parametrize(
    ("waited_s", "spread"), [(44.9, 0), (45, 330), (60, 400), (120, 400), (220, 600), (999, 800)]
)
def test_what_starving_allows(waited_s: float, spread: float) -> None:
    assert TERMS.starved(waited_s, is_async=False) == spread


@given(one=waits, other=waits, is_async=st.booleans())
def test_waiting_only_allows_more(one: float, other: float, is_async: bool) -> None:  # noqa: FBT001
    sooner, later = sorted((one, other))
    assert TERMS.window(sooner, is_async=is_async) <= TERMS.window(later, is_async=is_async)
    assert TERMS.starved(sooner, is_async=is_async) <= TERMS.starved(later, is_async=is_async)
    assert TERMS.latency_ms(sooner) <= TERMS.latency_ms(later)
    assert set(TERMS.allowed_sizes(sooner, (2, 3, 4, 8))) <= set(TERMS.allowed_sizes(later, (2, 3, 4, 8)))


@pytest.mark.parametrize(("size", "after_s"), [(8, 0), (7, 20), (6, 35), (5, 50), (2, 95), (1, 110)])
def test_each_seat_less_takes_longer(size: int, after_s: float) -> None:
    assert TERMS.allowed_after_s(size, 8) == after_s
