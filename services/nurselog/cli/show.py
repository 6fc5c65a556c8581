"""How scores, ratings and boards look at a terminal, whatever face they came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.table import Table

from nurselog.rules.api import ScoreSheet

Json = dict[str, Any]


def sheet_of_json(sheet: Json, name: str) -> Table:
    """A score sheet in the contract's JSON."""
    table = _sheet_table(name)
    for line in sheet.get("lines", ()):
        _sheet_row(
            table,
            line.get("label") or line.get("category", ""),
            int(line.get("points", 0)),
            line.get("evidence", ()),
            line.get("reason", ""),
            counted=bool(line.get("counted")),
        )
    return _sheet_total(table, int(sheet.get("total", 0)))


def sheet_of_rules(sheet: ScoreSheet, name: str) -> Table:
    """A score sheet of the kernel."""
    table = _sheet_table(name)
    for line in sheet.lines:
        _sheet_row(table, line.label, line.points, line.evidence, line.reason, counted=line.counted)
    return _sheet_total(table, sheet.total)


def board(title: str, leaders: Iterable[Json]) -> Table:
    """The best of a ladder."""
    table = Table(title=title, title_justify="left", box=None)
    for name in ("rank", "player", "rating", "+/-", "games"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for leader in leaders:
        rank = leader.get("rank") or "-"
        note = " (provisional)" if leader.get("provisional") else ""
        table.add_row(
            str(rank),
            leader.get("displayName", "") + note,
            str(leader.get("rating", 0)),
            str(leader.get("deviation", 0)),
            str(leader.get("games", 0)),
        )
    return table


def changes(result: Json, names: Sequence[str]) -> Table:
    """How ratings changed by a table, in seat order."""
    table = Table(title=f"New ratings ({result.get('ladder', '')})", title_justify="left", box=None)
    for name in ("player", "before", "after", "+/-"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for name, change in zip(names, result.get("changes", ()), strict=False):
        before, after = change.get("ratingBefore", 0), change.get("ratingAfter", 0)
        table.add_row(name, str(before), str(after), str(change.get("deviationAfter", 0)))
    return table


def _sheet_table(name: str) -> Table:
    table = Table(title=f"Score sheet of {name}", title_justify="left", box=None)
    table.add_column("line")
    table.add_column("points", justify="right")
    table.add_column("evidence")
    table.add_column("why")
    return table


def _sheet_row(
    table: Table, label: str, points: int, evidence: Iterable[str], reason: str, *, counted: bool
) -> None:
    shown = str(points) if counted else f"({points})"
    table.add_row(label, shown, " ".join(evidence), reason, style=None if counted else "dim")


def _sheet_total(table: Table, total: int) -> Table:
    table.add_section()
    table.add_row("total", str(total), style="bold")
    return table
