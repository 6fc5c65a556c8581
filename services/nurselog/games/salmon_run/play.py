"""What a legal move does. Nothing here asks whether the move is allowed; the end of a turn is in `ending`."""

from nurselog.games.salmon_run.components import CLUBS_LOOK
from nurselog.games.salmon_run.ending import end_turn, pass_on
from nurselog.games.salmon_run.events import (
    Acclimated,
    BonusUsed,
    CardPlayed,
    DeckChosen,
    KeptCurrent,
    LookedAt,
    News,
    Reshuffled,
    Returned,
    RunEntered,
    ToppedUp,
    for_all,
    more_for,
)
from nurselog.games.salmon_run.moves import (
    Acclimate,
    ChooseStart,
    EndTurn,
    EnterAlone,
    EnterRun,
    Move,
    PutBack,
    PutOnTop,
    UseBonus,
)
from nurselog.games.salmon_run.piles import refilled, with_deck_of
from nurselog.games.salmon_run.state import (
    PLAYING,
    RETURNING,
    TOPPING,
    Player,
    State,
    Turn,
    acting,
    looked_at,
    other,
    with_player,
    without,
)
from nurselog.rules.api import Chance, Seat, Step
from nurselog.rules.cards import Card, Cards, Suit
from nurselog.rules.chance import shuffle


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:  # noqa: ARG001, C901, PLR0911 - one case per kind, all of the active seat
    """The state after a legal move of the active seat."""
    match move:
        case EndTurn():
            return end_turn(state, (), chance)
        case Acclimate(card, spend):
            return acclimate(state, card, spend)
        case EnterRun(cards):
            return enter_run(state, cards)
        case UseBonus():
            return use_bonus(state, move, chance)
        case PutOnTop(card):
            return put_on_top(state, card)
        case PutBack(removed, order):
            return put_back(state, removed, order)
        case EnterAlone(card):
            return enter_alone(state, card, chance)
        case ChooseStart(deck):
            return choose_start(state, deck, chance)


def told(state: State, *, undoable: bool = False) -> Step[State, News]:
    """A step of which all learn the same: what the state says happened last."""
    return Step(state, tuple(map(for_all, state.last)), undoable)


# --- Starting decks


def choose_start(state: State, deck: int, chance: Chance) -> Step[State, News]:
    """A starting deck becomes a hand; after the second choice the first turn begins (rules 2.3 to 2.5)."""
    seat, cards = state.active, state.starts[deck]
    news = DeckChosen(seat, deck, cards)
    player = Player(hand=tuple(sorted(cards)), shown=tuple(sorted(cards)))
    chosen = state._replace(
        active=other(seat),
        starts=(*state.starts[:deck], (), *state.starts[deck + 1 :]),
        players=with_player(state, seat, player),
        last=(news,),
    )
    if not chosen.players[other(seat)].hand:
        return told(chosen, undoable=True)
    laid, revealed = lay_row(chosen, chance)
    return pass_on(laid, laid.players, (for_all(news), for_all(revealed)), seat)


def lay_row(state: State, chance: Chance) -> tuple[State, KeptCurrent]:
    """The decks left over are shuffled into the acclimation deck, and the row is laid (rule 2.4)."""
    left = tuple(card for cards in state.starts for card in cards)
    row = refilled((), shuffle(chance, state.acc_deck + left), (), chance)
    laid = state._replace(starts=((), (), (), ()), row=row.cards, acc_deck=row.deck)
    return laid, KeptCurrent(None, row.cards)


# --- Run and acclimation


def enter_run(state: State, cards: Cards) -> Step[State, News]:
    """Two cards go to the run and stay there (rule 4.1)."""
    return told(with_entered(state, cards), undoable=True)


def with_entered(state: State, cards: Cards) -> State:
    """The state with these cards in the run."""
    player = acting(state)
    player = player._replace(
        in_play=tuple([card for card in player.in_play if card not in cards]), run=player.run + cards
    )
    return state._replace(
        players=with_player(state, state.active, player),
        turn=state.turn._replace(entered=cards, acted=True),
        last=(RunEntered(state.active, cards),),
    )


def enter_alone(state: State, card: Card, chance: Chance) -> Step[State, News]:
    """One card goes to the run, and the turn is over (rule 11.6)."""
    entered = with_entered(state, (card,))
    return end_turn(entered, entered.last, chance)


