"""What a legal move does (chapters 3 to 8). Nothing here asks whether the move is allowed."""

from typing import TypeVar

from nurselog.games.signal_fire.components import CLOCKWISE_FROM, SEATS, TEAM, VALUE, Cell, Edge, fire_at
from nurselog.games.signal_fire.events import (
    BidsShown,
    CardBid,
    Chosen,
    Lit,
    Moved,
    News,
    Placed,
    Played,
    Shown,
    Won,
)
from nurselog.games.signal_fire.legal import cell_of, destinations
from nurselog.games.signal_fire.moves import Bid, Choose, Go, Light, Move, Place, Play
from nurselog.games.signal_fire.rounds import Events, begin_trick, finish_trick, step
from nurselog.games.signal_fire.state import Fires, Laid, Phase, State, all_face_down, led_suit
from nurselog.games.signal_fire.tricks import chooser, judge
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.cards import SUIT, Card, Suit
from nurselog.rules.chance import choose as choose_by_luck
from nurselog.rules.tuples import with_at

T = TypeVar("T")


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:
    """The state after a legal move of a seat that decides."""
    match move:
        case Bid(card):
            return bid(state, seat, card, chance)
        case Place(cell):
            return place(state, seat, cell)
        case Play():
            return play(state, seat, move)
        case Choose(chosen):
            return choose(state, seat, chosen)
        case Light(edge):
            return light(state, seat, edge, chance)
        case Go(cell):
            return go(state, seat, cell, chance)


# --- Bidding and placing ------------------------------------------------------------------------------------


def bid(state: State, seat: Seat, card: Card, chance: Chance) -> Step[State, News]:
    """A card is laid aside, unseen until all have bid (rule 3.1)."""
    following = state._replace(
        hands=without_card(state, seat, card),
        bids=with_at(state.bids, seat, card),
        asked=tuple([other for other in state.asked if other != seat]),
    )
    events: Events = (Event(CardBid(seat), ((seat, CardBid(seat, card)),)),)
    if following.asked:
        return step(following, events, undoable=True)
    return show_bids(following, events, chance)


def show_bids(state: State, events: Events, chance: Chance) -> Step[State, News]:
    """The highest bid leads, and the tokens are placed from high to low (rules 3.2 to 3.4)."""
    bids = tuple([card for card in state.bids if card is not None])
    leader = highest_bidder(state, [VALUE[card] for card in bids], chance)
    order = tuple(sorted(CLOCKWISE_FROM[leader], key=lambda seat: -VALUE[bids[seat]]))
    following = state._replace(phase=Phase.PLACE, leader=leader, asked=order)
    return step(following, (*events, Event(BidsShown(bids, leader, order))))


def highest_bidder(state: State, values: list[int], chance: Chance) -> Seat:
    """Of several who tie, the one who lit a fire last; if none ever did, one by luck (rule 3.3)."""
    tied = [seat for seat in SEATS if values[seat] == max(values)]
    if len(tied) == 1:
        return tied[0]
    lighters = [seat for seat in state.recent if seat in tied]
    return lighters[0] if lighters else choose_by_luck(chance, tied)


def place(state: State, seat: Seat, cell: Cell) -> Step[State, News]:
    """A token goes to a corner (rule 3.5)."""
    following = state._replace(tokens=with_at(state.tokens, seat, cell), asked=state.asked[1:])
    if not following.asked:
        assert state.leader is not None
        following = begin_trick(following, state.leader)
    return step(following, (Event(Placed(seat, cell)),), undoable=True)


# --- The trick ----------------------------------------------------------------------------------------------


def play(state: State, seat: Seat, move: Play) -> Step[State, News]:
    """A card goes to the trick; with Quickflint the token moves at once (chapters 5 and 11)."""
    card, face_down, to = move.card, move.face_down, move.to
    following = state._replace(
        hands=without_card(state, seat, card),
        trick=(*state.trick, Laid(seat, card, face_down)),
        tokens=state.tokens if to is None else with_at(state.tokens, seat, to),
        voids=state.voids if face_down else voids_after(state, seat, card),
        asked=state.asked[1:],
    )
    own = Played(seat, card, face_down, to)
    event: Event[News] = Event(Played(seat, None, face_down, to), ((seat, own),)) if face_down else Event(own)
    return step(following, (event,)) if following.asked else win(following, (event,))


def voids_after(state: State, seat: Seat, card: Card) -> tuple[tuple[Suit, ...], ...]:
    """Who plays another suit face up shows to have none of the led one (rule 12.4)."""
    led = led_suit(state.trick)
    if led is None or SUIT[card] is led or led in state.voids[seat]:
        return state.voids
    return with_at(state.voids, seat, (*state.voids[seat], led))


