"""The store's time as this process knows it: from the answers it got and its own steady clock."""

from __future__ import annotations

import time
from collections.abc import Callable


def steady_ms() -> float:
    """Milliseconds of a clock that never jumps."""
    return time.monotonic_ns() / 1e6


class StoreClock:
    """Good to a few milliseconds once the store has answered; before that the wall clock has to do."""

    def __init__(self, steady: Callable[[], float] = steady_ms) -> None:
        self._steady = steady
        self._offset = time.time_ns() / 1e6 - steady()
        self._known_at = float("-inf")

    def heard(self, store_ms: int) -> None:
        """The store just said what time it is. The freshest of the quick answers counts."""
        now = self._steady()
        offset = store_ms - now
        if offset > self._offset or now - self._known_at > 10_000:
            self._offset, self._known_at = offset, now

    def now_ms(self) -> int:
        """About the store's time now."""
        return int(self._steady() + self._offset)
