"""Forage at a terminal: the map with its tokens, below it what lies before each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene
from nurselog.cli.draw.playing_cards import JOKER, playing_card

DECK = {"2": "²", "3": "³"}
SEAT_COLOUR = (
    "bright_red",
    "bright_blue",
    "bright_yellow",
    "bright_green",
    "magenta",
    "cyan",
    "white",
    "orange3",
)
SEAT_SIGN = "⓪①②③④⑤⑥⑦"
BACK = "▒▒"
CELL_WIDTH = 6
ROWS = 5


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    players = view.get("players", ())
    return Group(
        _map(view, two_tokens=len(players) == 2),
        Text(),
        _players(view, scene),
        _course(view, scene),
    )


# --- The map ------------------------------------------------------------------------------------------------


def _map(view: Json, *, two_tokens: bool) -> Table:
    """A grid of cells: name, what lies there, who stands there."""
    cells = {(cell.get("row", 0), cell.get("column", 0)): cell for cell in view.get("map", ())}
    columns = max((column for _, column in cells), default=0)
    grid = Table.grid(padding=0)
    for _ in range(columns):
        grid.add_column(width=CELL_WIDTH)
    for row in range(1, ROWS + 1):
        found = [cells.get((row, column)) for column in range(1, columns + 1)]
        grid.add_row(*[_cell(view, cell, two_tokens=two_tokens) if cell else Text() for cell in found])
    return grid


def _cell(view: Json, cell: Json, *, two_tokens: bool) -> Text:
    name = cell.get("name", "")
    standing = [token for token in view.get("tokens", ()) if token.get("cell") == name]
    tokens = [_token(token, two_tokens=two_tokens) for token in standing]
    return Text("\n").join([Text(name, style="dim"), _lying(cell), Text("").join(tokens)])


def _lying(cell: Json) -> Text:
    """A face-up card, the back of a hidden one, the size of a pile; what only the looker sees in italics."""
    if card := cell.get("card"):
        return _card(card, "bold")
    seen = [_card(name, "italic") for name in cell.get("seen", ())]
    if cell.get("kind") == "KIND_SINGLE":
        return Text(BACK, style="dim")
    pile = Text(f"{BACK}{cell.get('size', 0)}", style="dim" if cell.get("kind") == "KIND_CACHE" else "bold")
    return Text(" ").join([*([] if cell.get("kind") == "KIND_CACHE" and seen else [pile]), *seen])


def _token(token: Json, *, two_tokens: bool) -> Text:
    """The sign of its seat; of two tokens the number, too."""
    number = str(token.get("token", 0)) if two_tokens else ""
    return _sign(token.get("seat", 0)) + Text(number, style="dim")


def _sign(seat: int) -> Text:
    """A number in a circle, in the colour of the seat."""
    place = seat % len(SEAT_SIGN)
    return Text(SEAT_SIGN[place], style=f"bold {SEAT_COLOUR[place]}")


# --- Seats --------------------------------------------------------------------------------------------------


def _players(view: Json, scene: Scene) -> Table:
    """A row for each seat."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for player in view.get("players", ()):
        grid.add_row(*_player(view, player, scene))
    return grid


def _player(view: Json, player: Json, scene: Scene) -> tuple[Text, ...]:
    """Name, points, open cards, hidden ones, sets, actions."""
    seat = player.get("seat", 0)
    sets = [_cards(found.get("cards", ())) for found in player.get("sets", ())]
    return (
        Text.assemble("▶ " if seat in view.get("decidingSeats", ()) else "  ", _sign(seat)),
        Text(_title(player, scene), style="bold"),
        Text(f"{player.get('points', 0)} of {view.get('pointsToWin', 0)}"),
        Text.assemble(("open ", "dim"), _cards(player.get("revealed", ()), "bold")),
        Text.assemble(("hidden ", "dim"), _hidden(player)),
        Text.assemble(("sets ", "dim"), Text(" | ").join(sets)) if sets else Text(),
        Text(_actions(view, seat), style="dim"),
    )


def _title(player: Json, scene: Scene) -> str:
    """The name of a seat, with its partner's."""
    name, partner = scene.name(player.get("seat", 0)), player.get("partner", 0)
    return name if partner < 0 else f"{name} with {scene.name(partner)}"


def _hidden(player: Json) -> Text:
    """The hidden cards as far as the looker sees them."""
    if cards := player.get("hidden"):
        return _cards(cards, "italic")
    return Text(" ".join([BACK] * player.get("hiddenCount", 0)) or "-", style="dim")


def _actions(view: Json, seat: int) -> str:
    """How many actions a seat has left."""
    left = dict(enumerate(view.get("actions", ()))).get(seat, 0)
    return {0: "", 1: "1 action left"}.get(left, f"{left} actions left")


def _course(view: Json, scene: Scene) -> Text:
    """Turns, discarded jokers, and the exchange that goes on."""
    return Text.assemble(
        ("  turn ", "dim"),
        f"{view.get('turns', 0) + 1} of {view.get('turnLimit', 0)}",
        *((("   discarded ", "dim"), _cards(view["discard"])) if view.get("discard") else ()),
        *_trade(view.get("trade"), scene),
    )


def _trade(trade: Json | None, scene: Scene) -> Iterator[Text | tuple[str, str]]:
    if trade is None:
        return
    yield ("   exchange ", "dim")
    yield Text(
        f"{scene.name(trade.get('seat', 0))}, {trade.get('count', 0)} cards at {trade.get('cell', '')}"
    )
    for word in ("given", "taken"):
        if cards := trade.get(word):
            yield (f"  {word} ", "dim")
            yield _cards(cards)


# --- Cards --------------------------------------------------------------------------------------------------


def _cards(cards: Sequence[str], style: str = "") -> Text:
    return Text(" ").join([_card(card, style) for card in cards]) if cards else Text("-", style="dim")


def _card(card: str, style: str = "") -> Text:
    """`10♥`, `10♥²` of the second deck."""
    face, deck = (card[:-1], DECK[card[-1]]) if card[:2] != JOKER and card[-1:] in DECK else (card, "")
    return playing_card(face, style).append(deck)
