"""The course of a turn (chapters 3 and 4), and what needs no answer because there is no choice."""

from collections.abc import Callable
from typing import Final

from nurselog.games.canopy_evergreen import season, solo
from nurselog.games.canopy_evergreen.abilities import look, options
from nurselog.games.canopy_evergreen.abilities.menu import Position, uses
from nurselog.games.canopy_evergreen.adding import add_card, heat_targets, settle_heat
from nurselog.games.canopy_evergreen.components import COST, HEATWAVE, NAME, NOTHING
from nurselog.games.canopy_evergreen.events import DrawnDropped, Drew, PilePassed, SeasonEnded
from nurselog.games.canopy_evergreen.state import ORDER, TURN, Phase, Pile, blind, card_of, shown_to
from nurselog.games.canopy_evergreen.table import Table
from nurselog.games.canopy_evergreen.taking import take_pile


def settle(table: Table) -> None:
    """Everything up to the next choice."""
    while step(table):
        pass


def step(table: Table) -> bool:
    """One thing that happens by itself; False where a seat must choose."""
    if table.half is not None:
        return False
    if table.pending != NOTHING:
        return table.pending == HEATWAVE and heat_by_itself(table)
    if table.batches:
        return add_by_itself(table)
    return _BY_ITSELF[table.phase](table)


def add_by_itself(table: Table) -> bool:
    """A card is added unasked if it is the only kind that waits and nothing can be used before it."""
    owner, cards = table.batches[-1]
    if not cards:
        table.batches = table.batches[:-1]
        return True
    if table.is_solo and owner == 1:
        solo.add_next(table, cards)
        return True
    if cards[0] != cards[-1] or (in_turn(table, owner) and options(table, owner, Phase.ADD)):
        return False
    add_card(table, cards[0])
    return True


def heat_by_itself(table: Table) -> bool:
    """A Heatwave takes the only thing there is, if no Newt saves it."""
    owner = table.pending_owner
    forest = table.forests[owner]
    cards = heat_targets(forest)
    if len(cards) + len(forest.wild) > 1 or any(uses(table, owner, Phase.HEAT)):
        return False
    if cards:
        table.lose(owner, cards[0])
    else:
        table.lose_wild(owner, forest.wild[0])
    settle_heat(table)
    return True


def in_turn(table: Table, player: int) -> bool:
    """Whether the abilities of a turn are open to a player."""
    return player == table.active and table.phase in TURN


def begin(table: Table) -> bool:
    """A turn begins, or the Season ends because its player has no pile (rule 4.8)."""
    table.place = 0
    if not any(table.piles[pile].cards for pile in table.order(table.active)):
        end_season(table)
    elif table.is_solo and table.active == 1:
        solo.take_turn(table)
    else:
        table.phase = Phase.START
    return True


def end_season(table: Table) -> None:
    """The piles that are left are discarded, nobody sees them; the steps of the end begin."""
    table.tell(SeasonEnded(table.season))
    table.unseen += tuple([slot for pile in table.piles for slot in pile.cards])
    table.piles = [Pile() for _ in table.piles]
    season.begin_end(table)


def start_by_itself(table: Table) -> bool:
    """Nothing to pay for and nothing to use: the seat looks at its first pile."""
    food = table.forests[table.active].food
    if any(COST[wild] <= food for wild in table.market) or options(table, table.active, Phase.START):
        return False
    look_on(table)
    return True


def look_on(table: Table) -> None:
    """The seat looks at the next pile of its order that has cards; after the last it has passed all."""
    order = table.order(table.active)
    while table.place < len(order) and not table.piles[order[table.place]].cards:
        table.place += 1
    if table.place == len(order):
        table.phase = Phase.ALL_PASSED
        return
    table.phase = Phase.LOOK
    number = order[table.place]
    if not blind(table.piles[number], table.active):
        look(table, table.active, number)


def may_pass(at: Position, seat: int) -> bool:
    """A pass needs a card in the deck, or a later pile (rule 4.5)."""
    later = ORDER[at.setting.seats, seat][at.place + 1 :]
    return bool(at.deck) or any(at.piles[pile].cards for pile in later)


def look_by_itself(table: Table) -> bool:
    """The last pile must be kept, and nothing can be used before."""
    seat = table.active
    if may_pass(table, seat) or options(table, seat, Phase.LOOK):
        return False
    take_pile(table, seat, table.order(seat)[table.place])
    return True


def pass_pile(table: Table) -> None:
    """The pile stays and grows by a card, if there is one (rules 4.4 and 4.5)."""
    number = table.order(table.active)[table.place]
    table.tell(PilePassed(table.active, number + 1, table.deal(number)))
    table.place += 1
    look_on(table)


def all_passed_by_itself(table: Table) -> bool:
    """Nothing but the draw: it is made; without a deck the turn comes to its end (rule 4.6)."""
    if options(table, table.active, Phase.ALL_PASSED):
        return False
    draw(table)
    return True


def draw(table: Table) -> None:
    """The seat draws the top card and sees it."""
    if not table.deck:
        table.phase = Phase.END
        return
    seat = table.active
    table.drawn = shown_to(table.draw(1)[0], seat)
    table.phase = Phase.DRAWN
    table.tell_apart(seat, Drew(seat, 1), Drew(seat, 1, (NAME[card_of(table.drawn)],)))


def drop_drawn(table: Table) -> None:
    """The drawn card is discarded unseen (rule 4.7)."""
    table.unseen += (table.drawn,)
    table.drawn = NOTHING
    table.phase = Phase.END
    table.tell(DrawnDropped(table.active))


def end_by_itself(table: Table) -> bool:
    """Nothing left to use: the turn is over."""
    if options(table, table.active, Phase.END):
        return False
    end_turn(table)
    return True


def end_turn(table: Table) -> None:
    """The next player clockwise."""
    table.active = (table.active + 1) % len(table.forests)
    table.phase = Phase.BEGIN


def a_choice(_table: Table) -> bool:
    """Nothing happens by itself here."""
    return False


_BY_ITSELF: Final[dict[Phase, Callable[[Table], bool]]] = {
    Phase.ROOT: a_choice,
    Phase.BEGIN: begin,
    Phase.START: start_by_itself,
    Phase.LOOK: look_by_itself,
    Phase.ALL_PASSED: all_passed_by_itself,
    Phase.DRAWN: a_choice,
    Phase.END: end_by_itself,
    Phase.SEEDS: season.seeds,
    Phase.THREATS: season.threats,
    Phase.WILDFIRE: season.wildfire,
    Phase.DISEASE: season.disease,
    Phase.SUN_OR_RAIN: season.sun_or_rain,
    Phase.SCORING: season.score_and_go_on,
    Phase.OVER: a_choice,
}
