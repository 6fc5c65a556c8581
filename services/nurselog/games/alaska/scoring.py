"""Sheets and places (chapter 11)."""

from collections.abc import Sequence
from typing import Final

from nurselog.games.alaska.state import State, Tally
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

REASON: Final = "pile_used_up"


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order."""
    return tuple(sheet(seat, state.tallies[seat]) for seat in seats(len(state.tallies)))


def sheet(seat: Seat, tally: Tally) -> ScoreSheet:
    """One point for each salmon (rule 11.1), and how they came and went."""
    notes = (
        ("by_cast", "Caught by cast", tally.by_cast),
        ("by_eagle", "Caught by eagle", tally.by_eagle),
        ("to_bears", "Lost to bears", -tally.to_bears),
        ("to_locals", "Lost to locals", -tally.to_locals),
    )
    return ScoreSheet(
        seat,
        (
            salmon_line(tally.kept),
            *(
                ScoreLine(category, label, Points(count), reason="not counted again", counted=False)
                for category, label, count in notes
                if count
            ),
        ),
    )


def salmon_line(count: int) -> ScoreLine:
    """The line that counts."""
    return ScoreLine("salmon", "Salmon caught", Points(count), ("salmon",) * count, "1 for each salmon")


def placements(totals: Sequence[int]) -> tuple[Placement, ...]:
    """Most salmon win; level seats share the place (rule 11.2)."""
    places = competition_places(dict(zip(seats(len(totals)), totals, strict=True)))
    return tuple(Placement(seat, place, Points(totals[seat])) for seat, place in places.items())


def outcome(state: State) -> Outcome | None:
    """Who came where, once the play is over."""
    if not state.over:
        return None
    return Outcome(REASON, placements([tally.kept for tally in state.tallies]))
