"""Swiss pairing of two: a perfect matching of least cost over everybody who may meet.

Nobody meets twice, an odd field gives a bye, organisers' blocks are never broken. Where no pairing keeps all
rules they are relaxed in a fixed order and the pairings say so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from typing import Final

from nurselog.tournament.pairing import costs
from nurselog.tournament.pairing.candidates import candidates, widths
from nurselog.tournament.pairing.floats import is_crowded
from nurselog.tournament.pairing.islands import islands, joined
from nurselog.tournament.pairing.matching import Edge, perfect
from nurselog.tournament.pairing.records import Record
from nurselog.tournament.values import Refused, Units


class Relaxed(Flag):
    """Rules that are given up because no pairing keeps them."""

    NOTHING = 0
    SEATS = auto()
    SECOND_BYE = auto()
    MEETING = auto()


ORDER: Final = (
    Relaxed.NOTHING,
    Relaxed.SEATS,
    Relaxed.SEATS | Relaxed.SECOND_BYE,
    Relaxed.SEATS | Relaxed.SECOND_BYE | Relaxed.MEETING,
)


@dataclass(frozen=True, slots=True)
class Couple:
    """Two who meet, the higher in order first; or one who has the bye."""

    high: Record
    low: Record | None


def couples(field: Sequence[Record]) -> tuple[Couple, ...]:
    """The pairing of an ordered field, best table first, the bye last.

    Raises:
        Refused: PAIRING_IMPOSSIBLE, where the organiser's blocks leave none even when all else is given up.
    """
    _refuse_crowds(field)
    middles = _middles(field)
    for relaxed in ORDER:
        if (found := _by_islands(field, middles, relaxed)) is not None:
            return tuple(sorted(found, key=_importance))
    raise Refused("PAIRING_IMPOSSIBLE", "No pairing keeps the organiser's blocks.", "blocks")


def _importance(couple: Couple) -> tuple[bool, Units, Units, int]:
    low = couple.low.score if couple.low else 0
    return couple.low is None, -couple.high.score, -low, couple.high.place


def _refuse_crowds(field: Sequence[Record]) -> None:
    """More than half of a field sharing one block can never be paired; found before any graph is built."""
    crowds: dict[str, int] = {}
    for record in field:
        for block in record.barred:
            crowds[block] = crowds.get(block, 0) + 1
    for block, count in sorted(crowds.items()):
        if count > (len(field) + 1) // 2:
            raise Refused("PAIRING_IMPOSSIBLE", f"{count} of {len(field)} share the block {block}.", "blocks")


def _middles(field: Sequence[Record]) -> Mapping[Units, int]:
    """floor(m/2) of each score group of m."""
    counts: dict[Units, int] = {}
    for record in field:
        counts[record.score] = counts.get(record.score, 0) + 1
    return {score: count // 2 for score, count in counts.items()}


def _by_islands(
    field: Sequence[Record], middles: Mapping[Units, int], relaxed: Relaxed
) -> list[Couple] | None:
    """Matches the islands one by one; one that has no pairing of its own joins a neighbour."""
    waiting = islands(field)
    done: list[tuple[list[Record], list[Couple]]] = []
    while waiting:
        part = waiting.pop(0)
        if (matched := _match(part, len(field), middles, relaxed)) is not None:
            done.append((part, matched))
        elif waiting:
            waiting[0] = joined(part, waiting[0])
        elif done:
            waiting = [joined(done.pop()[0], part)]
        else:
            return None
    return [couple for _, matched in done for couple in matched]


def _match(
    part: Sequence[Record], field: int, middles: Mapping[Units, int], relaxed: Relaxed
) -> list[Couple] | None:
    """The cheapest perfect matching of a part, over more and more edges; an odd one has a bye."""
    odd = len(part) % 2
    if Relaxed.SEATS not in relaxed and is_crowded(part):
        return None
    for width in widths(len(part), field):
        edges = [*_edges(part, middles, relaxed, width), *(_byes(part, relaxed) if odd else ())]
        if pairs := perfect(len(part) + odd, edges):
            return [Couple(part[one], part[other] if other < len(part) else None) for one, other in pairs]
    return None


def _edges(
    part: Sequence[Record], middles: Mapping[Units, int], relaxed: Relaxed, width: int
) -> Iterator[Edge]:
    for one, other in candidates(part, width):
        high, low = part[one], part[other]
        if high.barred and not high.barred.isdisjoint(low.barred):
            continue
        cost = costs.pair_cost(high, low, middles[high.score])
        if low.place in high.met:
            if Relaxed.MEETING not in relaxed:
                continue
            cost += costs.meeting_cost(high.met[low.place])
        if cost >= costs.SEATS and Relaxed.SEATS not in relaxed and costs.seats_clash(high, low):
            continue
        yield Edge(one, other, cost)


def _byes(part: Sequence[Record], relaxed: Relaxed) -> Iterator[Edge]:
    lowest, last = part[-1].score, part[-1].place
    for index, record in enumerate(part):
        cost = costs.bye_cost(record, lowest, last)
        if not record.had_bye:
            yield Edge(index, len(part), cost)
        elif Relaxed.SECOND_BYE in relaxed:
            yield Edge(index, len(part), cost + costs.SECOND_BYE)
