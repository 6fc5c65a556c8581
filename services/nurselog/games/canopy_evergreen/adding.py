"""Adding cards to a forest, one by one, each with its effect (chapters 5 to 7)."""

from nurselog.games.canopy_evergreen.components import (
    BERRY,
    CHANTERELLE,
    FOX_SPIRIT,
    HEAT_TARGETS,
    HEATWAVE,
    HUCKLEBERRY,
    NAME,
    NOTHING,
    NURSE_LOG,
    PATH_NAME,
    PATHS_AT,
    SPACE_NAME,
    TABLES,
    TOKEN_NAME,
    TREE_CARDS,
    TYPE,
    VALUE,
    WILDFIRE,
    Card,
    Space,
)
from nurselog.games.canopy_evergreen.events import (
    CardAdded,
    CardLost,
    TokenUnlocked,
    TreeCompleted,
    TreeGrown,
)
from nurselog.games.canopy_evergreen.forest import (
    Forest,
    free,
    is_complete,
    unfinished,
    with_card,
    with_tree,
    without_path_token,
)
from nurselog.games.canopy_evergreen.state import Batch, Phase
from nurselog.games.canopy_evergreen.table import Table

TALL = 3
"""The height that unlocks the tokens of a completed tree (rule 6.6)."""


def push(table: Table, owner: int, cards: tuple[Card, ...]) -> None:
    """Cards wait to be added by their owner, before all others that wait."""
    table.batches = (*table.batches, Batch(owner, tuple(sorted(cards))))


def pop_card(table: Table, card: Card) -> int:
    """A waiting card is taken up; its owner."""
    owner, cards = table.batches[-1]
    at = cards.index(card)
    table.batches = (*table.batches[:-1], Batch(owner, cards[:at] + cards[at + 1 :]))
    return owner


def add_card(table: Table, card: Card) -> None:
    """The next waiting card comes to its owner's forest."""
    owner = pop_card(table, card)
    table.tell(CardAdded(owner, NAME[card]))
    if card in TREE_CARDS:
        add_tree_card(table, owner, card)
    elif card == HEATWAVE:
        add_heatwave(table, owner)
    elif card == FOX_SPIRIT:
        add_fox_spirit(table)
    else:
        settle_in(table, owner, card)


def settle_in(table: Table, owner: int, card: Card) -> None:
    """A card that stays, with the food it brings (rules 5.6 and 5.7)."""
    table.forests[owner] = with_card(table.forests[owner], card)
    if card == HUCKLEBERRY:
        table.berries(owner)
        if table.shift == "berry_year":
            table.feed(owner, 1)
    elif card == CHANTERELLE:
        table.feed(owner, int(TABLES["chanterelle_food"]))


def add_fox_spirit(table: Table) -> None:
    """The card leaves for this Season, and the Fox Spirit takes a wildlife for nothing (rule 12.5)."""
    if table.phase is Phase.SEEDS:
        table.gone += (FOX_SPIRIT,)
        return
    table.outside += (FOX_SPIRIT,)
    if table.market:
        table.take_wild(1, table.market[0], pays=False)


# Trees


def spaces_for(forest: Forest, card: Card) -> list[Space]:
    """Where a tree card can be used (rules 6.1 to 6.3)."""
    found = unfinished(forest)
    return found if TYPE[card] == "canopy" else sorted([*found, *free(forest)])


def add_tree_card(table: Table, owner: int, card: Card) -> None:
    """A tree card waits for its owner's choice, or goes if there is no place for it (rule 6.4)."""
    if spaces_for(table.forests[owner], card):
        table.pending, table.pending_owner = card, owner
    else:
        table.gone += (card,)


def grow(table: Table, owner: int, card: Card, space: Space) -> None:
    """A tree card is used on a space."""
    if TYPE[card] == "canopy":
        complete(table, owner, space, VALUE[card])
        return
    sections = 2 if card == NURSE_LOG and table.forests[owner].heights[space] else 1
    table.forests[owner] = with_tree(table.forests[owner], space, sections)
    table.tell(TreeGrown(owner, SPACE_NAME[space], table.forests[owner].heights[space]))


def use_pending_tree(table: Table, space: Space | None) -> None:
    """The owner of a tree card used it on a space, or not at all."""
    card, owner = table.pending, table.pending_owner
    table.pending = NOTHING
    table.gone += (card,)
    if space is not None:
        grow(table, owner, card, space)


def complete(table: Table, owner: int, space: Space, multiplier: int) -> None:
    """A Canopy completes a tree: first its points, then its paths (rules 6.5 and 6.6)."""
    forest = with_tree(table.forests[owner], space, 1, multiplier)
    table.forests[owner] = forest
    height = forest.heights[space]
    table.tell(TreeCompleted(owner, SPACE_NAME[space], height, height * multiplier))
    table.score(owner, height * multiplier, "tree", (SPACE_NAME[space],))
    for path, other in PATHS_AT[space]:
        unlock(table, owner, path, height, other)


def unlock(table: Table, owner: int, path: int, height: int, other: Space) -> None:
    """A path between two completed trees gives its token, or loses it if both are low (rule 6.6)."""
    forest = table.forests[owner]
    token = forest.path_tokens[path] if forest.path_tokens else NOTHING
    if token == NOTHING or not is_complete(forest, other):
        return
    gained = max(height, forest.heights[other]) >= TALL
    forest = without_path_token(forest, path)
    if gained:
        forest = forest._replace(tokens=tuple(sorted((*forest.tokens, token))))
    else:
        forest = forest._replace(spent=(*forest.spent, token))
    table.forests[owner] = forest
    table.tell(TokenUnlocked(owner, PATH_NAME[path], TOKEN_NAME[token], gained))
    if gained and token == BERRY and table.has_berries(owner):
        table.berries(owner)


# Heatwaves


def heat_targets(forest: Forest) -> list[Card]:
    """The forest cards a Heatwave can take (rule 7.1)."""
    return [card for card in HEAT_TARGETS if forest.cards[card]]


def add_heatwave(table: Table, owner: int) -> None:
    """A Heatwave demands a card at once (rules 7.1 and 7.2)."""
    table.pending, table.pending_owner = HEATWAVE, owner
    forest = table.forests[owner]
    if table.shift == "mild_summer":
        table.pending = NOTHING
        drop_heatwave(table, owner)
    elif not forest.wild and not heat_targets(forest):
        settle_heat(table)


def settle_heat(table: Table) -> None:
    """The Heatwave stays if a Wildfire is there, else it goes (rule 7.3)."""
    owner = table.pending_owner
    table.pending = NOTHING
    if table.forests[owner].cards[WILDFIRE]:
        table.forests[owner] = with_card(table.forests[owner], HEATWAVE)
    else:
        drop_heatwave(table, owner)


def drop_heatwave(table: Table, owner: int) -> None:
    """The Heatwave goes to the open discards."""
    table.gone += (HEATWAVE,)
    table.tell(CardLost(owner, NAME[HEATWAVE]))
