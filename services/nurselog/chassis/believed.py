"""What another process says, believed for a while, and for longer while it is silent."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from nurselog.chassis.errors import Unavailable
from nurselog.chassis.logs import get

T = TypeVar("T")

log = get(__name__)


class Believed(Generic[T]):
    """Answers by name, each asked for once in `keep_s`; while nobody answers, what was said last holds."""

    def __init__(
        self, ask: Callable[[str], Awaitable[T]], keep_s: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._ask = ask
        self._keep_s = keep_s
        self._now = now
        self._known: dict[str, tuple[float, T]] = {}

    async def of(self, name: str) -> T:
        """What is said of `name`. Raises `Refusal` as the asking does."""
        known = self._known.get(name)
        if known is not None and self._now() - known[0] < self._keep_s:
            return known[1]
        try:
            fresh = await self._ask(name)
        except Unavailable as refusal:
            if known is None:
                raise
            log.warning("last_word_holds", name=name, error=str(refusal))
            return known[1]
        self._known[name] = (self._now(), fresh)
        return fresh
