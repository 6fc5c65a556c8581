"""What tools and front-ends may know of Signal Fire without knowing it."""

from typing import Final

from nurselog.rules.api import GameSpec, OptionProblem, Options, OptionSpec, flag_option
from nurselog.rules.options import means_nothing, number_option

OPEN: Final = "open"
ROUNDS: Final = OptionSpec(
    "rounds",
    "How many rounds are played; with `open` the target ends the play instead.",
    (OPEN, "1", "2", "3", "4"),
    OPEN,
)
TARGET: Final = number_option(
    "target", "With open rounds: the points with which a team ends the play.", range(1, 101), 50
)
QUICKFLINT: Final = flag_option(
    "quickflint", "Tokens move as soon as a card is played; trumps are read after the moves."
)


def contradiction(options: Options, _seat_count: int) -> OptionProblem | None:
    """A number of rounds and a target exclude each other (rule 10.3)."""
    if options["rounds"] == OPEN:
        return None
    return means_nothing(options, TARGET, "where the number of rounds is fixed")


SPEC: Final = GameSpec(
    name="signal_fire",
    title="Signal Fire",
    summary="Two pairs of partners play tricks, each player with the card below their token as trump. "
    "Light fires along ridge and valley, but not in every trick.",
    rules_version="1",
    min_seats=4,
    max_seats=4,
    # 40 rounds: four bids, four corners; nine tricks of four cards, two choices, two fires, four moves.
    max_plies=40 * (4 + 4 + 9 * (4 + 2 + 2 + 4)),
    options=(ROUNDS, TARGET, QUICKFLINT),
    features=("luck", "hidden_information", "simultaneous", "teams"),
    notation=(
        ("b.th", "Bid the 10 of Hearts."),
        ("t.a1", "Place the token on the top left corner."),
        ("t.c3", "Place the token on the bottom right corner."),
        ("p.6d", "Play the 6 of Diamonds face up."),
        ("d.3h", "Play the 3 of Hearts face down."),
        ("p.as.b2", "With Quickflint: play the Ace of Spades face up and move to the centre."),
        ("d.kc.a2", "With Quickflint: play the King of Clubs face down and move to, or stay at, the top."),
        ("c.2", "Seat 2 lights the fire for which it tied with its partner."),
        ("l.r", "Light a fire on the ridge, at the token's column."),
        ("l.v", "Light a fire in the valley, at the token's row."),
        ("m.b1", "Move the token to the left of the middle row."),
    ),
    contradiction=contradiction,
)
