"""The Fox Spirit: the automatic second player of a game alone (chapter 12)."""

from collections.abc import Sequence

from nurselog.games.canopy_evergreen.adding import (
    add_card,
    drop_heatwave,
    grow,
    heat_targets,
    pop_card,
    push,
    settle_heat,
)
from nurselog.games.canopy_evergreen.components import (
    CANOPIES,
    COST,
    FOX_SPIRIT,
    HEATWAVE,
    NAME,
    NOTHING,
    NURSE_LOG,
    PINE_CONE,
    ROOT_TRUNK,
    TREE_CARDS,
    TYPE,
    VALUE,
    WILDFIRE,
    Card,
    Kind,
    Space,
)
from nurselog.games.canopy_evergreen.events import CardAdded, PilePassed
from nurselog.games.canopy_evergreen.forest import (
    Forest,
    free,
    unfinished,
    with_card,
    with_tree,
)
from nurselog.games.canopy_evergreen.scoring import value_now
from nurselog.games.canopy_evergreen.state import card_of
from nurselog.games.canopy_evergreen.table import Table
from nurselog.games.canopy_evergreen.taking import take_pile

FOX = 1
"""The Fox Spirit's number among the players."""

LOW = 3
"""It puts Trunks on trees below this height before it begins another (rule 12.3)."""


def take_turn(table: Table) -> None:
    """It buys, lets cards fall on the piles it passes, and keeps the largest (rule 12.2)."""
    attract(table)
    sizes = [len(pile.cards) for pile in table.piles]
    chosen = sizes.index(max(sizes))
    for number in range(chosen):
        if table.piles[number].cards:
            table.tell(PilePassed(FOX, number + 1, table.deal(number)))
    take_pile(table, FOX, chosen)


def attract(table: Table) -> None:
    """At most one wildlife: the dearest it can pay, the leftmost of those."""
    payable = [wild for wild in table.market if COST[wild] <= table.forests[FOX].food]
    if payable:
        table.take_wild(FOX, max(payable, key=lambda wild: COST[wild]))


def adding_rank(card: Card) -> tuple[int, int]:
    """In which order it adds what it took (rule 12.3)."""
    if card in CANOPIES:
        return 4, -VALUE[card]
    groups = {FOX_SPIRIT: 0, HEATWAVE: 1, ROOT_TRUNK: 3, NURSE_LOG: 3}
    return groups.get(card, 2), card


def add_next(table: Table, cards: Sequence[Card]) -> None:
    """It adds a card and chooses at once."""
    card = min(cards, key=adding_rank)
    if card not in TREE_CARDS and card != HEATWAVE:
        add_card(table, card)
        return
    pop_card(table, card)
    table.tell(CardAdded(FOX, NAME[card]))
    if card == HEATWAVE:
        bear_heat(table)
        return
    table.gone += (card,)
    space = space_for(table.forests[FOX], card)
    if space != NOTHING:
        grow(table, FOX, card, space)


def space_for(forest: Forest, card: Card) -> Space:
    """Where it uses a tree card; `NOTHING` if nowhere (rule 12.3)."""
    growing = unfinished(forest)
    low = [space for space in growing if forest.heights[space] < LOW]
    if TYPE[card] == "canopy":
        return tallest_of(forest, growing)
    if low:
        return tallest_of(forest, low)
    return next(iter(free(forest)), tallest_of(forest, growing))


def tallest_of(forest: Forest, spaces: Sequence[Space]) -> Space:
    """The tallest, the first by letter of those."""
    return max(spaces, key=lambda space: (forest.heights[space], -space), default=NOTHING)


def bear_heat(table: Table) -> None:
    """A Heatwave takes what it misses least (rule 12.4)."""
    forest = table.forests[FOX]
    if table.shift == "mild_summer":
        drop_heatwave(table, FOX)
        return
    targets = heat_targets(forest)
    if targets:
        table.lose(FOX, least_missed(table, targets))
    elif forest.wild:
        table.lose_wild(FOX, cheapest_wild(forest))
    table.pending_owner = FOX
    settle_heat(table)


def least_missed(table: Table, cards: Sequence[Card]) -> Card:
    """The card whose loss leaves the most, the first in the order of the cards of those."""
    forest = table.forests[FOX]
    return max(cards, key=lambda card: (value_now(with_card(forest, card, -1), table.shift), -card))


def cheapest_wild(forest: Forest) -> int:
    """Points wildlife last, else the cheapest, then the first that came."""
    return min(forest.wild, key=lambda wild: (wild % 3 == Kind.POINTS, COST[wild]))


def keep_seed(table: Table) -> bool:
    """Of the drawn Seed cards it keeps the one that lifts its points most; stops if none does (rule 12.4)."""
    worth = {card: value_with(table, card) for card in sorted({card_of(slot) for slot in table.shown})}
    best = max(worth, key=worth.__getitem__)
    if worth[best] <= value_now(table.forests[FOX], table.shift):
        table.unseen += table.shown
        table.shown = ()
        return True
    at = [card_of(slot) for slot in table.shown].index(best)
    table.shown = table.shown[:at] + table.shown[at + 1 :]
    table.kept += 1
    push(table, FOX, (best,))
    return True


def value_with(table: Table, card: Card) -> int:
    """What a Seed card would bring at once, and what the steps to come would then give."""
    after, gained = imagined(table, table.forests[FOX], card)
    return gained + value_now(after, table.shift)


def imagined(table: Table, forest: Forest, card: Card) -> tuple[Forest, int]:
    """The forest with a Seed card, and the points it brings at once."""
    if card in (FOX_SPIRIT, PINE_CONE):
        return forest, 0
    if card == HEATWAVE:
        return imagined_heat(table, forest), 0
    if card not in TREE_CARDS:
        return with_card(forest, card), 0
    space = space_for(forest, card)
    if space == NOTHING:
        return forest, 0
    if TYPE[card] == "canopy":
        return with_tree(forest, space, 1, VALUE[card]), (forest.heights[space] + 1) * VALUE[card]
    sections = 2 if card == NURSE_LOG and forest.heights[space] else 1
    return with_tree(forest, space, sections), 0


def imagined_heat(table: Table, forest: Forest) -> Forest:
    """The forest after a Heatwave took what is missed least, a Pine Cone if nothing else is there."""
    if table.shift == "mild_summer":
        return forest
    left = with_card(forest, least_missed(table, heat_targets(forest)), -1)
    return with_card(left, HEATWAVE) if left.cards[WILDFIRE] else left
