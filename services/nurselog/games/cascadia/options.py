"""The options of Cascadia: edition, cards, switches, special rules (chapter 2)."""

from typing import Final

from nurselog.games.cascadia.components import SPECIES, SPECIES_NAME
from nurselog.games.cascadia.terms import AUTO, Special, second_of
from nurselog.rules.api import OptionSpec
from nurselog.rules.options import RANDOM, seat_option

EDITION: Final = OptionSpec(
    "edition",
    "Whose scoring cards: those of the first edition (A to C), or of the printed game of 2021 (A to D).",
    ("first", "retail"),
    "first",
)
VARIANT: Final = OptionSpec(
    "variant",
    "Five cards, or one card for all animals: the family or the intermediate variant.",
    ("cards", "family", "intermediate"),
    "cards",
)
LETTER_CHOICES: Final = (RANDOM, "a", "b", "c", "d")
CARDS: Final = tuple(
    OptionSpec(
        name,
        f"The scoring card for {name}: a letter, or one drawn by luck. Only retail has d.",
        LETTER_CHOICES,
        RANDOM,
    )
    for name in SPECIES_NAME
)
SECOND_CARDS: Final = tuple(
    OptionSpec(
        second_of(species),
        f"By the special rule two_cards: the second scoring card for {SPECIES_NAME[species]}.",
        LETTER_CHOICES,
        RANDOM,
    )
    for species in SPECIES
)
SALMON_OFFENDER: Final = OptionSpec(
    "salmon_offender",
    "Of salmon with more than two neighbours only they themselves are left out, or their whole group.",
    ("leave_out", "void_group"),
    "leave_out",
)
ELK_GAPS: Final = OptionSpec(
    "elk_d_gaps",
    "Retail elk D: whether the elk of one ring may have gaps between them.",
    ("on", "off"),
    "on",
)
ELK_SPLIT: Final = OptionSpec(
    "elk_c_split",
    "Elk groups of any shape: whether a group of more than eight is cut where that is worth more.",
    ("on", "off"),
    "on",
)
FREE_WIPE: Final = OptionSpec(
    "free_three_wipe_after_spend",
    "Whether three equal tokens may still be replaced for free after a nature token was spent.",
    ("on", "off"),
    "on",
)
FAMILY_FOUR: Final = OptionSpec(
    "family_four_plus_zero",
    "Family: whether groups of four or more are worth nothing; auto: in the first edition only.",
    (AUTO, "on", "off"),
    AUTO,
)
SCENARIO_LINK: Final = OptionSpec(
    "scenario_link",
    "Scenario 13: whether all hawks and elk must be adjacent, or any.",
    ("all", "any"),
    "all",
)
HABITAT_BONUS: Final = OptionSpec(
    "habitat_bonus",
    "Whether majorities in habitats (solo: long corridors) score; auto: not in the family variant.",
    (AUTO, "on", "off"),
    AUTO,
)
SWITCHES: Final = (SALMON_OFFENDER, ELK_GAPS, ELK_SPLIT, FREE_WIPE, FAMILY_FOUR, SCENARIO_LINK, HABITAT_BONUS)
FIRST_SEAT: Final = seat_option("first_seat", "Who plays first", 4)


SPECIAL: Final = OptionSpec(
    "special_rule",
    "One of the ten special rules of the achievements: tiles must match a neighbour, or none; corridors of "
    "three score, or those of five and more; three pairs in the display; two cards for each animal; no "
    "starters; nature tokens cost double; no token on the tile of the same turn; cards hidden in hand.",
    tuple(special.value for special in Special),
    Special.NONE.value,
)
