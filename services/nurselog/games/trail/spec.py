"""What tools and front-ends may know of Trail without knowing it."""

from typing import Final

from nurselog.rules.api import GameSpec, OptionProblem, Options
from nurselog.rules.options import no_such_seat, seat_option

FIRST_PLAYER: Final = seat_option("first_player", "Who takes the first ace and the first turn", 4)


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """The first player must be one of the table's (rule 2.4)."""
    return no_such_seat(options, "first_player", seat_count)


SPEC: Final = GameSpec(
    name="trail",
    title="Trail",
    summary="Pack supplies card by card, then spend them to trek past the cards of a trail, "
    "as far up as your pack allows.",
    rules_version="1",
    min_seats=3,
    max_seats=4,
    max_plies=88,  # four seats: six picks and an ace each, then five rounds of attempt, payment and recovery
    options=(FIRST_PLAYER,),
    features=("luck", "hidden_information", "simultaneous"),
    notation=(
        ("d.9c", "Pack the 9 of Clubs."),
        ("d.th", "Pack the 10 of Hearts."),
        ("k.ah", "Take the Ace of Hearts."),
        ("a.53", "Turn up the card in row 5, column 3, and try to trek past it."),
        ("a.32", "Turn up the card in row 3, column 2, and try to trek past it."),
        ("a.53.9c", "Trek past the open card in row 5, column 3, paying the 9 of Clubs."),
        ("a.43.7h.8h", "Trek past the open card in row 4, column 3, paying the 7 and the 8 of Hearts."),
        ("p.9c", "Pay the 9 of Clubs for the card just turned up."),
        ("p.3c.3h", "Pay a pair of 3s for the card just turned up."),
        ("p.2c.4d.5s", "Pay three cards for the card just turned up."),
        ("r.9c", "Recover the 9 of Clubs."),
        ("b", "Turn back."),
    ),
    contradiction=contradiction,
)
