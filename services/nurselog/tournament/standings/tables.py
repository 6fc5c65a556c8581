"""What one table tells about each of those who played at it."""

from collections.abc import Mapping
from typing import NamedTuple

from nurselog.tournament.values import EntrantId, SeatKind, SeatResult, TableResult


class TablePart(NamedTuple):
    """One entrant's part of one table; the fields are those of a `Line`, in its order.

    `opponents` are all others who came (partners too: they met). `wins` is 1 for a sole first place.
    """

    opponents: tuple[EntrantId, ...]
    partners: tuple[EntrantId, ...]
    seats: tuple[tuple[int, int], ...]
    wins: int
    own_total: int | None
    all_totals: int | None


def parts_of(table: TableResult) -> Mapping[EntrantId, TablePart]:
    """The part of everybody who played; who won or lost by forfeit has none."""
    present = table.present
    ids = [line.entrant for line in present]
    size = len(ids) + len(table.house)
    totals = [line.total for line in present if line.total is not None]
    everybody = sum(totals) if totals else None
    winners = _sole_winners(table, present)
    return {
        line.entrant: TablePart(
            tuple([one for one in ids if one != line.entrant]),
            _partners(table, line.entrant) if table.teams else (),
            ((line.seat, size),),
            int(line.entrant in winners),
            line.total,
            everybody,
        )
        for line in present
        if line.kind is SeatKind.PLAYED
    }


def _sole_winners(table: TableResult, present: tuple[SeatResult, ...]) -> list[EntrantId]:
    """Who stands first alone, or as a pair alone."""
    firsts = [line.entrant for line in present if line.placement == 1]
    if 1 in table.house:
        return []
    if table.teams:
        sides = {side for line, side in zip(table.seats, table.teams, strict=True) if line.placement == 1}
        return firsts if len(sides) == 1 else []
    return firsts if len(firsts) == 1 else []


def _partners(table: TableResult, entrant: EntrantId) -> tuple[EntrantId, ...]:
    sides = dict(zip((line.entrant for line in table.seats), table.teams, strict=True))
    return tuple(one for one, side in sides.items() if side == sides[entrant] and one != entrant)
