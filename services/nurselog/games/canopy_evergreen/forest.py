"""One player's forest, and the questions that scoring and abilities ask it."""

from typing import Final, NamedTuple

from nurselog.games.canopy_evergreen.components import (
    CARDS,
    CHANTERELLE,
    FLAGS,
    HEATWAVE,
    HUCKLEBERRY,
    ICONS,
    MOSS,
    NOTHING,
    RAINS,
    SALAL,
    SPACES,
    START,
    SUN_OR_RAIN,
    SUNS,
    TRILLIUM,
    VALUE,
    WEATHER,
    WILDFIRE,
    Card,
    Kind,
    Space,
    Token,
    Wild,
)
from nurselog.rules.tuples import quick


class Entry(NamedTuple):
    """Points that were gained or lost, and by what."""

    season: int
    category: str
    points: int
    evidence: tuple[str, ...] = ()


@quick
class Forest(NamedTuple):
    """What lies before a player, all of it open."""

    cards: tuple[int, ...] = (0,) * len(CARDS)
    """How many there are of each kind of forest card."""
    wild: tuple[Wild, ...] = ()
    """The wildlife, in the order in which they came."""
    actives: int = 0
    """The species whose Active card lies here, as bits."""
    used: int = 0
    """Those of them whose token is used or lies on a pile."""
    heights: tuple[int, ...] = (0,) * len(SPACES)
    """The sections of the tree on each space, its Canopy included."""
    tops: tuple[int, ...] = (0,) * len(SPACES)
    """The multiplier of the Canopy that completed each tree; 0 while it is unfinished."""
    awards: int = 0
    """The spaces whose tree bears a Tallest Tree award, as bits."""
    path_tokens: tuple[Token, ...] = ()
    """The token on each path, `NOTHING` once it is gone."""
    tokens: tuple[Token, ...] = ()
    """The tokens that were gained, sorted."""
    spent: tuple[Token, ...] = ()
    """Its tokens that are out of the game."""
    food: int = START["food"]
    points: int = START["points"]
    sun_or_rain: str = ""
    """What the sun/rain token counts as this Season."""
    ledger: tuple[Entry, ...] = ()


_PLANT_ICONS: Final = {
    "trillium": TRILLIUM,
    "cat_tail_moss": MOSS,
    "huckleberry": HUCKLEBERRY,
    "salal": SALAL,
}
_WEATHER_ICONS: Final = {
    icon: tuple((card, VALUE[card]) for card in cards) for icon, cards in (("sun", SUNS), ("rain", RAINS))
}
_BLESSED: Final = {"sun": "clear_skies", "rain": "long_rains"}
"""The Shifting Seasons card that adds an icon."""


def icons(forest: Forest, icon: str) -> int:
    """The icons of a plant on cards and tokens (rule 6.7)."""
    count = forest.cards[_PLANT_ICONS[icon]]
    for token in forest.tokens:
        count += ICONS[token].get(icon, 0)
    return count


def has_weather_card(forest: Forest) -> bool:
    """Whether there is a Sun or Rain card."""
    return any(forest.cards[card] for card in WEATHER)


def weather(forest: Forest, icon: str, shift: str = "") -> int:
    """The sun or rain icons on cards and tokens (rules 6.7, 6.8 and 14.2)."""
    count, held = 0, forest.cards
    for card, value in _WEATHER_ICONS[icon]:
        count += value * held[card]
    for token in forest.tokens:
        count += ICONS[token].get(icon, 0)
    if SUN_OR_RAIN in forest.tokens and forest.sun_or_rain == icon:
        count += 1
    if shift == _BLESSED[icon] and has_weather_card(forest):
        count += 1
    return count


def is_complete(forest: Forest, space: Space) -> bool:
    """Whether the tree there has its Canopy, or an award in its place (rule 9.9)."""
    return forest.tops[space] > 0


def completed(forest: Forest) -> list[Space]:
    """The spaces with a completed tree."""
    return [space for space in SPACES if forest.tops[space]]


def crowned(forest: Forest) -> list[Space]:
    """The completed trees that count as having a Canopy, awarded ones as the data say (rule 9.9)."""
    if FLAGS["awarded_tree_still_counts_as_canopy"]:
        return completed(forest)
    return [space for space in completed(forest) if not forest.awards >> space & 1]


def floored(points: int, change: int) -> int:
    """A change of points that leaves no fewer than none, unless the data allow it (rule 1.7)."""
    return max(change, -points) if FLAGS["points_floor_zero"] else change


def unfinished(forest: Forest) -> list[Space]:
    """The spaces with a tree that can still grow."""
    return [space for space in SPACES if forest.heights[space] and not forest.tops[space]]


def free(forest: Forest) -> list[Space]:
    """The spaces without a tree."""
    return [space for space in SPACES if not forest.heights[space]]


def roots(forest: Forest) -> int:
    """The trees, finished or not."""
    return sum(height > 0 for height in forest.heights)


def wildfire_icons(forest: Forest) -> int:
    """What the Pine Cones and the Cougar count (rules 7.4 and 9.2)."""
    return forest.cards[WILDFIRE] + forest.cards[HEATWAVE]


def mushrooms(forest: Forest) -> int:
    """The Chanterelle cards."""
    return forest.cards[CHANTERELLE]


def with_card(forest: Forest, card: Card, count: int = 1) -> Forest:
    """The forest with so many more (or fewer) cards of a kind."""
    held = list(forest.cards)
    held[card] += count
    return forest._replace(cards=tuple(held))


def with_wild(forest: Forest, wild: Wild) -> Forest:
    """The forest with another wildlife card; its token comes with its coloured side up."""
    bit = 1 << wild // 3 if wild % 3 == Kind.ACTIVE else 0
    return forest._replace(wild=(*forest.wild, wild), actives=forest.actives | bit, used=forest.used & ~bit)


def without_wild(forest: Forest, wild: Wild) -> Forest:
    """The forest without a wildlife card and its token."""
    bit = 1 << wild // 3 if wild % 3 == Kind.ACTIVE else 0
    rest = tuple([held for held in forest.wild if held != wild])
    return forest._replace(wild=rest, actives=forest.actives & ~bit, used=forest.used & ~bit)


def with_tree(forest: Forest, space: Space, sections: int, top: int = 0) -> Forest:
    """The forest with a tree grown by so many sections, completed if `top` is a multiplier."""
    heights, tops = list(forest.heights), list(forest.tops)
    heights[space] += sections
    tops[space] = top
    return forest._replace(heights=tuple(heights), tops=tuple(tops))


def without_path_token(forest: Forest, path: int) -> Forest:
    """The forest without the token on a path."""
    left = list(forest.path_tokens)
    left[path] = NOTHING
    return forest._replace(path_tokens=tuple(left))


def is_ready(forest: Forest, species: int) -> bool:
    """Whether an ability can still be used: its card lies there, its token's coloured side up."""
    return bool((forest.actives & ~forest.used) >> species & 1)


def with_used(forest: Forest, species: int, *, used: bool = True) -> Forest:
    """The forest with a wildlife token turned over."""
    return forest._replace(used=forest.used | 1 << species if used else forest.used & ~(1 << species))
