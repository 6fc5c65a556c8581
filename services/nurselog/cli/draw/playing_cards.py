"""Playing cards at a terminal, suits in colour, for every game with the French-suited pack."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

SUIT = {"c": ("♣", "green"), "d": ("♦", "yellow"), "h": ("♥", "red"), "s": ("♠", "cyan")}
JOKER = "jk"


def playing_card(name: str, style: str = "") -> Text:
    """A card by its name in notation: `10♥` for `th`, `★1` for a joker; nothing for no card."""
    if name.startswith(JOKER):
        return Text(f"★{name[len(JOKER) :]}", style=f"{style} magenta".strip())
    if name[-1:] not in SUIT:
        return Text(name, style=style)
    rank, (sign, colour) = name[:-1], SUIT[name[-1]]
    return Text(f"{'10' if rank == 't' else rank.upper()}{sign}", style=f"{style} {colour}".strip())


def playing_cards(names: Iterable[str], style: str = "") -> Text:
    """Cards side by side; a dash for none."""
    cards = [playing_card(name, style) for name in names]
    return Text(" ").join(cards) if cards else Text("-", style="dim")
