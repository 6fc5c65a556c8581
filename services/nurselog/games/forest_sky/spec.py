"""What tools and front-ends may know of Forest Sky without knowing it."""

from typing import Final

from nurselog.rules.api import GameSpec, OptionProblem, Options, OptionSpec
from nurselog.rules.options import no_such_seat, seat_option

FIRST_SEAT: Final = seat_option("first_seat", "Who plays first", 4)
STALL_ROUNDS: Final = OptionSpec(
    "stall_rounds",
    "After this many rounds without a lock the play ends as it stands.",
    ("10", "20", "40"),
    "20",
)


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """The first seat must be one of the table's (rule 2.2)."""
    return no_such_seat(options, "first_seat", seat_count)


SPEC: Final = GameSpec(
    name="forest_sky",
    title="Forest Sky",
    summary="Birds in the hand score with the birds of one of two shared forests. "
    "Draw, swap, and lock cards in the forests until five are locked.",
    rules_version="1",
    min_seats=2,
    max_seats=4,
    max_plies=1600,  # at most 5 x 40 rounds of 4 turns, two moves each (rules 7.1, 7.2 and 3.2)
    options=(FIRST_SEAT, STALL_ROUNDS),
    features=("luck", "hidden_information"),
    notation=(
        ("d", "Draw the top card of the deck."),
        ("t", "Take the top card of the discard pile."),
        ("p.h7.a", "Place the Hawk 7 in forest a."),
        ("p.c2.b", "Place the Crow 2 in forest b."),
        ("x.e9", "Discard the Eagle 9."),
        ("x.o5", "Discard the Owl 5."),
        ("s.h7.b2", "Give the Hawk 7 for the card on spot b2."),
        ("s.c6.a3", "Give the Crow 6 for the card on spot a3."),
        ("l.a1", "Lock the card on spot a1."),
        ("l.b3", "Lock the card on spot b3."),
    ),
    contradiction=contradiction,
)
