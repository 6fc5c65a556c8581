"""The one card of the family and of the intermediate variant: groups of any animal by size (chapter 15)."""

from functools import partial
from typing import Final

from nurselog.games.cascadia.components import Species
from nurselog.games.cascadia.scoring.findings import Card, Finding, Table, Wildlife, each_scored
from nurselog.games.cascadia.terms import Terms, Variant
from nurselog.rules.hexes import groups

FAMILY: Final = Table(2, 5, 9, or_more=True)
FAMILY_UP_TO_THREE: Final = Table(2, 5, 9)
INTERMEDIATE: Final = Table(0, 5, 8, 12, or_more=True)


def table_of(terms: Terms) -> Table:
    """What groups are worth in a variant (rules 15.2 and 15.3)."""
    if terms.variant is Variant.INTERMEDIATE:
        return INTERMEDIATE
    return FAMILY_UP_TO_THREE if terms.family_four_is_zero else FAMILY


def by_size(wild: Wildlife, terms: Terms, species: Species) -> Finding:
    """Each group of a species by its size."""
    table = table_of(terms)
    return each_scored((group, table(len(group))) for group in groups(wild.of[species]))


def variant_card(terms: Terms, species: Species) -> Card:
    """The card of a variant, as it holds for one species."""
    return Card(f"groups ({terms.variant.value} card)", partial(by_size, species=species))
