"""What tools and front-ends may know of Cabin by the Sea without knowing it."""

from typing import Final

from nurselog.rules.api import GameSpec, OptionSpec, flag_option

STACKS: Final = OptionSpec(
    "stacks", "The most stacks the cabin may have: seven is harder, nine easier.", ("7", "8", "9"), "8"
)
MURKY_DEPTHS: Final = flag_option(
    "murky_depths", "Once the sea is used up, the tide is shuffled and turned face down."
)
STOCKPILING: Final = flag_option("stockpiling", "A card from the sea may be put on the beach for later.")

SPEC: Final = GameSpec(
    name="cabin_by_the_sea",
    title="Cabin by the Sea",
    summary="A solitaire: build the whole pack into a cabin of eight stacks and lose little to the sea.",
    rules_version="1",
    min_seats=1,
    max_seats=1,
    max_plies=128,  # 52 cards are chosen and built, 24 may be stockpiled before (rules 3.6 and 7.3)
    options=(STACKS, MURKY_DEPTHS, STOCKPILING),
    features=("luck", "hidden_information", "solo"),
    higher_is_better=False,
    notation=(
        ("u.sea", "Use the card from the sea."),
        ("u.supply", "Use the top card of the supply."),
        ("u.beach", "Use the top card of the beach."),
        ("u.tide", "Use the top card of the tide."),
        ("p.1", "Build on the first stack."),
        ("p.2", "Build on the second stack."),
        ("p.8", "Build on the eighth stack."),
        ("p.9", "Build on the ninth stack."),
        ("p.new", "Open a new stack."),
        ("s", "Put the card from the sea on the beach."),
    ),
)
