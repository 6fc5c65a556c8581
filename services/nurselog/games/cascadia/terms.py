"""What a table has agreed on: the edition, the five cards, the variant, the switches (chapters 2 and 9)."""

from enum import Enum
from typing import Final, NamedTuple

from nurselog.games.cascadia.components import SPECIES, SPECIES_NAME
from nurselog.rules.api import Chance, Options
from nurselog.rules.chance import choose


class Edition(Enum):
    """Which printing's scoring cards are used (rule 2.3)."""

    FIRST = "first"
    RETAIL = "retail"


class Variant(Enum):
    """How animals score: by five cards, or all by the one card of a variant (chapter 15)."""

    CARDS = "cards"
    FAMILY = "family"
    INTERMEDIATE = "intermediate"


LETTERS: Final = {Edition.FIRST: "abc", Edition.RETAIL: "abcd"}
"""The cards that each edition has for every species."""

RANDOM: Final = "random"
AUTO: Final = "auto"


class Terms(NamedTuple):
    """What holds from the first turn to the last sheet. Equal terms score equal boards equally."""

    edition: Edition
    variant: Variant
    cards: str
    """The letters of the cards of bear, elk, salmon, hawk and fox; empty in a variant without these."""
    void_salmon_groups: bool = False
    """Switch `salmon_offender` (rule 12.4)."""
    elk_gaps: bool = True
    """Switch `elk_d_gaps` (rule 11.8)."""
    elk_split: bool = True
    """Switch `elk_c_split` (rule 11.6)."""
    free_wipe_after_spend: bool = True
    """Switch `free_three_wipe_after_spend` (rule 4.4)."""
    family_four_is_zero: bool = False
    """Switch `family_four_plus_zero` (rule 15.2)."""
    every_link: bool = True
    """Switch `scenario_link` (rule 19.4)."""
    habitat_bonus: bool = True
    """Switch `habitat_bonus` (rule 17.4)."""


def agreed(options: Options, chance: Chance) -> Terms:
    """The terms of complete options; cards that are left to luck are drawn, bear first (rule 2.4)."""
    edition, variant = Edition(options["edition"]), Variant(options["variant"])
    cards = drawn_cards(options, edition, chance) if variant is Variant.CARDS else ""
    return Terms(
        edition=edition,
        variant=variant,
        cards=cards,
        void_salmon_groups=options["salmon_offender"] == "void_group",
        elk_gaps=options.flag("elk_d_gaps"),
        elk_split=options.flag("elk_c_split"),
        free_wipe_after_spend=options.flag("free_three_wipe_after_spend"),
        family_four_is_zero=switch(options, "family_four_plus_zero", auto=edition is Edition.FIRST),
        every_link=options["scenario_link"] == "all",
        habitat_bonus=switch(options, "habitat_bonus", auto=variant is not Variant.FAMILY),
    )


def drawn_cards(options: Options, edition: Edition, chance: Chance) -> str:
    """The letter of each species' card: chosen, or drawn from those of the edition."""
    letters = [options[SPECIES_NAME[species]] for species in SPECIES]
    return "".join(choose(chance, LETTERS[edition]) if one == RANDOM else one for one in letters)


def switch(options: Options, name: str, *, auto: bool) -> bool:
    """A switch that follows edition or variant unless it is set."""
    return auto if options[name] == AUTO else options.flag(name)
