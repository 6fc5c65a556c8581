"""Rule 9.3 against oracles that know nothing of the scoring: they try every division and choice of pairs."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nurselog.games.cascadia.components import ELK, FOX, HAWK, SPECIES, Species
from nurselog.rules.hexes import Hex, axial, distance, hex_at, within
from tests.support.cascadia import finding, wild

NEAR = within(2)
Cells = tuple[Hex, ...]
Tokens = dict[Hex, Species]


# --- Divisions of elk


def touching(cells: Cells) -> int:
    """How many pairs touch."""
    return sum(distance(one, other) == 1 for one in cells for other in cells if one < other)


@cache
def is_joined(cells: Cells) -> bool:
    reached = {cells[0]}
    while more := {
        one for one in cells if one not in reached and any(distance(one, it) == 1 for it in reached)
    }:
        reached |= more
    return len(reached) == len(cells)


def is_line(cells: Cells) -> bool:
    """On one axis, and as long as there are cells."""
    coordinates = [axial(cell) for cell in cells]
    straight = any(len(set(one)) == 1 for one in zip(*[(q, r, q + r) for q, r in coordinates], strict=True))
    return straight and max(distance(one, other) for one in cells for other in cells) == len(cells) - 1


def is_shape(cells: Cells) -> bool:
    """As many touching pairs as a single, a pair, a triangle or a rhombus has."""
    return len(cells) <= 4 and touching(cells) == (0, 1, 3, 5)[len(cells) - 1]


def is_around_a_centre(cells: Cells) -> bool:
    centres = within(1, cells[0])
    return any(all(distance(cell, centre) == 1 for cell in cells) for centre in centres)


def is_unbroken(cells: Cells) -> bool:
    return is_around_a_centre(cells) and is_joined(cells)


def best_division(cells: Cells, is_group: Callable[[Cells], bool], table: tuple[int, ...]) -> int:
    """The most that any division into groups is worth: every one is tried."""

    def worth(group: Cells) -> int | None:
        return table[min(len(group), len(table)) - 1] if is_group(group) else None

    @cache
    def best(rest: Cells) -> int:
        if not rest:
            return 0
        first, others = rest[0], rest[1:]
        found = 0
        for chosen in range(1 << len(others)):
            group = (first, *(cell for at, cell in enumerate(others) if chosen >> at & 1))
            if (points := worth(group)) is not None:
                left = tuple(cell for at, cell in enumerate(others) if not chosen >> at & 1)
                found = max(found, points + best(left))
        return found

    return best(cells)


def up_to(count: int, is_group: Callable[[Cells], bool]) -> Callable[[Cells], bool]:
    return lambda cells: len(cells) <= count and is_group(cells)


class Division(NamedTuple):
    """A card for elk, and what the rules say of it."""

    letter: str
    is_group: Callable[[Cells], bool]
    table: tuple[int, ...]
    gaps: bool = True


DIVISIONS = {
    "lines": Division("a", up_to(4, is_line), (2, 5, 9, 13)),
    "shapes": Division("b", up_to(4, is_shape), (2, 5, 9, 13)),
    "rings": Division("d", up_to(6, is_around_a_centre), (2, 5, 8, 12, 16, 21)),
    "unbroken rings": Division("d", up_to(6, is_unbroken), (2, 5, 8, 12, 16, 21), gaps=False),
    "groups": Division("c", is_joined, (2, 4, 7, 10, 14, 18, 23, 28)),
}

some_elk = st.sets(st.sampled_from(NEAR), min_size=1, max_size=9).map(lambda cells: tuple(sorted(cells)))


@pytest.mark.parametrize("card", DIVISIONS)
@given(cells=some_elk)
def test_r9_3_no_division_of_elk_is_worth_more(card: str, cells: Cells) -> None:
    letter, is_group, table, gaps = DIVISIONS[card]

    found = finding(ELK, letter, wild(dict.fromkeys(cells, ELK)), elk_gaps=gaps)

    assert found.points == best_division(cells, is_group, table)
    assert sorted(cell for group in found.sets for cell in group) == list(cells)
    assert all(is_group(group) for group in found.sets)


@st.composite
def joined_elk(draw: st.DrawFn, count: int) -> Cells:
    """A group grown cell by cell."""
    cells = [hex_at(0, 0)]
    while len(cells) < count:
        border = sorted(
            {cell for cell in within(6) if any(distance(cell, it) == 1 for it in cells)} - {*cells}
        )
        cells.append(draw(st.sampled_from(border)))
    return tuple(sorted(cells))


@given(cells=joined_elk(11))
@settings(max_examples=6)
def test_r11_6_no_cut_of_a_group_of_eleven_is_worth_more(cells: Cells) -> None:
    found = finding(ELK, "c", wild(dict.fromkeys(cells, ELK)))

    assert found.points == best_division(cells, is_joined, (2, 4, 7, 10, 14, 18, 23, 28))
    assert all(is_joined(part) and len(part) <= 8 for part in found.sets)


# --- Pairs


def best_pairs(cells: Cells, worth: Callable[[Hex, Hex], int]) -> int:
    """The most that any choice of disjoint pairs is worth: every one is tried."""
    if len(cells) < 2:
        return 0
    first, *others = cells
    choices = [best_pairs(tuple(others), worth)]
    for other in others:
        if points := worth(first, other):
            left = tuple(cell for cell in others if cell != other)
            choices.append(points + best_pairs(left, worth))
    return max(choices)


def with_species(tokens: Tokens, species: Species) -> Cells:
    return tuple(sorted(cell for cell, token in tokens.items() if token == species))


def foxes_worth(tokens: Tokens, one: Hex, other: Hex) -> int:
    """Rule 14.4, word by word."""
    if distance(one, other) != 1:
        return 0
    around = Counter(
        token
        for cell, token in tokens.items()
        if token != FOX and min(distance(cell, one), distance(cell, other)) == 1
    )
    return (0, 5, 7, 9, 11)[sum(count >= 2 for count in around.values())]


def hawks_worth(tokens: Tokens, one: Hex, other: Hex) -> int:
    """Rule 13.5, word by word."""
    (q, r), (s, t) = axial(one), axial(other)
    steps = distance(one, other)
    if steps < 2 or not (q == s or r == t or q + r == s + t):
        return 0
    between = [hex_at(q + (s - q) * at // steps, r + (t - r) * at // steps) for at in range(1, steps)]
    animals = {tokens[cell] for cell in between if cell in tokens}
    return 0 if HAWK in animals else (0, 4, 7, 9, 9)[len(animals)]


def crowd(species: Species) -> st.SearchStrategy[Tokens]:
    """Tokens on a small plane, half of them of one species, eight of it at most."""
    token = st.one_of(st.just(species), st.sampled_from(SPECIES))
    return st.dictionaries(st.sampled_from(NEAR), token, max_size=17).filter(
        lambda tokens: len(with_species(tokens, species)) <= 8
    )


@given(tokens=crowd(FOX))
def test_r14_4_no_choice_of_fox_pairs_is_worth_more(tokens: Tokens) -> None:
    found = finding(FOX, "d", wild(tokens))

    foxes = with_species(tokens, FOX)
    assert found.points == best_pairs(foxes, lambda one, other: foxes_worth(tokens, one, other))
    assert all(len(pair) == 2 for pair in found.sets)
    assert len({cell for pair in found.sets for cell in pair}) == 2 * len(found.sets)


@given(tokens=crowd(HAWK))
def test_r13_5_no_choice_of_hawk_pairs_is_worth_more(tokens: Tokens) -> None:
    found = finding(HAWK, "d", wild(tokens))

    hawks = with_species(tokens, HAWK)
    assert found.points == best_pairs(hawks, lambda one, other: hawks_worth(tokens, one, other))
    assert len({cell for pair in found.sets for cell in pair}) == 2 * len(found.sets)
