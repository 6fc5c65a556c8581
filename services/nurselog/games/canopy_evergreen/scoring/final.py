"""What wildlife and food are worth at the end of the game (rules 11.2 to 11.5)."""

from functools import lru_cache
from itertools import takewhile

from nurselog.games.canopy_evergreen.components import (
    LINK,
    POINTS,
    RING,
    SPECIES_NAME,
    TABLES,
    WILD_NAME,
)
from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.scoring.foraging import Gain


def wildlife_points(forest: Forest) -> Gain:
    """The Points wildlife (rule 11.2)."""
    scoring = [wild for wild in forest.wild if POINTS[wild]]
    return Gain(sum(POINTS[wild] for wild in scoring), tuple(WILD_NAME[wild] for wild in scoring))


def sets(forest: Forest) -> Gain:
    """Pairs and families of a species (rule 11.3)."""
    species = [wild // 3 for wild in forest.wild]
    worth = {one: int(TABLES["sets"][species.count(one)]) for one in dict.fromkeys(species)}
    found = tuple(f"{SPECIES_NAME[one]}={points}" for one, points in sorted(worth.items()) if points)
    return Gain(sum(worth.values()), found)


def longest_chain(forest: Forest) -> tuple[int, ...]:
    """The longest run of neighbouring links on the ring that the species cover, in order (rule 11.4)."""
    return longest_run(frozenset([LINK[wild // 3] for wild in forest.wild]))


@lru_cache(maxsize=512)
def longest_run(covered: frozenset[int]) -> tuple[int, ...]:
    """The first of the longest runs of covered links."""
    return max([run_from(start, covered) for start in range(1, len(RING) + 1)], key=len)


def run_from(start: int, covered: frozenset[int]) -> tuple[int, ...]:
    """The links from one on, once around at most."""
    around = [(start - 1 + step) % len(RING) + 1 for step in range(len(RING))]
    return tuple(takewhile(covered.__contains__, around))


def chain(forest: Forest) -> Gain:
    """The longest chain; its first card of each link is named."""
    links = longest_chain(forest)
    by_link = {LINK[wild // 3]: WILD_NAME[wild] for wild in reversed(forest.wild)}
    return Gain(int(TABLES["chain"][len(links)]), tuple(by_link[link] for link in links))


def food(forest: Forest) -> Gain:
    """Food that is left (rule 11.5)."""
    return Gain(forest.food // int(TABLES["food_per_point"]), (f"food={forest.food}",))
