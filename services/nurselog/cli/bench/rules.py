"""`bench rules`: how fast the rules themselves are, with the full legal list at every ply."""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from typing import Any

from rich.table import Table

from nurselog.chassis.collector import collector_spared
from nurselog.cli.bench import peers
from nurselog.rules.api import AnyRules, GameSpec, Options
from nurselog.rules.fold import LeaverPolicy, advance, begin
from nurselog.rules.registry import game_names, load_rules

Json = dict[str, Any]


class PlainChance:
    """Luck that costs next to nothing, so that the rules are measured and not the luck."""

    def __init__(self, seed: int) -> None:
        self.below = random.Random(seed).randrange  # noqa: S311 - nothing is secret in a measurement


def measure(
    seconds: float,
    games: Iterable[str] = (),
    seat_counts: Collection[int] = (),
    importer: peers.Importer = import_module,
) -> Json:
    """Moves per second of every registered game: bare, with a view per move, with log entry and digest.

    Of the numbers of seats those that a game has; without any, two seats or as few as there can be. Beside
    them games of other projects, as far as they are installed.
    """
    every = map(load_rules, games or game_names())
    with collector_spared():
        rows = [
            _row(rules, seats, seconds) for rules in every for seats in _seats_of(rules.spec, seat_counts)
        ]
        return {"rows": rows, **peers.measure(lambda play: _speed(play, seconds), importer)}


def _seats_of(spec: GameSpec, wanted: Collection[int]) -> list[int]:
    if not wanted:
        return [max(spec.min_seats, min(2, spec.max_seats))]
    return [seats for seats in wanted if spec.min_seats <= seats <= spec.max_seats]


def _row(rules: AnyRules, seats: int, seconds: float) -> Json:
    options = rules.spec.complete({}, seats)
    walks = {"moves_per_s": _bare, "with_view_per_s": _with_view, "with_fold_per_s": _folded}
    speeds = {
        name: round(_speed(partial(walk, rules, options, seats), seconds)) for name, walk in walks.items()
    }
    return {"game": rules.spec.name, "seats": seats, **speeds}


PARTS = 3
"""The quickest part of a measurement counts: other work on the machine only ever takes away."""


def _speed(play: peers.Play, seconds: float) -> float:
    """Moves per second of CPU time in the quickest part, after a first play."""
    for _ in play(0):
        pass
    seeds = count(1)
    return max(_part(play, seeds, seconds / PARTS) for _ in range(PARTS))


def _part(play: peers.Play, seeds: Iterator[int], seconds: float) -> float:
    moves, begin_s = 0, time.process_time()
    while (elapsed := time.process_time() - begin_s) < seconds:
        moves += sum(1 for _ in play(next(seeds)))
    return moves / elapsed


def _bare(rules: AnyRules, options: Options, seats: int, seed: int) -> Iterator[None]:
    """A random play: whose decision, the full legal list, one of it."""
    chance = PlainChance(seed)
    choose = random.Random(seed).choice  # noqa: S311
    state = rules.setup(options, seats, chance).state
    while decisions := rules.decisions(state):
        seat = decisions[0].seat
        state = rules.apply(state, seat, choose(rules.legal_moves(state, seat)), chance).state
        yield


def _with_view(rules: AnyRules, options: Options, seats: int, seed: int) -> Iterator[None]:
    """The same, and after each move the view of the seat that made it."""
    chance = PlainChance(seed)
    choose = random.Random(seed).choice  # noqa: S311
    state = rules.setup(options, seats, chance).state
    while decisions := rules.decisions(state):
        seat = decisions[0].seat
        state = rules.apply(state, seat, choose(rules.legal_moves(state, seat)), chance).state
        rules.view(state, seat)
        yield


def _folded(rules: AnyRules, options: Options, seats: int, seed: int) -> Iterator[None]:
    """The same as the host does it: legality checked again, the log entry made, the state digested."""
    chance = PlainChance(seed)
    choose = random.Random(seed).choice  # noqa: S311
    play = begin(rules, options, seats, chance).play
    while not play.is_over:
        seat = play.decisions[0].seat
        move = choose(rules.legal_moves(play.state, seat))
        play = advance(rules, play, seat, move, chance, policy=LeaverPolicy.TIMEOUT_MOVES).play
        yield


def table_of(result: Json) -> Table:
    """The same for people."""
    title = "Random play with the full legal list at every ply, moves per second of CPU time"
    table = Table(title=title, title_justify="left", box=None)
    for name in ("game", "seats", "rules", "and a view", "and the fold"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for row in result["rows"]:
        speeds = (f"{row[name]:,}" for name in ("moves_per_s", "with_view_per_s", "with_fold_per_s"))
        table.add_row(row["game"], str(row["seats"]), *speeds)
    for row in result["peers"]:
        table.add_row(row["game"], str(row["seats"]), f"{row['moves_per_s']:,}", style="dim")
    if result["not_installed"]:
        table.caption = f"not installed, so not beside ours: {', '.join(result['not_installed'])}"
        table.caption_justify = "left"
    return table
