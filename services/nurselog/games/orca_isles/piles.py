"""Drawing from the deck, which the discard pile becomes when it is empty (rule 8.6)."""

from nurselog.games.orca_isles.events import News, Reshuffled
from nurselog.games.orca_isles.state import State, hunting_cards
from nurselog.rules.api import Chance, Event
from nurselog.rules.cards import Cards
from nurselog.rules.chance import shuffle

Events = tuple[Event[News], ...]


def draw(state: State, count: int, chance: Chance) -> tuple[State, Cards, Events]:
    """The next cards of the deck, fewer if deck and discard pile do not hold so many."""
    drawn: Cards = ()
    events: Events = ()
    while True:
        missing = count - len(drawn)
        taken = tuple(reversed(state.deck[max(len(state.deck) - missing, 0) :])) if missing else ()
        if taken:
            state = state._replace(deck=state.deck[: -len(taken)])
            drawn = (*drawn, *taken)
        if len(drawn) == count or not state.discard:
            return state, drawn, events
        state, events = reshuffle(state, drawn, chance), (*events, Event(Reshuffled(len(state.discard))))


def reshuffle(state: State, drawn: Cards, chance: Chance) -> State:
    """The discard pile becomes the deck; what is in hands now is known not to be in it (rule 11.4)."""
    held = {card for hand in (*state.hands, hunting_cards(state), drawn) for card in hand}
    older = tuple([tuple([card for card in epoch if card in held]) for epoch in state.epochs])
    newer = held.difference(*older)
    return state._replace(
        deck=shuffle(chance, state.discard), discard=(), epochs=(*older, tuple(sorted(newer)))
    )


def can_draw(state: State, count: int) -> bool:
    """Whether deck and discard pile hold so many cards."""
    return len(state.deck) + len(state.discard) >= count
