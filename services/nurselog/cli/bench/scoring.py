"""`bench scoring`: final scoring where the best division must be found, on random and on crowded boards.

Cascadia is the game whose sheets take a search. A board here has 23 joined hexes, all with a token; on a
crowded one twenty of the tokens are of one species. Each is scored once, by five random cards.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Final

from rich.table import Table

from nurselog.cli.bench.views import no_collector
from nurselog.games.cascadia.board import Board, lay
from nurselog.games.cascadia.components import MOST_HEXES, SPECIES, TILES, TOKENS_OF_A_SPECIES, Species
from nurselog.games.cascadia.scoring import sheets
from nurselog.games.cascadia.terms import LETTERS, Edition, Terms, Variant
from nurselog.rules.hexes import ORIGIN, STEPS, Hex

Json = dict[str, Any]

KINDS: Final = ("mixed", "crowded")


def measure(boards: int, seed: int = 1) -> Json:
    """Milliseconds of processor time for a sheet; half of the boards are crowded."""
    rows = []
    for kind in KINDS:
        with no_collector():
            took = sorted(_took(*one) for one in positions(kind, boards // len(KINDS), seed))
        rows.append(
            {
                "boards": kind,
                "number": len(took),
                "mean_ms": round(sum(took) / len(took), 3),
                "p99_ms": round(took[len(took) * 99 // 100], 3),
                "worst_ms": round(took[-1], 3),
            }
        )
    return {"rows": rows}


def positions(kind: str, number: int, seed: int) -> Iterator[tuple[Terms, Board]]:
    """Boards and the cards to score them by, the same for the same seed."""
    luck = random.Random(f"{kind} {seed}")  # noqa: S311 - nothing is secret in a measurement
    for _ in range(number):
        edition = luck.choice(list(Edition))
        cards = "".join(luck.choice(LETTERS[edition]) for _ in SPECIES)
        yield Terms(edition, Variant.CARDS, cards), _board(luck, crowded=kind == "crowded")


def _took(terms: Terms, board: Board) -> float:
    begin_s = time.thread_time()
    sheets(terms, (board,))
    return (time.thread_time() - begin_s) * 1000


def _board(luck: random.Random, *, crowded: bool) -> Board:
    cells = _joined(luck)
    tiles = luck.sample(TILES, len(cells))
    board = lay([(cell, tile, luck.randrange(6)) for cell, tile in zip(cells, tiles, strict=True)])
    tokens = _crowd(luck) if crowded else _mixture(luck)
    luck.shuffle(tokens)
    return board._replace(tokens=tuple(tokens))


def _joined(luck: random.Random) -> list[Hex]:
    """A landscape grown cell by cell; how compact it is varies."""
    cells, choice = [ORIGIN], luck.randint(1, 6)
    while len(cells) < MOST_HEXES:
        border = sorted({Hex(cell + step) for cell in cells for step in STEPS}.difference(cells))
        candidates = luck.sample(border, min(choice, len(border)))
        cells.append(max(candidates, key=lambda cell: sum(cell + step in cells for step in STEPS)))
    return cells


def _crowd(luck: random.Random) -> list[Species]:
    most, *others = luck.sample(SPECIES, len(SPECIES))
    return [most] * TOKENS_OF_A_SPECIES + luck.choices(others, k=MOST_HEXES - TOKENS_OF_A_SPECIES)


def _mixture(luck: random.Random) -> list[Species]:
    counts = [luck.randint(5, TOKENS_OF_A_SPECIES) for _ in SPECIES]
    return luck.sample(SPECIES, MOST_HEXES, counts=counts)


def table_of(result: Json) -> Table:
    """The same for people."""
    title = "Score sheets of Cascadia boards with 23 hexes, milliseconds of processor time"
    table = Table(title=title, title_justify="left", box=None)
    for name in ("boards", "number", "mean", "99th percentile", "worst"):
        table.add_column(name, justify="left" if name == "boards" else "right")
    for row in result["rows"]:
        times = (f"{row[name]:.2f}" for name in ("mean_ms", "p99_ms", "worst_ms"))
        table.add_row(row["boards"], str(row["number"]), *times)
    return table
