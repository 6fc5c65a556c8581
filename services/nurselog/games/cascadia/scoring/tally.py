"""What every board of a table is worth, category by category (chapters 10 to 18)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.components import HABITATS, Habitat, Species
from nurselog.games.cascadia.scoring.cards import find_all
from nurselog.games.cascadia.scoring.findings import Finding, wildlife
from nurselog.games.cascadia.scoring.habitats import Land, bonuses, land, largest_corridors
from nurselog.games.cascadia.terms import Special, Terms
from nurselog.rules.hexes import Hexes


class Tally(NamedTuple):
    """What one board is worth beside the others."""

    findings: tuple[Finding, ...]
    """By species."""
    corridors: tuple[Hexes, ...]
    """The largest of each habitat."""
    land: tuple[Land, ...]
    """What each habitat scores without its bonus."""
    bonuses: tuple[int, ...]
    """By habitat; nothing but zeros where they are not scored."""
    nature: int

    @property
    def wildlife(self) -> int:
        """The points of all animals."""
        return sum(finding.points for finding in self.findings)

    @property
    def habitats(self) -> int:
        """The points of all habitats, with their bonuses."""
        return sum(self.habitat(habitat) for habitat in HABITATS)

    @property
    def total(self) -> int:
        """All points."""
        return self.wildlife + self.habitats + self.nature

    def habitat(self, habitat: Habitat) -> int:
        """The points of a habitat, with its bonus."""
        return self.land[habitat].points + self.bonuses[habitat]


def tallies(terms: Terms, boards: Sequence[Board]) -> tuple[Tally, ...]:
    """What the boards are worth, in seat order."""
    won = all_bonuses(terms, boards)
    return tuple([tally(terms, board, own) for board, own in zip(boards, won, strict=True)])


def tally(terms: Terms, board: Board, won: tuple[int, ...]) -> Tally:
    """What one board is worth with these bonuses."""
    return Tally(findings(terms, board), largest_corridors(board), land(terms, board), won, board.nature)


def findings(terms: Terms, board: Board) -> tuple[Finding, ...]:
    """What the animals of a board are worth."""
    return _findings(terms, board.cells, board.tokens)


@lru_cache(maxsize=4096)
def _findings(terms: Terms, cells: Hexes, tokens: tuple[Species | None, ...]) -> tuple[Finding, ...]:
    return find_all(wildlife(cells, tokens), terms)


def has_bonuses(terms: Terms) -> bool:
    """Whether the largest corridors earn a bonus."""
    return terms.habitat_bonus and terms.special is not Special.NO_MATCH


def all_bonuses(terms: Terms, boards: Sequence[Board]) -> list[tuple[int, ...]]:
    """The bonuses by seat and habitat (rules 17.4 and 23.2)."""
    if not has_bonuses(terms):
        return [(0,) * len(HABITATS) for _ in boards]
    sizes = [[len(cells) for cells in largest_corridors(board)] for board in boards]
    by_habitat = [bonuses(of_habitat) for of_habitat in zip(*sizes, strict=True)]
    return list(zip(*by_habitat, strict=True))
