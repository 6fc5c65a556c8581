"""Jokers and sets (chapters 8 and 9)."""

from nurselog.games.forage.components import HAND_SIZE, SEATS, Card, Cards
from nurselog.games.forage.events import JokerPlayed, News, Refilled, SetPlayed
from nurselog.games.forage.layout import Cell
from nurselog.games.forage.memory import everybody, holders, known_to, learn, told
from nurselog.games.forage.piles import draw, exchanged
from nurselog.games.forage.sets import points_of
from nurselog.games.forage.state import State, Token, layout_of, reveal_target, together
from nurselog.games.forage.turns import Events, end, has_won, spend
from nurselog.rules.api import Event, Seat, Step
from nurselog.rules.tuples import with_at

# --- 8. Jokers


def play_joker(state: State, seat: Seat, joker: Card, card: Card) -> Step[State, News]:
    """The joker goes for an open card of an opponent, who draws another one (rules 8.1 to 8.4)."""
    hand, victim = state.hands[seat], owner_of(state, card)
    revealed = (card,) if joker in hand.revealed else ()
    drawn, following = draw(state, centre_of(state, victim), 1)
    hands = with_at(state.hands, seat, exchanged(hand, (joker,), (card,), revealed))
    following = following._replace(
        hands=with_at(hands, victim, exchanged(state.hands[victim], (card,), drawn, drawn)),
        spent=(*state.spent, joker),
        known=known_to(state, (joker, *drawn), everybody(state)),
    )
    news = JokerPlayed(seat, joker, victim, card, drawn[0] if drawn else None)
    return spend(following, seat, (Event(news),))


def owner_of(state: State, card: Card) -> Seat:
    """In front of whom an open card lies."""
    return next(seat for seat, hand in zip(SEATS, state.hands, strict=False) if card in hand.revealed)


def centre_of(state: State, seat: Seat) -> Cell:
    """From which stack a robbed seat draws: that of its own half of the map (rule 11.7)."""
    return layout_of(state).homes[state.tokens[seat][0].cell][0]


# --- 9. Sets


def play_set(state: State, seat: Seat, cards: Cards, home: Cell | None) -> Step[State, News]:
    """A set is laid out for its points; unless that wins, the hand is filled up (rules 9.5 to 9.7)."""
    points = points_of(cards)
    following = state._replace(
        hands=with_at(state.hands, seat, exchanged(state.hands[seat], cards, ())),
        sets=with_at(state.sets, seat, (*state.sets[seat], cards)),
        points=with_at(state.points, seat, state.points[seat] + points),
        known=known_to(state, cards, everybody(state)),
    )
    events: Events = (Event(SetPlayed(seat, cards, points)),)
    if has_won(following, seat):
        return end(following, events)
    return refill(following, seat, events, centre_of(state, seat) if home is None else home)


def refill(state: State, seat: Seat, events: Events, centre: Cell) -> Step[State, News]:
    """The tokens return, cards are drawn, and as many lie open as the points demand (rules 9.6 and 9.7)."""
    hand, tokens = state.hands[seat], (Token(centre),) * len(state.tokens[seat])
    returned = state._replace(tokens=with_at(state.tokens, seat, tokens))
    drawn, following = draw(returned, centre, HAND_SIZE - len(hand.revealed) - len(hand.hidden))
    turned_up = (drawn + hand.hidden)[: reveal_target(state.points[seat]) - len(hand.revealed)]
    following = following._replace(
        hands=with_at(state.hands, seat, exchanged(hand, turned_up, drawn, turned_up)),
        known=known_after_refill(following, seat, drawn, turned_up),
    )
    public = Refilled(seat, centre, len(drawn), turned_up)
    unseen = tuple([card for card in drawn if card not in turned_up])
    event = told(
        following, holders(following, seat), public, Refilled(seat, centre, len(drawn), turned_up, unseen)
    )
    return spend(following, seat, (*events, event), actions=state.actions[seat])


def known_after_refill(state: State, seat: Seat, drawn: Cards, turned_up: Cards) -> tuple[int, ...]:
    """All see what is turned up; who sees the hand sees the rest, and partners who meet see each other's."""
    known, who = list(state.known), holders(state, seat)
    learn(known, turned_up, everybody(state))
    learn(known, drawn + state.hands[seat].hidden, who)
    partner = together(state, seat)
    if partner is not None:
        learn(known, state.hands[partner].hidden, who)
    return tuple(known)
