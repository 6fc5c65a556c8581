"""What tools and front-ends may know of Salmon Run without knowing it."""

from typing import Final

from nurselog.rules.api import GameSpec, OptionSpec, flag_option
from nurselog.rules.options import seat_option

SCHOOL: Final = flag_option(
    "school",
    "School's in session, for a first play: two rounds, no jokers, no bonuses, no points for diamonds.",
)
DOGGED: Final = flag_option(
    "dogged", "Dogged determination: a whole turn may be used to put a single card into the run."
)
FIRST_CHOOSER: Final = seat_option("first_chooser", "Who chooses a starting deck first, and plays second", 2)
MAX_TURNS: Final = OptionSpec(
    "max_turns_per_round",
    "A round in which nobody completes the run ends after this many turns of both seats together.",
    ("40", "100", "200"),
    "200",
)

SPEC: Final = GameSpec(
    name="salmon_run",
    title="Salmon Run",
    summary="Build a deck on the way upstream: acquire cards, use the bonuses of their suits, "
    "and be the first to complete the run of each of three rounds.",
    rules_version="1",
    min_seats=2,
    max_seats=2,
    max_plies=7202,  # two choices, then 3 x 200 turns of at most 12 moves (rule 3.6)
    options=(SCHOOL, DOGGED, FIRST_CHOOSER, MAX_TURNS),
    features=("luck", "hidden_information"),
    notation=(
        ("p.1", "Choose the first starting deck."),
        ("r.4h.7h", "Put the 4 and the 7 of Hearts into the run."),
        ("r.2c.jk1", "Put the 2 of Clubs and a joker into the run."),
        ("a.5d.7h", "Take the 5 of Diamonds, paying the 7 of Hearts."),
        ("a.ks.7h.8h", "Take the King of Spades, paying the 7 and the 8 of Hearts."),
        ("a.jk2", "Take a joker, which is free."),
        ("h.8h.kh", "With two hearts, draw and play a card."),
        ("s.2s.4s", "With two spades, look at the top card of the deck."),
        ("c.2c.jk1", "With a club and a joker, look at the top three cards of the deck."),
        ("d.2d.7d.kc", "With two diamonds, make the King of Clubs worth two more."),
        ("t.kc", "After spades: put the King of Clubs from the discard pile on top of the deck."),
        ("t", "After spades: leave the deck as it is."),
        ("b.2c.9h.4s", "After clubs: put all back, the 2 of Clubs on top."),
        ("x.4s.2c.9h", "After clubs: remove the 4 of Spades, put back the other two, the 2 of Clubs on top."),
        ("g.4h", "Dogged determination: the 4 of Hearts alone enters the run, and the turn ends."),
        ("e", "End the turn."),
    ),
)
