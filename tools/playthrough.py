"""Writes golden playthroughs anew: records with what every audience saw. Then look at the diff.

    python -m tools.playthrough                      # of all games
    python -m tools.playthrough --game forest_sky    # of one

The plan of a game has at least two plays, and together they have every option value twice (of many numbers
the least, the usual and the greatest), and every number of seats. The last one has all that the house does
besides: take-backs, timeouts, leavers.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Final

from nurselog.rules.api import AnyRules, GameSpec, OptionProblem, Options
from nurselog.rules.options import fitting, telling
from nurselog.rules.registry import game_names, load_rules
from nurselog.rules.walk import Setting, record_of, walk
from tools.observed import playthrough

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "playthroughs"
FEWEST = 2
MOST_LOOKS = 2_500
"""A playthrough stops when all audiences together have had so many views: files are for readers."""
MANY_PLAYS = 16
LOOKS_OF_MANY = 400
"""A plan of more plays than that has short ones."""
MOST_BYTES = 1_500_000
"""A game whose playthroughs are together larger has shorter ones, all but the last."""
LEAST_SHARE = 0.2
"""No less is left of them."""


def plan(rules: AnyRules, share: float = 1.0) -> Iterator[tuple[str, Setting]]:
    """The names of a game's playthroughs, and what is played; a share of what could be."""
    tables = list(_tables(rules))
    most = MOST_LOOKS if len(tables) < MANY_PLAYS else LOOKS_OF_MANY
    looks = int(most * share)
    for number, (options, seat_count) in enumerate(tables):
        stop = looks // (seat_count + 1)
        setting = Setting(options=options, seat_count=seat_count, seed=number, stop=stop)
        yield f"{number + 1:02}_seats_{seat_count}", setting
    options, seat_count = _fitting(rules, {}, rules.spec.max_seats)
    stop = most // (seat_count + 1)
    seed = _house_seed(rules)
    yield "house", Setting(options=options, seat_count=seat_count, seed=seed, stop=stop, with_house=True)


def _tables(rules: AnyRules) -> Iterator[tuple[Options, int]]:
    """Every option value twice, and every number of seats."""
    spec = rules.spec
    counts = range(spec.min_seats, spec.max_seats + 1)
    missing = Counter(
        {(option.name, choice): FEWEST for option in spec.options for choice in telling(option)}
    )
    seats_missing = set(counts)
    for chosen, wanted in _rotations(spec):
        options, seat_count = _fitting(rules, chosen, wanted)
        missing.subtract(options.items())
        seats_missing.discard(seat_count)
        yield options, seat_count
    while values := [value for value, count in missing.items() if count > 0]:
        options, seat_count = _with_many(rules, values)
        missing.subtract(options.items())
        seats_missing.discard(seat_count)
        yield options, seat_count
    for wanted in sorted(seats_missing):
        yield _fitting(rules, {}, wanted)


def _rotations(spec: GameSpec) -> Iterator[tuple[dict[str, str], int]]:
    """All values once, then once more, each option shifted by its index: in other combinations."""
    counts = range(spec.min_seats, spec.max_seats + 1)
    choices = {option.name: telling(option) for option in spec.options}
    longest = max([1, *map(len, choices.values())])
    for number in range(max(len(counts), FEWEST * longest)):
        chosen = {
            name: values[(number + number // longest * index) % len(values)]
            for index, (name, values) in enumerate(choices.items())
        }
        yield chosen, counts[number % len(counts)]


def _with_many(rules: AnyRules, values: Sequence[tuple[str, str]]) -> tuple[Options, int]:
    """Options with the first of these values, and with as many of the others as go together with it."""
    kept = dict(values[:1])
    options, seat_count = _fitting(rules, {}, rules.spec.max_seats, kept)
    for name, choice in values[1:]:
        if name not in kept:
            with suppress(OptionProblem):
                options = rules.spec.complete({**options, name: choice}, seat_count)
                kept[name] = choice
    return options, seat_count


NO_CHOICE: Final[Mapping[str, str]] = MappingProxyType({})


def _fitting(
    rules: AnyRules, chosen: Mapping[str, str], wanted: int, kept: Mapping[str, str] = NO_CHOICE
) -> tuple[Options, int]:
    """The options with the wanted number of seats, or the next larger number that they allow, round about.

    Options that contradict each other are played with one or two of them changed, those to be kept aside, and
    else with what is set in vain at its default.
    """
    spec = rules.spec
    counts = range(spec.min_seats, spec.max_seats + 1)
    for options in _nearest_first(rules, chosen, kept):
        for step in range(len(counts)):
            seat_count = counts[(wanted - spec.min_seats + step) % len(counts)]
            try:
                return spec.complete(options, seat_count), seat_count
            except OptionProblem:
                continue
    return fitting(spec, chosen, wanted), wanted


def _nearest_first(
    rules: AnyRules, chosen: Mapping[str, str], kept: Mapping[str, str]
) -> Iterator[dict[str, str]]:
    changes = [(option.name, choice) for option in rules.spec.options for choice in telling(option)]
    for count in range(3):
        for changed in combinations(changes, count):
            yield {**chosen, **dict(changed), **kept}


def _house_seed(rules: AnyRules) -> int:
    """The first seed whose play has a take-back (where the game has any) and a leaver, and lasts a while."""
    options, seat_count = _fitting(rules, {}, rules.spec.max_seats)
    longest, best = 0, 0
    for seed in range(20):
        setting = Setting(options=options, seat_count=seat_count, seed=seed, with_house=True)
        kinds = [commit.entry.move for commit in walk(rules, setting) if commit.entry.move.startswith("!")]
        worth = 100 * len(set(kinds)) + len(kinds)
        longest, best = max((longest, best), (worth, seed), key=lambda pair: pair[0])
    return best


def texts(rules: AnyRules) -> Iterator[tuple[str, str]]:
    """The file names and texts of a game's playthroughs."""
    share = 1.0
    made = dict(_texts(rules, share))
    while (size := sum(map(len, made.values()))) > MOST_BYTES and share > LEAST_SHARE:
        share *= MOST_BYTES / size
        made = dict(_texts(rules, share))
    yield from made.items()


def _texts(rules: AnyRules, share: float) -> Iterator[tuple[str, str]]:
    for name, setting in plan(rules, share):
        record = record_of(rules, setting, list(walk(rules, setting)))
        yield f"{name}.txt", playthrough(record, rules)


def write(game: str, folder: Path = FOLDER) -> list[Path]:
    """Writes a game's playthroughs; removes those that are no longer planned."""
    home = folder / game
    home.mkdir(parents=True, exist_ok=True)
    planned = dict(texts(load_rules(game)))
    for old in home.glob("*.txt"):
        if old.name not in planned:
            old.unlink()
    for name, text in planned.items():
        (home / name).write_text(text, encoding="utf-8")
    return [home / name for name in planned]


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns its exit code."""
    parser = argparse.ArgumentParser(description="Write the golden playthroughs anew.")
    parser.add_argument("--game", choices=game_names(), help="only this one")
    wish = parser.parse_args(arguments)
    for game in [wish.game] if wish.game else game_names():
        for path in write(game):
            print(path.relative_to(ROOT))
    print("\nnow look at the diff: `git diff tests/playthroughs`")
    return 0


if __name__ == "__main__":
    sys.exit(main())
