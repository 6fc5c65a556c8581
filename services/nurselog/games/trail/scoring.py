"""What a trek is worth, and who came where (chapter 7)."""

from collections.abc import Sequence
from typing import Final

from nurselog.games.trail.components import LANDMARK
from nurselog.games.trail.state import Phase, State
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
from nurselog.rules.cards import Cards, names

TREKKED: Final = 5
LEFT: Final = 1


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets as if all turned back now; a pack is shown once the play is over (rules 7.5 and 6.5)."""
    shown = state.phase is Phase.OVER
    return tuple(
        sheet(seat, trekked(state, seat), len(pack), pack if shown else ())
        for seat, pack in zip(seats(len(state.packs)), state.packs, strict=True)
    )


def trekked(state: State, seat: Seat) -> Cards:
    """The cards a seat has trekked past, in order."""
    return tuple([state.trail[spot] for spot in state.treks[seat]])


def sheet(seat: Seat, passed: Cards, left: int, pack: Cards = ()) -> ScoreSheet:
    """Three lines: the trail, the landmarks, the pack."""
    landmarks = tuple([card for card in passed if LANDMARK[card]])
    return ScoreSheet(
        seat,
        (
            line("trail", "Cards trekked past", trail_points(passed), passed),
            line("landmarks", "Landmarks", landmark_points(passed), landmarks),
            line("pack", "Cards left in the pack", LEFT * left, pack),
        ),
    )


def trail_points(passed: Cards) -> int:
    """Five for each card (rule 7.1)."""
    return TREKKED * len(passed)


def landmark_points(passed: Cards) -> int:
    """One, two, three for each jack, queen, king (rule 7.3)."""
    return sum([LANDMARK[card] for card in passed])


def line(category: str, label: str, points: int, cards: Cards) -> ScoreLine:
    """A line with the cards that earned it."""
    return ScoreLine(category, label, Points(points), names(cards))


def outcome(state: State) -> Outcome | None:
    """`all_back`, once everybody has turned back (rule 6.5)."""
    return Outcome("all_back", placements(score(state))) if state.phase is Phase.OVER else None


def placements(sheets: Sequence[ScoreSheet]) -> tuple[Placement, ...]:
    """Most points first; level seats share the place (rule 7.4)."""
    places = competition_places({sheet.seat: sheet.total for sheet in sheets})
    return tuple(Placement(sheet.seat, places[sheet.seat], sheet.total) for sheet in sheets)
