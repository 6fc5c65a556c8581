"""Laws of ends and scores."""

import re
from typing import Final

from nurselog.rules.api import EndedBy, Outcome, competition_places
from nurselog.rules.conformance.suite import Played, law, require

_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
_CATEGORY: Final = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")


@law
def plays_end_within_the_declared_bound(played: Played) -> None:
    most = played.rules.spec.max_plies
    last = played.plays[-1]
    require(last.is_over or last.version < most, f"after {most} moves the play is not over")


@law
def a_play_is_over_exactly_when_nobody_decides(played: Played) -> None:
    for play in played.plays:
        over = played.rules.outcome(play.state) is not None
        deciding = len(played.rules.decisions(play.state))
        require(
            over is not bool(deciding), f"version {play.version}: over is {over}, {deciding} seats decide"
        )


@law
def an_outcome_places_every_seat(played: Played) -> None:
    outcome = played.plays[-1].outcome
    if outcome is None:
        return
    require(_WORD.fullmatch(outcome.reason), f"{outcome.reason!r} is no word for an end")
    placed = tuple(placement.seat for placement in outcome.placements)
    require(placed == played.seats, f"placed are {placed}, in this order")
    _require_competition_ranks(outcome)
    natural = all(placement.ended_by is EndedBy.PLAYED for placement in outcome.placements)
    require(natural, "a seat left, by the rules of the game; leaving is the house's business")


def _require_competition_ranks(outcome: Outcome) -> None:
    places = {placement.seat: placement.place for placement in outcome.placements}
    ranks = competition_places({seat: -place for seat, place in places.items()})
    require(places == ranks, f"places {list(places.values())} are no competition ranks")


@law
def a_score_is_valid_at_any_time(played: Played) -> None:
    for play in played.plays:
        sheets = played.rules.score(play.state)
        require(
            tuple(sheet.seat for sheet in sheets) == played.seats, "sheets are not one per seat, in order"
        )
        for line in (line for sheet in sheets for line in sheet.lines):
            require(_CATEGORY.fullmatch(line.category), f"{line.category!r} is no category")
            require(line.label.strip(), f"the line {line.category} has no label")
            require(type(line.points) is int, f"{line.category} scores {line.points!r}, no whole number")


@law
def the_outcome_has_the_totals_of_the_sheets(played: Played) -> None:
    last = played.plays[-1]
    if last.outcome is not None:
        totals = [placement.total for placement in last.outcome.placements]
        sums = [sheet.total for sheet in played.rules.score(last.state)]
        require(totals == sums, f"the outcome has {totals}, the sheets sum up to {sums}")


@law
def teams_are_all_the_seats_and_share_a_place(played: Played) -> None:
    teams = played.rules.teams(played.plays[0].state)
    for play in played.plays:
        require(played.rules.teams(play.state) == teams, f"version {play.version}: teams change")
    if not teams:
        return
    require("teams" in played.rules.spec.features, "there are teams, a feature that is not declared")
    members = sorted(seat for team in teams for seat in team)
    require(members == list(played.seats), f"teams are {teams}: each seat is in one")
    outcome = played.plays[-1].outcome
    for team in teams if outcome else ():
        places = {one.place for one in outcome.placements if one.seat in team} if outcome else set()
        require(len(places) == 1, f"team {team} has places {sorted(places)}")
