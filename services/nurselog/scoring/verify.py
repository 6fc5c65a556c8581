"""The proof that ratings are what they must be: a fold of the stored results, in the order of the ledger.

Every entry is compared with the result of its table and computed again; at the end ratings and all boards of
ladders are compared with the fold, and every result with the ledger, the histories and the boards of totals.
Prove a quiet house: a table that ends meanwhile can look like a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import RedisClient
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.documents import ANNULLED, annulled, describe
from nurselog.scoring.ladder_store import Applied, LadderStore
from nurselog.scoring.ledger import Cause, Entry
from nurselog.scoring.replay import Board, Replay, replay, visible_changes
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.seasons import NO_SEASON
from nurselog.scoring.totals_proof import TotalsProof
from nurselog.scoring.verdicts import Contest, Unrated, judge, lost_by_time


@dataclass(slots=True)
class Report:
    """What was compared, and each difference as a sentence; `sound` if there is none."""

    ladders: int = 0
    entries: int = 0
    ratings: int = 0
    results: int = 0
    rated: int = 0
    annulled: int = 0
    archived: int = 0
    differences: list[str] = field(default_factory=list)
    mended: list[str] = field(default_factory=list)
    """The ladders that were made anew before this comparison."""
    different: set[str] = field(default_factory=set)
    """The ladders whose ratings or boards are not the fold of their ledger: those can be made anew."""

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
        return await Proof(gatherer).run()
    finally:
        await gatherer.aclose()


class Proof:
    """One comparison of everything."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._ladders = LadderStore(gatherer)
        self._copies = CopyStore(gatherer)
        self._seasons = SeasonStore(gatherer)
        self._results = ResultsStore(gatherer)
        self._totals = TotalsProof(gatherer)
        self._entered: set[str] = set()
        self._annulled: set[str] = set()
        self.report = Report()

    async def run(self) -> Report:
        """Everything, ladder by ladder, then result by result."""
        for ladder in await self._ladders.names():
            self.report.ladders += 1
            await self._compare(ladder, await self._fold(ladder))
        async for table in self._results.tables():
            self.report.results += 1
            await self._result(table)
        return self.report

    async def _fold(self, ladder: str) -> Replay:
        ledger: list[Entry] = []
        made, season = Replay(ladder), None
        async for entry in self._ladders.ledger(ladder):
            self.report.entries += 1
            ledger.append(entry)
            if entry.cause is Cause.SEASON:
                season = entry
            elif entry.cause is Cause.ANNUL:
                made = self._without(ladder, entry, ledger, made)
            else:
                again = made.take(entry)
                self._same(ladder, (season, entry) if season else (entry,), again)
                season = None
        for entry in ledger:
            if entry.cause is Cause.RESULT:
                await self._entry(ladder, entry)
        return made

    def _without(self, ladder: str, entry: Entry, ledger: Sequence[Entry], before: Replay) -> Replay:
        self._annulled.add(entry.table)
        self.report.annulled += 1
        after = replay(ladder, ledger)
        told = visible_changes(before.ratings, after.ratings, entry.beta)
        self.report.note(
            unless=list(entry.lines) == told,
            sentence=f"{ladder}: entry {entry.seq} tells other changes than its annulment made.",
        )
        return after

    def _same(self, ladder: str, stored: tuple[Entry, ...], again: tuple[Entry, ...]) -> None:
        plain = tuple(replace(one, seq=0) for one in stored)
        computed = tuple(replace(one, seq=0) for one in again)
        sentence = f"{ladder}: entry {stored[-1].seq} computes differently now."
        self.report.note(unless=plain == computed, sentence=sentence)

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
        told = describe(document.result, ladder, Applied(entry))
        if entry.table in self._annulled:
            told = annulled(told, document.annul_reason)
        self.report.note(unless=told == document, sentence=f"{where}, is told differently by its result.")

    async def _compare(self, ladder: str, folded: Replay) -> None:
        known = len(self.report.differences)
        stored = await self._copies.ratings(ladder)
        self.report.ratings += len(stored)
        for player in sorted(stored.keys() | folded.ratings.keys()):
            same = stored.get(player) == folded.ratings.get(player)
            self.report.note(unless=same, sentence=f"{ladder}: {player} is not the fold of the ledger.")
        calendar = {season.begins_s for season in await self._seasons.of(ladder)}
        for season in sorted({NO_SEASON, *calendar, *folded.boards}):
            board, demanded = await self._copies.board(ladder, season), folded.boards.get(season, Board())
            where = f"{ladder}, season {season}" if season else ladder
            self.report.note(
                unless=board.listed == demanded.listed,
                sentence=f"{where}: the board is not the fold of the ledger.",
            )
            self.report.note(
                unless=board.everyone == demanded.everyone,
                sentence=f"{where}: the full board is not the fold of the ledger.",
            )
        if len(self.report.differences) > known:
            self.report.different.add(ladder)

    async def _result(self, table: str) -> None:
        document = await self._results.find(table)
        if document is None:
            self.report.note(unless=False, sentence=f"{table}: the index names a result that is not there.")
            return
        rated = bool(document.ladder)
        self.report.rated += rated
        entered = table in self._entered
        agree = rated == (entered and table not in self._annulled)
        self.report.note(unless=agree, sentence=f"{table}: result and ledger disagree.")
        if not entered:
            self.report.note(unless=_may_be_unrated(document), sentence=f"{table}: should have been rated.")
        async for sentence in self._totals.differences(document):
            self.report.note(unless=False, sentence=sentence)
        for seat in document.result.seats:
            player = seat.occupant.player
            known = not player.startswith("players/") or await self._results.in_history(player, document)
            self.report.note(unless=known, sentence=f"{table}: is missing in the history of {player}.")


def _may_be_unrated(document: TableResult) -> bool:
    verdict, reason = judge(document.result), document.unrated_reason
    if not isinstance(verdict, Contest):
        return reason == (ANNULLED if document.annul_reason else verdict)
    if reason == Unrated.SERIAL_LOSS:
        return bool(lost_by_time(document.result))
    bots = any(seat.occupant.player.startswith("bots/") for seat in document.result.seats)
    return reason == Unrated.BOT_WITHOUT_RATING and bots
