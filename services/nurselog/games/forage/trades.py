"""An exchange with a cache or the partner: give, take, reveal (chapters 7 and 11). Each choice is a decision.

Nothing changes places before the last choice is made; a choice that has one answer only is not asked for.
"""

from nurselog.games.forage.components import Cards
from nurselog.games.forage.events import News, Traded, Trading
from nurselog.games.forage.memory import everybody, holders, learn, lookers, lose_track, told
from nurselog.games.forage.piles import among, exchanged
from nurselog.games.forage.state import (
    Hand,
    Stage,
    State,
    Trade,
    offered,
    open_given,
    open_taken,
    partner_of,
)
from nurselog.games.forage.turns import publicly, spend
from nurselog.rules.api import Seat, Step
from nurselog.rules.tuples import with_at


def give(state: State, seat: Seat, token: int, cards: Cards) -> Step[State, News]:
    """Begins an exchange with the cache under a token (rule 7.1)."""
    return begin(state, Trade(seat, state.tokens[seat][token].cell, None, cards))


def give_partner(state: State, seat: Seat, cards: Cards) -> Step[State, News]:
    """Begins an exchange with the partner on the same cell (rule 11.10)."""
    return begin(state, Trade(seat, state.tokens[seat][0].cell, partner_of(state, seat), cards))


def begin(state: State, trade: Trade) -> Step[State, News]:
    """What is taken is chosen next, unless all there is will be taken."""
    pool = offered(state, trade)
    if len(pool) == len(trade.given):
        return taken(state, trade, tuple(sorted(pool)))
    return wait(state, trade)


def take(state: State, cards: Cards) -> Step[State, News]:
    """As many cards as were given (rule 7.3)."""
    assert state.trade is not None
    return taken(state, state.trade, cards)


def taken(state: State, trade: Trade, cards: Cards) -> Step[State, News]:
    """Which of them lie open is chosen next, unless all or none do (rule 7.4)."""
    trade = trade._replace(taken=cards)
    count = open_given(state, trade)
    if 0 < count < len(cards):
        return wait(state, trade._replace(stage=Stage.REVEAL))
    return revealed(state, trade._replace(revealed=cards if count else ()))


def reveal(state: State, cards: Cards) -> Step[State, News]:
    """The cards that lie open from now on, of those the seat or its partner gets."""
    assert state.trade is not None
    if state.trade.stage is Stage.PARTNER_REVEAL:
        return finish(state, state.trade, cards)
    return revealed(state, state.trade._replace(revealed=cards))


def revealed(state: State, trade: Trade) -> Step[State, News]:
    """The same choice is made for the partner (rule 11.10)."""
    count = open_taken(state, trade)
    if 0 < count < len(trade.given):
        return wait(state, trade._replace(stage=Stage.PARTNER_REVEAL))
    return finish(state, trade, trade.given if count else ())


def wait(state: State, trade: Trade) -> Step[State, News]:
    """Asks for the next choice. Nobody has learnt anything yet."""
    count = len(trade.given)
    public = Trading(trade.seat, trade.cell, trade.partner, count)
    private = Trading(trade.seat, trade.cell, trade.partner, count, trade.given, trade.taken)
    event = told(state, holders(state, trade.seat), public, private)
    return Step(state._replace(trade=trade, last=publicly((event,))), (event,), undoable=True)


def finish(state: State, trade: Trade, partner_revealed: Cards) -> Step[State, News]:
    """The cards change places, and the action is spent (rule 7.5)."""
    who = watchers(state, trade)
    following = state._replace(
        hands=hands_after(state, trade, partner_revealed),
        ground=ground_after(state, trade),
        known=known_after(state, trade, partner_revealed, who),
        trade=None,
    )
    event = told(state, who, *reports(state, trade, partner_revealed))
    shown = trade.revealed or partner_revealed or who != holders(state, trade.seat)
    return spend(following, trade.seat, (event,), undoable=not shown)


def hands_after(state: State, trade: Trade, partner_revealed: Cards) -> tuple[Hand, ...]:
    """The hands once the cards have changed places."""
    hands, seat, partner = state.hands, trade.seat, trade.partner
    hands = with_at(hands, seat, exchanged(hands[seat], trade.given, trade.taken, trade.revealed))
    if partner is None:
        return hands
    other = exchanged(hands[partner], trade.taken, trade.given, partner_revealed)
    return with_at(hands, partner, other)


def ground_after(state: State, trade: Trade) -> tuple[Cards, ...]:
    """The map once the cards have changed places."""
    if trade.partner is not None:
        return state.ground
    rest = tuple([card for card in state.ground[trade.cell] if card not in trade.taken])
    return with_at(state.ground, trade.cell, rest + trade.given)


def watchers(state: State, trade: Trade) -> int:
    """Who sees all cards that change places: the holders of the hand, and at a cache all who stand there."""
    who = holders(state, trade.seat)
    return who if trade.partner is not None else who | lookers(state, trade.cell)


def known_after(state: State, trade: Trade, partner_revealed: Cards, who: int) -> tuple[int, ...]:
    """Only who sees both sides of the exchange knows which of the hidden cards went where."""
    known, hidden = list(state.known), state.hands[trade.seat].hidden
    other = state.ground[trade.cell] if trade.partner is None else state.hands[trade.partner].hidden
    lose_track(known, hidden, len(among(trade.given, hidden)), who)
    lose_track(known, other, len(among(trade.taken, other)), who)
    learn(known, trade.given + trade.taken, who)
    learn(known, trade.revealed + partner_revealed, everybody(state))
    return tuple(known)


def reports(state: State, trade: Trade, partner_revealed: Cards) -> tuple[Traded, Traded]:
    """What all are told, and what the watchers are: the others learn only what lay or lies open."""
    before = state.hands[trade.seat].revealed
    if trade.partner is not None:
        before += state.hands[trade.partner].revealed
    visible = before + trade.revealed + partner_revealed
    place = (trade.seat, trade.cell, trade.partner, len(trade.given))
    shown = (trade.revealed, partner_revealed)
    public = Traded(*place, among(trade.given, visible), among(trade.taken, visible), *shown)
    return public, Traded(*place, trade.given, trade.taken, *shown)
