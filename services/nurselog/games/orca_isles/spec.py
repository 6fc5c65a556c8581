"""What tools and front-ends may know of Orca Isles without knowing it."""

from typing import Final

from nurselog.games.orca_isles.components import FEWEST_SEATS, MOST_SEATS, ORCAS, ROUNDS
from nurselog.rules.api import GameSpec, OptionProblem, Options, flag_option
from nurselog.rules.options import no_such_seat, seat_option

FIRST_SEAT: Final = seat_option("first_seat", "Who plays first in the first round", MOST_SEATS)
GOOD_INSTINCTS: Final = flag_option(
    "good_instincts",
    "An orca may hunt with the top two cards of the deck, face up, instead of cards in hand.",
)


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """The first seat must be one of the table's (rule 2.3)."""
    return no_such_seat(options, "first_seat", seat_count)


SPEC: Final = GameSpec(
    name="orca_isles",
    title="Orca Isles",
    summary="Send two orcas each round: to gather cards, or to hunt at isles with sets of cards. "
    "Sets score, the best one wins the isle, and at the end the hand is laid down in sets.",
    rules_version="1",
    min_seats=FEWEST_SEATS,
    max_seats=MOST_SEATS,
    max_plies=ROUNDS * MOST_SEATS * ORCAS * 2,  # a hunt is two moves: the isle and the cards (rule 3.2)
    options=(FIRST_SEAT, GOOD_INSTINCTS),
    features=("luck", "hidden_information"),
    notation=(
        ("g.1", "Gather the first gather card."),
        ("g.6", "Gather the sixth gather card."),
        ("g.deck", "Gather the top card of the deck."),
        ("h.1", "Hunt at the first isle; the cards follow."),
        ("h.5", "Hunt at the fifth isle."),
        ("c.8h", "Hunt with the 8 of Hearts."),
        ("c.8h.ks", "Hunt with the 8 of Hearts and the King of Spades."),
        ("c.ac.jk1", "Hunt with the Ace of Clubs and a joker."),
        ("i.2", "With Good instincts: hunt at the second isle with the top two cards of the deck."),
        ("pass", "Do nothing, where nothing else is possible."),
    ),
    contradiction=contradiction,
)
