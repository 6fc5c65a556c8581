"""What tools and front-ends may know of Cascadia without knowing it."""

from typing import Final

from nurselog.games.cascadia.components import SPECIES, SPECIES_NAME
from nurselog.games.cascadia.terms import AUTO, LETTERS, RANDOM, Edition, Special, second_of
from nurselog.rules.api import GameSpec, OptionProblem, Options, OptionSpec

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
SWITCHES: Final = (
    OptionSpec(
        "salmon_offender",
        "Of salmon with more than two neighbours only they themselves are left out, or their whole group.",
        ("leave_out", "void_group"),
        "leave_out",
    ),
    OptionSpec(
        "elk_d_gaps",
        "Retail elk D: whether the elk of one ring may have gaps between them.",
        ("on", "off"),
        "on",
    ),
    OptionSpec(
        "elk_c_split",
        "Elk groups of any shape: whether a group of more than eight is cut where that is worth more.",
        ("on", "off"),
        "on",
    ),
    OptionSpec(
        "free_three_wipe_after_spend",
        "Whether three equal tokens may still be replaced for free after a nature token was spent.",
        ("on", "off"),
        "on",
    ),
    OptionSpec(
        "family_four_plus_zero",
        "Family: whether groups of four or more are worth nothing; auto: in the first edition only.",
        (AUTO, "on", "off"),
        AUTO,
    ),
    OptionSpec(
        "scenario_link",
        "Scenario 13: whether all hawks and elk must be adjacent, or any.",
        ("all", "any"),
        "all",
    ),
    OptionSpec(
        "habitat_bonus",
        "Whether majorities in habitats (solo: long corridors) score; auto: not in the family variant.",
        (AUTO, "on", "off"),
        AUTO,
    ),
)
FIRST_SEAT: Final = OptionSpec(
    "first_seat",
    "Who plays first: a seat by its number, or one drawn by luck.",
    (RANDOM, "0", "1", "2", "3"),
    RANDOM,
)


SPECIAL: Final = OptionSpec(
    "special_rule",
    "One of the ten special rules of the achievements: tiles must match a neighbour, or none; corridors of "
    "three score, or those of five and more; three pairs in the display; two cards for each animal; no "
    "starters; nature tokens cost double; no token on the tile of the same turn; cards hidden in hand.",
    tuple(special.value for special in Special),
    Special.NONE.value,
)


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """The first seat must be one of the table's, and every card one of the edition's (rules 2.3 and 2.6)."""
    first = options["first_seat"]
    if first != RANDOM and int(first) >= seat_count:
        return OptionProblem("first_seat", f"A table of {seat_count} seats has no seat {first}.")
    letters = LETTERS[Edition(options["edition"])]
    for card in (*CARDS, *SECOND_CARDS):
        chosen = options[card.name]
        if chosen not in (RANDOM, *letters):
            return OptionProblem(card.name, f"The {options['edition']} edition has no card {chosen.upper()}.")
    return None


SPEC: Final = GameSpec(
    name="cascadia",
    title="Cascadia",
    summary="Take a habitat tile and an animal, and place both in your environment: long corridors score, "
    "and so does each kind of animal by a scoring card of its own.",
    rules_version="1",
    min_seats=1,
    max_seats=4,
    max_plies=429,  # 80 turns of at most 5 moves, and a move for each nature token of 29 keystones (rule 3.4)
    options=(EDITION, VARIANT, *CARDS, *SWITCHES, SPECIAL, *SECOND_CARDS, FIRST_SEAT),
    features=("luck", "hidden_information", "solo"),
    notation=(
        ("d.3", "Take the tile and the token of place 3."),
        ("d.1.4", "After an independent pick was paid: take the tile of place 1 and the token of place 4."),
        ("w", "Replace the three equal tokens, for free."),
        ("n", "Spend a nature token for an independent pick."),
        ("n.2", "Spend a nature token to replace the token of place 2."),
        ("n.134", "Spend a nature token to replace the tokens of places 1, 3 and 4."),
        ("p.+1-2", "Put the tile on the cell with q = 1 and r = -2."),
        ("p.+0+2", "Put the tile on the cell with q = 0 and r = 2."),
        ("r.0", "Leave the tile as it is printed: its first habitat looks from north-east to south-east."),
        ("r.4", "Turn the tile by four clockwise steps of 60 degrees."),
        ("t.-1+1", "Put the token on the tile on the cell with q = -1 and r = 1."),
        ("x", "Return the token to the bag."),
    ),
    contradiction=contradiction,
)
