"""The 15 scenarios (rules 19.1 to 19.4): five cards, a total, goals; reported to each seat that meets all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from nurselog.games.cascadia.board import Board, edges_of
from nurselog.games.cascadia.components import (
    BEAR,
    ELK,
    FOREST,
    FOX,
    HABITATS,
    HAWK,
    LAND,
    MOUNTAIN,
    PRAIRIE,
    RIVER,
    SALMON,
    SPECIES,
    WETLAND,
    Habitat,
    Species,
)
from nurselog.games.cascadia.scoring.tally import Tally
from nurselog.games.cascadia.terms import LINKED_SCENARIO, Edition, Special, Terms, Variant
from nurselog.rules.api import Points, ScoreLine
from nurselog.rules.hexes import STEPS, Hex, Hexes, groups


class Try(NamedTuple):
    """What a seat has done, and how strictly it is judged."""

    board: Board
    tally: Tally
    terms: Terms

    def cells_with(self, species: Species) -> Hexes:
        """Where the animals of a kind are."""
        laid = zip(self.board.cells, self.board.tokens, strict=True)
        return tuple(cell for cell, token in laid if token == species)


Goal = Callable[[Try], bool]


@dataclass(frozen=True, slots=True)
class Scenario:
    """Its cards, the least total, and its other goals."""

    cards: str
    total: int
    goals: tuple[Goal, ...] = ()

    def is_met(self, tried: Try) -> bool:
        """Whether all goals are met."""
        return tried.tally.total >= self.total and all(goal(tried) for goal in self.goals)


# --- Goals ------------------------------------------------------------------------------------------------


def points_of(species: Species, least: int) -> Goal:
    """So many points with a kind of animal."""
    return lambda tried: tried.tally.findings[species].points >= least


def kinds_worth(least: int, how_many: int) -> Goal:
    """So many points with so many kinds of animals."""
    return lambda tried: sum(one.points >= least for one in tried.tally.findings) >= how_many


def habitats_worth(least: int, how_many: int) -> Goal:
    """So many points, bonus included, in so many habitats."""
    return lambda tried: sum(tried.tally.habitat(one) >= least for one in HABITATS) >= how_many


def nature(least: int) -> Goal:
    """So many nature tokens."""
    return lambda tried: tried.tally.nature >= least


def run_of(species: Species, size: int) -> Goal:
    """A scored run of so many animals."""
    return lambda tried: any(len(cells) >= size for cells in tried.tally.findings[species].sets)


def group_of(species: Species, size: int) -> Goal:
    """A group of so many animals (rule 9.1), however it is cut for its points."""
    return lambda tried: any(len(cells) >= size for cells in groups(tried.cells_with(species)))


def sets_worth(species: Species, points: int, how_many: int) -> Goal:
    """So many sets of a kind of animal with exactly so many points each."""
    return lambda tried: tried.tally.findings[species].each.count(points) >= how_many


def tokens_of(least: int, *kinds: Species) -> Goal:
    """So many tokens of each of some kinds."""
    return lambda tried: all(tried.board.tokens.count(species) >= least for species in kinds)


def never_beside(one: Habitat, other: Habitat) -> Goal:
    """No border with one habitat on its one side and the other on its other side (rule 19.3)."""

    def holds(tried: Try) -> bool:
        edges = edges_of(tried.board.cells, tried.board.tiles, tried.board.turns)
        return not any(
            own[side] == one and cell + step in edges and edges[Hex(cell + step)][(side + 3) % 6] == other
            for cell, own in edges.items()
            for side, step in enumerate(STEPS)
        )

    return holds


def apart(one: Species, other: Species) -> Goal:
    """No animal of one kind touches one of the other."""
    return lambda tried: not any(touching(tried, one, other))


def linked(one: Species, other: Species) -> Goal:
    """Animals of both kinds touch: all of them, or any, by the switch `scenario_link` (rule 19.4)."""

    def holds(tried: Try) -> bool:
        if tried.terms.every_link:
            return all((*touching(tried, one, other), *touching(tried, other, one)))
        return any(touching(tried, one, other))

    return holds


def touching(tried: Try, one: Species, other: Species) -> Iterator[bool]:
    """For each animal of one kind whether it touches one of the other."""
    others = tried.cells_with(other)
    return (any(cell + step in others for step in STEPS) for cell in tried.cells_with(one))


def never_on(species: Species, habitat: Habitat) -> Goal:
    """No animal of a kind on a tile that shows the habitat."""

    def holds(tried: Try) -> bool:
        laid = zip(tried.board.tiles, tried.board.tokens, strict=True)
        return not any(token == species and habitat in LAND[tile] for tile, token in laid)

    return holds


# --- The fifteen ------------------------------------------------------------------------------------------

SCENARIOS: Final = (
    Scenario("aaaaa", 80),
    Scenario("bbbbb", 80),
    Scenario("ccccc", 80),
    Scenario("ddddd", 85),
    Scenario("cdbbb", 85, (sets_worth(FOX, 7, 3),)),
    Scenario("dbccb", 85, (tokens_of(4, *SPECIES),)),
    Scenario("bccdc", 90, (points_of(HAWK, 20),)),
    Scenario("cbbad", 90, (nature(5), apart(BEAR, ELK))),
    Scenario("cadcb", 90, (kinds_worth(10, 5), habitats_worth(5, 5))),
    Scenario("cbdbb", 95, (lambda tried: tried.tally.wildlife >= 60, habitats_worth(7, 3))),
    Scenario("baaca", 95, (points_of(BEAR, 30), never_beside(FOREST, RIVER))),
    Scenario("abaac", 95, (run_of(SALMON, 7), never_on(ELK, FOREST), habitats_worth(12, 1))),
    Scenario(LINKED_SCENARIO, 100, (group_of(ELK, 8), tokens_of(5, HAWK), linked(HAWK, ELK))),
    Scenario(
        "acbad",
        100,
        (
            never_beside(MOUNTAIN, PRAIRIE),
            never_beside(WETLAND, RIVER),
            lambda tried: tried.tally.habitats >= 35,
        ),
    ),
    Scenario("adada", 100, (nature(5), habitats_worth(7, 3), kinds_worth(20, 2))),
)
"""In the order of their numbers, from 1."""


def met_scenarios(terms: Terms, board: Board, tally: Tally) -> Iterator[ScoreLine]:
    """A line, worth nothing, for each scenario of the table's cards whose goals are all met."""
    if (terms.variant, terms.edition, terms.special) != (Variant.CARDS, Edition.RETAIL, Special.NONE):
        return
    for number, scenario in enumerate(SCENARIOS, start=1):
        if scenario.cards == terms.cards and scenario.is_met(Try(board, tally, terms)):
            yield ScoreLine(
                category=f"scenario.{number}",
                label=f"Scenario {number}",
                points=Points(0),
                reason=f"all goals met, with {tally.total} points",
                counted=False,
            )
