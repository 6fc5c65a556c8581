"""What a table has agreed on: the edition, the five cards, the variant, the switches (chapters 2 and 9)."""

from typing import Final, NamedTuple

from nurselog.games.cascadia.components import SPECIES, SPECIES_NAME, TURNS, TURNS_WITHOUT_STARTERS, Species
from nurselog.rules.api import Chance, Options
from nurselog.rules.chance import choose
from nurselog.rules.enums import QuickEnum
from nurselog.rules.options import RANDOM


class Edition(QuickEnum):
    """Which printing's scoring cards are used (rule 2.3)."""

    FIRST = "first"
    RETAIL = "retail"


class Variant(QuickEnum):
    """How animals score: by five cards, or all by the one card of a variant (chapter 15)."""

    CARDS = "cards"
    FAMILY = "family"
    INTERMEDIATE = "intermediate"


class Special(QuickEnum):
    """The special rules of the achievements, one for a play at most, by their numbers (chapter 23)."""

    NONE = "none"
    MATCH = "match"
    NO_MATCH = "no_match"
    THREES = "threes"
    LONG_CORRIDORS = "long_corridors"
    THREE_PAIRS = "three_pairs"
    TWO_CARDS = "two_cards"
    NO_STARTERS = "no_starters"
    DEAR_NATURE = "dear_nature"
    ANOTHER_TILE = "another_tile"
    HIDDEN_CARDS = "hidden_cards"


UNKNOWN: Final = "?"
"""The letter of a card that somebody else holds hidden (rule 23.10)."""

LETTERS: Final = {Edition.FIRST: "abc", Edition.RETAIL: "abcd"}
"""The cards that each edition has for every species."""

ELK_ANY_SHAPE: Final = {Edition.FIRST: "b", Edition.RETAIL: "c"}
"""The card that scores groups of any shape (rule 11.6)."""
ELK_RINGS: Final = "d"
"""The card that scores rings, which only one edition has (rule 11.7)."""
LINKED_SCENARIO: Final = "dccbc"
"""The cards of scenario 13 (rule 19.4)."""

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
    special: Special = Special.NONE
    """The special rule of the play (chapter 23)."""
    others: str = ""
    """The letters of the second cards, where every species has two (rule 23.6)."""

    def letters(self, species: Species) -> str:
        """The letters of the cards of a species; none in a variant without these."""
        return self.cards[species : species + 1] + self.others[species : species + 1]


def turns_of(terms: Terms) -> int:
    """How many turns each seat has (rules 8.2 and 23.7)."""
    return TURNS_WITHOUT_STARTERS if terms.special is Special.NO_STARTERS else TURNS


def price(terms: Terms) -> int:
    """How many nature tokens an effect costs (rules 5.1 and 23.8)."""
    return 2 if terms.special is Special.DEAR_NATURE else 1


def agreed(options: Options, chance: Chance) -> Terms:
    """The terms of complete options; cards that are left to luck are drawn, bear first (rule 2.4)."""
    edition, variant = Edition(options["edition"]), Variant(options["variant"])
    cards = first_cards(options, edition, chance) if variant is Variant.CARDS else ""
    return Terms(
        edition=edition,
        variant=variant,
        cards=cards,
        others=second_cards(options, edition, cards, chance) if cards and has_two(options) else "",
        special=Special(options["special_rule"]),
        void_salmon_groups=options["salmon_offender"] == "void_group",
        elk_gaps=options.flag("elk_d_gaps"),
        elk_split=options.flag("elk_c_split"),
        free_wipe_after_spend=options.flag("free_three_wipe_after_spend"),
        family_four_is_zero=switch(options, "family_four_plus_zero", auto=edition is Edition.FIRST),
        every_link=options["scenario_link"] == "all",
        habitat_bonus=switch(options, "habitat_bonus", auto=variant is not Variant.FAMILY),
    )


def first_cards(options: Options, edition: Edition, chance: Chance) -> str:
    """The letter of each species' card: chosen, or drawn from those of the edition."""
    seconds = [options[second_of(species)] if has_two(options) else RANDOM for species in SPECIES]
    chosen = [options[SPECIES_NAME[species]] for species in SPECIES]
    pairs = zip(chosen, seconds, strict=True)
    return "".join([letter(one, beside, edition, chance) for one, beside in pairs])


def second_cards(options: Options, edition: Edition, first: str, chance: Chance) -> str:
    """The letter of each species' second card (rule 23.6)."""
    chosen = [options[second_of(species)] for species in SPECIES]
    pairs = zip(chosen, first, strict=True)
    return "".join([letter(one, beside, edition, chance) for one, beside in pairs])


def letter(chosen: str, beside: str, edition: Edition, chance: Chance) -> str:
    """The letter that was chosen, or another than the one beside it, by luck."""
    if chosen != RANDOM:
        return chosen
    return choose(chance, [one for one in LETTERS[edition] if one != beside])


def second_of(species: Species) -> str:
    """The option that names the second card of a species."""
    return f"second_{SPECIES_NAME[species]}"


def has_two(options: Options) -> bool:
    """Whether each species has two cards (rule 23.6)."""
    return options["special_rule"] == Special.TWO_CARDS.value


def switch(options: Options, name: str, *, auto: bool) -> bool:
    """A switch that follows edition or variant unless it is set."""
    return auto if options[name] == AUTO else options.flag(name)
