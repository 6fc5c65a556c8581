"""The display, the bag and the stack: drawing, replacing, refilling (chapters 4 and 8)."""

from typing import NamedTuple

from nurselog.games.cascadia.components import SPECIES, Species
from nurselog.games.cascadia.events import LeftOver, News, Places, Refilled, Wiped
from nurselog.games.cascadia.state import Bag, Market
from nurselog.rules.api import Chance, Seat


class Exchange(NamedTuple):
    """What became of the market, and what everybody saw."""

    market: Market
    news: tuple[News, ...]


# --- The bag ----------------------------------------------------------------------------------------------


def draw(bag: Bag, chance: Chance) -> tuple[Bag, Species]:
    """The bag without one of its tokens, each equally likely, and that token."""
    number = chance.below(sum(bag))
    for species in SPECIES:
        number -= bag[species]
        if number < 0:
            return put(bag, species, -1), species
    raise AssertionError("luck answers below its bound")


def put(bag: Bag, species: Species, count: int = 1) -> Bag:
    """The bag with so many tokens more."""
    return (*bag[:species], bag[species] + count, *bag[species + 1 :])


def put_all(bag: Bag, tokens: tuple[Species, ...]) -> Bag:
    """The bag with some tokens more."""
    for token in tokens:
        bag = put(bag, token)
    return bag


# --- Replacing tokens -------------------------------------------------------------------------------------


def equal_places(market: Market, count: int) -> Places:
    """The places of exactly so many equal tokens; none if there are not so many."""
    for token in market.tokens:
        places = tuple([place for place, other in enumerate(market.tokens) if other == token])
        if len(places) == count:
            return places
    return ()


def all_equal(market: Market) -> Places:
    """All places, if their tokens are equal."""
    return equal_places(market, len(market.tokens))


def settle(market: Market, seat: Seat, chance: Chance) -> Exchange:
    """Four equal tokens are replaced until they are not (rule 4.1)."""
    places = all_equal(market)
    return replace(market, places, "automatic", seat, chance) if places else Exchange(market, ())


def replace(market: Market, places: Places, why: str, seat: Seat, chance: Chance) -> Exchange:
    """These tokens are replaced, then any four equal ones; what was set aside goes back last (rule 4.5)."""
    news: list[News] = []
    aside: tuple[Species, ...] = ()
    while places:
        market, wiped, aside = replace_once(market, places, aside, chance)
        news.append(Wiped(seat, why, places, *wiped))
        why, places = "automatic", all_equal(market)
    return Exchange(market._replace(bag=put_all(market.bag, aside)), tuple(news))


Swap = tuple[tuple[Species, ...], tuple[Species, ...]]
"""The tokens that were removed, and those that were drawn."""


def replace_once(
    market: Market, places: Places, aside: tuple[Species, ...], chance: Chance
) -> tuple[Market, Swap, tuple[Species, ...]]:
    """New tokens for these places, from left to right; those that lay there are set aside."""
    tokens, bag = list(market.tokens), market.bag
    removed = tuple([token for place in places if (token := tokens[place]) is not None])
    aside = (*aside, *removed)
    for place in places:
        if not any(bag):  # rule 4.6
            bag, aside = put_all(bag, aside), ()
        bag, tokens[place] = draw(bag, chance)
    drawn = tuple([token for place in places if (token := tokens[place]) is not None])
    return market._replace(tokens=tuple(tokens), bag=bag), (removed, drawn), aside


# --- The end of a turn ------------------------------------------------------------------------------------


def drop_rightmost(market: Market) -> Exchange:
    """Solo: the rightmost tile and token leave the game, the others slide to the right (rule 8.3)."""
    size = len(market.tiles)
    *tiles, tile = [tile for tile in market.tiles if tile is not None]
    *tokens, token = [token for token in market.tokens if token is not None]
    market = market._replace(
        tiles=(*[None] * (size - len(tiles)), *tiles),
        tokens=(*[None] * (size - len(tokens)), *tokens),
        gone_tiles=(*market.gone_tiles, tile),
        gone_tokens=(*market.gone_tokens, token),
    )
    return Exchange(market, (LeftOver(tile, token),))


def can_refill(market: Market) -> bool:
    """Whether the stack has a tile for every empty place (rule 8.2)."""
    return market.tiles.count(None) <= len(market.stack)


def refill(market: Market, chance: Chance) -> Exchange:
    """A tile and a token for each empty place, from left to right (rule 8.1)."""
    stack, bag = list(market.stack), market.bag
    tiles = tuple([stack.pop() if tile is None else tile for tile in market.tiles])
    tokens: list[Species] = []
    for token in market.tokens:
        if token is None:
            bag, drawn = draw(bag, chance)
            tokens.append(drawn)
        else:
            tokens.append(token)
    market = market._replace(tiles=tiles, tokens=tuple(tokens), stack=tuple(stack), bag=bag)
    return Exchange(market, (Refilled(tiles, tuple(tokens), len(stack)),))
