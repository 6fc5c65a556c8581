"""Which card is which: the letters of both editions (rule 2.3). A new card is a function and a line here."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from nurselog.games.cascadia.components import BEAR, ELK, FOX, HAWK, SALMON, SPECIES, Species
from nurselog.games.cascadia.scoring import bear, elk, fox, hawk, salmon
from nurselog.games.cascadia.scoring.findings import Card, Finding, Wildlife
from nurselog.games.cascadia.scoring.variants import variant_card
from nurselog.games.cascadia.terms import UNKNOWN, Edition, Terms, Variant
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


HIDDEN: Final = Card("a hidden card", lambda _wild, _terms: Finding(0, (), ""))
"""Stands for a card that somebody else holds hidden (rule 23.10)."""


def cards_for(terms: Terms, species: Species) -> tuple[Card, ...]:
    """The card by which a species scores at this table, or the two of which the better counts (rule 23.6)."""
    if terms.variant is not Variant.CARDS:
        return (variant_card(terms, species),)
    return tuple([_lettered(terms.edition, species, letter) for letter in terms.letters(species)])


def _lettered(edition: Edition, species: Species, letter: str) -> Card:
    return HIDDEN if letter == UNKNOWN else CARDS[edition][species, letter]


def text_for(terms: Terms, species: Species) -> str:
    """What the cards of a species say in short."""
    return " or ".join(card.text for card in cards_for(terms, species))


def find_all(wild: Wildlife, terms: Terms) -> tuple[Finding, ...]:
    """What each species is worth."""
    return tuple([find(wild, terms, species) for species in SPECIES])


def find(wild: Wildlife, terms: Terms, species: Species) -> Finding:
    """What a species is worth by its card, or by the better of its two."""
    first, *others = cards_for(terms, species)
    found = find_by(first, wild, terms, species)
    if not others:
        return found
    by_letter = {terms.cards[species]: found, terms.others[species]: find_by(others[0], wild, terms, species)}
    letter, best = max(by_letter.items(), key=lambda pair: pair[1].points)
    return replace(best, reason=f"{letter.upper()}: {best.reason}")


def find_by(card: Card, wild: Wildlife, terms: Terms, species: Species) -> Finding:
    """By one card. Where no other species matters, it is found once for the same cells and remembered."""
    if card.looks_at_others:
        return card.find(wild, terms)
    return _find_alone(card, terms, species, wild.of[species])


@lru_cache(maxsize=16384)
def _find_alone(card: Card, terms: Terms, species: Species, cells: Hexes) -> Finding:
    alone = tuple([cells if one == species else () for one in SPECIES])
    return card.find(Wildlife(dict.fromkeys(cells, species), alone), terms)
