"""What declining costs: the next ticket is allowed after a while, longer each time; the count halves per day.

The store counts (`proposals.lua`), because it is part of the same step that ends the ticket.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """The numbers of the rule, in ms."""

    delays_ms: tuple[int, ...] = (0, 30_000, 120_000, 600_000, 1_800_000)
    """After the first, second, ... declined or unanswered proposal; the last for all further ones."""
    halving_ms: int = 86_400_000
    """After how long a count is worth half."""

    def words(self) -> tuple[int, ...]:
        """As the store's functions take them."""
        return (self.halving_ms, *self.delays_ms)

    def delay_ms(self, declined: int) -> int:
        """How long after so many declined proposals."""
        return self.delays_ms[min(declined, len(self.delays_ms)) - 1] if declined else 0
