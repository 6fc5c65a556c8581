"""Points: the steps of a Season's end, the end of the game, and the sheets (chapters 9 to 11)."""

from typing import Final

from nurselog.games.canopy_evergreen.forest import Forest
from nurselog.games.canopy_evergreen.scoring import final
from nurselog.games.canopy_evergreen.scoring.foraging import Gain, foraging
from nurselog.games.canopy_evergreen.scoring.steps import (
    awarded,
    plants,
    tallest,
    weather_bonuses,
    weather_sets,
)

FINAL: Final = {
    "wildlife_points": final.wildlife_points,
    "sets": final.sets,
    "chain": final.chain,
    "food": final.food,
}
"""The lines of the end of the game, in order."""


def value_now(forest: Forest, shift: str) -> int:
    """What steps 3, 5 (sets only) and 6 would give a forest (rule 12.4)."""
    return foraging(forest, shift).points + weather_sets(forest, shift) + plants(forest, shift).points


def prospects(forest: Forest, shift: str) -> list[tuple[str, Gain]]:
    """What the running Season and the end of the game would give now, by category."""
    sets = weather_sets(forest, shift)
    season = [
        ("foraging", foraging(forest, shift)),
        ("weather", Gain(sets, (f"sets={sets}",))),
        ("plants", plants(forest, shift)),
    ]
    return [*season, *((category, worth(forest)) for category, worth in FINAL.items())]


__all__ = [
    "FINAL",
    "Gain",
    "awarded",
    "foraging",
    "plants",
    "prospects",
    "tallest",
    "value_now",
    "weather_bonuses",
    "weather_sets",
]
