"""The luck of a tournament: from its own secret seed, published as a hash and revealed at the end.

The algorithm is the one of tables (`docs/luck.md`) with another scope, so anybody can repeat a pairing from
the revealed seed: key `luck_key(seed)`, scope `tournament/<stage>/<purpose>`, version = the round.
"""

from collections.abc import Iterable
from dataclasses import replace

from nurselog.rules.chance import SeededChance, luck_key, shuffle
from nurselog.tournament.values import Entrant, Event


class Luck(SeededChance):
    """Whole numbers below a bound, the same for everybody who knows the seed."""

    __slots__ = ()


def luck_of(seed: bytes, purpose: str, round_number: int = 0, stage: int = 1) -> Luck:
    """The luck for one purpose ("pairing", "numbers", "ties", ...) of one round of one stage."""
    return Luck(luck_key(seed), f"tournament/{stage}/{purpose}", round_number)


def round_luck(event: Event, purpose: str) -> Luck:
    """The luck of the round that is paired next."""
    return luck_of(event.seed, purpose, event.next_round, event.stage)


def numbered(entrants: Iterable[Entrant], seed: bytes, *, by_rating: bool = True) -> tuple[Entrant, ...]:
    """Start numbers 1, 2, ...: by rating at the start, then draw; or by draw alone (round robin).

    The draw starts from the order of ids, so the order of entry does not matter.
    """
    drawn = shuffle(luck_of(seed, "numbers"), sorted(entrants, key=lambda one: one.id))
    ordered = sorted(drawn, key=lambda one: -one.rating) if by_rating else drawn
    return tuple(replace(one, number=index) for index, one in enumerate(ordered, 1))
