"""What a legal move does (chapters 3 to 7). Nothing here asks whether the move is allowed."""

from nurselog.games.cabin_by_the_sea.components import Pile
from nurselog.games.cabin_by_the_sea.events import (
    Ebbed,
    Lost,
    News,
    Placed,
    Revealed,
    Stockpiled,
    TideTurned,
    Used,
)
from nurselog.games.cabin_by_the_sea.moves import Move, Place, Stockpile, Use
from nurselog.games.cabin_by_the_sea.state import State, has_place
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.cards import Card
from nurselog.rules.chance import shuffle


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:  # noqa: ARG001 - one player
    """The state after a legal move."""
    match move:
        case Use(pile):
            return use(state, pile, chance)
        case Place(stack):
            return place(state, stack, chance)
        case Stockpile():
            return stockpile(state, chance)


def use(state: State, pile: Pile, chance: Chance) -> Step[State, News]:
    """The top card of a pile is chosen; what fits nowhere is lost at once (rules 3.2 to 3.5 and 4.7)."""
    card, following = take_top(state, pile)
    news: tuple[News, ...] = (Used(pile, card),)
    if following.revealed is not None:
        news = (*news, Ebbed(following.revealed))
        following = following._replace(tide=(*following.tide, following.revealed), revealed=None)
    seen_before = not lies_face_down(state, pile)
    if has_place(following, card):
        return step(following._replace(chosen=card), news, undoable=seen_before)
    following = following._replace(lost=(*following.lost, card))
    return next_turn(following, (*news, Lost(card)), chance, undoable=seen_before)


def take_top(state: State, pile: Pile) -> tuple[Card, State]:
    """The top card of a pile, of the sea the one turned up, and the state without it."""
    match pile:
        case Pile.SEA:
            assert state.revealed is not None
            return state.revealed, state._replace(revealed=None)
        case Pile.SUPPLY:
            return state.supply[-1], state._replace(supply=state.supply[:-1])
        case Pile.BEACH:
            return state.beach[-1], state._replace(beach=state.beach[:-1])
        case Pile.TIDE:
            return state.tide[-1], state._replace(tide=state.tide[:-1])


def lies_face_down(state: State, pile: Pile) -> bool:
    """Whether the top of a pile is unseen until it is chosen (rules 3.3 and 7.2)."""
    return pile is Pile.SUPPLY or (pile is Pile.TIDE and state.tide_face_down)


def place(state: State, stack: int | None, chance: Chance) -> Step[State, News]:
    """The chosen card goes on a stack or opens a new one (chapter 4)."""
    card, stacks = state.chosen, state.stacks
    assert card is not None
    index = len(stacks) if stack is None else stack
    grown = (*stacks[index], card) if index < len(stacks) else (card,)
    following = state._replace(chosen=None, stacks=(*stacks[:index], grown, *stacks[index + 1 :]))
    return next_turn(following, (Placed(card, index),), chance)


def stockpile(state: State, chance: Chance) -> Step[State, News]:
    """The card from the sea goes on the beach, and the turn is over (rule 7.3)."""
    card = state.revealed
    assert card is not None
    following = state._replace(beach=(*state.beach, card), revealed=None)
    return next_turn(following, (Stockpiled(card),), chance)


def next_turn(
    state: State, news: tuple[News, ...], chance: Chance, *, undoable: bool = True
) -> Step[State, News]:
    """Turns up the next card of the sea; after the last one, turns a murky tide down (rules 3.1 and 7.2)."""
    if state.sea:
        card = state.sea[-1]
        return step(state._replace(sea=state.sea[:-1], revealed=card), (*news, Revealed(card)))
    if state.murky_depths and state.tide and not state.tide_face_down:
        turned = state._replace(tide=shuffle(chance, state.tide), tide_face_down=True)
        return step(turned, (*news, TideTurned(len(state.tide))))
    return step(state, news, undoable=undoable)


def step(state: State, news: tuple[News, ...], *, undoable: bool = False) -> Step[State, News]:
    """The state with what happened by the last move, and the same as events."""
    return Step(state._replace(last=news), tuple([Event(one) for one in news]), undoable)
