"""Games of other projects at random play, for `bench rules` to show beside ours. None of them is required.

Games differ, and so do what a move and a legal list hold: the figures tell orders of magnitude, not ranks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

Json = dict[str, Any]
Play = Callable[[int], Iterator[None]]
"""Plays once, by a seed; yields after each move of a player."""

Importer = Callable[[str], Any]


@dataclass(frozen=True)
class Peer:
    """A game of another project: what is imported, and how it is played there."""

    title: str
    package: str
    """What is installed; the extra `peers` has them all."""
    module: str
    seats: int
    open: Callable[[Any], Play]


def gin_rummy_of_rlcard(rlcard: Any) -> Play:
    """Pure Python; the legal list is that of its judge."""
    game = rlcard.make("gin-rummy").game

    def play(seed: int) -> Iterator[None]:
        choose = random.Random(seed).choice  # noqa: S311 - nothing is secret in a measurement
        game.init_game()
        while not game.is_over():
            game.step(choose(game.judge.get_legal_actions()))
            yield

    return play


def uno_of_rlcard(rlcard: Any) -> Play:
    """Pure Python."""
    game = rlcard.make("uno").game

    def play(seed: int) -> Iterator[None]:
        choose = random.Random(seed).choice  # noqa: S311
        game.init_game()
        while not game.is_over():
            game.step(choose(game.get_legal_actions()))
            yield

    return play


def gin_rummy_of_open_spiel(pyspiel: Any) -> Play:
    """C++ behind a Python binding; luck is moves of its own there, which are made and not counted."""
    game = pyspiel.load_game("gin_rummy")

    def play(seed: int) -> Iterator[None]:
        luck = random.Random(seed)  # noqa: S311
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, weights)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                yield

    return play


PEERS = (
    Peer("RLCard gin rummy, Python", "rlcard", "rlcard", 2, gin_rummy_of_rlcard),
    Peer("RLCard uno, Python", "rlcard", "rlcard", 2, uno_of_rlcard),
    Peer("OpenSpiel gin rummy, C++", "open_spiel", "pyspiel", 2, gin_rummy_of_open_spiel),
)


def measure(speed: Callable[[Play], float], importer: Importer = import_module) -> Json:
    """Moves per second of those that are installed, and the packages that are not."""
    rows: list[Json] = []
    missing: dict[str, None] = {}
    for peer in PEERS:
        try:
            module = importer(peer.module)
        except ImportError:
            missing[peer.package] = None
        else:
            rows.append(
                {"game": peer.title, "seats": peer.seats, "moves_per_s": round(speed(peer.open(module)))}
            )
    return {"peers": rows, "not_installed": list(missing)}