def acclimate(state: State, card: Card, spend: Cards) -> Step[State, News]:
    """A card on offer goes to the discard pile at once; what was spent stays in play (rule 5.6)."""
    player = acting(state)
    player = player._replace(discard=(*player.discard, card))
    turn = state.turn
    acquired = state._replace(
        row=without(state.row, card),
        aces=without(state.aces, card),
        threes=without(state.threes, card),
        players=with_player(state, state.active, player),
        turn=turn._replace(spent=turn.spent + spend, acted=True),
        last=(Acclimated(state.active, card, spend),),
    )
    return told(acquired, undoable=True)


# --- Bonuses


def use_bonus(state: State, bonus: UseBonus, chance: Chance) -> Step[State, News]:
    """Two cards serve for the bonus of their suit (chapter 6)."""
    turn = state.turn._replace(used=state.turn.used + bonus.cards, acted=True)
    news = BonusUsed(state.active, bonus.suit, bonus.cards, bonus.boost)
    match bonus.suit:
        case Suit.DIAMONDS:
            assert bonus.boost is not None
            boosted = turn._replace(boosts=(*turn.boosts, bonus.boost))
            return told(state._replace(turn=boosted, last=(news,)), undoable=True)
        case Suit.HEARTS:
            return draw_and_play(state, turn, news, chance)
        case Suit.SPADES:
            return look(state, turn, news, 1, chance)
        case Suit.CLUBS:
            return look(state, turn, news, CLUBS_LOOK, chance)


def draw_and_play(state: State, turn: Turn, used: BonusUsed, chance: Chance) -> Step[State, News]:
    """The top card of the deck is played face up (rule 6.4)."""
    seat, before = state.active, acting(state)
    player = with_deck_of(before, 1, chance)
    card = player.deck[-1]
    after = player._replace(
        deck=player.deck[:-1],
        in_play=tuple(sorted((*player.in_play, card))),
        seen=max(player.seen - 1, 0),
        shown=without(player.shown, card),
    )
    news: tuple[News, ...] = (used, *reshuffling(seat, before, player), CardPlayed(seat, card))
    return told(state._replace(players=with_player(state, seat, after), turn=turn, last=news))


def reshuffling(seat: Seat, before: Player, after: Player) -> tuple[Reshuffled, ...]:
    """The news of a shuffle, if the discard pile was shuffled."""
    shuffled = len(after.deck) > len(before.deck)
    return (Reshuffled(seat, len(before.discard)),) if shuffled else ()


def look(state: State, turn: Turn, used: BonusUsed, count: int, chance: Chance) -> Step[State, News]:
    """The seat looks at the top cards of its deck and has to choose (rules 6.5 and 6.7)."""
    seat, before = state.active, acting(state)
    player = with_deck_of(before, count, chance)
    count = min(count, len(player.deck))
    player = player._replace(seen=max(player.seen, count))
    before_looking: tuple[News, ...] = (used, *reshuffling(seat, before, player))
    looked = LookedAt(seat, count)
    looking = state._replace(
        phase=TOPPING if used.suit is Suit.SPADES else RETURNING,
        players=with_player(state, seat, player),
        turn=turn._replace(looking=count),
        last=(*before_looking, looked),
    )
    private = LookedAt(seat, count, looked_at(looking))
    return Step(looking, (*map(for_all, before_looking), more_for(seat, private, looked)))


def put_on_top(state: State, card: Card | None) -> Step[State, News]:
    """A card of the discard pile goes on top of the deck, for all to see, or none does (rule 6.5)."""
    player = acting(state)
    if card is not None:
        player = player._replace(
            deck=(*player.deck, card),
            discard=without(player.discard, card),
            seen=player.seen + 1,
            shown=tuple(sorted((*player.shown, card))),
        )
    return told(resumed(state, player, ToppedUp(state.active, card)), undoable=True)


def put_back(state: State, removed: Card | None, order: Cards) -> Step[State, News]:
    """The cards looked at go back in the seat's order; one may leave the game, for all to see (rule 6.7)."""
    player, count = acting(state), state.turn.looking
    looked = looked_at(state)
    player = player._replace(
        deck=player.deck[:-count] + order[::-1],
        removed=player.removed if removed is None else (*player.removed, removed),
        seen=player.seen - (removed is not None),
        shown=tuple([card for card in player.shown if card not in looked]),
    )
    news = Returned(state.active, len(order), removed)
    return told(resumed(state, player, news), undoable=removed is None)


def resumed(state: State, player: Player, news: News) -> State:
    """The turn goes on after a choice."""
    return state._replace(
        phase=PLAYING,
        players=with_player(state, state.active, player),
        turn=state.turn._replace(looking=0),
        last=(news,),
    )
