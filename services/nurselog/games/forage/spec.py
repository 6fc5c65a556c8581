"""What tools and front-ends may know of Forage without knowing it."""

from typing import Final

from nurselog.games.forage.components import MOST_SEATS
from nurselog.rules.api import GameSpec, OptionProblem, Options, OptionSpec, flag_option
from nurselog.rules.options import no_such_seat, seat_option

LARGE_MAP: Final = flag_option("large_map", "Two maps side by side that share a card; for six or more seats.")
TEAMS: Final = flag_option(
    "teams", "Teams of two who sit opposite and take their turns together; eight points win."
)
FIRST_SEAT: Final = seat_option("first_seat", "Who plays first", MOST_SEATS)
MAX_TURNS: Final = OptionSpec(
    "max_turns",
    "After so many turns of all seats together the play ends, and most points win.",
    ("60", "120", "400"),
    "400",
)

FEWEST_ON_LARGE_MAP: Final = 6
FEWEST_IN_TEAMS: Final = 4


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """Rules 3.4, 11.3 and 11.8."""
    if options.flag("large_map") and seat_count < FEWEST_ON_LARGE_MAP:
        return OptionProblem("large_map", f"The large map needs six seats or more, not {seat_count}.")
    if options.flag("teams") and (seat_count < FEWEST_IN_TEAMS or seat_count % 2):
        return OptionProblem("teams", f"Teams of two need four, six or eight seats, not {seat_count}.")
    return no_such_seat(options, "first_seat", seat_count)


SPEC: Final = GameSpec(
    name="forage",
    title="Forage",
    summary="Roam a map of hidden cards and caches, swap what you find into your hand, and lay out sets. "
    "The more points you have, the more of your hand lies open.",
    rules_version="1",
    min_seats=2,
    max_seats=MOST_SEATS,
    max_plies=3_200,  # 400 turns of two actions, each an exchange of four choices at most (rule 11.10)
    options=(LARGE_MAP, TEAMS, FIRST_SEAT, MAX_TURNS),
    features=("luck", "hidden_information", "simultaneous", "teams"),
    notation=(
        ("m0.r2c3", "Move the token to the cell in row 2, column 3."),
        ("m1.r3c5", "With two tokens: move the second one to row 3, column 5."),
        ("s0.7h", "Give the 7 of Hearts for the card under the token, or for the top card of the centre."),
        ("s0.kd2", "Give the King of Diamonds of the second deck."),
        ("g0.7h", "Give the 7 of Hearts to the cache under the token; then choose what to take."),
        ("g0.8d+7h", "Give the 8 of Diamonds and the 7 of Hearts to the cache."),
        ("x.7h", "Give the partner on the same cell the 7 of Hearts; then choose what to take."),
        ("t.3c+4s", "Take the 3 of Clubs and the 4 of Spades."),
        ("v.3c", "Of the cards exchanged, the 3 of Clubs lies open."),
        ("j.jk1.7h", "Discard joker 1 and take the open 7 of Hearts of an opponent."),
        ("p.7c+7d+7h", "Play a basket of three sevens."),
        ("p.2h+3h+4h+5h", "Play a trove of four hearts in a row."),
        ("p.7c+7d+7h.r3c10", "Play a basket from the shared card and return to the right centre."),
        ("e", "End the turn."),
    ),
    contradiction=contradiction,
)
