"""From a judged move to the draft of a commit: deadline, facts, result."""

from __future__ import annotations

from typing import Any

from nurselog.engine import facts
from nurselog.engine.address import Status
from nurselog.engine.commits import pack
from nurselog.engine.deadlines import Patience, due_at, foresee, not_after
from nurselog.engine.history import next_moment
from nurselog.engine.live import LiveTable
from nurselog.engine.log import NEVER, Draft, Due, Told, TurnFact
from nurselog.rules.fold import Advance, LeaverPolicy


def draft(
    patience: Patience, table: LiveTable, made: Advance[Any], now_ms: int, request_id: str | None = None
) -> Draft:
    """What to ask of the log, for a player (with a request id, which may be empty) or for the house (None).

    `now_ms` is the store's time, as well as we know it.
    """
    play, entry = made.play, made.entry
    due, turn = _due(patience, table, made, now_ms)
    status = _status(table, made)
    ended = status is Status.FINISHED
    return Draft(
        epoch=table.epoch,
        after=play.version - 1,
        commit=pack(entry, request_id or ""),
        seat=entry.seat,
        request=request_id or "",
        not_after_ms=not_after(table, entry.seat) if request_id is not None else None,
        due=due,
        status=status,
        revision=table.revision if play.version == 0 else None,
        outcome=facts.outcome_message(play.outcome).SerializeToString() if ended and play.outcome else b"",
        turn=turn,
        facts=_facts(table, made, now_ms),
    )


def _facts(table: LiveTable, made: Advance[Any], now_ms: int) -> tuple[Told, ...]:
    play = made.play
    if play.outcome is not None:
        return (facts.finished(table, play, now_ms),)
    left_now = bool(play.departures) and play.departures[-1].version == play.version
    if left_now and table.terms.policy is LeaverPolicy.BOT:
        return (facts.seat_left(table, play),)
    return ()


def _due(
    patience: Patience, table: LiveTable, made: Advance[Any], now_ms: int
) -> tuple[Due, TurnFact | None]:
    play = made.play
    if table.terms.rule is None and not table.seating.has_bots and not play.departures:
        return NEVER, None
    due = foresee(
        lambda at_ms: due_at(patience, table, next_moment(table.terms, table.moment, made, at_ms)), now_ms
    )
    waiting = facts.newly_waiting(table, play)
    if due == NEVER and not waiting:
        return due, None
    return due, facts.turn(table.address, play.version, waiting)


def _status(table: LiveTable, made: Advance[Any]) -> Status | None:
    if made.play.outcome is not None:
        return Status.FINISHED
    return Status.PLAYING if table.status is Status.OPEN else None
