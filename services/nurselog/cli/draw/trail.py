"""Trail at a terminal: the trail as a map with the hikers on it, and their packs below."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import ROUNDED, SQUARE
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene
from nurselog.cli.draw.playing_cards import playing_card, playing_cards

WIDTH = 11
ROWS, COLUMNS = 5, 5
HIKER = ("①", "②", "③", "④")


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    return Group(_map(view), _rows(_common(view)), *(_player(one, view, scene) for one in _players(view)))


def _players(view: Json) -> list[Json]:
    found: list[Json] = view.get("players", [])
    return found


def _map(view: Json) -> Table:
    """The trail, row 1 above; landmarks have square corners, a hiker stands on the card passed last."""
    spots = {spot.get("name", ""): spot for spot in view.get("trail", ())}
    hikers = _hikers(view)
    table = Table.grid(padding=0)
    for row in range(1, ROWS + 1):
        names = [f"{row}{column}" for column in range(1, COLUMNS + 1)]
        table.add_row(*(_spot(spots[name], hikers.get(name, "")) if name in spots else "" for name in names))
    return table


def _hikers(view: Json) -> dict[str, str]:
    """Who stands on which spot."""
    found: dict[str, str] = {}
    for player in _players(view):
        if trek := player.get("trek"):
            found[trek[-1]] = found.get(trek[-1], "") + HIKER[player.get("seat", 0)]
    return found


def _spot(spot: Json, hikers: str) -> Panel:
    landmark, card = spot.get("landmark", False), spot.get("card", "")
    face = playing_card(card, "bold") if card else Text("▲ ?" if landmark else "?", style="dim")
    return Panel(
        Text.assemble(face, " ", (hikers, "bold white")),
        box=SQUARE if landmark else ROUNDED,
        title=Text(spot.get("name", ""), style="dim"),
        border_style="yellow" if landmark else "green",
        width=WIDTH,
    )


def _common(view: Json) -> Iterable[tuple[str, Text]]:
    """What concerns all, as far as there is any of it now."""
    if pick := view.get("pick", 0):
        yield "packing", Text(f"choice {pick} of 7")
    if aces := view.get("aceCount", 0):
        shown = view.get("aces", ())
        yield "aces", playing_cards(shown) if shown else Text(f"{aces} left")
    if number := view.get("round", 0):
        yield "round", Text(str(number))
        yield "discarded", playing_cards(view.get("discarded", ()))
    if target := view.get("target", ""):
        yield "to be paid for", Text(target, style="bold")


def _player(player: Json, view: Json, scene: Scene) -> Panel:
    seat = player.get("seat", 0)
    active = seat in view.get("deciding", ())
    token = " ⚑" if seat == view.get("firstPlayer", 0) else ""
    back = ", turned back" if player.get("turnedBack", False) else ""
    name = f"{'▶ ' if active else ''}{HIKER[seat]} {scene.name(seat)}{token}"
    return Panel(
        _rows(_piles(player)),
        title=Text(f"{name}, {player.get('points', 0)} points{back}"),
        title_align="left",
        border_style="bold" if active else "dim",
        box=ROUNDED,
    )


def _piles(player: Json) -> Iterable[tuple[str, Text]]:
    """The cards of a player, counted where they are not shown."""
    pack = player.get("pack", ())
    yield "pack", playing_cards(pack) if pack else Text(f"{player.get('packCount', 0)} cards")
    if count := player.get("handCount", 0):
        hand = player.get("hand", ())
        yield "to choose from", playing_cards(hand, "bold") if hand else Text(f"{count} cards")
    if player.get("picked", False):
        yield "chosen", playing_card(player["pick"]) if player.get("pick") else Text("a card")
    if trek := player.get("trek"):
        yield "trek", Text(" → ".join(trek))


def _rows(parts: Iterable[tuple[str, Text]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, what in parts:
        table.add_row(Text(name, style="dim"), what)
    return table
