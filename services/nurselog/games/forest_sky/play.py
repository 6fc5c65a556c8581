"""What a legal move does (chapters 3 to 7). Nothing here asks whether the move is allowed."""

from nurselog.games.forest_sky.components import FOREST_SIZE, A, Card, Cards, Forest, Spot, forest_of, spot_at
from nurselog.games.forest_sky.events import Discarded, Drawn, Ended, Locked, News, Placed, Swapped, Taken
from nurselog.games.forest_sky.moves import Discard, Draw, Lock, Move, Place, Swap, Take
from nurselog.games.forest_sky.state import Forests, State, is_over
from nurselog.rules.api import Audience, Chance, Event, Seat, Step
from nurselog.rules.tuples import with_at


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:  # noqa: ARG001 - luck ends with the deal
    """The state after a legal move of the active seat."""
    match move:
        case Draw():
            return draw(state)
        case Take():
            return take(state)
        case Place(card, forest):
            return place(state, card, forest)
        case Discard(card):
            return discard(state, card)
        case Swap(card, spot):
            return swap(state, card, spot)
        case Lock(spot):
            return lock(state, spot)


def draw(state: State) -> Step[State, News]:
    """The top of the deck becomes the fourth card of the hand; only its owner sees it (rule 4.1)."""
    seat, card = state.active, state.deck[-1]
    news = Drawn(seat)
    following = state._replace(deck=state.deck[:-1], hands=with_fourth(state, card), last=news)
    return Step(following, (Event(news, ((seat, Drawn(seat, card)),)),))


def take(state: State) -> Step[State, News]:
    """The top of the discard pile becomes the fourth card of the hand; all have seen it (rule 4.2)."""
    card = state.discard[-1]
    news = Taken(state.active, card)
    following = state._replace(
        discard=state.discard[:-1],
        hands=with_fourth(state, card),
        taken=card,
        shown=with_card(state.shown, card),
        last=news,
    )
    return Step(following, (Event(news),), undoable=True)


def place(state: State, card: Card, forest: Forest) -> Step[State, News]:
    """A card goes to the lowest empty spot of a forest (rule 4.3)."""
    spot = spot_at(forest, len(state.forests[forest]))
    following = state._replace(
        hands=with_hand(state, without(state.hands[state.active], card)),
        forests=with_spot(state.forests, spot, card),
        shown=without(state.shown, card),
    )
    return pass_on(following, Placed(state.active, card, spot), idle_turns=state.idle_turns + 1)


def discard(state: State, card: Card) -> Step[State, News]:
    """A card goes on top of the discard pile (rule 4.5)."""
    following = state._replace(
        hands=with_hand(state, without(state.hands[state.active], card)),
        discard=(*state.discard, card),
        shown=without(state.shown, card),
    )
    return pass_on(following, Discarded(state.active, card), idle_turns=state.idle_turns + 1)


def swap(state: State, card: Card, spot: Spot) -> Step[State, News]:
    """A card of the hand and the one on the spot change places (rule 5.1)."""
    got = state.forests[forest_of(spot)][spot % FOREST_SIZE]
    following = state._replace(
        hands=with_hand(state, with_card(without(state.hands[state.active], card), got)),
        forests=with_spot(state.forests, spot, card),
        shown=with_card(without(state.shown, card), got),
    )
    return pass_on(following, Swapped(state.active, card, got, spot), idle_turns=state.idle_turns + 1)


def lock(state: State, spot: Spot) -> Step[State, News]:
    """The card on the spot stays there to the end (rule 6.1)."""
    card = state.forests[forest_of(spot)][spot % FOREST_SIZE]
    following = state._replace(locked=(*state.locked, spot))
    return pass_on(following, Locked(state.active, card, spot), idle_turns=0, undoable=True)


def pass_on(state: State, news: News, *, idle_turns: int, undoable: bool = False) -> Step[State, News]:
    """The turn goes to the next seat; if the play is over, all hands are shown (rules 3.1 and 7.3)."""
    following = state._replace(active=next_seat(state), idle_turns=idle_turns, taken=None, last=news)
    if is_over(following):
        return Step(following, (Event(news), Event(Ended(following.hands))))
    return Step(following, (Event(news),), undoable)


def next_seat(state: State) -> Seat:
    """Clockwise (rule 3.1)."""
    return Seat(Audience((state.active + 1) % len(state.hands)))


def with_fourth(state: State, card: Card) -> tuple[Cards, ...]:
    """The hands once the active seat holds a fourth card."""
    return with_hand(state, (*state.hands[state.active], card))


def with_hand(state: State, hand: Cards) -> tuple[Cards, ...]:
    """The hands with another one for the active seat."""
    return (*state.hands[: state.active], hand, *state.hands[state.active + 1 :])


def with_spot(forests: Forests, spot: Spot, card: Card) -> Forests:
    """The forests with a card on a spot, in place of the one that lay there."""
    index = spot % FOREST_SIZE
    first, second = forests
    if forest_of(spot) == A:
        return (with_at(first, index, card), second)
    return (first, with_at(second, index, card))


def with_card(cards: Cards, card: Card) -> Cards:
    """Sorted, with one more."""
    return tuple(sorted((*cards, card)))


def without(cards: Cards, card: Card) -> Cards:
    """Sorted, without one; it need not be there."""
    return tuple(sorted(other for other in cards if other != card))
