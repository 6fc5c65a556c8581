"""Steps 3 to 6 of a Season's end (rules 9.7 to 9.11), as questions to forests."""

from collections.abc import Sequence

from nurselog.games.canopy_evergreen.components import (
    CHANTERELLE,
    FLAGS,
    MOSS,
    SALAL,
    SPACE_NAME,
    TABLES,
    TRILLIUM,
    Space,
)
from nurselog.games.canopy_evergreen.forest import Forest, completed, has_weather_card, icons, weather
from nurselog.games.canopy_evergreen.scoring.foraging import Gain


def plants(forest: Forest, shift: str) -> Gain:
    """Salal, Trillium, Moss and Chanterelles in one sum (rules 9.11 and 10.2 to 10.5)."""
    parts = {
        "salal": salal(forest),
        "trillium": trillium(forest),
        "cat_tail_moss": moss(forest, shift),
        "chanterelle": chanterelles(forest, shift),
    }
    return Gain(sum(parts.values()), tuple(f"{name}={points}" for name, points in parts.items() if points))


def looked_up(table: list[int], count: int) -> int:
    """The points for so many; a table's last entry holds for more, too."""
    return table[min(count, len(table) - 1)]


def salal(forest: Forest) -> int:
    """Rule 10.2."""
    return looked_up(TABLES["salal"], icons(forest, "salal")) if forest.cards[SALAL] else 0


def trillium(forest: Forest) -> int:
    """Rule 10.3."""
    return looked_up(TABLES["trillium"], icons(forest, "trillium")) if forest.cards[TRILLIUM] else 0


def moss(forest: Forest, shift: str) -> int:
    """Rule 10.4."""
    if not forest.cards[MOSS]:
        return 0
    pair = int(TABLES["moss_pair"]) + (shift == "moss_season")
    return pair * (icons(forest, "cat_tail_moss") // 2)


def chanterelles(forest: Forest, shift: str) -> int:
    """Rule 10.5."""
    cards = forest.cards[CHANTERELLE]
    if not cards or weather(forest, "rain", shift) <= weather(forest, "sun", shift):
        return 0
    return cards * (int(TABLES["chanterelle_bonus"]) + (shift == "mushroom_flush"))


def weather_sets(forest: Forest, shift: str) -> int:
    """The sets of sun and rain, if a weather card is there to score them (rule 9.10)."""
    if not has_weather_card(forest):
        return 0
    return min(weather(forest, "sun", shift), weather(forest, "rain", shift))


def weather_bonuses(sets: Sequence[int], carded: Sequence[bool]) -> tuple[int, ...]:
    """The bonus of each player for the most and the second most sets (rule 9.10)."""
    table = TABLES["weather"]
    least = 1 if FLAGS["weather_bonus_needs_one_set"] else 0
    competing = [count if card and count >= least else -1 for count, card in zip(sets, carded, strict=True)]
    levels = sorted({count for count in competing if count >= 0}, reverse=True)
    if not levels:
        return (0,) * len(sets)
    first = competing.count(levels[0])
    if first > 1:
        return tuple(int(table["tie_first"]) // first if count == levels[0] else 0 for count in competing)
    second = levels[1] if len(levels) > 1 else -2
    share = int(table["second"]) if competing.count(second) == 1 else int(table["tie_second"])
    return tuple(
        int(table["first"]) if count == levels[0] else share if count == second else 0 for count in competing
    )


def contenders(forest: Forest) -> list[Space]:
    """The completed trees that have no award yet."""
    return [space for space in completed(forest) if not forest.awards >> space & 1]


def tallest(forests: Sequence[Forest], season: int, shift: str) -> tuple[tuple[Space, int] | None, ...]:
    """For each player the tree that gets an award, and its points (rules 9.8 and 9.9)."""
    heights = [max((forest.heights[space] for space in contenders(forest)), default=0) for forest in forests]
    best = max(heights)
    if not best:
        return (None,) * len(forests)
    tied = [
        [space for space in contenders(forest) if forest.heights[space] == best] if height == best else []
        for forest, height in zip(forests, heights, strict=True)
    ]
    reward = int(TABLES["tallest"][season - 1]) + 2 * (shift == "tall_timber")
    share = reward // divisor(tied)
    return tuple((spaces[0], share) if spaces else None for spaces in tied)


def divisor(tied: Sequence[Sequence[Space]]) -> int:
    """Among how many the reward is split; one player's equal trees are no tie (rule 9.8)."""
    players = sum(bool(spaces) for spaces in tied)
    if players == 1 or FLAGS["tallest_tree_divisor"] == "tied_players":
        return players
    return sum(len(spaces) for spaces in tied)


def awarded(space: Space) -> tuple[str, ...]:
    """The evidence of an award."""
    return (SPACE_NAME[space],)