def win(state: State, events: Events) -> Step[State, News]:
    """The trick is complete: who won is found (chapter 6)."""
    verdict = judge(state)
    if all_face_down(state.trick):
        events = (*events, shown(state))
    following = state._replace(winner=verdict.winner, sides=verdict.sides)
    return step(ask_for_fires(following), (*events, Event(Won(verdict.winner, verdict.sides))))


def shown(state: State) -> Event[News]:
    """The face-down cards of the trick are turned up."""
    return Event(Shown(tuple([(laid.seat, laid.card) for laid in state.trick if laid.face_down])))


# --- Fires --------------------------------------------------------------------------------------------------


def ask_for_fires(state: State) -> State:
    """First who lights, where two teammates tied; then where (rules 7.1 to 7.3)."""
    winner = state.winner
    assert winner is not None
    open_sides = [side for side in state.sides if len(side) > 1]
    if open_sides:
        return state._replace(phase=Phase.CHOOSE, asked=tuple([chooser(side, winner) for side in open_sides]))
    lighters = tuple([side[0] for side in state.sides])
    before = tuple([seat for seat in state.recent if seat not in lighters])
    return state._replace(phase=Phase.LIGHT, asked=lighters, recent=(*lighters, *before))


def choose(state: State, seat: Seat, chosen: Seat) -> Step[State, News]:
    """One of two tied teammates lights (rule 7.2)."""
    sides = tuple([(chosen,) if seat in side else side for side in state.sides])
    following = ask_for_fires(state._replace(sides=sides))
    return step(following, (Event(Chosen(seat, chosen)),), undoable=True)


def light(state: State, seat: Seat, edge: Edge, chance: Chance) -> Step[State, News]:
    """A fire is lit; after the last one the tokens move (rules 7.3 to 7.5)."""
    fire = fire_at(edge, cell_of(state, seat))
    following = state._replace(fires=with_fire(state.fires, TEAM[seat], fire), asked=state.asked[1:])
    events: Events = (Event(Lit(seat, fire)),)
    if following.asked:
        return step(following, events, undoable=True)
    hidden = any(laid.face_down for laid in state.trick) and not all_face_down(state.trick)
    if hidden:
        events = (*events, shown(state))
    return move_tokens(following, events, chance, undoable=not hidden)


def with_fire(fires: Fires, team: int, fire: int) -> Fires:
    """One more fire of a team."""
    mine = with_at(fires[team], fire, fires[team][fire] + 1)
    return (mine, fires[1]) if team == 0 else (fires[0], mine)


# --- Moving -------------------------------------------------------------------------------------------------


def move_tokens(state: State, events: Events, chance: Chance, *, undoable: bool) -> Step[State, News]:
    """The winner's token moves first, then clockwise (rule 8.1); with Quickflint all have moved (11.1)."""
    assert state.winner is not None
    if state.quickflint:
        return finish_trick(state, events, chance, undoable=undoable)
    moving = state._replace(phase=Phase.MOVE, asked=CLOCKWISE_FROM[state.winner])
    return move_the_forced(moving, events, chance, undoable=undoable)


def go(state: State, seat: Seat, to: Cell, chance: Chance) -> Step[State, News]:
    """A token moves where its seat chose."""
    event: Event[News] = Event(Moved(seat, cell_of(state, seat), to))
    following = state._replace(tokens=with_at(state.tokens, seat, to), asked=state.asked[1:])
    return move_the_forced(following, (event,), chance, undoable=True)


def move_the_forced(state: State, events: Events, chance: Chance, *, undoable: bool) -> Step[State, News]:
    """Tokens with one way only move by themselves (rule 8.4); after the last one the trick is over."""
    ways = [destinations(state, seat) for seat in state.asked]
    forced = next((at for at, way in enumerate(ways) if len(way) > 1), len(ways))
    tokens = state.tokens
    moves: list[Event[News]] = []
    for seat, way in zip(state.asked[:forced], ways, strict=False):
        moves.append(Event(Moved(seat, cell_of(state, seat), way[0])))
        tokens = with_at(tokens, seat, way[0])
    following = state._replace(tokens=tokens, asked=state.asked[forced:])
    if following.asked:
        return step(following, (*events, *moves), undoable=undoable)
    return finish_trick(following, (*events, *moves), chance, undoable=undoable)


# --- Small things -------------------------------------------------------------------------------------------


def without_card(state: State, seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    """The hands after a card has left one of them."""
    hand = tuple([other for other in state.hands[seat] if other != card])
    return with_at(state.hands, seat, hand)
