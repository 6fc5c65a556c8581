"""What a legal move does (chapters 3 to 5 and 10). Nothing here asks whether the move is allowed."""

from nurselog.games.orca_isles.components import Isle, Place
from nurselog.games.orca_isles.events import Arrived, Drawn, Gathered, News, Party, Passed, Sent
from nurselog.games.orca_isles.legal import INSTINCT_CARDS
from nurselog.games.orca_isles.moves import Draw, Gather, Hunt, Move, Pass, Send, Trust
from nurselog.games.orca_isles.piles import Events, draw
from nurselog.games.orca_isles.rounds import finish_round, replaced, step, with_card
from nurselog.games.orca_isles.state import State, turns_in_round
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.cards import Cards


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:
    """The state after a legal move of the active seat."""
    match move:
        case Gather(place):
            return gather(state, seat, place, chance)
        case Draw():
            return draw_card(state, seat, chance)
        case Hunt(isle):
            return step(state._replace(hunting=isle), (Event(Arrived(seat, isle)),), undoable=True)
        case Send(cards):
            return send(state, seat, cards, chance)
        case Trust(isle):
            return trust(state, seat, isle, chance)
        case Pass():
            return next_turn(state, (Event(Passed(seat)),), chance, undoable=True)


def gather(state: State, seat: Seat, place: Place, chance: Chance) -> Step[State, News]:
    """The card goes to the hand, and all have seen it; its place stays empty (rules 4.1 and 4.2)."""
    card = state.gather[place]
    assert card is not None
    following = state._replace(
        hands=with_card(state.hands, seat, card),
        shown=with_card(state.shown, seat, card),
        gather=replaced(state.gather, place, None),
        gatherers=replaced(state.gatherers, place, seat),
    )
    return next_turn(following, (Event(Gathered(seat, place, card)),), chance, undoable=True)


def draw_card(state: State, seat: Seat, chance: Chance) -> Step[State, News]:
    """The top card of the deck goes to the hand, and only its owner sees it (rule 4.3)."""
    following, (card,), events = draw(state, 1, chance)
    following = following._replace(hands=with_card(state.hands, seat, card), drawers=(*state.drawers, seat))
    event: Event[News] = Event(Drawn(seat), ((seat, Drawn(seat, card)),))
    return next_turn(following, (*events, event), chance, undoable=False)


def send(state: State, seat: Seat, cards: Cards, chance: Chance) -> Step[State, News]:
    """Cards of the hand lie face down under the orca (rule 5.3)."""
    isle = state.hunting
    assert isle is not None
    following = with_party(state, isle, Party(seat, cards, face_up=False))._replace(
        hands=replaced(state.hands, seat, tuple([card for card in state.hands[seat] if card not in cards])),
        hunting=None,
    )
    public = Sent(seat, isle, len(cards))
    event: Event[News] = Event(public, ((seat, Sent(seat, isle, len(cards), cards)),))
    return next_turn(following, (event,), chance, undoable=True)


def trust(state: State, seat: Seat, isle: Isle, chance: Chance) -> Step[State, News]:
    """The top two cards of the deck lie face up under the orca (rule 10.1)."""
    following, cards, events = draw(state, INSTINCT_CARDS, chance)
    following = with_party(following, isle, Party(seat, tuple(sorted(cards)), face_up=True))
    event: Event[News] = Event(Sent(seat, isle, len(cards), tuple(sorted(cards)), face_up=True))
    return next_turn(following, (*events, event), chance, undoable=False)


def with_party(state: State, isle: Isle, party: Party) -> State:
    """The state with one more orca at an isle."""
    return state._replace(parties=replaced(state.parties, isle, (*state.parties[isle], party)))


def next_turn(state: State, events: Events, chance: Chance, *, undoable: bool) -> Step[State, News]:
    """The turn goes on clockwise; after two turns of each seat the round is scored (rule 3.1)."""
    following = state._replace(turn=state.turn + 1)
    if following.turn < turns_in_round(state):
        return step(following, events, undoable=undoable)
    return finish_round(following, events, chance)
