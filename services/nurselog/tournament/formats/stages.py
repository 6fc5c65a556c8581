"""Chains of formats: who goes on to the next stage, in which order, with what points."""

from itertools import groupby

from nurselog.tournament.formats.api import Row, Sheet
from nurselog.tournament.formats.checks import require
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.values import EntrantId, Event, Refused, Units


def qualified(terms: Terms, before: Event, sheet: Sheet) -> tuple[tuple[EntrantId, Units], ...]:
    """Who enters the stage of these terms, best first, each with the points carried over (mostly 0).

    The order is the final order of the stage before; those who are not active any more are passed over and
    the next moves up. A cut by group place takes all firsts before all seconds, each by points.

    Raises: Refused: ENTRANTS_TOO_FEW.
    """
    active = {one.id for one in before.entrants if one.active}
    rows = [row for row in sheet.rows if row.entrant in active]
    chosen = _cut(terms, rows)
    if len(chosen) < 2:
        raise Refused("ENTRANTS_TOO_FEW", f"{len(chosen)} go on to the next stage.", "cut")
    return tuple((row.entrant, row.points if terms.carry_points else 0) for row in chosen)


def check_chain(stages: tuple[Terms, ...]) -> None:
    """Refuses chains that cannot follow each other; the format of each stage checks the rest.

    Raises:
        Refused: TOURNAMENT_SETTING_INVALID with a field like `stages[1].cut`.
    """
    for index, terms in enumerate(stages):
        here = f"stages[{index}]"
        first = index == 0
        require(not (first and terms.cut), f"{here}.cut", "Nobody is cut before the first stage")
        require(
            not (first and terms.carry_points), f"{here}.carry_points", "The first stage has nothing to carry"
        )
        last = index == len(stages) - 1
        endless = terms.format is FormatName.ARENA and not terms.duration_ms
        require(last or not endless, f"{here}.duration_ms", "An arena before another stage has an end")
        by_place = terms.cut is not None and terms.cut.group_place > 0
        grouped = not first and stages[index - 1].format is FormatName.ROUND_ROBIN
        require(not by_place or grouped, f"{here}.cut.group_place", "The stage before has no groups")


def _cut(terms: Terms, rows: list[Row]) -> list[Row]:
    grouped = any(row.group for row in rows)
    if terms.cut is not None and terms.cut.group_place:
        places = [
            list(group)[: terms.cut.group_place] for _, group in groupby(rows, key=lambda row: row.group)
        ]
        return _by_place(places)
    ordered = (
        _by_place([list(group) for _, group in groupby(rows, key=lambda row: row.group)]) if grouped else rows
    )
    return ordered[: terms.cut.rank] if terms.cut is not None else ordered


def _by_place(groups: list[list[Row]]) -> list[Row]:
    """All firsts, then all seconds, ...; of one place by points, then start number."""
    placed = [(place, -row.points, row.number, row) for group in groups for place, row in enumerate(group)]
    return [row for *_, row in sorted(placed, key=lambda one: one[:3])]
