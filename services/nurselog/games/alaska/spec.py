"""What tools and front-ends may know of Alaska without knowing it."""

from typing import Final

from nurselog.rules.api import GameSpec, OptionProblem, Options
from nurselog.rules.options import no_such_seat, seat_option

FIRST_PLAYER: Final = seat_option("first_player", "Who plays first", 6)


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """The first player must be one of the table's (rule 2.3)."""
    return no_such_seat(options, "first_player", seat_count)


SPEC: Final = GameSpec(
    name="alaska",
    title="Alaska",
    summary="Fish a round river for salmon: cast, scare off anglers, send eagles, and mind the bears. "
    "Your left neighbour decides where your salmon swim.",
    rules_version="1",
    min_seats=2,
    max_seats=6,
    max_plies=400,  # 80 cards played, 24 salmon placed, 5 answers to each of 24 catches, 90 ends of turns
    options=(FIRST_PLAYER,),
    features=("luck", "hidden_information", "simultaneous"),
    notation=(
        ("p.3", "Put a salmon of your right neighbour into section 3."),
        ("c4", "Cast 4: catch the salmon beside river card 4, hook its angler, or miss."),
        ("c4.s4", "Cast 4 and catch the salmon in section 4, where section 3 holds one, too."),
        ("c3.c4", "Cast 3 and 4 together, for 7."),
        ("c3.c4.s6", "Cast 7 in two cards and catch the salmon in section 6."),
        ("t.5", "Put a tourist on river card 5."),
        ("l.10", "Put a local on river card 10."),
        ("e.s3", "Your eagle takes the salmon in section 3."),
        ("e.r5", "Your eagle drives the angler from river card 5."),
        ("e", "Your eagle finds nothing."),
        ("b", "Your bear drives all anglers away."),
        ("use", "Your bear takes the salmon that another seat just caught."),
        ("pass", "Let the catch be."),
        ("end", "End the turn with one card in hand."),
    ),
    contradiction=contradiction,
)
