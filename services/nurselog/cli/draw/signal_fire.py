"""Signal Fire at a terminal: the map with its fires around it, the trick, and one's own hand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene
from nurselog.cli.draw.playing_cards import SUIT, playing_card

TEAM_COLOUR = ("bright_blue", "bright_magenta")
PLACE_WIDTH = 20
SIDE = 3


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table."""
    return Group(
        _headline(view), _map(view, scene), _teams(view, scene), _trick(view, scene), _seats(view, scene)
    )


def _headline(view: Json) -> Text:
    limit = view.get("roundLimit", 0)
    goal = f"of {limit}" if limit else f"to {view.get('target', 0)} points"
    trick = view.get("trickNumber", 0)
    return Text.assemble(
        ("round ", "dim"),
        f"{view.get('round', 0)} {goal}",
        ("   trick ", "dim"),
        f"{trick} of 9" if trick else "not begun",
        *((("   led ", "dim"), _suit(view["ledSuit"])) if view.get("ledSuit") else ()),
        *((("   quickflint", "dim"),) if view.get("quickflint") else ()),
    )


def _map(view: Json, scene: Scene) -> Table:
    """The nine cards; team 1's fires above and to the left, team 2's below and to the right."""
    first, second = (*view.get("teams", ()), {}, {})[:2]
    places = view.get("map", ())
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_row("", *[_fires(first, "ridge", at) for at in range(SIDE)], "")
    for row in range(SIDE):
        cards = [_place(place, scene) for place in places[row * SIDE : (row + 1) * SIDE]]
        table.add_row(_fires(first, "valley", row), *cards, _fires(second, "valley", row))
    table.add_row("", *[_fires(second, "ridge", at) for at in range(SIDE)], "")
    return table


def _fires(team: Json, edge: str, at: int) -> Text:
    """The fires at a place of an edge, a small flame for each."""
    counts = team.get(edge, ())
    lit = counts[at] if at < len(counts) else 0
    name = f"r{at + 1}" if edge == "ridge" else f"v{'abc'[at]}"
    text = Text(f"{name} ", style="dim", justify="center" if edge == "ridge" else "left")
    return text.append("▲" * lit or "·", style=f"bold {_team_colour(team)}")


def _place(place: Json, scene: Scene) -> Panel:
    """A card of the map, with the tokens that stand on it."""
    face = Text("▒▒", style="dim") if place.get("faceDown") else _card(place.get("card", ""))
    return Panel(
        Group(face, _tokens(place.get("tokens", ()), scene)),
        box=ROUNDED,
        title=place.get("name", ""),
        width=PLACE_WIDTH,
        height=4,
    )


def _tokens(seats: Sequence[int], scene: Scene) -> Text:
    """Who stands there; names are cut where they would not all fit in."""
    room = (PLACE_WIDTH - 4) // max(len(seats), 1) - 1
    tokens = [_player(seat, scene) for seat in seats]
    for token in tokens:
        token.truncate(room)
    return Text(" ").join(tokens)


def _teams(view: Json, scene: Scene) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    for team in view.get("teams", ()):
        members = Text(" and ").join([_player(seat, scene) for seat in team.get("seats", ())])
        table.add_row(
            Text(f"team {team.get('team', 0)}", style=f"bold {_team_colour(team)}"),
            members,
            Text(f"{team.get('fires', 0)} fires in this round"),
            Text(f"{team.get('total', 0)} points", style="bold"),
        )
    return table


def _trick(view: Json, scene: Scene) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(Text("trick", style="dim"), _laid(view.get("trick", ()), view.get("winner", 0), scene))
    table.add_row(
        Text("last trick", style="dim"), _laid(view.get("lastTrick", ()), view.get("lastWinner", 0), scene)
    )
    return table


def _laid(trick: Sequence[Json], winner: int, scene: Scene) -> Text:
    """The cards of a trick with who played them; the winner's is marked."""
    cards = [_laid_card(laid, scene, won=laid.get("seat", 0) == winner) for laid in trick]
    return Text("   ").join(cards) if cards else Text("-", style="dim")


def _laid_card(laid: Json, scene: Scene, *, won: bool) -> Text:
    card = _card(laid["card"]) if laid.get("card") else Text("▒▒", style="dim")
    text = _player(laid.get("seat", 0), scene) + Text(" ") + card
    if laid.get("faceDown"):
        text += Text(" (face down)", style="dim")
    return text + Text(" ★", style="bold yellow") if won else text


def _seats(view: Json, scene: Scene) -> Table:
    deciding = view.get("decidingSeats", ())
    table = Table.grid(padding=(0, 2, 0, 0))
    for seat in view.get("seats", ()):
        number = seat.get("seat", 0)
        table.add_row(
            Text("▶" if number in deciding else " "),
            _player(number, scene),
            _bid(seat),
            _trump(seat),
            _hand(seat),
        )
    return table


def _bid(seat: Json) -> Text:
    if not seat.get("hasBid"):
        return Text("no bid", style="dim")
    return Text("bid ", style="dim") + (_card(seat["bid"]) if seat.get("bid") else Text("▒▒", style="dim"))


def _trump(seat: Json) -> Text:
    if not seat.get("token"):
        return Text("not on the map", style="dim")
    trump = _suit(seat["trump"]) if seat.get("trump") else Text("none", style="dim")
    return Text(f"on {seat['token']}, trump ", style="dim") + trump


def _hand(seat: Json) -> Text:
    cards = seat.get("hand", ())
    if not cards:
        return Text(f"{seat.get('handSize', 0)} cards")
    return Text(" ").join([_card(card) for card in cards])


def _player(seat: int, scene: Scene) -> Text:
    """A name in the colour of its team."""
    return Text(scene.name(seat), style=f"bold {TEAM_COLOUR[seat % 2]}")


def _team_colour(team: Json) -> str:
    return TEAM_COLOUR[(team.get("team", 1) - 1) % 2]


def _card(card: str) -> Text:
    return playing_card(card, "bold")


def _suit(letter: str) -> Text:
    sign, colour = SUIT.get(letter, ("?", "dim"))
    return Text(sign, style=f"bold {colour}")
