"""The sheets (chapter 9) and who came where."""

from collections.abc import Iterator, Sequence

from nurselog.games.salmon_run.components import is_face
from nurselog.games.salmon_run.runs import OBJECTIVES, Objective
from nurselog.games.salmon_run.state import SEATS, Phase, State, Tally, Terms, finisher, owned
from nurselog.games.salmon_run.tally import (
    FACE_POINTS,
    diamond_points,
    joker_points,
    run_points,
    tally_of,
)
from nurselog.rules.api import (
    Outcome,
    Placement,
    Points,
    ScoreLine,
    ScoreSheet,
    Seat,
    competition_places,
)
from nurselog.rules.cards import Cards, names


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets as if the round that is played ended now, and the play with it (rule 9.7)."""
    return tuple(
        sheet(seat, tallies_of(state, seat), owned(state.players[seat]), state.terms) for seat in SEATS
    )


def tallies_of(state: State, seat: Seat) -> tuple[Tally, ...]:
    """What counted in the rounds that have ended, and counts in the one that is played."""
    ended = tuple(tallies[seat] for tallies in state.tallies)
    return ended if state.phase is Phase.OVER else (*ended, tally_of(state.players[seat]))


def sheet(seat: Seat, tallies: Sequence[Tally], cards: Cards, terms: Terms) -> ScoreSheet:
    """The lines of each round, then the face cards and aces among the cards owned."""
    rounds = [
        line
        for objective, found in zip(OBJECTIVES, tallies, strict=False)
        for line in round_lines(objective, found, terms)
    ]
    return ScoreSheet(seat, (*rounds, face_line(cards)))


def round_lines(objective: Objective, found: Tally, terms: Terms) -> Iterator[ScoreLine]:
    """Run, diamonds and jokers; school has the run only (rule 11.3)."""
    name, title = objective.name, f"The {objective.name.capitalize()}"
    yield line(f"{name}.run", f"{title}: cards in the run", run_points(found), found.run)
    if not terms.school:
        yield line(f"{name}.diamonds", f"{title}: diamonds", diamond_points(found, terms), found.diamonds)
        yield line(f"{name}.jokers", f"{title}: jokers", joker_points(found), found.jokers)


def face_line(cards: Cards) -> ScoreLine:
    """Ten for each face card and ace at the end (rule 9.4)."""
    faces = tuple(sorted(card for card in cards if is_face(card)))
    return line("final.face_cards", "Face cards and aces", FACE_POINTS * len(faces), faces)


def line(category: str, label: str, points: int, cards: Cards) -> ScoreLine:
    """A line with the cards that earned it."""
    return ScoreLine(category, label, Points(points), names(cards))


def outcome(state: State) -> Outcome | None:
    """`run_complete` or `turn_limit`, by what ended the last round (rule 8.4)."""
    if state.phase is not Phase.OVER:
        return None
    reason = "turn_limit" if finisher(state) is None else "run_complete"
    return Outcome(reason, placements(score(state)))


def placements(sheets: Sequence[ScoreSheet]) -> tuple[Placement, ...]:
    """Most points first; level seats share the place (rule 9.6)."""
    places = competition_places({sheet.seat: sheet.total for sheet in sheets})
    return tuple(Placement(sheet.seat, places[sheet.seat], sheet.total) for sheet in sheets)
