"""Knock-out brackets as lists of matches, and how far results have filled them.

Slots: `u<round>.<index>` of the upper (or only) bracket, `l<round>.<index>` of the lower, `third`, and the
grand finals `f1` and `f2`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from nurselog.tournament.values import EntrantId


def seed_order(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: start [1], repeat [x, 2L + 1 - x] (8: 1 8 4 5 2 7 3 6)."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return order


def bracket_size(entrants: int) -> int:
    """The next power of two."""
    return 1 << max(0, entrants - 1).bit_length()


class Source(NamedTuple):
    """Where one of a match comes from: a seed (1-based), or the winner or loser of a slot."""

    kind: Literal["seed", "winner", "loser"]
    seed: int = 0
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    slot: str
    sources: tuple[Source, Source]


def winner(slot: str) -> Source:
    return Source("winner", slot=slot)


def loser(slot: str) -> Source:
    return Source("loser", slot=slot)


def single(entrants: int, *, third_place: bool = False) -> list[Match]:
    """All matches, each after those it depends on."""
    matches = _upper(bracket_size(entrants))
    rounds = (len(matches) + 1).bit_length() - 1
    if third_place and rounds > 1:
        matches.insert(-1, Match("third", (loser(f"u{rounds - 1}.1"), loser(f"u{rounds - 1}.2"))))
    return matches


def double(entrants: int, *, single_final: bool = False, orders: Sequence[str] | None = None) -> list[Match]:
    """All matches, the second grand final last; it is played only if the unbeaten loses the first."""
    size = bracket_size(entrants)
    rounds = size.bit_length() - 1
    lower = _lower(size, rounds, ORDERS if orders is None else orders)
    challenger = winner(lower[-1].slot) if lower else loser("u1.1")
    finals = [Match("f1", (winner(f"u{rounds}.1"), challenger))]
    if not single_final:
        finals.append(Match("f2", (winner("f1"), loser("f1"))))
    return [*_upper(size), *lower, *finals]


ORDERS: Final = ("reverse", "half_shift", "reverse_half_shift", "natural")
"""How losers of upper rounds 2, 3, 4, ...

enter the next major round, over and over; the last always natural.
"""

_ORDER: Final[Mapping[str, Callable[[list[int]], list[int]]]] = {
    "natural": list,
    "reverse": lambda places: places[::-1],
    "half_shift": lambda places: places[len(places) // 2 :] + places[: len(places) // 2],
    "reverse_half_shift": lambda places: places[: len(places) // 2][::-1] + places[len(places) // 2 :][::-1],
}


def _upper(size: int) -> list[Match]:
    order = seed_order(size)
    matches = [
        Match(f"u1.{index // 2 + 1}", (Source("seed", order[index]), Source("seed", order[index + 1])))
        for index in range(0, size, 2)
    ]
    for number in range(2, size.bit_length()):
        matches += [
            Match(
                f"u{number}.{index}",
                (winner(f"u{number - 1}.{2 * index - 1}"), winner(f"u{number - 1}.{2 * index}")),
            )
            for index in range(1, (size >> number) + 1)
        ]
    return matches


def _lower(size: int, rounds: int, orders: Sequence[str]) -> list[Match]:
    """Minor rounds among those who are there, major rounds against the losers of the next upper round."""
    matches = [
        Match(f"l1.{index}", (loser(f"u1.{2 * index - 1}"), loser(f"u1.{2 * index}")))
        for index in range(1, size // 4 + 1)
    ]
    for upper in range(2, rounds + 1):
        major, count = 2 * upper - 2, size >> upper
        name = "natural" if upper == rounds else orders[(upper - 2) % len(orders)]
        entering = _ORDER[name](list(range(1, count + 1)))
        matches += [
            Match(f"l{major}.{index}", (winner(f"l{major - 1}.{index}"), loser(f"u{upper}.{place}")))
            for index, place in enumerate(entering, 1)
        ]
        matches += [
            Match(
                f"l{major + 1}.{index}",
                (winner(f"l{major}.{2 * index - 1}"), winner(f"l{major}.{2 * index}")),
            )
            for index in range(1, count // 2 + 1)
        ]
    return matches


class Decided(NamedTuple):
    """Who won and who lost a slot; None where nobody came into that place (a hole)."""

    winner: EntrantId | None
    loser: EntrantId | None
    by_hole: bool = False


Ready: TypeAlias = tuple[EntrantId, EntrantId]


@dataclass(frozen=True, slots=True)
class Filled:
    """A bracket as far as results go: what is decided by slot, and who can meet now."""

    decided: Mapping[str, Decided]
    ready: Mapping[str, Ready]


def filled(matches: Sequence[Match], seeds: Sequence[EntrantId], results: Mapping[str, Decided]) -> Filled:
    """Follows the results through the bracket. A place without anybody lets the other advance at once."""
    decided: dict[str, Decided] = {}
    ready: dict[str, Ready] = {}
    for match in matches:
        known = [_comes(source, seeds, decided) for source in match.sources]
        if "open" in (kind for kind, _ in known):
            continue
        (_, one), (_, other) = known
        if one is None or other is None:
            decided[match.slot] = Decided(one or other, None, by_hole=True)
        elif match.slot == "f2" and decided["f1"].winner == decided[_upper_final(matches)].winner:
            decided[match.slot] = Decided(one, other, by_hole=True)
        elif match.slot in results:
            decided[match.slot] = results[match.slot]
        else:
            ready[match.slot] = (one, other)
    return Filled(decided, ready)


def _upper_final(matches: Sequence[Match]) -> str:
    return next(match.sources[0].slot for match in matches if match.slot == "f1")


def _comes(
    source: Source, seeds: Sequence[EntrantId], decided: Mapping[str, Decided]
) -> tuple[Literal["open", "known"], EntrantId | None]:
    """Who comes from there: not yet known, nobody ever, or an entrant."""
    if source.kind == "seed":
        return "known", seeds[source.seed - 1] if source.seed <= len(seeds) else None
    if source.slot not in decided:
        return "open", None
    found = decided[source.slot]
    return "known", found.winner if source.kind == "winner" else found.loser
