"""Why a ticket still waits: what it accepts now, who could sit with it, and what keeps others away. Pure."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nurselog.matchmaking.matching.seekers import Seeker, Shape
from nurselog.matchmaking.matching.terms import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """The answer."""

    compatible: int
    missing: int
    reason: str
    window: int = 0
    exclusions: Mapping[str, int] = field(default_factory=dict)
    """How many of those looked at are kept away, by the first cause that does."""


def exclusion(mine: Seeker, other: Seeker, shape: Shape, terms: Terms, now_ms: int) -> str:
    """What keeps two tickets from sitting together now, the first cause that does; empty if nothing does."""
    return _people(mine, other, shape) or _distance(mine, other, shape, terms, now_ms)


def _people(mine: Seeker, other: Seeker, shape: Shape) -> str:
    if not set(mine.players).isdisjoint(other.players):
        return "same_player"
    if not (mine.blocks.isdisjoint(other.players) and other.blocks.isdisjoint(mine.players)):
        return "blocked"
    return "party_size" if len(mine.players) + len(other.players) > shape.largest else ""


def _distance(mine: Seeker, other: Seeker, shape: Shape, terms: Terms, now_ms: int) -> str:
    waits = mine.waited_s(now_ms), other.waited_s(now_ms)
    spread = abs(mine.rating - other.rating)
    window, theirs = (terms.window(wait, is_async=shape.is_async) for wait in waits)
    relief = terms.starved(max(waits), is_async=shape.is_async)
    if spread > max(window, relief):
        return "rating"
    if spread > max(theirs, relief):
        return "window"
    if not shape.is_async and _apart(mine.reachable(waits[0], terms), other.reachable(waits[1], terms)):
        return "region"
    met = not (mine.recent.isdisjoint(other.players) and other.recent.isdisjoint(mine.players))
    return "recent_opponent" if met and max(waits) < terms.recent_opponents_s else ""


def explain(mine: Seeker, others: Iterable[Seeker], shape: Shape, terms: Terms, now_ms: int) -> Waiting:
    """Why one waits, given the other tickets of its pool that are nearest in rating."""
    waited_s = mine.waited_s(now_ms)
    causes: Counter[str] = Counter()
    compatible = []
    for other in others:
        if cause := exclusion(mine, other, shape, terms, now_ms):
            causes[cause] += 1
        else:
            compatible.append(other)
    present = len(mine.players) + sum(len(one.players) for one in compatible)
    oldest_s = max([waited_s, *(one.waited_s(now_ms) for one in compatible)])
    missing, reason = _missing(present, oldest_s, shape.seats, terms)
    return Waiting(
        compatible=len(compatible),
        missing=missing,
        reason=reason + _kept_away(causes),
        window=math.floor(terms.window(waited_s, is_async=shape.is_async)),
        exclusions=dict(causes.most_common()),
    )


def median_ms(waits_ms: Sequence[int]) -> int:
    """The median of the last hour's waits; 0 for none."""
    return round(statistics.median(waits_ms)) if waits_ms else 0


def _missing(present: int, oldest_s: float, seats: tuple[int, ...], terms: Terms) -> tuple[int, str]:
    allowed = terms.allowed_sizes(oldest_s, seats)
    missing = max(0, min(allowed) - present)
    if not missing:
        return 0, "A table is about to be opened."
    relaxed = [size for size in seats if size <= present and size not in allowed]
    more = f"Waiting for {missing} more player{'s' if missing > 1 else ''}"
    if not relaxed:
        return missing, f"{more}."
    wait = min(terms.allowed_after_s(size, max(seats)) for size in relaxed) - oldest_s
    return missing, f"{more}, or {math.ceil(wait)} s for a smaller table."


_WORDS = {
    "rating": "too far away in rating",
    "window": "not ready to play so far from their rating yet",
    "region": "in no common region near enough",
    "blocked": "blocked",
    "same_player": "of the same players",
    "recent_opponent": "met at one of the last two tables",
    "party_size": "with parties too large for the table",
}


def _kept_away(causes: Counter[str]) -> str:
    if not causes:
        return ""
    listed = ", ".join(f"{count} {_WORDS[cause]}" for cause, count in causes.most_common())
    return f" Kept away: {listed}."


def _apart(mine: frozenset[str] | None, theirs: frozenset[str] | None) -> bool:
    return mine == frozenset() or theirs == frozenset() or bool(mine and theirs and mine.isdisjoint(theirs))
