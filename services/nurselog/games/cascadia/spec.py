"""What tools and front-ends may know of Cascadia without knowing it."""

from typing import Final

from nurselog.games.cascadia.contradictions import contradiction
from nurselog.games.cascadia.options import (
    CARDS,
    EDITION,
    FIRST_SEAT,
    SECOND_CARDS,
    SPECIAL,
    SWITCHES,
    VARIANT,
)
from nurselog.rules.api import GameSpec

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
