"""What rounds and hands are worth (chapters 7 and 9), and who came where."""

from functools import lru_cache
from typing import NamedTuple

from nurselog.games.orca_isles.components import WIN
from nurselog.games.orca_isles.division import Laid, best_division
from nurselog.games.orca_isles.events import Result
from nurselog.games.orca_isles.sets import POINTS, TITLE, Kind, best_at
from nurselog.games.orca_isles.state import State, is_over
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
from nurselog.rules.cards import NAME, Cards, names


class Tally(NamedTuple):
    """What a seat got in a round, and for what."""

    sets: int = 0
    wins: int = 0
    set_evidence: tuple[str, ...] = ()
    win_evidence: tuple[str, ...] = ()


Tallies = tuple[Tally, ...]


def bonus(result: Result) -> int:
    """What each winner of an isle gets: two points, or one after a tie (rules 7.2 and 7.5)."""
    return WIN // len(result.winners)


@lru_cache(maxsize=8192)
def tally(results: tuple[Result, ...], seat: Seat) -> Tally:
    """What a seat got in a round."""
    mine = [(result, party) for result in results for party in result.parties if party.seat == seat]
    found = [best_at(result.card, party.cards) for result, party in mine]
    won = [result for result in results if seat in result.winners]
    return Tally(
        sum([one.points for one in found]),
        sum([bonus(result) for result in won]),
        tuple([joined(one.cards) for one in found if one.points]),
        tuple([NAME[result.card] for result in won]),
    )


def joined(cards: Cards) -> str:
    """A set in one word: `8h-8c`."""
    return "-".join(names(cards))


def sheet(seat: Seat, tallies: Tallies, hand: Cards) -> ScoreSheet:
    """Two lines for each round, then one for each kind of set in the hand."""
    rounds = [line for number, one in enumerate(tallies, start=1) for line in round_lines(number, one)]
    division = best_division(hand)
    return ScoreSheet(seat, (*rounds, *[kind_line(kind, division) for kind in Kind if kind]))


def round_lines(number: int, one: Tally) -> tuple[ScoreLine, ScoreLine]:
    """What a round gave: sets, and isles that were won."""
    return (
        ScoreLine(f"round_{number}.sets", f"Round {number}: sets", Points(one.sets), one.set_evidence),
        ScoreLine(f"round_{number}.wins", f"Round {number}: isles won", Points(one.wins), one.win_evidence),
    )


def kind_line(kind: Kind, division: tuple[Laid, ...]) -> ScoreLine:
    """The sets of a kind that are laid from the hand at the end (rule 9.2)."""
    laid = [one for one in division if one.kind is kind]
    return ScoreLine(
        category=f"final.{kind.name.lower()}",
        label=f"Hand: {TITLE[kind]}",
        points=Points(POINTS[kind] * len(laid)),
        evidence=tuple([joined(one.cards) for one in laid]),
        reason=f"{len(laid)} at {POINTS[kind]}",
    )


def score(state: State) -> tuple[ScoreSheet, ...]:
    """The sheets as if the play ended now; cards at the isles are no part of the hands (rule 9.5)."""
    return tuple(
        sheet(seat, tuple([tally(results, seat) for results in state.history]), state.hands[seat])
        for seat in seats(len(state.hands))
    )


def placements(sheets: tuple[ScoreSheet, ...]) -> tuple[Placement, ...]:
    """Most points win; level seats share the place (rules 9.3 and 9.4)."""
    totals = {one.seat: one.total for one in sheets}
    places = competition_places(totals)
    return tuple(Placement(seat, places[seat], total) for seat, total in totals.items())


def outcome(state: State) -> Outcome | None:
    """`rounds_played`, once five rounds are over (rule 9.1)."""
    return Outcome("rounds_played", placements(score(state))) if is_over(state) else None
