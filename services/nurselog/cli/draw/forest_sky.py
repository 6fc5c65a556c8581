"""Forest Sky at a terminal: the two forests, the piles, and the hands as far as one may see them."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene

COLOUR = {"h": "yellow", "o": "magenta", "c": "cyan", "e": "red"}
EMPTY = "--"


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    return Group(_forests(view), _piles(view), *(_hand(hand, scene) for hand in view.get("hands", ())))


def _forests(view: Json) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2))
    for forest in view.get("forests", ()):
        spots = (_spot(spot) for spot in forest.get("spots", ()))
        table.add_row(Text(f"forest {forest.get('name', '')}", style="bold green"), *spots)
    return table


def _spot(spot: Json) -> Text:
    card = spot.get("card", "")
    text = Text(f"{spot.get('name', '')} ", style="dim") + _card(card)
    return text + Text(" locked", style="bold") if spot.get("locked") else text


def _piles(view: Json) -> Text:
    top = view.get("discardTop", "")
    return Text.assemble(
        f"deck {view.get('deckSize', 0)} cards, discard {view.get('discardSize', 0)}",
        *((" with ", _card(top), " on top") if top else ()),
        f", locks {view.get('lockCount', 0)} of 5",
    )


def _hand(hand: Json, scene: Scene) -> Text:
    seat = hand.get("seat", 0)
    cards = hand.get("cards", ())
    text = Text(f"{scene.name(seat)}: ", style="bold")
    if not cards:
        return text + Text(f"{hand.get('count', 0)} cards", style="dim")
    return text + Text(" ").join(_card(card) for card in cards)


def _card(card: str) -> Text:
    return Text(card.upper() or EMPTY, style=COLOUR.get(card[:1], "dim"))
