"""Orca Isles at a terminal: isles with their orcas, gather cards, piles, hands, the last round's catch."""

from __future__ import annotations

from collections.abc import Iterator

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene
from nurselog.cli.draw.playing_cards import playing_card, playing_cards

ISLE_WIDTH = 22
PLACE_WIDTH = 10
ORCAS = 2
KIND = {
    "SET_KIND_PAIR": "pair",
    "SET_KIND_FLUSH": "flush",
    "SET_KIND_STRAIGHT": "straight",
    "SET_KIND_THREE_OF_A_KIND": "three of a kind",
    "SET_KIND_STRAIGHT_FLUSH": "straight flush",
}


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    return Group(
        _headline(view),
        _row([_isle(isle, view, scene) for isle in view.get("isles", ())]),
        _row([_gather(place, scene) for place in view.get("gather", ())]),
        _piles(view, scene),
        _hands(view, scene),
        _last_round(view, scene),
    )


def _headline(view: Json) -> Text:
    return Text.assemble(
        ("round ", "dim"),
        f"{view.get('round', 0)} of 5",
        *((("   good instincts", "dim"),) if view.get("goodInstincts") else ()),
    )


def _row(parts: list[RenderableType]) -> Table:
    row = Table.grid(padding=(0, 1, 0, 0))
    row.add_row(*parts)
    return row


def _isle(isle: Json, view: Json, scene: Scene) -> Panel:
    """An isle card, and room for two orcas below it."""
    orcas = [_orca(orca, scene) for orca in isle.get("orcas", ())]
    room = [Text("·", style="dim")] * (ORCAS - len(orcas))
    chosen = isle.get("number") == view.get("huntingIsle", 0)
    return Panel(
        Group(playing_card(isle.get("card", ""), "bold"), *orcas, *room),
        box=ROUNDED,
        title=f"isle {isle.get('number', 0)}",
        border_style="bold cyan" if chosen else "blue",
        width=ISLE_WIDTH,
    )


def _orca(orca: Json, scene: Scene) -> Text:
    """Whose orca, and its cards as far as they are seen."""
    name = Text(scene.name(orca.get("seat", 0)), style="bold")
    name.truncate(ISLE_WIDTH // 2)
    cards = orca.get("cards", ())
    return (
        name
        + Text(" ")
        + (playing_cards(cards) if cards else Text("▒▒ " * orca.get("count", 0), style="dim"))
    )


def _gather(place: Json, scene: Scene) -> Panel:
    """A gather card, or who took it."""
    taken_by = place.get("orca", 0)
    what = playing_card(place["card"], "bold") if place.get("card") else Text("-", style="dim")
    if taken_by >= 0:
        what = Text(scene.name(taken_by), style="dim")
        what.truncate(PLACE_WIDTH - 4)
    return Panel(
        what, box=ROUNDED, title=f"g.{place.get('number', 0)}", border_style="green", width=PLACE_WIDTH
    )


def _piles(view: Json, scene: Scene) -> Text:
    discard = view.get("discard", ())
    orcas = ", ".join(scene.name(seat) for seat in view.get("deckOrcas", ()))
    return Text.assemble(
        ("deck ", "dim"),
        str(view.get("deckSize", 0)),
        *(((" with ", "dim"), (orcas, "bold")) if orcas else ()),
        ("   discard ", "dim"),
        str(len(discard)),
        *((("  ", ""), playing_cards(discard)) if discard else ()),
    )


def _hands(view: Json, scene: Scene) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    active, first = view.get("activeSeat", 0), view.get("firstSeat", 0)
    for hand in view.get("hands", ()):
        seat, cards = hand.get("seat", 0), hand.get("cards", ())
        table.add_row(
            Text("▶" if seat == active else " "),
            Text(scene.name(seat), style="bold") + Text(" (first)" if seat == first else "", style="dim"),
            Text(f"{_points(view, seat)} points"),
            Text("orcas " + "●" * hand.get("orcasLeft", 0), style="cyan"),
            playing_cards(cards, "bold") if cards else Text(f"{hand.get('count', 0)} cards"),
        )
    return table


def _points(view: Json, seat: int) -> int:
    """What the finished rounds gave a seat."""
    return sum(sum(one.get(part, ())[seat] for part in ("sets", "wins")) for one in view.get("points", ()))


def _last_round(view: Json, scene: Scene) -> Table:
    """What was found at the isles when the cards were turned up."""
    table = Table.grid(padding=(0, 2, 0, 0))
    for result in view.get("lastResults", ()):
        card = Text(f"isle {result.get('isle', 0)} ", style="dim") + playing_card(
            result.get("card", ""), "bold"
        )
        table.add_row(Text("last round", style="dim"), card, Text("   ").join(_catches(result, scene)))
    return table


def _catches(result: Json, scene: Scene) -> Iterator[Text]:
    for one in result.get("catches", ()):
        seat = one.get("seat", 0)
        won = " ★" if seat in result.get("winners", ()) else ""
        yield Text.assemble(
            (scene.name(seat), "bold"),
            " ",
            playing_cards(one.get("cards", ())),
            (f" {KIND.get(one.get('kind', ''), 'no set')} {one.get('points', 0)}", "dim"),
            (won, "bold yellow"),
        )
