"""What a seat may do now, in one place: and why everything else is refused."""

from collections.abc import Callable
from typing import Final

from nurselog.games.canopy_evergreen.abilities import lookable, options
from nurselog.games.canopy_evergreen.abilities.menu import uses
from nurselog.games.canopy_evergreen.adding import heat_targets, spaces_for
from nurselog.games.canopy_evergreen.components import BURNING, COST, TYPE
from nurselog.games.canopy_evergreen.forest import free
from nurselog.games.canopy_evergreen.moves import (
    ADD,
    ATTRACT,
    CHOOSE,
    DRAW,
    DROP,
    END,
    GROW,
    KEEP,
    LOOK,
    LOSE,
    LOSE_WILDLIFE,
    NO,
    PASS,
    RAIN,
    SUN,
    Move,
)
from nurselog.games.canopy_evergreen.refusals import PLAY_OVER, WRONG_SEAT, refusal
from nurselog.games.canopy_evergreen.state import TURN, Phase, State, asked, card_of
from nurselog.games.canopy_evergreen.turns import may_pass
from nurselog.rules.api import Rejection, Seat

Menu = list[Move]


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """All that the seat may answer; nothing if it is not asked."""
    if state.phase is Phase.OVER:
        return ()
    player, phase = asked(state)
    return tuple(_MENU[phase](state, seat)) if player == seat else ()


def reject(state: State, seat: Seat, move: Move) -> Rejection | None:
    """Why the seat may not do this now, if it may not."""
    if state.phase is Phase.OVER:
        return PLAY_OVER
    player, phase = asked(state)
    if player != seat:
        return WRONG_SEAT
    return None if move in _MENU[phase](state, seat) else refusal(state, phase, move)


def root(state: State, seat: int) -> Menu:
    """Any space (rule 2.3)."""
    return [GROW[space] for space in free(state.forests[seat])]


def start(state: State, seat: int) -> Menu:
    """Attract, use, or look (rules 3.1 and 3.2)."""
    food = state.forests[seat].food
    paid: Menu = [ATTRACT[wild] for wild in state.market if COST[wild] <= food]
    return [LOOK, *paid, *options(state, seat, Phase.START)]


def look(state: State, seat: int) -> Menu:
    """Keep, or pass as long as that leads anywhere (rule 4.5)."""
    return [KEEP, *([PASS] if may_pass(state, seat) else []), *options(state, seat, Phase.LOOK)]


def all_passed(state: State, seat: int) -> Menu:
    """Draw, or the end where there is no deck (rule 4.6)."""
    return [DRAW if state.deck else END, *options(state, seat, Phase.ALL_PASSED)]


def drawn(state: State, seat: int) -> Menu:
    """The drawn card is kept or discarded (rule 4.7)."""
    return [KEEP, DROP, *options(state, seat, Phase.DRAWN)]


def end(state: State, seat: int) -> Menu:
    """End the turn, or use something (rule 3.5)."""
    return [END, *options(state, seat, Phase.END)]


def add(state: State, seat: int) -> Menu:
    """Which waiting card comes next (rule 5.3)."""
    cards: Menu = [ADD[card] for card in dict.fromkeys(state.batches[-1].cards)]
    in_turn = seat == state.active and state.phase in TURN
    return cards + (options(state, seat, Phase.ADD) if in_turn else [])


def grow(state: State, seat: int) -> Menu:
    """Where a tree card is used, or not at all (rules 6.1 to 6.4)."""
    return [*(GROW[space] for space in spaces_for(state.forests[seat], state.pending)), NO]


def heat(state: State, seat: int) -> Menu:
    """What a Heatwave takes (rule 7.1)."""
    forest = state.forests[seat]
    cards: Menu = [LOSE[card] for card in heat_targets(forest)]
    return [*cards, *(LOSE_WILDLIFE[wild] for wild in forest.wild), *uses(state, seat, Phase.HEAT)]


def bee(state: State, _seat: int) -> Menu:
    """Any card of the pile, or none (rule 8.3)."""
    return [*(ADD[card] for card in dict.fromkeys(state.batches[-1].cards)), NO]


def elk(state: State, _seat: int) -> Menu:
    """Which card of the name is kept (rule 8.10)."""
    fitting = {card_of(slot) for slot in state.shown if TYPE[card_of(slot)] == state.named}
    return [ADD[card] for card in sorted(fitting)]


def owl(state: State, _seat: int) -> Menu:
    """Another pile for each card (rule 8.7)."""
    return [
        CHOOSE[number] for number, pile in enumerate(state.piles) if pile.cards and number not in state.eyed
    ]


def raven(state: State, seat: int) -> Menu:
    """A pile to swap with, or none (rule 8.6)."""
    return [*owl(state, seat), NO]


def eagle(state: State, _seat: int) -> Menu:
    """The next pile to look at (rule 8.5)."""
    return [
        CHOOSE[number]
        for number, pile in enumerate(state.piles)
        if lookable(pile) and number not in state.eyed
    ]


def eagle_keep(state: State, _seat: int) -> Menu:
    """One of the piles it looked at (rule 8.5)."""
    return [CHOOSE[number] for number in sorted(state.eyed)]


def seeds(state: State, _seat: int) -> Menu:
    """A drawn Seed card, or no more (rule 9.2)."""
    return [*(ADD[card] for card in sorted({card_of(slot) for slot in state.shown})), NO]


def wildfire(state: State, seat: int) -> Menu:
    """A plant for the fire (rule 9.4)."""
    forest = state.forests[seat]
    cards: Menu = [LOSE[card] for card in BURNING if forest.cards[card]]
    return [*cards, *uses(state, seat, Phase.WILDFIRE)]


def disease(state: State, seat: int) -> Menu:
    """A wildlife for the disease (rule 9.5)."""
    wild: Menu = [LOSE_WILDLIFE[one] for one in state.forests[seat].wild]
    return [*wild, *uses(state, seat, Phase.DISEASE)]


def sun_or_rain(_state: State, _seat: int) -> Menu:
    """What the token is (rule 9.6)."""
    return [SUN, RAIN]


_MENU: Final[dict[Phase, Callable[[State, int], Menu]]] = {
    Phase.ROOT: root,
    Phase.START: start,
    Phase.LOOK: look,
    Phase.ALL_PASSED: all_passed,
    Phase.DRAWN: drawn,
    Phase.END: end,
    Phase.ADD: add,
    Phase.GROW: grow,
    Phase.HEAT: heat,
    Phase.BEE: bee,
    Phase.ELK: elk,
    Phase.OWL: owl,
    Phase.RAVEN: raven,
    Phase.EAGLE: eagle,
    Phase.EAGLE_KEEP: eagle_keep,
    Phase.SEEDS: seeds,
    Phase.WILDFIRE: wildfire,
    Phase.DISEASE: disease,
    Phase.SUN_OR_RAIN: sun_or_rain,
}
