"""Annulments: a table is taken out of a ladder or off a board, and all is as if it had never been played.

The ladder is computed again on a copy while results keep coming in; the copy takes its place once it knows
them all. Every step can be repeated, so an annulment that was cut short is finished by asking again. It
computes for long: in a process of its own (`worker`), never in the loop that answers.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence

from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.errors import FailedPrecondition, NotFound
from nurselog.chassis.logs import get
from nurselog.scoring import boards
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.documents import annulled, annulled_fact, result_name
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ledger import Entry
from nurselog.scoring.remake import remade
from nurselog.scoring.replay import annulment
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.totals import ALL_TIME, About, Total, Window, totals, windows

_PAGE = 100

log = get(__name__)


class Annulment:
    """Takes tables out."""

    def __init__(
        self,
        ladders: LadderStore,
        copies: CopyStore,
        results: ResultsStore,
        totals_: BoardStore,
        kept: Sequence[Window],
    ) -> None:
        self._ladders = ladders
        self._copies = copies
        self._results = results
        self._boards = totals_
        self._kept = kept

    async def annul(self, table: str, reason: str, at_s: int) -> TableResult:
        """Annuls a table for a reason that players see; a repeat changes nothing. Raises `Refusal`."""
        document = await self._results.find(table)
        if document is None:
            raise NotFound("RESULT_NOT_FOUND", f"There is no result of {table}.", field="name", result=table)
        found = list(totals(document.result))
        if not (document.ladder or found or document.annul_reason):
            raise FailedPrecondition(
                "RESULT_NOT_RATED",
                "The table moved no rating and stands on no board.",
                field="name",
                result=result_name(table),
            )
        if not document.annul_reason:
            document = await self._take_out(document, reason, at_s)
        for about, total in found:
            await self._correct(about, total)
        return document

    async def _take_out(self, document: TableResult, reason: str, at_s: int) -> TableResult:
        ladder = document.ladder.removeprefix("ladders/")
        if ladder:
            settled = await self._ladders.settled(ladder, document.result.table)
            if settled is not None and settled.entry is not None:
                await self._remake(ladder, settled.entry, reason, at_s)
        after = annulled(document, reason)
        await self._results.amend(after, annulled_fact(after, document.ladder))
        log.info("table_annulled", table=document.result.table, ladder=ladder, reason=reason)
        return after

    async def _remake(self, ladder: str, entry: Entry, reason: str, at_s: int) -> None:
        copy = await remade(self._ladders, self._copies, ladder, without=entry)
        try:
            await copy.replace(lambda lines: annulment(entry.table, reason, at_s, entry.beta, lines))
        except BaseException:
            await copy.drop()
            raise

    async def _correct(self, about: About, gone: Total) -> None:
        """Sets the entries of a player to what the other tables give."""
        rest = [one async for one in self._totals_of(gone.player, about.id)]
        spans = (ALL_TIME,) if about.deal else windows(gone.at_s, self._kept)
        for window in spans:
            inside = [one for one in rest if about.deal or window in windows(one.at_s, self._kept)]
            await self._boards.correct(about, gone.player, _standing(about, inside), window)

    async def _totals_of(self, player: str, board: str) -> AsyncIterator[Total]:
        after: str | None = None
        while True:
            page = await self._results.history(player, _PAGE, after)
            for table in page.tables:
                document = await self._results.find(table)
                if document is None or document.annul_reason:
                    continue
                for about, total in totals(document.result):
                    if about.id == board and total.player == player:
                        yield total
            if page.after is None:
                return
            after = page.after


def _standing(about: About, found: Iterable[Total]) -> Total | None:
    """The total that counts: the first of a deal, the best of a solo game, the earlier one of equals."""
    best = 0 if about.deal else 1
    return min(
        found,
        key=lambda one: (
            -best * boards.points_of(one.value, higher_is_better=about.higher_is_better),
            one.at_s,
        ),
        default=None,
    )
