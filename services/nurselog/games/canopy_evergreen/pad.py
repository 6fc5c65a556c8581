"""The score pad: sheets and places for a Season's end at a real table (chapter 17)."""

from collections.abc import Iterable

from google.protobuf.message import Message

from nurselog.games.canopy_evergreen.forest import Entry, Forest, floored, has_weather_card
from nurselog.games.canopy_evergreen.scoring import (
    FINAL,
    Gain,
    awarded,
    foraging,
    plants,
    tallest,
    weather_bonuses,
    weather_sets,
)
from nurselog.games.canopy_evergreen.scoring.sheets import placements, sheet
from nurselog.games.canopy_evergreen.state import SEASONS, seat_of
from nurselog.games.canopy_evergreen.wire.positions import WrittenEnd, position_from_proto
from nurselog.rules.api import Placement, ScoreSheet


def score_position(position: Message) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order. Raises `PositionImpossible`."""
    written = position_from_proto(position)
    return tuple(
        sheet(seat_of(player), done, forest.points, written.shift, over=True)
        for player, (forest, done) in enumerate(zip(written.forests, scored(written), strict=True))
    )


def place_position(position: Message) -> tuple[Placement, ...]:
    """Who came where. Raises `PositionImpossible`."""
    return placements(scored(position_from_proto(position)))


def scored(written: WrittenEnd) -> tuple[Forest, ...]:
    """The forests after steps 3 to 6, in the last Season after the end of the game, too."""
    season, shift, forests = written
    awards = tallest(forests, season, shift)
    sets = [weather_sets(forest, shift) for forest in forests]
    bonuses = weather_bonuses(sets, [has_weather_card(forest) for forest in forests])
    done = []
    for player, forest in enumerate(forests):
        award = awards[player]
        gains = [
            ("foraging", foraging(forest, shift)),
            ("tallest_tree", Gain(award[1], awarded(award[0])) if award else Gain(0, ())),
            ("weather", Gain(sets[player], (f"sets={sets[player]}",))),
            ("weather_bonus", Gain(bonuses[player], (f"sets={sets[player]}",))),
            ("plants", plants(forest, shift)),
        ]
        if season == SEASONS:
            gains += [(category, worth(forest)) for category, worth in FINAL.items()]
        done.append(with_gains(season, forest, gains))
    return tuple(done)


def with_gains(season: int, forest: Forest, gains: Iterable[tuple[str, Gain]]) -> Forest:
    """The forest with its points, never below nothing (rule 1.7)."""
    for category, gain in gains:
        points = floored(forest.points, gain.points)
        entry = Entry(season, category, points, gain.evidence)
        forest = forest._replace(points=forest.points + points, ledger=(*forest.ledger, entry))
    return forest
