"""Sheets and places (chapter 10)."""

from nurselog.games.forage.components import SEATS, Cards, names
from nurselog.games.forage.sets import Worth, points_of, worth
from nurselog.games.forage.state import State, is_over
from nurselog.games.forage.turns import reason
from nurselog.rules.api import (
    Outcome,
    Placement,
    Points,
    ScoreLine,
    ScoreSheet,
    Seat,
    competition_places,
)

Sets = tuple[Cards, ...]
"""The sets a seat has played, in order."""


def total_of(sets: Sets) -> int:
    """Rules 9.1 and 9.2."""
    return sum(map(points_of, sets))


def sheets(sets: tuple[Sets, ...], *, teams: bool) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order."""
    return tuple(ScoreSheet(seat, lines(seat, sets, teams=teams)) for seat in SEATS[: len(sets)])


def lines(seat: Seat, sets: tuple[Sets, ...], *, teams: bool) -> tuple[ScoreLine, ...]:
    """Baskets and troves; with teams what both members have, too, which is not the seat's own score."""
    own = (line_of(Worth.BASKET, sets[seat]), line_of(Worth.TROVE, sets[seat]))
    return (*own, team_line(seat, sets)) if teams else own


def line_of(kind: Worth, sets: Sets) -> ScoreLine:
    """What the sets of one kind give."""
    found = [cards for cards in sets if worth(cards) is kind]
    return ScoreLine(
        category=f"{kind.title}s",
        label=f"{kind.title.capitalize()}s",
        points=Points(len(found) * kind.value),
        evidence=tuple("+".join(names(cards)) for cards in found),
        reason=f"{len(found)} of {kind.value} point{'s' if kind.value > 1 else ''}",
    )


def team_line(seat: Seat, sets: tuple[Sets, ...]) -> ScoreLine:
    """The points of a team (rule 11.12)."""
    return ScoreLine("team", "Both partners together", Points(team_points(seat, sets)), counted=False)


def team_points(seat: Seat, sets: tuple[Sets, ...]) -> int:
    """The points of a seat and its partner."""
    return total_of(sets[seat]) + total_of(sets[(seat + len(sets) // 2) % len(sets)])


def placements(sets: tuple[Sets, ...], *, teams: bool) -> tuple[Placement, ...]:
    """Most points first, level ones share the place; partners have the place of their team (rule 10.4)."""
    totals = {seat: total_of(sets[seat]) for seat in SEATS[: len(sets)]}
    places = competition_places({seat: team_points(seat, sets) for seat in totals} if teams else totals)
    return tuple(Placement(seat, places[seat], Points(total)) for seat, total in totals.items())


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets as if the play ended now."""
    return sheets(state.sets, teams=state.teams)


def outcome(state: State) -> Outcome | None:
    """`four_points`, `eight_points` or `turn_limit`, once the play is over (chapter 10)."""
    if not is_over(state):
        return None
    return Outcome(reason(state), placements(state.sets, teams=state.teams))
