"""Score sheets and places (chapter 18)."""

from collections.abc import Iterator, Sequence

from nurselog.games.cascadia.board import Board
from nurselog.games.cascadia.components import HABITAT_NAME, HABITATS, SPECIES, SPECIES_NAME, Habitat, Species
from nurselog.games.cascadia.scoring.achievements import earned_achievements
from nurselog.games.cascadia.scoring.cards import text_for
from nurselog.games.cascadia.scoring.scenarios import met_scenarios
from nurselog.games.cascadia.scoring.tally import Tally, has_bonuses, tallies
from nurselog.games.cascadia.state import Phase, State
from nurselog.games.cascadia.terms import Special, Terms
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
from nurselog.rules.hexes import names


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets as if the play ended now."""
    return sheets(state.terms, state.boards)


def sheets(terms: Terms, boards: Sequence[Board]) -> tuple[ScoreSheet, ...]:
    """The sheets in seat order."""
    found = tallies(terms, boards)
    winners = [one.seat for one in placements(terms, boards) if one.place == 1]
    return tuple(
        ScoreSheet(
            seat,
            (
                *points_lines(terms, seat, found),
                *met_scenarios(terms, boards[seat], found[seat]),
                *(earned_achievements(terms, boards[seat], seat, found) if seat in winners else ()),
            ),
        )
        for seat in seats(len(boards))
    )


def points_lines(terms: Terms, seat: Seat, found: Sequence[Tally]) -> Iterator[ScoreLine]:
    """Everything that counts, in the order of the score pad."""
    own = found[seat]
    for species in SPECIES:
        yield wildlife_line(terms, own, species)
    for habitat in HABITATS:
        yield habitat_line(terms, own, habitat)
    if has_bonuses(terms):
        for habitat in HABITATS:
            yield bonus_line(seat, found, habitat)
    yield ScoreLine("nature", "Nature tokens", Points(own.nature))


def wildlife_line(terms: Terms, own: Tally, species: Species) -> ScoreLine:
    """A kind of animal, with the sets of cells that earned its points."""
    finding, name = own.findings[species], SPECIES_NAME[species]
    letter = f" {'/'.join(terms.letters(species)).upper()}" if terms.cards else ""
    return ScoreLine(
        category=name,
        label=f"{name.capitalize()}{letter}: {text_for(terms, species)}",
        points=Points(finding.points),
        evidence=finding.evidence,
        reason=finding.reason,
    )


def habitat_line(terms: Terms, own: Tally, habitat: Habitat) -> ScoreLine:
    """A habitat, with the cells of its corridor, or with each of its corridors of three (rule 23.3)."""
    land, name = own.land[habitat], HABITAT_NAME[habitat]
    if terms.special is Special.THREES:
        evidence = tuple(".".join(names(cells)) for cells in land.corridors)
        return ScoreLine(name, f"{name.capitalize()} corridors of three", Points(land.points), evidence)
    evidence = tuple(cell for cells in land.corridors for cell in names(cells))
    return ScoreLine(name, f"Largest {name} corridor", Points(land.points), evidence)


def bonus_line(seat: Seat, found: Sequence[Tally], habitat: Habitat) -> ScoreLine:
    """The bonus for a habitat's corridor, and with what it was compared."""
    own = found[seat]
    size = len(own.corridors[habitat])
    others = [str(len(tally.corridors[habitat])) for at, tally in enumerate(found) if at != seat]
    return ScoreLine(
        category=f"{HABITAT_NAME[habitat]}.bonus",
        label=f"{HABITAT_NAME[habitat].capitalize()} bonus",
        points=Points(own.bonuses[habitat]),
        reason=f"{size} against {', '.join(others)}" if others else f"a corridor of {size}",
    )


def placements(terms: Terms, boards: Sequence[Board]) -> tuple[Placement, ...]:
    """Most points first; of level seats the one with more nature tokens, or both (rule 18.3)."""
    totals = {
        seat: tally.total for seat, tally in zip(seats(len(boards)), tallies(terms, boards), strict=True)
    }
    places = competition_places({seat: (total, boards[seat].nature) for seat, total in totals.items()})
    return tuple(Placement(seat, places[seat], Points(total)) for seat, total in totals.items())


def outcome(state: State) -> Outcome | None:
    """`tiles_out`, once the play is over (rule 8.2)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome("tiles_out", placements(state.terms, state.boards))
