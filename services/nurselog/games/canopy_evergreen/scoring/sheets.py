"""Score sheets, valid at any time, and the outcome (chapter 11)."""

from typing import Final

from nurselog.games.canopy_evergreen.components import START
from nurselog.games.canopy_evergreen.forest import Entry, Forest
from nurselog.games.canopy_evergreen.scoring import FINAL, Gain, prospects
from nurselog.games.canopy_evergreen.state import Phase, State, seat_of, shift_of
from nurselog.rules.api import (
    Outcome,
    Placement,
    Points,
    ScoreLine,
    ScoreSheet,
    Seat,
    competition_places,
    seats,
)

TITLE: Final = {
    "start": "Points at the start",
    "tree": "Completed tree",
    "foraging": "Foraging wildlife",
    "tallest_tree": "Tallest Tree award",
    "weather": "Sets of sun and rain",
    "weather_bonus": "Most sets of sun and rain",
    "plants": "Plants and mushrooms",
    "wolf": "Gray Wolf used",
    "cougar": "Cougar on another player's pile",
    "skunk": "Skunk on a pile you kept",
    "wildlife_points": "Points wildlife",
    "sets": "Pairs and families of wildlife",
    "chain": "Longest wildlife chain",
    "food": "Food that is left",
}


def entry_line(entry: Entry) -> ScoreLine:
    """A line of what was scored."""
    title = TITLE[entry.category]
    label = title if entry.category in FINAL else f"{title}, Season {entry.season}"
    return ScoreLine(entry.category, label, Points(entry.points), entry.evidence)


def sheet(seat: Seat, forest: Forest, start: int, shift: str, *, over: bool) -> ScoreSheet:
    """What was scored; before the end also what wildlife and food are worth now.

    What the running Season would give stands there uncounted.
    """
    lines = [ScoreLine("start", TITLE["start"], Points(start))]
    lines += [entry_line(entry) for entry in forest.ledger]
    if not over:
        lines += [prospect_line(category, gain) for category, gain in prospects(forest, shift)]
    return ScoreSheet(seat, tuple(lines))


def prospect_line(category: str, gain: Gain) -> ScoreLine:
    """What a category would give now."""
    counted = category in FINAL
    reason = "" if counted else "if the Season ended now"
    return ScoreLine(category, TITLE[category], Points(gain.points), gain.evidence, reason, counted)


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets of all seats."""
    over, shift = state.phase is Phase.OVER, shift_of(state.shifts)
    return tuple(
        sheet(seat, state.forests[seat], START["points"], shift, over=over)
        for seat in seats(state.setting.seats)
    )


def outcome(state: State) -> Outcome | None:
    """Who came where; alone, whether the Fox Spirit was beaten (rules 11.6 and 12.6)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(reason(state), placements(state.forests[: state.setting.seats]))


def reason(state: State) -> str:
    """Why the play is over."""
    if state.setting.seats > 1:
        return "three_seasons"
    human, fox = state.forests
    return "fox_spirit_beaten" if human.points > fox.points else "fox_spirit_wins"


def placements(forests: tuple[Forest, ...]) -> tuple[Placement, ...]:
    """More points first, then more wildlife; still level, they share a place (rule 11.6)."""
    places = competition_places(
        {seat_of(player): (forest.points, len(forest.wild)) for player, forest in enumerate(forests)}
    )
    return tuple(
        Placement(seat, place, Points(forests[seat].points)) for seat, place in sorted(places.items())
    )
