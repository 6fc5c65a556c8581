"""What a legal move does (chapters 3 to 5 and 10). Nothing here asks whether the move is allowed."""

from nurselog.games.orca_isles.components import Isle, Place
from nurselog.games.orca_isles.events import Arrived, Drawn, Gathered, News, Party, Passed, Sent
from nurselog.games.orca_isles.legal import INSTINCT_CARDS
from nurselog.games.orca_isles.moves import Draw, Gather, Hunt, Move, Pass, Send, Trust
from nurselog.games.orca_isles.piles import Events, draw
from nurselog.games.orca_isles.rounds import finish_round, step, with_card
from nurselog.games.orca_isles.state import State, turns_in_round
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.cards import Cards
from nurselog.rules.tuples import with_at

Parties = tuple[tuple[Party, ...], ...]


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
            passed = state._replace(turn=state.turn + 1)
            return next_turn(passed, (Event(Passed(seat)),), chance, undoable=True)


def gather(state: State, seat: Seat, place: Place, chance: Chance) -> Step[State, News]:
    """The card goes to the hand, and all have seen it; its place stays empty (rules 4.1 and 4.2)."""
    card = state.gather[place]
    assert card is not None
    following = state._replace(
        hands=with_card(state.hands, seat, card),
        shown=with_card(state.shown, seat, card),
        gather=with_at(state.gather, place, None),
        gatherers=with_at(state.gatherers, place, seat),
        turn=state.turn + 1,
    )
    return next_turn(following, (Event(Gathered(seat, place, card)),), chance, undoable=True)


def draw_card(state: State, seat: Seat, chance: Chance) -> Step[State, News]:
    """The top card of the deck goes to the hand, and only its owner sees it (rule 4.3)."""
    following, (card,), events = draw(state, 1, chance)
    following = following._replace(
        hands=with_card(state.hands, seat, card), drawers=(*state.drawers, seat), turn=state.turn + 1
    )
    event: Event[News] = Event(Drawn(seat), ((seat, Drawn(seat, card)),))
    return next_turn(following, (*events, event), chance, undoable=False)


def send(state: State, seat: Seat, cards: Cards, chance: Chance) -> Step[State, News]:
    """Cards of the hand lie face down under the orca (rule 5.3)."""
    isle = state.hunting
    assert isle is not None
    rest = tuple([card for card in state.hands[seat] if card not in cards])
    following = state._replace(
        hands=with_at(state.hands, seat, rest),
        parties=with_party(state.parties, isle, Party(seat, cards, face_up=False)),
        hunting=None,
        turn=state.turn + 1,
    )
    public = Sent(seat, isle, len(cards))
    event: Event[News] = Event(public, ((seat, Sent(seat, isle, len(cards), cards)),))
    return next_turn(following, (event,), chance, undoable=True)


def trust(state: State, seat: Seat, isle: Isle, chance: Chance) -> Step[State, News]:
    """The top two cards of the deck lie face up under the orca (rule 10.1)."""
    following, cards, events = draw(state, INSTINCT_CARDS, chance)
    cards = tuple(sorted(cards))
    following = following._replace(
        parties=with_party(state.parties, isle, Party(seat, cards, face_up=True)), turn=state.turn + 1
    )
    event: Event[News] = Event(Sent(seat, isle, len(cards), cards, face_up=True))
    return next_turn(following, (*events, event), chance, undoable=False)


def with_party(parties: Parties, isle: Isle, party: Party) -> Parties:
    """The orcas at the isles, and one more at one of them."""
    return with_at(parties, isle, (*parties[isle], party))


def next_turn(state: State, events: Events, chance: Chance, *, undoable: bool) -> Step[State, News]:
    """The turn goes on clockwise; after two turns of each seat the round is scored (rule 3.1)."""
    if state.turn < turns_in_round(state):
        return step(state, events, undoable=undoable)
    return finish_round(state, events, chance)
