"""Alaska at a terminal: the ring of ten river cards with the sections between them, and the seats."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene

COLOUR = {
    "c": "cyan",
    "s": "red",
    "f": "blue",
    "t": "yellow",
    "l": "green",
    "e": "magenta",
    "b": "bright_black",
}
SIGN = {"tourist": "T", "local": "L"}
TOP = (10, 9, 8, 7, 6)
BOTTOM = (1, 2, 3, 4, 5)


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    return Group(_river(view), _piles(view), *(_player(one, view, scene) for one in view.get("players", ())))


def _river(view: Json) -> Table:
    """Upper row 10 to 6, lower row 1 to 5; sections 10 and 5 stand upright at the ends."""
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_row(*_row(view, TOP, sections=(9, 8, 7, 6)))
    table.add_row(_section(view, 10), *[""] * 7, _section(view, 5))
    table.add_row(*_row(view, BOTTOM, sections=(1, 2, 3, 4)))
    return table


def _row(view: Json, rivers: tuple[int, ...], *, sections: tuple[int, ...]) -> list[Text]:
    cells = [_card(view, rivers[0])]
    for section, river in zip(sections, rivers[1:], strict=True):
        cells += [_section(view, section), _card(view, river)]
    return cells


def _card(view: Json, river: int) -> Text:
    angler = view.get("anglers", [""] * 10)[river - 1]
    text = Text(f"[{river}]", style="bold")
    return text + Text(SIGN[angler], style=COLOUR[angler[:1]]) if angler else text


def _section(view: Json, section: int) -> Text:
    swims = view.get("salmon", [False] * 10)[section - 1]
    return (
        Text(f"~{section}~", style="dim") + Text("><>", style="bold red")
        if swims
        else Text(f"~{section}~", "dim")
    )


def _piles(view: Json) -> Text:
    left = view.get("turnsLeft", -1)
    ending = f", {left} turns left" if left >= 0 else ""
    return Text(f"T tourist, L local; pile {view.get('pileSize', 0)} cards{ending}", style="dim")


def _player(player: Json, view: Json, scene: Scene) -> Text:
    seat = player.get("seat", 0)
    text = Text("> " if seat == view.get("activeSeat") else "  ", style="bold")
    text += Text(f"{scene.name(seat)}: ", style="bold") + Text(
        f"{player.get('salmon', 0)} salmon  ", style="red"
    )
    hand = player.get("hand", ())
    if not hand:
        return text + Text(f"{player.get('handSize', 0)} cards", style="dim")
    return text + Text(" ").join(Text(card, style=COLOUR.get(card[:1], "")) for card in hand)
