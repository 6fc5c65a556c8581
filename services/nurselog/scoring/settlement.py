"""What happens once for each finished table: ladder, boards of totals, result, players' histories.

Every step can be repeated, so a fact that is delivered again, or twice at a time, ends in the same place.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from prometheus_client import Counter

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.errors import Aborted, Unavailable
from nurselog.chassis.logs import get
from nurselog.chassis.redis import is_store_outage
from nurselog.scoring import model
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.documents import describe, rated_fact
from nurselog.scoring.ladder_store import Applied, Conflict, LadderStore, Replayed
from nurselog.scoring.ladders import bots_without_rating, post
from nurselog.scoring.results_store import Loss, ResultsStore
from nurselog.scoring.seasons import season_at
from nurselog.scoring.totals import ALL_TIME, Window, totals, windows
from nurselog.scoring.verdicts import Contest, Unrated, judge, lost_by_time

OwedResults: TypeAlias = Callable[[Sequence[str]], Awaitable[Sequence[Result]]]
"""Results with any of these players that are told already, or will be, and may not be settled."""

ATTEMPTS = 16
"""How often a table is computed again because somebody's rating moved meanwhile."""

settled_tables = Counter(
    "nurselog_scoring_tables_total",
    "Finished tables settled, by ladder (empty: unrated) and reason.",
    ["ladder", "reason"],
)

log = get(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What operators decide: games whose spread is not the default, windows of solo boards, serial losses."""

    betas: Mapping[str, float] = field(default_factory=dict)
    windows: Sequence[Window] = (Window.MONTH,)
    serial_loss_s: int = 72 * 3600

    def beta(self, game: str) -> float:
        """The spread of one play."""
        return self.betas.get(game, model.BETA)


class Settlement:
    """Settles tables."""

    def __init__(
        self,
        ladders: LadderStore,
        results: ResultsStore,
        totals_: BoardStore,
        policy: Policy | None = None,
        *,
        owed: OwedResults | None = None,
    ) -> None:
        self._ladders = ladders
        self._results = results
        self._boards = totals_
        self._policy = policy or Policy()
        self._owed = owed
        self._queues: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        """Who met a conflict waits here, so that of many who share a player each gets through."""

    async def settle(self, result: Result) -> TableResult:
        """Does all that a finished table demands, once; answers what it meant."""
        verdict = judge(result)
        ladder = verdict.ladder if isinstance(verdict, Contest) else ""
        settled = (
            await self._rate(verdict, result) if isinstance(verdict, Contest) else Applied(None, verdict)
        )
        document = describe(result, ladder, settled)
        await self._enter_totals(result)
        if await self._results.keep(document, rated_fact(document)):
            settled_tables.labels(document.ladder, document.unrated_reason).inc()
            log.info(
                "table_settled", table=result.table, ladder=document.ladder, unrated=document.unrated_reason
            )
        await self._remember(document)
        return document

    async def _rate(self, contest: Contest, result: Result) -> Applied | Replayed:
        if await self._is_serial_loss(result):
            settled = await self._ladders.settle_unrated(
                contest.ladder, contest.table, Unrated.SERIAL_LOSS, ()
            )
        else:
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
        players = [member.player for member in contest.members]
        known = await self._ladders.known(contest.ladder, players)
        if bots := bots_without_rating(contest, known.ratings):
            return await self._ladders.settle_unrated(
                contest.ladder, contest.table, Unrated.BOT_WITHOUT_RATING, bots
            )
        season = season_at(known.seasons, contest.ended_at_s)
        posting = post(contest, known.ratings, self._policy.beta(contest.game), season)
        return await self._ladders.settle(contest.ladder, posting, known.ratings)

    async def _is_serial_loss(self, result: Result) -> bool:
        """Whether the time of a player ran out who had lost another table so shortly before.

        Then the table is rated for nobody, so it is the first of nobody either. The claims are made in one
        order everywhere: of two tables that the same players lose at the same time one gets them all.
        """
        loss = Loss(result.table, result.ended_at_s, self._policy.serial_loss_s)
        losers = sorted(lost_by_time(result))
        if losers:
            await self._settle_earlier(result, losers)
        for player in losers:
            if not await self._results.lose_by_time(player, loss, claim=False):
                return True
        for at, player in enumerate(losers):
            if not await self._results.lose_by_time(player, loss, claim=True):
                for other in losers[:at]:
                    await self._results.lose_unrated(other, loss)
                return True
        return False

    async def _settle_earlier(self, result: Result, losers: Sequence[str]) -> None:
        """First the losses of these players that ended earlier, and may be told later: they come first.

        The end decides, by the second. Told again, they are settled already; what fails fails there, too.
        """
        found = await self._owed(losers) if self._owed is not None else ()
        earlier = (one for one in found if one.ended_at_s < result.ended_at_s)
        for one in sorted(earlier, key=lambda one: (one.ended_at_s, one.table)):
            lost_too = not set(losers).isdisjoint(lost_by_time(one))
            if lost_too and await self._results.find(one.table) is None:
                try:
                    await self.settle(one)
                except Exception as error:  # its own delivery meets the same, and says so
                    if is_store_outage(error) or isinstance(error, Unavailable):
                        raise
                    log.warning("earlier_loss_waits", table=one.table, error=str(error))

    async def _enter_totals(self, result: Result) -> None:
        found = list(totals(result))
        if not found:
            return
        kept = await self._results.find(result.table)
        if kept is not None and kept.annul_reason:
            return
        for about, total in found:
            spans = (ALL_TIME,) if about.deal else windows(total.at_s, self._policy.windows)
            await self._boards.enter(about, total, spans)

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
