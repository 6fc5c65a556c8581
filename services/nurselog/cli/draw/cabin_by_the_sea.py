"""Cabin by the Sea at a terminal: the stacks side by side, growing downwards, and the piles by the water."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene

SUIT = {"c": ("♣", "green"), "d": ("♦", "yellow"), "h": ("♥", "red"), "s": ("♠", "cyan")}


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    del scene  # one person plays, and everybody sees the same
    stacks = [stack.get("cards", ()) for stack in view.get("stacks", ())]
    return Group(_cabin(stacks, view.get("stackLimit", 0)), _water(view))


def _cabin(stacks: Sequence[Sequence[str]], limit: int) -> Table:
    """A column for each stack, the top card at its lower end; columns without cards may still be opened."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1), header_style="dim")
    for number in range(1, limit + 1):
        table.add_column(f"{number:>3}", width=3)
    columns = [
        [*(_card(card) for card in stack[:-1]), _card(stack[-1], style="bold reverse")] for stack in stacks
    ]
    for row in zip_longest(*columns, fillvalue=Text()):
        table.add_row(*row)
    return table


def _water(view: Json) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, what in _piles(view):
        table.add_row(Text(name, style="dim"), what)
    return table


def _piles(view: Json) -> Iterable[tuple[str, Text]]:
    """What lies by the water; the top of a pile is on the right."""
    if chosen := view.get("chosenCard"):
        yield "to build", _card(chosen, style="bold reverse")
    sea = Text(f"{view.get('seaSize', 0)} face down")
    yield "sea", (sea + "  turned up " + _card(view["seaCard"], style="bold")) if view.get("seaCard") else sea
    yield "supply", Text(f"{view.get('supplySize', 0)} face down")
    yield "beach", _pile(view.get("beach", ()))
    hidden = Text(f"{view.get('tideSize', 0)} face down")
    yield "tide", hidden if view.get("tideFaceDown") else _pile(view.get("tide", ()))
    yield "lost", Text(f"{view.get('lostPoints', 0)} points  ") + _pile(view.get("lost", ()))


def _pile(cards: Sequence[str]) -> Text:
    if not cards:
        return Text("-", style="dim")
    *below, top = cards
    return Text(" ").join([*(_card(card) for card in below), _card(top, style="bold underline")])


def _card(card: str, style: str = "") -> Text:
    if not card:
        return Text()
    rank, (sign, colour) = card[:-1], SUIT[card[-1:]]
    return Text(f"{'10' if rank == 't' else rank.upper()}{sign}", style=f"{style} {colour}".strip())
