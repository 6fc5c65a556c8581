"""Which card is which: the letters of both editions (rule 2.3). A new card is a function and a line here."""

from functools import lru_cache
from typing import Final

from nurselog.games.cascadia.components import BEAR, ELK, FOX, HAWK, SALMON, SPECIES, Species
from nurselog.games.cascadia.scoring import bear, elk, fox, hawk, salmon
from nurselog.games.cascadia.scoring.findings import Card, Finding, Wildlife
from nurselog.games.cascadia.scoring.variants import variant_card
from nurselog.games.cascadia.terms import Edition, Terms, Variant
from nurselog.rules.hexes import Hexes

RETAIL: Final[dict[tuple[Species, str], Card]] = {
    (BEAR, "a"): bear.A,
    (BEAR, "b"): bear.B,
    (BEAR, "c"): bear.C,
    (BEAR, "d"): bear.D,
    (ELK, "a"): elk.LINES_CARD,
    (ELK, "b"): elk.SHAPES_CARD,
    (ELK, "c"): elk.ANY_SHAPE_CARD,
    (ELK, "d"): elk.RINGS_CARD,
    (SALMON, "a"): salmon.A,
    (SALMON, "b"): salmon.B,
    (SALMON, "c"): salmon.C,
    (SALMON, "d"): salmon.D,
    (HAWK, "a"): hawk.A,
    (HAWK, "b"): hawk.B,
    (HAWK, "c"): hawk.C,
    (HAWK, "d"): hawk.D,
    (FOX, "a"): fox.A,
    (FOX, "b"): fox.B,
    (FOX, "c"): fox.C,
    (FOX, "d"): fox.D,
}
FIRST: Final = {(species, letter): card for (species, letter), card in RETAIL.items() if letter != "d"} | {
    (ELK, "b"): elk.ANY_SHAPE_CARD,
    (ELK, "c"): elk.SHAPES_CARD,
    (SALMON, "a"): salmon.FIRST_A,
    (SALMON, "b"): salmon.FIRST_B,
    (SALMON, "c"): salmon.FIRST_C,
}
CARDS: Final = {Edition.RETAIL: RETAIL, Edition.FIRST: FIRST}


def card_for(terms: Terms, species: Species) -> Card:
    """The card by which a species scores at this table."""
    if terms.variant is not Variant.CARDS:
        return variant_card(terms, species)
    return CARDS[terms.edition][species, terms.cards[species]]


def find_all(wild: Wildlife, terms: Terms) -> tuple[Finding, ...]:
    """What each species is worth."""
    return tuple([find(wild, terms, species) for species in SPECIES])


def find(wild: Wildlife, terms: Terms, species: Species) -> Finding:
    """What a species is worth. Where no other matters, it is found once for the same cells and remembered."""
    card = card_for(terms, species)
    return card.find(wild, terms) if card.looks_at_others else _find_alone(terms, species, wild.of[species])


@lru_cache(maxsize=16384)
def _find_alone(terms: Terms, species: Species, cells: Hexes) -> Finding:
    alone = tuple([cells if one == species else () for one in SPECIES])
    return card_for(terms, species).find(Wildlife(dict.fromkeys(cells, species), alone), terms)
