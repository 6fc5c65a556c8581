"""What tools and front-ends may know of Canopy: Evergreen without knowing it."""

from typing import Final

from nurselog.rules.api import GameSpec, OptionProblem, Options, OptionSpec, flag_option
from nurselog.rules.options import means_nothing, no_such_seat, seat_option

FIRST_PLAYER: Final = seat_option("first_player", "Who begins the first Season", 4)
FOX_SPIRIT: Final = OptionSpec(
    "fox_spirit",
    "How many points the Fox Spirit starts with in a game alone: 3, 10 or 20.",
    ("easy", "normal", "hard"),
    "normal",
)


def contradiction(options: Options, seat_count: int) -> OptionProblem | None:
    """The first player is one of the table's; only who plays alone meets the Fox Spirit (2.5 and 12.1)."""
    if seat_count > 1 and (problem := means_nothing(options, FOX_SPIRIT, "for more than one seat")):
        return problem
    return no_such_seat(options, "first_player", seat_count)


SPEC: Final = GameSpec(
    name="canopy_evergreen",
    title="Canopy: Evergreen",
    summary="Grow a forest over three Seasons: look at piles of cards, keep one, pass the others on; "
    "raise trees, attract wildlife, and mind the fires.",
    rules_version="1",
    min_seats=1,
    max_seats=4,
    max_plies=1500,  # rule 11.7
    options=(
        flag_option("advanced_tokens", "Two more ecosystem tokens for each player, for wildlife."),
        flag_option("shifting_seasons", "Each Season turns up a card that changes a rule."),
        FOX_SPIRIT,
        FIRST_PLAYER,
    ),
    features=("luck", "hidden_information", "solo"),
    notation=(
        ("grow.d", "Use the tree card, or your first Root, on space D."),
        ("attract.bald_eagle.p", "Pay for the Points card of the Bald Eagle."),
        ("look", "Look at your first pile."),
        ("keep", "Keep the pile in hand, or the drawn card."),
        ("pass", "Pass the pile in hand."),
        ("draw", "Draw the top card after three passes."),
        ("drop", "Discard the drawn card."),
        ("add.salal", "Add the Salal next; or take it with the Bee; or keep it of the Seed cards."),
        ("no", "Decline: use no tree card, take nothing, swap nothing, keep no more."),
        ("lose.rain3", "Discard a Rain with three icons to a Heatwave."),
        ("lose.black_bear.f", "Discard the Foraging Bear to a Heatwave or a Disease."),
        ("use.red_fox.2", "Put your Fox token on pile 2."),
        ("use.olympic_elk.canopy", "Your Elk calls Canopy."),
        ("use.gray_wolf.cougar.p", "Your Wolf drives the Points Cougar off the mat."),
        ("copy.black_bear.3", "Your Otter puts another player's used Bear token on pile 3."),
        ("pile.2", "Name pile 2 for Eagle, Raven or Owl."),
        ("sun", "The sun/rain token is a sun this Season."),
        ("refresh.cougar", "Turn your used Cougar token back by the advanced token."),
        ("end", "End the turn."),
    ),
    contradiction=contradiction,
)
