"""What is told to a consumer: which group it reads for, how hard it works, how patient it is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Group:
    """Who reads: a group, a consumer of it whose name outlives restarts, the kinds it wants (None: all)."""

    group: str
    name: str
    kinds: frozenset[str] | set[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How hard a consumer works, and how patient it is."""

    count: int = 16
    block_ms: int = 1_000
    max_in_flight: int = 512
    handler_timeout_s: float = 20.0
    deliveries: int = 5
    backoff_s: float = 0.25
    backoff_limit_s: float = 5.0
    claim_every_s: float = 5.0
    silent_ms: int = 30_000
    forget_ms: int = 3_600_000

    def wait_s(self, attempt: int) -> float:
        """How long to wait after the `attempt`-th failure in a row."""
        return min(self.backoff_limit_s, self.backoff_s * 2.0 ** (min(attempt, 16) - 1))
