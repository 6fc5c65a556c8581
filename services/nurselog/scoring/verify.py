"""The proof that ratings are what they must be: a fold of the stored results, in the order of the ledger.

Every entry is compared with the result of its table and computed again; at the end ratings and both boards
are compared with the fold, and every result with the ledger and the histories. Prove a quiet house: a table
that ends meanwhile can look like a difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient
from nurselog.scoring.ladder_store import Applied, LadderStore
from nurselog.scoring.ladders import Cause, Entry, Rating, advance, recomputed
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.settlement import describe
from nurselog.scoring.verdicts import Contest, Unrated, judge


@dataclass(slots=True)
class Report:
    """What was compared, and each difference as a sentence; `sound` if there is none."""

    ladders: int = 0
    entries: int = 0
    ratings: int = 0
    results: int = 0
    rated: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether everything agreed."""
        return not self.differences

    def note(self, *, unless: bool, sentence: str) -> None:
        """One comparison."""
        if not unless:
            self.differences.append(sentence)


async def verify(client: RedisClient) -> Report:
    """Computes everything again from what is stored, changes nothing, and reports."""
    gatherer = Gatherer(client)
    try:
        return await _Proof(LadderStore(gatherer), ResultsStore(gatherer)).run()
    finally:
        await gatherer.aclose()


class _Proof:
    def __init__(self, ladders: LadderStore, results: ResultsStore) -> None:
        self._ladders = ladders
        self._results = results
        self._entered: set[str] = set()
        self.report = Report()

    async def run(self) -> Report:
        for ladder in await self._ladders.names():
            self.report.ladders += 1
            folded = await self._fold(ladder)
            await self._compare(ladder, folded)
        async for table in self._results.tables():
            self.report.results += 1
            await self._result(table)
        return self.report

    async def _fold(self, ladder: str) -> dict[str, Rating]:
        ratings: dict[str, Rating] = {}
        async for entry in self._ladders.ledger(ladder):
            self.report.entries += 1
            if entry.cause is Cause.RESULT:
                await self._entry(ladder, entry)
            again = recomputed(ladder, entry, ratings)
            self.report.note(
                unless=again == entry, sentence=f"{ladder}: entry {entry.seq} computes differently now."
            )
            ratings.update(advance(again, ratings))
        return ratings

    async def _entry(self, ladder: str, entry: Entry) -> None:
        where = f"{ladder}: entry {entry.seq}, {entry.table}"
        self.report.note(unless=entry.table not in self._entered, sentence=f"{where}, was entered before.")
        self._entered.add(entry.table)
        document = await self._results.find(entry.table)
        if document is None:
            self.report.note(unless=False, sentence=f"{where}, has no result.")
            return
        same = judge(document.result) == entry.contest(ladder)
        self.report.note(unless=same, sentence=f"{where}, is not what its result says.")
        told = describe(document.result, ladder, Applied(entry)) == document
        self.report.note(unless=told, sentence=f"{where}, is told differently by its result.")

    async def _compare(self, ladder: str, folded: dict[str, Rating]) -> None:
        stored = await self._ladders.all_ratings(ladder)
        self.report.ratings += len(stored)
        for player in sorted(stored.keys() | folded.keys()):
            same = stored.get(player) == folded.get(player)
            self.report.note(unless=same, sentence=f"{ladder}: {player} is not the fold of the ledger.")
        listed = {player: rating.score for player, rating in folded.items() if not rating.provisional}
        everyone = {player: rating.score for player, rating in folded.items()}
        board = await self._ladders.board(ladder)
        self.report.note(
            unless=board == listed, sentence=f"{ladder}: the board is not the fold of the ledger."
        )
        board = await self._ladders.board(ladder, everyone=True)
        self.report.note(
            unless=board == everyone, sentence=f"{ladder}: the full board is not the fold of the ledger."
        )

    async def _result(self, table: str) -> None:
        document = await self._results.find(table)
        if document is None:
            self.report.note(unless=False, sentence=f"{table}: the index names a result that is not there.")
            return
        self.report.rated += bool(document.ladder)
        entered = table in self._entered
        self.report.note(
            unless=entered == bool(document.ladder), sentence=f"{table}: result and ledger disagree."
        )
        if not entered:
            self.report.note(unless=_may_be_unrated(document), sentence=f"{table}: should have been rated.")
        for seat in document.result.seats:
            player = seat.occupant.player
            known = not player.startswith("players/") or await self._results.in_history(player, document)
            self.report.note(unless=known, sentence=f"{table}: is missing in the history of {player}.")


def _may_be_unrated(document: TableResult) -> bool:
    verdict = judge(document.result)
    reason = Unrated.BOT_WITHOUT_RATING if isinstance(verdict, Contest) else verdict
    bots = any(seat.occupant.player.startswith("bots/") for seat in document.result.seats)
    return document.unrated_reason == reason and (bots or not isinstance(verdict, Contest))
