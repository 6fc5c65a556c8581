"""Keeping a pile, by whatever means: what happens in which order (rules 5.2 and 8.2)."""

from nurselog.games.canopy_evergreen.adding import push
from nurselog.games.canopy_evergreen.components import (
    BEAR,
    BEE,
    COUGAR,
    FOX,
    NAME,
    NOTHING,
    SKUNK,
    SPECIES_NAME,
    Card,
)
from nurselog.games.canopy_evergreen.events import CardLost, PileKept, TokenActed
from nurselog.games.canopy_evergreen.state import Batch, Phase, Pile, PileToken, card_of
from nurselog.games.canopy_evergreen.table import Table

BEE_PRICE = 1
BEE_THANKS = 2


def take_pile(table: Table, keeper: int, number: int) -> None:
    """Shown, refilled, its token acts, and its cards wait to be added."""
    pile = table.piles[number]
    cards = tuple(sorted([card_of(slot) for slot in pile.cards]))
    table.piles[number] = Pile()
    table.tell(PileKept(keeper, number + 1, tuple([NAME[card] for card in cards])))
    table.deal(number, 2 if table.setting.seats < 3 and number == 2 else 1)
    table.last_taker = keeper
    table.phase = Phase.END
    if pile.token is not None and pile.token.owner != keeper:
        cards = act(table, pile.token, keeper, cards)
    push(table, keeper, cards)


def act(table: Table, token: PileToken, keeper: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the token on a kept pile does, for whoever put it there (rules 8.3 and 8.13)."""
    owner = token.owner
    table.tell(TokenActed(SPECIES_NAME[token.species], owner, keeper))
    match token.species:
        case species if species == BEAR:
            table.feed(keeper, -1)
            table.feed(owner, 2)
        case species if species == FOX:
            table.feed(owner, 1)
        case species if species == SKUNK:
            table.score(keeper, -2, "skunk")
            table.feed(owner, 1)
        case species if species == COUGAR:
            cards = pounce(table, keeper, cards)
            table.score(owner, 1, "cougar")
        case species if species == BEE and table.forests[owner].food >= BEE_PRICE:
            table.half, table.bee_owner = Phase.BEE, owner
    return cards


def pounce(table: Table, keeper: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A random card of the pile leaves without effect."""
    at = table.chance.below(len(cards))
    table.gone += (cards[at],)
    table.tell(CardLost(keeper, NAME[cards[at]]))
    return cards[:at] + cards[at + 1 :]


def bee_takes(table: Table, card: Card) -> None:
    """The Bee's owner pays and takes a card, which it adds before the keeper adds the rest (rule 8.3)."""
    owner = table.bee_owner
    keeper, cards = table.batches[-1]
    at = cards.index(card)
    table.batches = (*table.batches[:-1], Batch(keeper, cards[:at] + cards[at + 1 :]))
    table.feed(owner, -BEE_PRICE)
    table.feed(keeper, BEE_THANKS)
    bee_declines(table)
    push(table, owner, (card,))


def bee_declines(table: Table) -> None:
    """The Bee's owner takes nothing."""
    table.half, table.bee_owner = None, NOTHING
