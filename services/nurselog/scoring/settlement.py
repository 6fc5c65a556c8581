"""What happens once for each finished table: its ladder's entry, its result, the histories of its players.

Every step can be repeated, so a fact that is delivered again, or twice at a time, ends in the same place.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping

from prometheus_client import Counter

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.scoring.v1.scoring_service_pb2 import RatingChange, TableResult
from nurselog.chassis.errors import Aborted
from nurselog.chassis.logs import get
from nurselog.scoring import model
from nurselog.scoring.ladder_store import Applied, Conflict, LadderStore, Replayed
from nurselog.scoring.ladders import Entry, Line, advance, bots_without_rating, enter
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.verdicts import Contest, Unrated, judge

ATTEMPTS = 16
"""How often a table is computed again because somebody's rating moved meanwhile."""

settled_tables = Counter(
    "nurselog_scoring_tables_total",
    "Finished tables settled, by ladder (empty: unrated) and reason.",
    ["ladder", "reason"],
)

log = get(__name__)


class Settlement:
    """Settles tables; `betas` names the games whose spread is not the default."""

    def __init__(
        self, ladders: LadderStore, results: ResultsStore, betas: Mapping[str, float] | None = None
    ) -> None:
        self._ladders = ladders
        self._results = results
        self._betas = betas or {}
        self._queues: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Who met a conflict waits here, so that of many who share a player each gets through."""

    async def settle(self, result: Result) -> TableResult:
        """Does all that a finished table demands, once; answers what it meant."""
        verdict = judge(result)
        ladder = verdict.ladder if isinstance(verdict, Contest) else ""
        settled = await self._rate(verdict) if isinstance(verdict, Contest) else Applied(None, verdict)
        document = describe(result, ladder, settled)
        if await self._results.keep(document):
            settled_tables.labels(document.ladder, document.unrated_reason).inc()
            log.info(
                "table_settled", table=result.table, ladder=document.ladder, unrated=document.unrated_reason
            )
        await self._remember(document)
        return document

    async def _rate(self, contest: Contest) -> Applied | Replayed:
        settled = await self._attempt(contest)
        if not isinstance(settled, Conflict):
            return settled
        async with self._queues[contest.ladder]:
            for _ in range(ATTEMPTS):
                settled = await self._attempt(contest)
                if not isinstance(settled, Conflict):
                    return settled
        raise Aborted("CONFLICT", f"The ratings at {contest.table} moved too often.", table=contest.table)

    async def _attempt(self, contest: Contest) -> Applied | Replayed | Conflict:
        before = await self._ladders.ratings(contest.ladder, [member.player for member in contest.members])
        if bots := bots_without_rating(contest, before):
            return await self._ladders.settle_unrated(
                contest.ladder, contest.table, Unrated.BOT_WITHOUT_RATING, bots
            )
        entry = enter(contest, before, self._betas.get(contest.game, model.BETA))
        return await self._ladders.settle(contest.ladder, entry, before, advance(entry, before))

    async def _remember(self, document: TableResult) -> None:
        result = document.result
        players = {
            seat.occupant.player for seat in result.seats if seat.occupant.player.startswith("players/")
        }
        ladder = document.ladder.removeprefix("ladders/")
        entered = (
            self._results.enter_history(player, result.table, result.ended_at_s, ladder)
            for player in sorted(players)
        )
        await asyncio.gather(*entered)


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


def result_name(table: str) -> str:
    """`results/{game}/{table}` for `games/{game}/tables/{table}`."""
    _, game, _, table_id = table.split("/")
    return f"results/{game}/{table_id}"


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
