"""Laying out the map and dealing (chapter 3)."""

from nurselog.games.forage.components import CARDS, DECK_SIZE, DECKS_FOR, HAND_SIZE, SEATS, Card, Cards
from nurselog.games.forage.events import Dealt, News
from nurselog.games.forage.layout import CENTRE, FAR_CENTRE, LAYOUTS, Cell, Layout
from nurselog.games.forage.memory import bit, everybody, learn
from nurselog.games.forage.play import met
from nurselog.games.forage.state import Hand, State, Token, sides
from nurselog.games.forage.turns import fresh_actions
from nurselog.rules.api import Chance, Event, Options, Seat, Step
from nurselog.rules.chance import shuffle
from nurselog.rules.options import seat_of


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """The map is laid, four cards are dealt to each, the rest are the centre stacks (rules 3.1 to 3.4)."""
    large = options.flag("large_map")
    cards = list(shuffle(chance, CARDS[: DECKS_FOR[seat_count] * DECK_SIZE])[::-1])
    laid = [take(cards, size) for size in LAYOUTS[large].sizes]
    dealt = [take(cards, HAND_SIZE) for _ in range(seat_count)]
    state = State(
        large=large,
        teams=options.flag("teams"),
        turn_limit=options.number("max_turns"),
        side=0,
        actions=(0,) * seat_count,
        hands=tuple(Hand(hand[:1], hand[1:]) for hand in dealt),
        tokens=starting_tokens(seat_count, large=large),
        ground=with_stacks(laid, tuple(cards), LAYOUTS[large]),
        face_up=0,
        known=(),
        sets=((),) * seat_count,
        points=(0,) * seat_count,
    )
    first = seat_of(options, "first_seat", seat_count, chance)
    side = first % sides(state)
    actions = fresh_actions(side, seat_count, state.teams)
    state = first_sights(state._replace(side=side, actions=actions))
    return Step(state, (dealt_event(state, first),))


def take(cards: list[Card], count: int) -> Cards:
    """The next cards, in the order they lie."""
    return tuple(cards.pop() for _ in range(count))


def starting_tokens(seat_count: int, *, large: bool) -> tuple[tuple[Token, ...], ...]:
    """Two tokens each for two seats, else one; the centres of the large map alternate (rules 11.1, 11.5)."""
    number = 2 if seat_count == 2 else 1
    return tuple((Token(centre_for(seat, large=large)),) * number for seat in range(seat_count))


def centre_for(seat: int, *, large: bool) -> Cell:
    """Where a seat starts."""
    return FAR_CENTRE if large and seat % 2 else CENTRE


def with_stacks(laid: list[Cards], rest: Cards, layout: Layout) -> tuple[Cards, ...]:
    """The map with the remaining cards on its centre, or divided between its two (rule 11.4)."""
    if FAR_CENTRE in layout.cells:
        laid[FAR_CENTRE], laid[CENTRE] = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    else:
        laid[CENTRE] = rest
    return tuple(laid)


def first_sights(state: State) -> State:
    """What each audience has seen: open cards, its own hand, that of a partner at the same centre."""
    known, count = [0] * sum(map(len, (*state.ground, *map(all_of, state.hands)))), len(state.hands)
    for seat, hand in zip(SEATS, state.hands, strict=False):
        learn(known, hand.hidden, bit(seat, count))
        learn(known, hand.revealed, everybody(state))
    state = state._replace(known=tuple(known))
    for seat in SEATS[:count]:
        state = met(state, seat)
    return state


def all_of(hand: Hand) -> Cards:
    """All cards of a hand."""
    return hand.revealed + hand.hidden


def dealt_event(state: State, first: Seat) -> Event[News]:
    """What is learnt from the deal: everybody the open cards, each seat its hidden ones."""
    public = Dealt(first, tuple(hand.revealed[0] for hand in state.hands))
    owners = zip(SEATS, state.hands, strict=False)
    return Event(public, tuple((seat, public._replace(hidden=hand.hidden)) for seat, hand in owners))
