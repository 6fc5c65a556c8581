"""Canopy: Evergreen at a terminal: the piles, the mat, and each forest with its map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from nurselog.cli.draw import Json, Scene

COLOUR = {
    "rain": "blue",
    "sun": "yellow",
    "heatwave": "red",
    "wildfire": "bold red",
    "disease": "magenta",
    "trillium": "white",
    "cat_tail_moss": "dark_green",
    "huckleberry": "bright_blue",
    "salal": "green",
    "chanterelle": "orange3",
    "pine_cone": "yellow4",
    "canopy": "bright_green",
    "root_trunk": "tan",
    "nurse_log": "tan",
}
MAP = (
    ("a", "ab", "b", "bc", "c"),
    ("", "ad", "bd", "", "ce"),
    ("", "d", "de", "e", ""),
    ("df", "", "eg", "", "eh"),
    ("f", "fg", "g", "gh", "h"),
)
SPACES = frozenset("abcdefgh")
TOKEN = {
    "trillium": "Tri",
    "cat_tail_moss": "Mos",
    "huckleberry": "Huc",
    "salal": "Sal",
    "sun": "2su",
    "rain": "2ra",
    "sun_or_rain": "s/r",
    "wildlife_refresh": "ref",
    "wildlife_forage": "for",
}
CELL = 7


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    piles = Columns([_pile(pile, view) for pile in view.get("piles", ())])
    forests = [_forest(player, view, scene) for player in view.get("players", ())]
    return Group(_head(view), piles, _mat(view), Columns(forests), *_memory(view), _waiting(view))


def _head(view: Json) -> Text:
    shift = f"; {view['shift']}: {view.get('shiftEffect', '')}" if view.get("shift") else ""
    return Text(
        f"Season {view.get('season', 1)}, deck {view.get('deckSize', 0)}, "
        f"Seed deck {view.get('seedDeckSize', 0)}{shift}",
        style="dim",
    )


def _pile(pile: Json, view: Json) -> Text:
    number = pile.get("pile", 0)
    text = Text(f"[{number}] ", style="bold reverse" if number == view.get("pileInHand") else "bold")
    text += Text("#" * pile.get("size", 0), style="dim") + Text(" ") + _cards(pile.get("known", ()))
    return text + Text(f" ({pile['token']})", style="magenta") if pile.get("token") else text


def _cards(names: list[str]) -> Text:
    return Text(" ").join(_card(name) for name in names)


def _card(name: str) -> Text:
    return Text(name, style=COLOUR.get(name.rstrip("0123456789"), ""))


def _counted(names: Sequence[str]) -> Text:
    """Equal cards once, with their number."""
    return Text(" ").join(
        _card(name) + Text(f" x{count}" if count > 1 else "", style="dim")
        for name, count in Counter(names).items()
    )


def _mat(view: Json) -> Text:
    return Text("Mat: ", style="bold") + Text(", ".join(view.get("mat", ())), style="cyan")


def _forest(player: Json, view: Json, scene: Scene) -> Panel:
    seat = player.get("seat", 0)
    name = scene.name(seat) if seat < len(scene.names) else "Fox Spirit"
    mark = "> " if seat == view.get("activeSeat", 0) else ""
    title = f"{mark}{name}: {player.get('points', 0)} points, {player.get('food', 0)} food"
    return Panel(
        Group(
            _map(player),
            _counted(player.get("cards", ())),
            _wildlife(player),
            _tokens(player),
            _prospects(player),
        ),
        title=Text(title),
    )


def _map(player: Json) -> Text:
    """Eight spaces with their trees, and the tokens on the paths between them."""
    trees = {tree["space"]: tree for tree in player.get("trees", ())}
    tokens = {path["path"]: TOKEN.get(path["token"], "?") for path in player.get("paths", ())}
    return Text("\n").join(
        Text("").join(_cell(name, trees.get(name), tokens.get(name, "")) for name in row) for row in MAP
    )


def _cell(name: str, tree: Json | None, token: str) -> Text:
    if name not in SPACES:
        return Text(token.center(CELL), style="dim")
    if tree is None:
        return Text(name.upper().center(CELL), style="bold dim")
    crown = f"x{tree['multiplier']}" if tree.get("multiplier") else ""
    star = "*" if tree.get("awarded") else ""
    text = f"{name.upper()}:{tree.get('height', 0)}{crown}{star}"
    return Text(text.center(CELL), style="bold green" if crown else "yellow")


def _wildlife(player: Json) -> Text:
    return Text(" ").join(
        Text(one["card"], style="dim strike" if one.get("used") else "cyan")
        for one in player.get("wildlife", ())
    )


def _prospects(player: Json) -> Text:
    """What the running Season and the end of the game would give now."""
    found = [(one.get("category", ""), one.get("points", 0)) for one in player.get("prospects", ())]
    worth = ", ".join(f"{name.replace('_', ' ')} {points}" for name, points in found if points)
    return Text(f"now worth: {worth}" if worth else "", style="dim")


def _tokens(player: Json) -> Text:
    return Text(" ".join(player.get("tokens", ())), style="green")


def _memory(view: Json) -> Iterator[Text]:
    """What the seat alone knows of cards that lie nowhere in sight."""
    if view.get("knownDiscard"):
        yield Text("You saw leave: ", style="bold") + _counted(view["knownDiscard"])
    for one in view.get("knownSets", ()):
        where = f"Your Elk's set ({one.get('inDeck', 0)} still in the deck): "
        yield Text(where, style="bold") + _counted(one.get("cards", ()))


def _waiting(view: Json) -> Text:
    text = Text()
    for batch in view.get("waiting", ()):
        text += Text("To add: ", style="bold") + _cards(batch.get("cards", ())) + Text("  ")
    if view.get("drawn"):
        text += Text("Drawn: ", style="bold") + _cards(view["drawn"])
    if view.get("cardInHand"):
        text += Text("  In hand: ", style="bold") + _card(view["cardInHand"])
    return text
