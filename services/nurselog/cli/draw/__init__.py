"""How the view of a table looks at a terminal: a module per game, and a plain picture for all others.

A module `nurselog.cli.draw.<game>` has one function, `draw(view, scene)`: the game's view in the contract's
JSON in, something that `rich` prints out. It knows no rules.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.pretty import Pretty

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """Who looks, and who sits where."""

    seat: int
    names: tuple[str, ...]

    def name(self, seat: int) -> str:
        """How a seat is called, the looker's own as `you`."""
        if seat == self.seat:
            return "you"
        return self.names[seat] if 0 <= seat < len(self.names) else "nobody"


def draw(game: str, view: Json, scene: Scene) -> RenderableType:
    """The view of any game."""
    try:
        module = importlib.import_module(f"{__name__}.{game}")
    except ModuleNotFoundError:
        return Pretty({name: value for name, value in view.items() if name != "@type"}, expand_all=False)
    drawn: RenderableType = module.draw(view, scene)
    return drawn
