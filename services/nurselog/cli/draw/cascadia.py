"""Cascadia at a terminal: the display, the score pad, and each environment as a map of hexes.

A hex is three lines: its six sides are the letters of their land, in the middle stand the animals it shows or
the token on it (a keystone has a star), below the name of its cell. Open cells have their name only. Where a
map is wider than the terminal its hexes are narrower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from nurselog.cli.draw import Json, Scene

LAND = {"m": "bright_white", "f": "green", "p": "yellow", "w": "cyan", "r": "blue"}
LAND_NAME = {"m": "mountain", "f": "forest", "p": "prairie", "w": "wetland", "r": "river"}
ANIMAL = {"bear": "dark_orange3", "elk": "tan", "salmon": "hot_pink", "hawk": "bright_cyan", "fox": "red"}


@dataclass(frozen=True)
class Layout:
    """How wide a hex is, with its sides and what stands between them."""

    width: int
    first: int
    """The column of its left side."""
    middle: int

    @property
    def sides(self) -> tuple[tuple[int, int], ...]:
        """Line and column of each side's letter, clockwise from the north-east."""
        left, right = self.first, self.first + self.middle + 1
        return (0, right - 1), (1, right), (2, right), (2, left), (1, left), (0, left + 1)

    def corner(self, q: int, r: int) -> tuple[int, int]:
        """Line and column where a hex begins; rows are shifted by half a hex."""
        return 3 * r, self.width * q + self.width // 2 * r


LAYOUTS = (Layout(10, 1, 6), Layout(8, 1, 4), Layout(6, 0, 4))
"""The widest first."""

Glyph = tuple[str, str]
"""A character, or a few, and their style."""


def draw(view: Json, scene: Scene) -> RenderableType:
    """The whole table, one's own environment last."""
    boards = sorted(view.get("environments", ()), key=lambda board: board.get("seat", 0) == scene.seat)
    return Group(
        *(_environment(board, view, scene) for board in boards),
        _scores(view, scene),
        *_hidden(view, scene),
        _stock(view),
        _display(view),
        _held(view.get("turn", {})),
    )


# --- Environments -----------------------------------------------------------------------------------------


def _environment(board: Json, view: Json, scene: Scene) -> RenderableType:
    seat = board.get("seat", 0)
    mark = "▶" if seat == view.get("activeSeat", 0) else " "
    nature = board.get("natureTokens", 0)
    title = Text(f"{mark} {scene.name(seat)}, nature tokens {nature}", style="bold")
    return Group(title, Map(board), Text())


@dataclass(frozen=True)
class Map:
    """The hexes and the open cells around them, each where it lies."""

    board: Json

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        canvases = [_canvas(self.board, layout) for layout in LAYOUTS]
        fitting = [canvas for canvas in canvases if _columns(canvas) <= options.max_width]
        yield _printed((*fitting, canvases[-1])[0])


Canvas = dict[tuple[int, int], Glyph]
"""Glyphs by line and column."""


def _canvas(board: Json, layout: Layout) -> Canvas:
    canvas: Canvas = {}
    for cell in board.get("openCells", ()):
        _write(canvas, layout, _coordinates(cell), 1, (cell, "dim"))
    for one in board.get("hexes", ()):
        _hexagon(canvas, layout, one)
    return canvas


def _columns(canvas: Canvas) -> int:
    columns = [column for _, column in canvas]
    return max(columns, default=0) - min(columns, default=0) + 1


def _hexagon(canvas: Canvas, layout: Layout, one: Json) -> None:
    at = one.get("q", 0), one.get("r", 0)
    line, column = layout.corner(*at)
    for (down, right), land in zip(layout.sides, one.get("edges", ""), strict=False):
        canvas[line + down, column + right] = (land, LAND.get(land, ""))
    token = one.get("token", "")
    star = "*" if one.get("keystone") else ""
    shown = token.upper()[: layout.middle] or "".join(animal[0] for animal in one.get("shows", ())) + star
    _write(canvas, layout, at, 1, (shown, f"bold reverse {ANIMAL.get(token, '')}" if token else ""))
    _write(canvas, layout, at, 2, (one.get("cell", ""), "dim"))


def _write(canvas: Canvas, layout: Layout, at: tuple[int, int], down: int, what: Glyph) -> None:
    """A text in the middle of one of a hex's lines."""
    line, column = layout.corner(*at)
    text, style = what
    first = column + layout.first + 1 + (layout.middle - len(text)) // 2
    canvas.update({(line + down, first + number): (letter, style) for number, letter in enumerate(text)})


def _coordinates(cell: str) -> tuple[int, int]:
    q, r = re.findall(r"[+-]\d+", cell)
    return int(q), int(r)


