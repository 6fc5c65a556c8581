"""The proof that boards of totals are what the results say: nobody misses, nothing stands there unearned."""

from __future__ import annotations

from collections.abc import AsyncIterator

from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.gatherer import Gatherer
from nurselog.scoring import boards
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.totals import About, Total, totals


class TotalsProof:
    """Compares one result at a time with the boards of all time it should stand on."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._boards = BoardStore(gatherer)

    async def differences(self, document: TableResult) -> AsyncIterator[str]:
        """A sentence for each board that does not fit this result."""
        for about, total in totals(document.result):
            places = await self._boards.members(about.id, [total.player])
            stored = places[0].total if places else None
            where = f"{total.table}: {total.player} on {about.id}"
            own = stored is not None and stored.table == total.table
            if document.annul_reason:
                if own:
                    yield f"{where} stands there by an annulled table."
            elif own and stored != total:
                yield f"{where} stands there with another total."
            elif not own and not await self._may_stand_by(about, total, stored):
                yield f"{where} misses this total."

    async def _may_stand_by(self, about: About, total: Total, stored: Total | None) -> bool:
        """Whether another table's entry, or none, is right beside this total."""
        if await self._boards.was_reset(about.id):
            return True
        if stored is None:
            return False
        return bool(about.deal) or _points(about, stored) >= _points(about, total)


def _points(about: About, total: Total) -> int:
    return boards.points_of(total.value, higher_is_better=about.higher_is_better)
