"""Every number of matching, with its meaning: the defaults of the settings of the same names. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FARTHEST_LOOK = 62
"""Who is to be avoided of those one looks at is told by the bits of one number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How far apart tickets may sit, and how that widens while they wait. Ratings in shown points."""

    settled_sigma: float = 2.0
    """A player whose uncertainty is larger is matched below their rating."""
    unsettled_share: float = 0.5
    """How much of the excess is taken off."""
    party_bonus: float = 25.0
    """Points for each further member of a party, where teams play."""

    window_first: float = 60.0
    window_growth: float = 6.0
    """Points a second, in live pools."""
    window_async_first: float = 100.0
    window_async_growth: float = 25.0
    """Points a minute, in async pools."""
    window_limit: float = 800.0

    latency_first_ms: float = 150.0
    latency_growth_ms: float = 2.0
    """Milliseconds of latency a second of waiting."""
    latency_limit_ms: float = 400.0

    recent_opponents_s: float = 60.0
    """How long opponents of the last two tables are kept apart."""

    starved_after_s: float = 45.0
    """From then on the oldest of a table need not heed the windows of the others."""
    starved_spread: float = 400.0
    starved_growth: float = 2.0
    """Points a second, added to `starved_spread` after `starved_growth_after_s`."""
    starved_growth_after_s: float = 120.0

    urgency: float = 4.0
    """A second of waiting weighs as many points of spread when tables compete for tickets."""
    fewer_first_s: float = 20.0
    """After which the oldest of a table may play with one seat less than the most."""
    fewer_step_s: float = 15.0
    """After which with one less again, each time."""

    lookahead: int = 24
    """How many tickets above its own one looks at for a table, 62 at most: bounds the work of a pass."""
    rounds: int = 12
    """How often a pass looks again at those who are left."""
    stuck_after_s: float = 120.0
    """Two who could sit together and still wait then are an alarm."""

    def __post_init__(self) -> None:
        if self.lookahead > FARTHEST_LOOK:
            raise ValueError(f"One cannot look at more than {FARTHEST_LOOK} tickets for a table.")

    def window(self, waited_s: float, *, is_async: bool) -> float:
        """The largest difference a ticket accepts."""
        first, growth = self.widening(is_async=is_async)
        return min(self.window_limit, first + growth * waited_s)

    def widening(self, *, is_async: bool) -> tuple[float, float]:
        """The window at first, and by how much it grows a second."""
        if is_async:
            return self.window_async_first, self.window_async_growth / 60
        return self.window_first, self.window_growth

    def latency_ms(self, waited_s: float) -> float:
        """The largest latency a ticket accepts."""
        return min(self.latency_limit_ms, self.latency_first_ms + self.latency_growth_ms * waited_s)

    def latencies_ms(self, waited_s: Floats) -> Floats:
        """The same for many."""
        return np.minimum(self.latency_limit_ms, self.latency_first_ms + self.latency_growth_ms * waited_s)

    def latency_after_s(self, latency_ms: Floats) -> Floats:
        """How long one must have waited to accept such a latency; infinite if that does not help."""
        if not self.latency_growth_ms:
            return np.full(len(latency_ms), np.inf)
        return (latency_ms - self.latency_first_ms) / self.latency_growth_ms

    def starved(self, waited_s: float, *, is_async: bool) -> float:
        """The largest difference for the sake of who has waited longest; 0 before they starve."""
        if waited_s < self.starved_after_s:
            return 0.0
        relief = self.starved_growth * max(0.0, waited_s - self.starved_growth_after_s)
        return min(self.window(waited_s, is_async=is_async), self.starved_spread + relief)

    def allowed_after_s(self, size: int, largest: int) -> float:
        """How long the oldest must have waited for a table of `size`, where `largest` is preferred."""
        fewer = largest - size
        return self.fewer_first_s + self.fewer_step_s * (fewer - 1) if fewer else 0.0

    def allowed_sizes(self, oldest_s: float, seats: tuple[int, ...]) -> tuple[int, ...]:
        """The sizes that are allowed now, the largest first."""
        largest = max(seats)
        allowed = (size for size in seats if self.allowed_after_s(size, largest) <= oldest_s)
        return tuple(sorted(allowed, reverse=True))
