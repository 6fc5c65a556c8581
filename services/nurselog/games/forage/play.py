"""What a legal move does (chapters 4 to 6). Nothing here asks whether the move is allowed."""

from nurselog.games.forage.components import Card, Cards
from nurselog.games.forage.events import Moved, News, Swapped, TurnEnded
from nurselog.games.forage.layout import CACHE, SINGLE, STACK, Cell
from nurselog.games.forage.memory import everybody, holders, known_to, learn, lose_track, told
from nurselog.games.forage.moves import (
    EndTurn,
    Give,
    GivePartner,
    Move,
    MoveToken,
    PlayJoker,
    PlaySet,
    Reveal,
    Swap,
    Take,
)
from nurselog.games.forage.piles import Tokens, exchanged, top_changed
from nurselog.games.forage.plays import play_joker, play_set
from nurselog.games.forage.state import FRESH, UNSEEN, State, Token, is_face_up, layout_of, together
from nurselog.games.forage.trades import give, give_partner, reveal, take
from nurselog.games.forage.turns import spend
from nurselog.rules.api import Chance, Event, Seat, Step
from nurselog.rules.tuples import with_at


def apply(  # noqa: C901, PLR0911 - one case per kind
    state: State,
    seat: Seat,
    move: Move,
    chance: Chance,  # noqa: ARG001 - luck ends with the deal
) -> Step[State, News]:
    """The state after a legal move."""
    match move:
        case MoveToken(token, cell):
            return move_token(state, seat, token, cell)
        case Swap(token, card):
            return swap(state, seat, token, card)
        case Give(token, cards):
            return give(state, seat, token, cards)
        case GivePartner(cards):
            return give_partner(state, seat, cards)
        case Take(cards):
            return take(state, cards)
        case Reveal(cards):
            return reveal(state, cards)
        case PlayJoker(joker, card):
            return play_joker(state, seat, joker, card)
        case PlaySet(cards, home):
            return play_set(state, seat, cards, home)
        case EndTurn():
            return end_turn(state, seat)


def end_turn(state: State, seat: Seat) -> Step[State, News]:
    """The remaining actions are given up (rule 4.4)."""
    return spend(state, seat, (Event(TurnEnded(seat)),), actions=state.actions[seat], undoable=True)


# --- 5. Moving


def move_token(state: State, seat: Seat, token: int, cell: Cell) -> Step[State, News]:
    """A token moves, and what lies there is turned up or looked at (rules 5.2 to 5.4)."""
    kind, cards = layout_of(state).kinds[cell], state.ground[cell]
    peek = FRESH if cards and kind is STACK else UNSEEN
    own = with_at(state.tokens[seat], token, Token(cell, peek))
    tokens = with_at(state.tokens, seat, own)
    news = Moved(seat, token, cell)
    if kind is SINGLE:
        return onto_single(state, tokens, news)
    return look(state, tokens, news, cards if kind is CACHE else cards[-1:])


def onto_single(state: State, tokens: Tokens, news: Moved) -> Step[State, News]:
    """A card that lies face down is turned up before all eyes (rule 5.2)."""
    if is_face_up(state, news.cell):
        moved = state._replace(tokens=tokens)
        return arrive(moved, news.seat, Event(news), undoable=together(moved, news.seat) is None)
    (card,) = state.ground[news.cell]
    turned = state._replace(
        tokens=tokens,
        face_up=state.face_up | 1 << news.cell,
        known=known_to(state, (card,), everybody(state)),
    )
    return arrive(turned, news.seat, Event(news._replace(turned_up=card)))


def look(state: State, tokens: Tokens, news: Moved, seen: Cards) -> Step[State, News]:
    """The cards of a cache, or the top of a stack, are seen by the mover alone (rules 5.3 and 5.4)."""
    who = 1 << news.seat
    event = told(state, who, news, news._replace(seen=seen))
    moved = state._replace(tokens=tokens, known=known_to(state, seen, who))
    return arrive(moved, news.seat, event)


def arrive(state: State, seat: Seat, event: Event[News], *, undoable: bool = False) -> Step[State, News]:
    """Partners who meet see each other's hidden cards (rule 11.9)."""
    return spend(met(state, seat) if state.teams else state, seat, (event,), undoable=undoable)


def met(state: State, seat: Seat) -> State:
    """What partners learn who are together."""
    partner = together(state, seat)
    if partner is None:
        return state
    hidden = state.hands[seat].hidden + state.hands[partner].hidden
    return state._replace(known=known_to(state, hidden, 1 << seat | 1 << partner))


# --- 6. Swapping


def swap(state: State, seat: Seat, token: int, card: Card) -> Step[State, News]:
    """A card of the hand and a single card, or the top of a stack, change places (rules 6.1 to 6.4)."""
    standing, hand = state.tokens[seat][token], state.hands[seat]
    cell, pile = standing.cell, state.ground[standing.cell]
    taken, revealed = pile[-1], card in hand.revealed
    at_centre = layout_of(state).kinds[cell] is STACK
    following = state._replace(
        hands=with_at(state.hands, seat, exchanged(hand, (card,), (taken,), (taken,) if revealed else ())),
        ground=with_at(state.ground, cell, (*pile[:-1], card)),
        face_up=with_bit(state.face_up, cell, on=revealed and not at_centre),
        tokens=top_changed(state.tokens, cell) if at_centre else state.tokens,
        known=known_after_swap(state, seat, card, taken),
    )
    seen = is_face_up(state, cell)
    undoable = seen or (standing.peek is FRESH and not revealed)
    event = swapped(state, Swapped(seat, token, cell, revealed, card, taken), seen=seen)
    return spend(following, seat, (event,), undoable=undoable)


def known_after_swap(state: State, seat: Seat, given: Card, taken: Card) -> tuple[int, ...]:
    """Of a hidden card only the giver knows where it went; what is taken for an open card is seen by all."""
    known, who, hidden = list(state.known), holders(state, seat), state.hands[seat].hidden
    if given in hidden:
        lose_track(known, hidden, 1, who)
        learn(known, (given, taken), who)
    else:
        learn(known, (taken,), everybody(state))
    return tuple(known)


def swapped(state: State, news: Swapped, *, seen: bool) -> Event[News]:
    """All learn what lay open before or lies open now."""
    if news.revealed:
        return Event(news)
    public = news._replace(given=None, taken=news.taken if seen else None)
    return told(state, holders(state, news.seat), public, news)


def with_bit(bits: int, index: int, *, on: bool) -> int:
    """The bits with one set or cleared."""
    return bits | 1 << index if on else bits & ~(1 << index)
