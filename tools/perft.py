"""Counts the tree of moves to a depth; the counts are golden, and say at once when a rule has changed.

    python -m tools.perft --game forest_sky            # compares, and prints the split where counts differ
    python -m tools.perft --game forest_sky --write    # counts anew: look at the diff

Luck is that of one fixed seed and depends on the depth alone, so a tree is the same on every machine. Each
game is counted from its set-up and from the middle of a play, with its fewest and with its most seats.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from nurselog.rules.api import AnyRules, Audience, Seat
from nurselog.rules.chance import SeededChance, luck_key
from nurselog.rules.fold import LeaverPolicy, Refused, Unreadable, advance, begin
from nurselog.rules.registry import game_names, load_rules
from nurselog.rules.walk import Setting, walk

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "perft"

KEY = luck_key(b"perft")
DEEPEST = 10
MOST_LEAVES = 4_000
MIDDLE = 20


@dataclass(frozen=True, slots=True)
class Case:
    """A tree: its root (seats, and the moves that lead there), and how many nodes each depth has."""

    seats: int
    after: tuple[str, ...]
    counts: tuple[int, ...]
    split: dict[str, int]
    """The leaves below each first move."""

    @property
    def name(self) -> str:
        return f"{self.seats} seats after {len(self.after)} moves"


def tree(rules: AnyRules, seats: int, after: Sequence[str], depth: int | None = None) -> Case:
    """Counts to the depth; without one, as deep as `MOST_LEAVES` and `DEEPEST` allow."""
    state, version = _root(rules, seats, after)
    counts: list[int] = []
    leaves = {"": [state]}
    while len(counts) < (DEEPEST if depth is None else depth):
        version += 1
        grown = _grown(rules, leaves, version)
        total = sum(map(len, grown.values()))
        if depth is None and counts and total > MOST_LEAVES:
            break
        counts.append(total)
        leaves = grown
        if not total:
            break
    return Case(seats, tuple(after), tuple(counts), {text: len(states) for text, states in leaves.items()})


def _grown(rules: AnyRules, leaves: dict[str, list[Any]], version: int) -> dict[str, list[Any]]:
    """The next depth of each branch; at the root every move begins a branch of its own."""
    grown: dict[str, list[Any]] = {}
    for branch, states in leaves.items():
        if branch:
            grown[branch] = []
        for state in states:
            for text, following in _children(rules, state, version):
                grown.setdefault(branch or text, []).append(following)
    return grown


def _children(rules: AnyRules, state: Any, version: int) -> Iterator[tuple[str, Any]]:
    for decision in rules.decisions(state):
        for move in rules.legal_moves(state, decision.seat):
            chance = SeededChance(KEY, "perft", version)
            text = f"{decision.seat}:{rules.notation.format(move)}"
            yield text, rules.apply(state, decision.seat, move, chance).state


def _root(rules: AnyRules, seats: int, after: Sequence[str]) -> tuple[Any, int]:
    options = rules.spec.complete({}, seats)
    play = begin(rules, options, seats, SeededChance(KEY, "perft", 0)).play
    for version, text in enumerate(after, start=1):
        seat, _, move = text.partition(":")
        chance = SeededChance(KEY, "perft", version)
        who = Seat(Audience(int(seat)))
        play = advance(rules, play, who, move, chance, policy=LeaverPolicy.TIMEOUT_MOVES).play
    return play.state, len(after)


def count_anew(rules: AnyRules) -> list[Case]:
    """All cases of a game."""
    return [
        tree(rules, seats, after)
        for seats in sorted({rules.spec.min_seats, rules.spec.max_seats})
        for after in ((), _middle(rules, seats))
    ]


def _middle(rules: AnyRules, seats: int) -> tuple[str, ...]:
    """The moves of a random play, as far as its middle; its luck is that of the trees."""
    options = rules.spec.complete({}, seats)
    setting = Setting(options=options, seat_count=seats)
    play = begin(rules, options, seats, SeededChance(KEY, "perft", 0)).play
    will = SeededChance(setting.key, "will", 0)
    moves: list[str] = []
    length = sum(1 for _ in walk(rules, setting)) - 1
    while not play.is_over and len(moves) < min(MIDDLE, length // 2):
        seat = play.decisions[will.below(len(play.decisions))].seat
        legal = rules.legal_moves(play.state, seat)
        move = legal[will.below(len(legal))]
        chance = SeededChance(KEY, "perft", play.version + 1)
        play = advance(rules, play, seat, move, chance, policy=LeaverPolicy.TIMEOUT_MOVES).play
        moves.append(f"{seat}:{rules.notation.format(move)}")
    return tuple(moves)


# --- Golden files -------------------------------------------------------------------------------------------


def path_of(game: str, folder: Path = FOLDER) -> Path:
    """Where a game's counts are."""
    return folder / f"{game}.json"


def read(path: Path) -> list[Case]:
    """The golden cases of a file."""
    cases = json.loads(path.read_text(encoding="utf-8"))
    return [Case(case["seats"], tuple(case["after"]), tuple(case["counts"]), case["split"]) for case in cases]


def write(path: Path, cases: list[Case]) -> None:
    """Writes a golden file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(asdict(case)) for case in cases)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def differences(rules: AnyRules, golden: Case) -> list[str]:
    """What differs between a golden case and the rules of today, in lines for people."""
    try:
        now = tree(rules, golden.seats, golden.after, len(golden.counts))
    except (Refused, Unreadable) as refusal:
        return [f"{golden.name}: the moves that led there are refused: {refusal}"]
    if now == golden:
        return []
    lines = [f"{golden.name}: counts were {list(golden.counts)}, are {list(now.counts)}"]
    for text in sorted({*golden.split, *now.split}):
        was, is_ = golden.split.get(text), now.split.get(text)
        if was != is_:
            lines.append(f"  {text}: was {_leaves(was)}, is {_leaves(is_)}")
    return lines


def _leaves(count: int | None) -> str:
    return "not legal" if count is None else str(count)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Count the tree of moves, and compare.")
    parser.add_argument("--game", choices=game_names(), help="only this one")
    parser.add_argument("--write", action="store_true", help="write the golden counts anew")
    wish = parser.parse_args(arguments)
    found: list[str] = []
    for game in [wish.game] if wish.game else game_names():
        rules, path = load_rules(game), path_of(game)
        if wish.write:
            write(path, count_anew(rules))
        cases = read(path)
        found += [f"{game}, {line}" for case in cases for line in differences(rules, case)]
        for case in cases:
            print(f"{game}, {case.name}: {' '.join(map(str, case.counts))}")
    print(*found, sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
