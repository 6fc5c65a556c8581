"""What operators do at a terminal, on the store itself. Raises `Refusal`, as the services do."""

from __future__ import annotations

import time
from pathlib import Path

from nurselog.api.scoring.v1.scoring_service_pb2 import TableResult
from nurselog.chassis.gatherer import Gatherer
from nurselog.scoring.annulment import Annulment
from nurselog.scoring.board_store import BoardStore
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.importing import Importer
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ladders import Rating
from nurselog.scoring.names import read_bot, read_ladder, read_result
from nurselog.scoring.rebuild import mend, rebuild
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.season_store import SeasonStore
from nurselog.scoring.seasons import Season
from nurselog.scoring.settings import ScoringSettings
from nurselog.scoring.verify import Proof, Report
from nurselog.scoring.wishes import (
    open_season,
    policy_of,
    read_reason,
    read_season_wish,
    read_source,
    read_strength,
)


async def proof(gatherer: Gatherer) -> Report:
    """Computes everything again from what is stored."""
    return await Proof(gatherer).run()


async def rebuilt(gatherer: Gatherer, archive: Path, *, apply: bool) -> Report:
    """As `proof`, with the archive; with `apply` the report is that after ladders were made anew."""
    report = await rebuild(gatherer, archive)
    if not apply or not report.different:
        return report
    mended = await mend(gatherer, report)
    report = await rebuild(gatherer, archive)
    report.mended = mended
    return report


async def annul_result(
    gatherer: Gatherer, settings: ScoringSettings, result: str, reason: str, at_s: int
) -> TableResult:
    """Takes a table out, as the service does."""
    annulment = Annulment(
        LadderStore(gatherer),
        CopyStore(gatherer),
        ResultsStore(gatherer),
        BoardStore(gatherer),
        settings.scoring_windows,
    )
    return await annulment.annul(read_result(result), read_reason(reason), at_s)


async def import_bot(  # noqa: PLR0913 - what an import says
    gatherer: Gatherer,
    settings: ScoringSettings,
    ladder: str,
    bot: str,
    numbers: tuple[int, int],
    *,
    source: str,
    name: str,
) -> Rating:
    """Gives a bot the rating and deviation in `numbers`."""
    policy, where = policy_of(settings), read_ladder(f"ladders/{ladder}")
    strength = read_strength(*numbers, policy.beta(where.partition(".")[0]))
    importer = Importer(LadderStore(gatherer), policy.beta)
    return await importer.enter(where, read_bot(bot), name, strength, read_source(source))


async def add_season(
    gatherer: Gatherer, ladder: str, season: str, title: str, span: tuple[int, int]
) -> Season:
    """Opens a season from `span[0]` to `span[1]`, seconds since 1970."""
    wish = read_season_wish(season, title, *span)
    return await open_season(SeasonStore(gatherer), read_ladder(f"ladders/{ladder}"), wish, time.time())
