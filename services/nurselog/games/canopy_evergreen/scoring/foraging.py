"""What Foraging wildlife find in a forest (rule 10.1): one small function for each species."""

from collections.abc import Callable
from typing import Final, NamedTuple

from nurselog.games.canopy_evergreen.components import (
    BEAR,
    BEAVER,
    BEE,
    COUGAR,
    EAGLE,
    ELK,
    FORAGING,
    FOX,
    NEWT,
    OTTER,
    OWL,
    PLANTS,
    RAVEN,
    SALMON,
    SKUNK,
    SLUG,
    WILD_NAME,
    WOLF,
    Kind,
)
from nurselog.games.canopy_evergreen.forest import (
    Forest,
    crowned,
    icons,
    mushrooms,
    roots,
    weather,
    wildfire_icons,
)

TALL: Final = 3


class Gain(NamedTuple):
    """Points and what earned them."""

    points: int
    evidence: tuple[str, ...]


Measure = Callable[[Forest, str], int]


def tall_trees(forest: Forest, _shift: str) -> int:
    return sum(forest.heights[space] >= TALL for space in crowned(forest))


def canopies(forest: Forest, _shift: str) -> int:
    """An awarded tree still counts (rule 9.9)."""
    return len(crowned(forest))


def plants(forest: Forest, _shift: str) -> int:
    return sum(forest.cards[card] for card in PLANTS)


def berry_sets(forest: Forest, _shift: str) -> int:
    return min(icons(forest, icon) for icon in ("salal", "trillium", "huckleberry"))


def weather_pairs(forest: Forest, shift: str) -> int:
    return min(weather(forest, "sun", shift) // 2, weather(forest, "rain", shift) // 2)


def of_icon(icon: str) -> Measure:
    return lambda forest, _shift: icons(forest, icon)


def of_weather(icon: str) -> Measure:
    return lambda forest, shift: weather(forest, icon, shift)


MEASURE: Final[dict[int, Measure]] = {
    EAGLE: tall_trees,
    SLUG: lambda forest, _shift: mushrooms(forest),
    BEAR: of_icon("huckleberry"),
    BEE: berry_sets,
    SALMON: of_weather("sun"),
    RAVEN: of_icon("cat_tail_moss"),
    COUGAR: lambda forest, _shift: wildfire_icons(forest),
    WOLF: lambda forest, _shift: len(forest.wild),
    BEAVER: plants,
    ELK: lambda forest, _shift: roots(forest),
    FOX: of_icon("salal"),
    OTTER: of_weather("rain"),
    NEWT: weather_pairs,
    OWL: canopies,
    SKUNK: of_icon("trillium"),
}


def foraging(forest: Forest, shift: str) -> Gain:
    """The sum of all Foraging wildlife, and those that found something."""
    total, found = 0, []
    for wild in forest.wild:
        if wild % 3 == Kind.FORAGING:
            per, points = FORAGING[wild // 3]
            gained = points * (MEASURE[wild // 3](forest, shift) // per)
            total += gained
            if gained:
                found.append(f"{WILD_NAME[wild]}={gained}")
    return Gain(total, tuple(found))
