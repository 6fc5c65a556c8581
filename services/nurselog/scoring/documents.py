"""What the store's values look like to callers and to the rest of the house: messages. Pure."""

from __future__ import annotations

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.api.scoring.v1.scoring_service_pb2 import RatingChange, TableResult
from nurselog.scoring import model
from nurselog.scoring.ladder_store import Applied, Replayed
from nurselog.scoring.ledger import Entry, Line

ANNULLED = "annulled"
"""The reason for which an annulled table is unrated."""


def describe(result: Result, ladder: str, settled: Applied | Replayed) -> TableResult:
    """The document of a settled table."""
    document = TableResult(
        name=result_name(result.table),
        result=result,
        ladder=f"ladders/{ladder}" if settled.entry else "",
        unrated_reason=settled.reason,
    )
    document.end_time.FromSeconds(result.ended_at_s)
    if settled.entry is not None:
        document.changes.extend(_changes(settled.entry))
    return document


def annulled(document: TableResult, reason: str) -> TableResult:
    """The document of a table after its annulment."""
    after = TableResult()
    after.CopyFrom(document)
    after.ladder = ""
    after.unrated_reason = ANNULLED
    after.annul_reason = reason
    del after.changes[:]
    return after


def rated_fact(document: TableResult) -> Fact | None:
    """What the house is told of a settled table; None for one that moved no rating."""
    if not document.ladder:
        return None
    changes = [
        Fact.Change(
            player=change.player, rating_before=change.rating_before, rating_after=change.rating_after
        )
        for change in document.changes
    ]
    return _fact(document, Fact.Rated(ladder=document.ladder, changes=changes))


def annulled_fact(document: TableResult, ladder: str) -> Fact | None:
    """What the house is told of an annulled table; None for one that had moved no rating."""
    if not ladder:
        return None
    return _fact(document, Fact.Rated(ladder=ladder, annul_reason=document.annul_reason))


def result_name(table: str) -> str:
    """`results/{game}/{table}` for `games/{game}/tables/{table}`."""
    _, game, _, table_id = table.split("/")
    return f"results/{game}/{table_id}"


def _fact(document: TableResult, rated: Fact.Rated) -> Fact:
    return Fact(table=document.result.table, version=document.result.version, rated=rated)


def _changes(entry: Entry) -> list[RatingChange]:
    return [_change(line, entry.beta) for line in sorted(entry.lines, key=lambda line: line.seat)]


def _change(line: Line, beta: float) -> RatingChange:
    after = model.shown(line.after, beta)
    return RatingChange(
        player=line.player,
        rating_before=model.shown(line.before, beta).rating,
        rating_after=after.rating,
        deviation_after=after.deviation,
    )
