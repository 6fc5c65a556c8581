"""How much one caller may ask: token buckets in memory, and counts of what is open.

Each gateway counts for itself. That is enough against floods; it is no accounting.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nurselog.chassis.errors import InvalidArgument, ResourceExhausted
from nurselog.gateway.settings import GatewaySettings

CREATING = frozenset({"CreateSession", "CreateTable", "CreateTicket", "CreateTournament"})
"""Methods that leave something behind: their bucket is smaller."""

KEEP = 20_000
"""Buckets held before the full ones, which say nothing, and then the oldest are dropped."""


class Bucket:
    """Holds `burst` tokens and regains `rate` a second; a rate of 0 never refuses."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._at = now

    def take(self, now: float) -> float:
        """Takes one token: 0, or the seconds until there is one."""
        if not self._rate:
            return 0.0
        self._refill(now)
        if self._tokens >= 1.0:
            self._tokens -= 1.0
            return 0.0
        return (1.0 - self._tokens) / self._rate

    def full(self, now: float) -> bool:
        """Whether it says no more than a fresh one."""
        self._refill(now)
        return self._tokens >= self._burst

    def _refill(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """One bucket per caller."""

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._buckets: dict[str, Bucket] = {}

    def take(self, caller: str) -> None:
        """Counts one; refused when the bucket is empty."""
        now = self._now()
        bucket = self._buckets.get(caller)
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[caller] = Bucket(self._rate, self._burst, now)
        if wait := bucket.take(now):
            raise too_many("requests", wait)

    def _make_room(self, now: float) -> None:
        if len(self._buckets) >= KEEP:
            telling = [(key, bucket) for key, bucket in self._buckets.items() if not bucket.full(now)]
            self._buckets = dict(telling[-KEEP // 2 :])


class Open:
    """Counts what each caller holds open."""

    def __init__(self, most: int, what: str) -> None:
        self._most = most
        self._what = what
        self._count: Counter[str] = Counter()

    def enter(self, caller: str) -> None:
        """Counts one more; refused when the caller holds enough."""
        if self._count[caller] >= self._most:
            raise too_many(self._what, 1.0)
        self._count[caller] += 1

    def leave(self, caller: str) -> None:
        """Counts one less."""
        self._count[caller] -= 1
        if self._count[caller] <= 0:
            del self._count[caller]

    @contextmanager
    def one(self, caller: str) -> Iterator[None]:
        """Holds one for as long as the block runs."""
        self.enter(caller)
        try:
            yield
        finally:
            self.leave(caller)


class Limits:
    """All limits of the gateway."""

    def __init__(self, settings: GatewaySettings) -> None:
        self.max_bytes = settings.max_request_bytes
        self._calls = Buckets(settings.calls_per_s, settings.calls_burst)
        self._creates = Buckets(settings.creates_per_s, settings.creates_burst)
        self._moves = Buckets(settings.frames_per_s, settings.frames_burst)
        self.streams = Open(settings.streams_per_caller, "streams")
        self.sockets = Open(settings.sockets_per_caller, "connections")

    def count(self, player: str | None, address: str, method: str) -> None:
        """Counts a call of a method; refused when the player, or a stranger's address, made too many."""
        # Players are free to make, so only the address can bound how many are made.
        caller = address if player is None or method == "CreateSession" else player
        self._bucket_of(method).take(caller)

    def _bucket_of(self, method: str) -> Buckets:
        if method in CREATING:
            return self._creates
        return self._moves if method == "SubmitMove" else self._calls

    def check_size(self, size: int) -> None:
        """Refuses what is too large."""
        if size > self.max_bytes:
            raise too_large(self.max_bytes)


def too_large(limit: int) -> InvalidArgument:
    """The refusal of a body, message or frame that is too large."""
    return InvalidArgument("REQUEST_TOO_LARGE", f"At most {limit} bytes are taken.", limit=limit)


def too_many_subscriptions(limit: int) -> ResourceExhausted:
    """The refusal of one more subscription: waiting would not help."""
    sentence = f"A socket has at most {limit} subscriptions: end one of them, or open another socket."
    return ResourceExhausted("TOO_MANY_REQUESTS", sentence, limit=limit)


def too_many(what: str, wait_s: float) -> ResourceExhausted:
    """The refusal of a caller that asks too much."""
    return ResourceExhausted(
        "TOO_MANY_REQUESTS", f"Too many {what}: wait a moment.", retry_after_ms=max(1, round(wait_s * 1000))
    )