def _printed(canvas: Canvas) -> Text:
    if not canvas:
        return Text()
    lines = range(min(line for line, _ in canvas), max(line for line, _ in canvas) + 1)
    left = min(column for _, column in canvas)
    right = max(column for _, column in canvas) + 1
    blank: Glyph = (" ", "")
    rows = [Text.assemble(*(canvas.get((line, at), blank) for at in range(left, right))) for line in lines]
    text = Text("\n").join(rows)
    text.no_wrap, text.overflow = True, "crop"
    return text


# --- What else lies on the table --------------------------------------------------------------------------


def _scores(view: Json, scene: Scene) -> Table:
    """The score pad as it stands now; a bonus is written behind its corridor."""
    letters = {
        card.get("species", ""): "/".join(card.get("letter", "")).upper()
        for card in view.get("terms", {}).get("cards", ())
    }
    table = Table(
        box=SIMPLE_HEAD, title="now worth", title_justify="left", title_style="dim", padding=(0, 1, 0, 0)
    )
    table.add_column("")
    for animal, style in ANIMAL.items():
        table.add_column(f"{animal[:4]}\n{letters.get(animal, '')}".strip(), justify="right", style=style)
    for land, style in LAND.items():
        table.add_column(LAND_NAME[land][:3], justify="right", style=style)
    table.add_column("nat", justify="right")
    table.add_column("total", justify="right", style="bold")
    for score in view.get("scores", ()):
        table.add_row(scene.name(score.get("seat", 0)), *_row(score))
    return table


def _row(score: Json) -> Iterable[str]:
    yield from (str(one.get("points", 0)) for one in score.get("animals", ()))
    for corridor in score.get("corridors", ()):
        bonus = corridor.get("bonus", 0)
        yield f"{corridor.get('points', 0)}{f'+{bonus}' if bonus else ''}"
    yield str(score.get("nature", 0))
    yield str(score.get("total", 0))


def _hidden(view: Json, scene: Scene) -> Iterable[Text]:
    """Whose cards are hidden, and which special rule holds."""
    if (rule := view.get("terms", {}).get("specialRule", "none")) != "none":
        yield Text(f"special rule: {rule.replace('_', ' ')}", style="dim")
    for card in view.get("hiddenCards", ()):
        seat = card.get("seat", 0)
        verb = "hold" if seat == scene.seat else "holds"
        yield Text(f"{scene.name(seat)} {verb} the {card.get('species', '')} card", style="dim")


def _stock(view: Json) -> Text:
    bag = [
        Text(f"{one.get('count', 0)} {one['species']}", ANIMAL.get(one["species"], ""))
        for one in view.get("bag", ())
    ]
    return Text.assemble(
        ("turns left ", "dim"),
        str(view.get("turnsLeft", 0)),
        ("   stack ", "dim"),
        str(view.get("stackSize", 0)),
        ("   nature tokens ", "dim"),
        str(view.get("natureSupply", 0)),
        ("   bag ", "dim"),
        Text(", ").join(bag),
    )


def _display(view: Json) -> Table:
    """The four places: tile and token."""
    table = Table.grid(padding=(0, 3, 0, 0))
    for place in view.get("display", ()):
        number = Text(f"place {place.get('number', 0)}", style="dim")
        table.add_row(
            number, _tile(place.get("edges", ""), place.get("shows", ())), _token(place.get("token", ""))
        )
    return table


def _held(turn: Json) -> Text:
    """What is to be placed."""
    parts = [Text("to be placed: ", style="bold")] if turn.get("tile") or turn.get("token") else []
    if turn.get("tile"):
        parts.append(_tile(turn.get("tileEdges", ""), turn.get("tileShows", ())))
        parts.append(
            Text(f" (on {turn['tileCell']}, to be turned)" if turn.get("tileCell") else "", style="dim")
        )
    if turn.get("token"):
        parts.append(Text(" and " if turn.get("tile") else "") + _token(turn["token"]))
    return Text("").join(parts)


def _tile(edges: str, shows: Sequence[str]) -> Text:
    """`mountain-forest (bear, elk)`; a dash for none."""
    if not edges:
        return Text("-", style="dim")
    land = Text("-").join([Text(LAND_NAME[one], style=LAND[one]) for one in dict.fromkeys(edges)])
    keystone = " *" if len(set(edges)) == 1 else ""
    animals = Text(", ").join([Text(animal, style=ANIMAL.get(animal, "")) for animal in shows])
    return Text.assemble(land, " (", animals, ")", keystone)


def _token(token: str) -> Text:
    return (
        Text(f" {token.upper()} ", style=f"bold reverse {ANIMAL.get(token, '')}")
        if token
        else Text("-", "dim")
    )
