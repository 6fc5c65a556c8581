"""Setting up (chapter 2); the row is laid once the starting decks are chosen, in `play`."""

from nurselog.games.salmon_run.components import ACES, ARRANGEMENTS, STARTERS, THREES
from nurselog.games.salmon_run.events import DecksBuilt, News
from nurselog.games.salmon_run.state import SEATS, Phase, State, Terms
from nurselog.rules.api import Chance, Event, Options, Step
from nurselog.rules.cards import DECK, DECK_WITH_JOKERS, Cards
from nurselog.rules.chance import choose, shuffle
from nurselog.rules.options import seat_of


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:  # noqa: ARG001 - always two
    """Aces, 3s, four starting decks, and all else shuffled (rules 2.1 to 2.4)."""
    terms = Terms(
        school=options.flag("school"),
        dogged=options.flag("dogged"),
        max_turns=options.number("max_turns_per_round"),
    )
    state = State(
        terms=terms,
        phase=Phase.CHOOSE,
        starts=choose(chance, ARRANGEMENTS),
        active=seat_of(options, "first_chooser", len(SEATS), chance),
        aces=ACES,
        threes=THREES,
        acc_deck=shuffle(chance, rest(terms)),
    )
    news = DecksBuilt(state.starts, state.active)
    return Step(state._replace(last=(news,)), (Event(news),))


def rest(terms: Terms) -> Cards:
    """All cards that are set aside nowhere; no jokers in school (rules 2.4 and 11.1)."""
    aside = {*ACES, *THREES, *STARTERS}
    return tuple(card for card in (DECK if terms.school else DECK_WITH_JOKERS) if card not in aside)
