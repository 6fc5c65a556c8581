"""What happens for each fact of a table.

A seat that is vacant is offered; a finished table enters the records of its players, once, and what was
foretold of it stands beside what happened.
"""

from __future__ import annotations

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.log.v1.fact_pb2 import Fact
from nurselog.chassis.logs import get
from nurselog.matchmaking import metrics
from nurselog.matchmaking.conduct import Conduct, ConductTerms, Noted, note, read, scores
from nurselog.matchmaking.conduct_store import ConductStore
from nurselog.matchmaking.pool_store import PoolStore

log = get(__name__)


class Settlement:
    """Reads facts, for a consumer of the outbox. A repeat changes nothing."""

    def __init__(self, store: ConductStore, pools: PoolStore, terms: ConductTerms) -> None:
        self._store = store
        self._pools = pools
        self._terms = terms

    async def read(self, fact: Fact) -> None:
        """One fact, of either kind."""
        if fact.HasField("finished"):
            await self.settle(fact.finished)
        elif fact.HasField("seated") and fact.version >= 0:
            for seat in fact.seated.seats:
                if seat.left and not seat.HasField("substitute"):
                    await self._pools.open_vacancy(fact.table, seat.index, fact.version)

    async def settle(self, result: Result) -> None:
        """Enters a finished table in the records of its players."""
        sat = {one.player: one for one in read(result)}
        closed: dict[str, int] = {}

        def change(player: str, conduct: Conduct) -> Noted:
            noted = note(conduct, sat[player], self._terms)
            closed[player] = noted.closed_s
            return noted

        foretold = await self._store.note(result.table, sorted(sat), change)
        for player in (player for player, seconds in closed.items() if seconds):
            metrics.closures.inc()
            log.info("live_pools_closed", player=player, table=result.table, seconds=closed[player])
        if foretold is not None:
            metrics.count_outcome(foretold.pool.label, foretold.plan, dict(scores(result)))
