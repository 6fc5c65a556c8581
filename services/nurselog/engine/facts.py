"""What a table tells the rest of the house: facts for the outbox, the result at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nurselog.api.common.v1 import score_pb2
from nurselog.api.game.v1 import table_pb2
from nurselog.api.log.v1 import fact_pb2
from nurselog.engine.address import Address
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Told, TurnFact
from nurselog.engine.seating import Seating, seat_message
from nurselog.rules.api import EndedBy, Outcome, ScoreSheet, Seat, seats
from nurselog.rules.fold import OpenDecision, Play

_ENDED_BY = {
    EndedBy.PLAYED: score_pb2.ENDED_BY_PLAYED,
    EndedBy.RESIGNED: score_pb2.ENDED_BY_RESIGNED,
    EndedBy.TIMED_OUT: score_pb2.ENDED_BY_TIMED_OUT,
    EndedBy.LEFT: score_pb2.ENDED_BY_LEFT,
    EndedBy.REMOVED: score_pb2.ENDED_BY_REMOVED,
}
_PLACEHOLDER = 1.0


def opened(address: Address, creator: str) -> Told:
    """A table was opened."""
    fact = fact_pb2.Fact(table=address.name, version=-1, opened=fact_pb2.Fact.Opened(creator=creator))
    return Told("opened", fact.SerializeToString())


def seated(address: Address, seating: Seating) -> Told:
    """The seats changed."""
    everybody = [seat_message(seat, seating.sitters[seat]) for seat in seats(len(seating.sitters))]
    fact = fact_pb2.Fact(table=address.name, version=-1, seated=fact_pb2.Fact.Seated(seats=everybody))
    return Told("seated", fact.SerializeToString())


def seat_left(table: LiveTable, play: Play[Any]) -> Told:
    """Somebody left a table where a bot plays on: the seat may be given to somebody else."""
    everybody = [
        seat_message(
            seat,
            table.seating.sitters[seat],
            left=play.house.departed(seat),
            substitute=table.seating.substitute(seat),
        )
        for seat in seats(len(table.seating.sitters))
    ]
    fact = fact_pb2.Fact(
        table=table.address.name, version=play.version, seated=fact_pb2.Fact.Seated(seats=everybody)
    )
    return Told("seated", fact.SerializeToString())


def turn(address: Address, version: int, waiting: Sequence[tuple[str, OpenDecision]]) -> TurnFact:
    """Bots that are to decide, and a deadline that the log fills in: its eight bytes come last."""
    fact = fact_pb2.Fact(table=address.name, version=version)
    for bot, decision in waiting:
        fact.turn.bots.add(bot=bot, decision=decision_message(decision))
    fact.turn.due_at_ms = _PLACEHOLDER
    return TurnFact(fact.SerializeToString(), always=bool(waiting))


def taken_over(table: LiveTable, seat: Seat, bot: str) -> list[Told]:
    """A bot is to take the decision that is open for a seat, if there is one, since nobody else will."""
    if (decision := table.play.decision_of(seat)) is None:
        return []
    fact = fact_pb2.Fact(table=table.address.name, version=table.version)
    fact.turn.bots.add(bot=bot, decision=decision_message(decision))
    return [Told("turn", fact.SerializeToString())]


def finished(table: LiveTable, play: Play[Any], ended_at_ms: int) -> Told:
    """The table ended with this result."""
    fact = fact_pb2.Fact(table=table.address.name, version=play.version)
    fact.finished.CopyFrom(result(table, play, ended_at_ms))
    return Told("finished", fact.SerializeToString())


def result(table: LiveTable, play: Play[Any], ended_at_ms: int) -> score_pb2.Result:
    """What a finished table reports."""
    assert play.outcome is not None
    setting, spec = table.terms.setting, table.rules.spec
    return score_pb2.Result(
        table=table.address.name,
        game=table.address.game,
        rules_version=setting.rules_version,
        options=dict(table.terms.options),
        deal=setting.deal,
        rated=setting.rated,
        higher_is_better=spec.higher_is_better,
        seats=[
            seat_message(seat, table.seating.sitters[seat], left=play.house.departed(seat))
            for seat in seats(table.terms.seat_count)
        ],
        outcome=outcome_message(play.outcome),
        teams=[score_pb2.Team(seats=side) for side in table.rules.teams(play.state)],
        aborted=play.is_aborted,
        hand_entered=play.is_overruled,
        ended_at_s=ended_at_ms // 1000,
        version=play.version + 1,
        tournament=setting.tournament,
        correspondence=table.terms.is_correspondence,
        no_show_seats=no_shows(table, play),
        moved_seats=moved(play),
    )


def moved(play: Play[Any]) -> list[int]:
    """The seats that ever moved by themselves."""
    return [seat for seat, has_moved in enumerate(play.house.moved) if has_moved]


def no_shows(table: LiveTable, play: Play[Any]) -> list[Seat]:
    """The seats that never came: the play was stopped for it, or went on without them.

    Who resigned before the first move was there, and a bot always is.
    """
    gone = [
        departure.seat
        for departure in play.departures
        if departure.ended_by is not EndedBy.RESIGNED and not play.house.moved[departure.seat]
    ]
    sitters = table.seating.sitters
    return [
        seat
        for seat in sorted({*play.house.no_shows, *gone})
        if (sitter := sitters[seat]) is None or not sitter.is_bot
    ]


def outcome_message(outcome: Outcome) -> score_pb2.Outcome:
    """Why a play ended and who came where."""
    return score_pb2.Outcome(
        reason=outcome.reason,
        placements=[
            score_pb2.Placement(
                seat=one.seat, place=one.place, total=one.total, ended_by=_ENDED_BY[one.ended_by]
            )
            for one in outcome.placements
        ],
    )


def sheet_message(sheet: ScoreSheet) -> score_pb2.ScoreSheet:
    """The itemised sum of one seat."""
    return score_pb2.ScoreSheet(
        seat=sheet.seat,
        total=sheet.total,
        lines=[
            score_pb2.ScoreLine(
                category=line.category,
                label=line.label,
                points=line.points,
                evidence=line.evidence,
                reason=line.reason,
                counted=line.counted,
            )
            for line in sheet.lines
        ],
    )


def decision_message(decision: OpenDecision) -> table_pb2.Decision:
    """An open decision."""
    return table_pb2.Decision(seat=decision.seat, kind=decision.kind, decision_id=decision.decision_id)


def newly_waiting(table: LiveTable, play: Play[Any]) -> list[tuple[str, OpenDecision]]:
    """The decisions that bots have to answer since this version: opened by it, or taken over with it."""
    taken_over = {departure.seat for departure in play.departures if departure.version == play.version}
    return [
        (bot, decision)
        for bot, decision in table.bot_decisions(play)
        if decision.decision_id == play.version or decision.seat in taken_over
    ]
