"""What a legal move does. Nothing here asks whether the move is allowed."""

from collections.abc import Callable
from typing import Final

from nurselog.games.canopy_evergreen import abilities, dealing, season, turns
from nurselog.games.canopy_evergreen.adding import (
    add_card,
    push,
    settle_heat,
    use_pending_tree,
)
from nurselog.games.canopy_evergreen.components import HEATWAVE, NOTHING, SPACE_NAME, Card, Space
from nurselog.games.canopy_evergreen.events import News, TreeGrown, WeatherChosen
from nurselog.games.canopy_evergreen.forest import with_tree
from nurselog.games.canopy_evergreen.moves import (
    Add,
    Attract,
    Choose,
    Grow,
    Lose,
    LoseWildlife,
    Move,
    Refresh,
    Say,
    Use,
    Word,
)
from nurselog.games.canopy_evergreen.state import Phase, State, card_of
from nurselog.games.canopy_evergreen.table import Table
from nurselog.games.canopy_evergreen.taking import bee_declines, bee_takes, take_pile
from nurselog.rules.api import Chance, Options, Seat, Step


def setup(options: Options, seat_count: int, chance: Chance) -> Step[State, News]:
    """The first state: everybody will choose the space of the first Root."""
    return Step(dealing.first_state(options, seat_count, chance))


def apply(state: State, seat: Seat, move: Move, chance: Chance) -> Step[State, News]:
    """The state after a legal move, and after all that follows of itself."""
    table = Table(state, chance)
    made(table, seat, move)
    turns.settle(table)
    after = table.frozen()
    return Step(after, after.last, undoable=may_be_undone(state, table, move))


def may_be_undone(state: State, table: Table, move: Move) -> bool:
    """Only building in one's own turn, as long as nothing was turned up and nobody else is asked."""
    quiet = isinstance(move, Grow) or move == Say(Word.NO)
    return (
        quiet
        and state.pending not in (NOTHING, HEATWAVE)
        and (table.deck, table.market, table.active, table.phase, table.piles)
        == (state.deck, state.market, state.active, state.phase, list(state.piles))
        and table.phase is not Phase.SEEDS
        and table.half is None
    )


def made(table: Table, seat: int, move: Move) -> None:
    """What each kind of move does."""
    match move:
        case Say(word):
            _SAID[word](table, seat)
        case Grow(space):
            build(table, seat, space)
        case Add(card):
            add(table, seat, card)
        case Choose(pile):
            abilities.choose_pile(table, seat, pile)
        case _:
            spent(table, seat, move)


def spent(table: Table, seat: int, move: Attract | Lose | LoseWildlife | Use | Refresh) -> None:
    """Moves that cost food, cards or tokens."""
    match move:
        case Attract(wild):
            table.take_wild(seat, wild)
        case Lose() | LoseWildlife():
            lose(table, seat, move)
        case Use():
            abilities.use(table, seat, move)
        case Refresh():
            abilities.use_token(table, seat, move)


def build(table: Table, seat: int, space: Space) -> None:
    """A tree card is used; or the first Root is placed, and after the last one all is dealt."""
    if table.phase is not Phase.ROOT:
        use_pending_tree(table, space)
        return
    table.forests[seat] = with_tree(table.forests[seat], space, 1)
    table.tell(TreeGrown(seat, SPACE_NAME[space], 1))
    table.actor += 1
    if table.actor == table.setting.seats:
        table.actor = NOTHING
        dealing.deal_game(table)


def add(table: Table, seat: int, card: Card) -> None:
    """A card is named: by the Bee, for the Elk, of the Seed cards, or as the next to be added."""
    if table.half is Phase.BEE:
        bee_takes(table, card)
    elif table.half is Phase.ELK:
        abilities.call_name(table, seat, card)
    elif table.batches:
        add_card(table, card)
    else:
        season.keep_seed(table, card)


def lose(table: Table, seat: int, move: Lose | LoseWildlife) -> None:
    """A threat gets what it demands."""
    if table.pending == HEATWAVE:
        if isinstance(move, Lose):
            table.lose(seat, move.card)
        else:
            table.lose_wild(seat, move.wild)
        settle_heat(table)
    elif isinstance(move, Lose):
        season.burn(table, move.card)
    else:
        season.fall_ill(table, move.wild)


def keep(table: Table, seat: int) -> None:
    """The pile in hand, or the drawn card."""
    if table.phase is Phase.LOOK:
        take_pile(table, seat, table.order(seat)[table.place])
        return
    card = card_of(table.drawn)
    table.drawn = NOTHING
    table.phase = Phase.END
    push(table, seat, (card,))


def leave(table: Table) -> None:
    """The turn's end; after three passes without a deck first its last window."""
    if table.phase is Phase.ALL_PASSED:
        table.phase = Phase.END
    else:
        turns.end_turn(table)


def decline(table: Table) -> None:
    """No to whatever is asked."""
    if table.half is Phase.BEE:
        bee_declines(table)
    elif table.half is Phase.RAVEN:
        abilities.decline_swap(table)
    elif table.pending != NOTHING:
        use_pending_tree(table, None)
    else:
        season.finish_seeds(table)


def choose_weather(table: Table, seat: int, counts_as: str) -> None:
    """The sun/rain token is chosen for this Season."""
    table.forests[seat] = table.forests[seat]._replace(sun_or_rain=counts_as)
    table.queue = table.queue[1:]
    table.tell(WeatherChosen(seat, counts_as))


def migrate(table: Table, seat: int) -> None:
    """The mat is replaced, once for each player in this Season (rule 14.2)."""
    table.migrated |= 1 << seat
    abilities.replace_mat(table, seat)


_SAID: Final[dict[Word, Callable[[Table, int], None]]] = {
    Word.LOOK: lambda table, _seat: turns.look_on(table),
    Word.KEEP: keep,
    Word.PASS: lambda table, _seat: turns.pass_pile(table),
    Word.DRAW: lambda table, _seat: turns.draw(table),
    Word.DROP: lambda table, _seat: turns.drop_drawn(table),
    Word.END: lambda table, _seat: leave(table),
    Word.NO: lambda table, _seat: decline(table),
    Word.SUN: lambda table, seat: choose_weather(table, seat, "sun"),
    Word.RAIN: lambda table, seat: choose_weather(table, seat, "rain"),
    Word.FOOD: lambda table, seat: abilities.use_token(table, seat, Word.FOOD),
    Word.MARKET: lambda table, seat: abilities.use_token(table, seat, Word.MARKET),
    Word.MIGRATE: migrate,
}
