"""Options that contradict each other (rule 2.8): none is left aside in silence."""

from collections.abc import Iterator
from itertools import chain

from nurselog.games.cascadia.components import ELK, SPECIES, SPECIES_NAME, Species
from nurselog.games.cascadia.options import (
    CARDS,
    ELK_GAPS,
    ELK_SPLIT,
    FAMILY_FOUR,
    FREE_WIPE,
    SALMON_OFFENDER,
    SCENARIO_LINK,
    SECOND_CARDS,
    SPECIAL,
)
from nurselog.games.cascadia.terms import (
    ELK_ANY_SHAPE,
    ELK_RINGS,
    LETTERS,
    LINKED_SCENARIO,
    Edition,
    Special,
    Variant,
    has_two,
    second_of,
)
from nurselog.rules.api import OptionProblem, Options, OptionSpec
from nurselog.rules.options import RANDOM, means_nothing, no_such_seat

NEEDS_CARDS = (Special.TWO_CARDS.value, Special.HIDDEN_CARDS.value)
"""The special rules that are about the five cards."""


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """The first problem there is, if any (rule 2.8)."""
    seat = no_such_seat(options, "first_seat", seat_count)
    problems = chain((seat,), of_cards(options), of_switches(options))
    return next((problem for problem in problems if problem), None)


def of_cards(options: Options) -> Iterator[OptionProblem | None]:
    """Problems of the cards and of the special rules about them (rules 2.3, 2.4, 23.6 and 23.10)."""
    edition, special = Edition(options["edition"]), options[SPECIAL.name]
    if not has_cards(options):
        if special in NEEDS_CARDS:
            yield OptionProblem(SPECIAL.name, f"The special rule {special} needs a card for each animal.")
        yield from [means_nothing(options, card, "in a variant without cards") for card in CARDS]
    if not has_two(options):
        yield from [
            means_nothing(options, card, "without the special rule two_cards") for card in SECOND_CARDS
        ]
    for card in (*CARDS, *SECOND_CARDS):
        if options[card.name] not in (RANDOM, *LETTERS[edition]):
            letter = options[card.name].upper()
            yield OptionProblem(card.name, f"The {edition.value} edition has no card {letter}.")
    yield from [twice(options, first, second) for first, second in zip(CARDS, SECOND_CARDS, strict=True)]


def twice(options: Options, first: OptionSpec, second: OptionSpec) -> OptionProblem | None:
    """The problem of a card that is named twice: each is there once (rule 23.6)."""
    letter = options[second.name]
    if letter == RANDOM or letter != options[first.name]:
        return None
    return OptionProblem(second.name, f"Card {letter.upper()} is the first card for {first.name} already.")


def of_switches(options: Options) -> Iterator[OptionProblem | None]:
    """Problems of switches that were set where nothing asks for them (rule 2.8)."""
    edition = Edition(options["edition"])
    if not has_cards(options):
        yield means_nothing(options, SALMON_OFFENDER, "in a variant without cards")
    if ELK_RINGS not in possible(options, ELK):
        yield means_nothing(options, ELK_GAPS, "without card D for elk")
    if ELK_ANY_SHAPE[edition] not in possible(options, ELK):
        letter = ELK_ANY_SHAPE[edition].upper()
        yield means_nothing(options, ELK_SPLIT, f"without card {letter} for elk")
    if options["variant"] != Variant.FAMILY.value:
        yield means_nothing(options, FAMILY_FOUR, "outside the family variant")
    if not may_be_scenario(options, LINKED_SCENARIO):
        yield means_nothing(options, SCENARIO_LINK, "where scenario 13 cannot be played")
    if options[SPECIAL.name] == Special.THREE_PAIRS.value:
        yield means_nothing(options, FREE_WIPE, "in a display of three places")


def has_cards(options: Options) -> bool:
    """Whether each animal scores by a card of its own."""
    return options["variant"] == Variant.CARDS.value


def possible(options: Options, species: Species) -> str:
    """The letters of all cards that may come to count for a species; none in a variant without cards."""
    if not has_cards(options):
        return ""
    names = (SPECIES_NAME[species], second_of(species)) if has_two(options) else (SPECIES_NAME[species],)
    chosen = [options[name] for name in names]
    return LETTERS[Edition(options["edition"])] if RANDOM in chosen else "".join(chosen)


def may_be_scenario(options: Options, cards: str) -> bool:
    """Whether a scenario with these cards may be met: in `retail`, without a special rule (19.2)."""
    return (
        options["edition"] == Edition.RETAIL.value
        and options[SPECIAL.name] == Special.NONE.value
        and all(cards[species] in possible(options, species) for species in SPECIES)
    )
