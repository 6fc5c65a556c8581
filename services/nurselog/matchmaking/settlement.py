"""What happens once for each finished table: the records of its players, and what was foretold beside it."""

from __future__ import annotations

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.chassis.logs import get
from nurselog.matchmaking import metrics
from nurselog.matchmaking.conduct import Conduct, ConductTerms, Noted, note, read, scores
from nurselog.matchmaking.conduct_store import ConductStore

log = get(__name__)


class Settlement:
    """Reads results, for a consumer of the outbox. A repeat changes nothing."""

    def __init__(self, store: ConductStore, terms: ConductTerms) -> None:
        self._store = store
        self._terms = terms

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
