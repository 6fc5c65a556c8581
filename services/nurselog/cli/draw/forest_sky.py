"""Forest Sky at a terminal: forests, piles, and one's own cards with their rules."""

from __future__ import annotations

from rich.box import HEAVY, ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene
from nurselog.games.forest_sky.components import CARD_NAMED, MARK, TITLE
from nurselog.games.forest_sky.effects import EFFECTS

COLOUR = {"h": "yellow", "o": "magenta", "c": "cyan", "e": "red"}
CARD_WIDTH = 12
LOCKS_TO_END = 5


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table: what is common above, the hands below."""
    hands = view.get("hands", ())
    active = view.get("activeSeat", 0)
    return Group(
        _row([_forest(forest) for forest in view.get("forests", ())]),
        _piles(view),
        *(_hand(hand, scene, active=hand.get("seat", 0) == active) for hand in hands),
    )


def _row(parts: list[RenderableType], gap: int = 2) -> Table:
    row = Table.grid(padding=(0, gap, 0, 0))
    row.add_row(*parts)
    return row


def _forest(forest: Json) -> RenderableType:
    name = Text(f"forest {forest.get('name', '')}", style="bold green")
    return Group(name, _row([_spot(spot) for spot in forest.get("spots", ())], gap=0))


def _spot(spot: Json) -> Panel:
    card, locked = spot.get("card", ""), spot.get("locked", False)
    return Panel(
        _name(card),
        box=HEAVY if locked else ROUNDED,
        border_style=_colour(card),
        title=spot.get("name", ""),
        subtitle="locked" if locked else None,
        width=CARD_WIDTH,
    )


def _piles(view: Json) -> Text:
    top = view.get("discardTop", "")
    return Text.assemble(
        ("deck ", "dim"),
        str(view.get("deckSize", 0)),
        ("   discard ", "dim"),
        str(view.get("discardSize", 0)),
        *((" with ", _name(top), " on top") if top else ()),
        ("   locks ", "dim"),
        f"{view.get('lockCount', 0)} of {LOCKS_TO_END}",
        ("   turns without a lock ", "dim"),
        f"{view.get('idleTurns', 0)} of {view.get('idleLimit', 0)}",
    )


def _hand(hand: Json, scene: Scene, *, active: bool) -> RenderableType:
    """One's own cards with their rules; of others only how many there are."""
    owner = Text(f"{'▶' if active else ' '} {scene.name(hand.get('seat', 0))}", style="bold")
    cards = hand.get("cards", ())
    if not cards:
        return owner + Text(f": {hand.get('count', 0)} cards")
    rules = Table.grid(padding=(0, 2, 0, 0))
    for card in cards:
        rules.add_row("   ", _name(card), *_printed(card))
    return Group(owner + Text(": ") + Text(" ").join([_name(card) for card in cards]), rules)


def _printed(card: str) -> tuple[Text, ...]:
    """What stands on a card: title, points, mark and rule; nothing for a card newer than this program."""
    found = CARD_NAMED.get(card)
    if found is None:
        return ()
    effect = EFFECTS[found]
    points = "" if effect.points is None else str(effect.points)
    return (
        Text(TITLE[found], style=_colour(card)),
        Text(points, style="bold", justify="right"),
        Text(MARK[found].value, style="dim"),
        Text(effect.text),
    )


def _name(card: str) -> Text:
    return Text(card.upper() or "--", style=f"bold {_colour(card)}" if card else "dim")


def _colour(card: str) -> str:
    return COLOUR.get(card[:1], "dim")
