"""Salmon Run at a terminal: what is on offer in the middle, a river bank for each player."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene
from nurselog.cli.draw.playing_cards import playing_card, playing_cards

OBJECTIVE = {
    "OBJECTIVE_SEA": ("The Sea", "four cards of one suit"),
    "OBJECTIVE_RIVER": ("The River", "three pairs"),
    "OBJECTIVE_STREAM": ("The Stream", "eight cards in a row"),
}


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    return Group(
        _title(view),
        _rows(_middle(view)),
        *(_player(player, view, scene) for player in view.get("players", ())),
    )


def _title(view: Json) -> Text:
    name, wanted = OBJECTIVE.get(view.get("objective", ""), ("", ""))
    return Text.assemble(
        (name, "bold blue"),
        f": {wanted}",
        (f"   round {view.get('round', 0)} of {view.get('roundCount', 0)}", "dim"),
        (f"   turn {view.get('turns', 0) + 1} of at most {view.get('maxTurns', 0)}", "dim"),
    )


def _middle(view: Json) -> Iterable[tuple[str, Text]]:
    """Starting decks while they are chosen; what is on offer; the piles. The row begins with the oldest."""
    for number, deck in enumerate(view.get("startingDecks", ()), start=1):
        yield f"starting deck {number}", playing_cards(deck.get("cards", ()))
    yield "row", playing_cards(view.get("row", ()), "bold")
    yield "aces", playing_cards(view.get("aces", ()))
    yield "3s", playing_cards(view.get("threes", ()))
    hidden = f"{view.get('acclimationDeckSize', 0)} face down, discarded "
    yield "deck", Text(hidden) + playing_cards(view.get("acclimationDiscard", ()))


def _player(player: Json, view: Json, scene: Scene) -> Panel:
    seat = player.get("seat", 0)
    active = view.get("activeSeat", 0) == seat
    return Panel(
        _rows(_piles(player, view)),
        title=Text(f"{'▶ ' if active else ''}{scene.name(seat)}, {player.get('points', 0)} points"),
        title_align="left",
        border_style="bold" if active else "dim",
        box=ROUNDED,
    )


def _piles(player: Json, view: Json) -> Iterable[tuple[str, Text]]:
    """The piles of a player that say something now; tops are on the right."""
    run = player.get("run", ())
    missing = view.get("runSize", 0) - len(run)
    yield "run", (playing_cards(run, "bold") if run else Text()) + Text(" ·" * missing, style="dim")
    if played := player.get("played"):
        yield "played", Text("  ").join([_played(card) for card in played])
    if count := player.get("lookingCount", 0):
        looked = player.get("lookingAt", ())
        yield "looking at", playing_cards(looked) if looked else Text(f"{count} cards")
    if count := player.get("handCount", 0):
        hand = player.get("hand", ())
        yield "hand", playing_cards(hand) if hand else Text(f"{count} cards")
    yield "deck", Text(f"{player.get('deckSize', 0)} face down")
    yield "discarded", playing_cards(player.get("discard", ()))
    if removed := player.get("removed"):
        yield "removed", playing_cards(removed)


def _played(card: Json) -> Text:
    """A card of this turn: what it pays, and whether it is spent, in the run, or used for a bonus."""
    gone = card.get("spent", False) or card.get("inRun", False)
    notes = ["spent"] * card.get("spent", False) + ["in the run"] * card.get("inRun", False)
    notes += [] if gone else [f"pays {card.get('worth', 0)}"]
    notes += ["bonus used"] * card.get("used", False)
    style = "dim" if gone else "bold"
    return playing_card(card.get("card", ""), style) + Text(f" ({', '.join(notes)})", style="dim")


def _rows(parts: Iterable[tuple[str, Text]]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, what in parts:
        table.add_row(Text(name, style="dim"), what)
    return table
