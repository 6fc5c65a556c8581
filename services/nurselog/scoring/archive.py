"""The archive of finished tables beside the results that scoring keeps: is each one there, and the same?

The engines' archive is a folder, `<root>/<game>/<tag>/<id>.table`, each file a `log.v1.ArchivedTable`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from nurselog.api.common.v1.score_pb2 import Result
from nurselog.api.game.v1.table_pb2 import Table
from nurselog.api.log.v1.archive_pb2 import ArchivedTable
from nurselog.chassis.gatherer import Gatherer
from nurselog.scoring.results_store import ResultsStore
from nurselog.scoring.verify import Report


def archived_tables(root: Path) -> Iterator[Table]:
    """All finished tables of an archive, in the order of their names; none if there is no such folder."""
    for path in sorted(root.glob("*/*/*.table")):
        yield ArchivedTable.FromString(path.read_bytes()).table


async def compare_archive(gatherer: Gatherer, root: Path, report: Report) -> None:
    """Notes every archived table whose result is missing or says something else."""
    results = ResultsStore(gatherer)
    tables = archived_tables(root)
    while (table := await asyncio.to_thread(next, tables, None)) is not None:
        report.archived += 1
        document = await results.find(table.name)
        if document is None:
            report.note(unless=False, sentence=f"{table.name}: is in the archive, but has no result.")
        else:
            report.note(
                unless=tells_the_same(table, document.result),
                sentence=f"{table.name}: the archive tells another result.",
            )


def tells_the_same(table: Table, result: Result) -> bool:
    """Whether a result is that of an archived table."""
    return (
        [seat.occupant.player for seat in table.seats] == [seat.occupant.player for seat in result.seats]
        and dict(table.options) == dict(result.options)
        and (table.rules_version, table.rated, table.deal)
        == (result.rules_version, result.rated, result.deal)
        and list(table.outcome.placements) == list(result.outcome.placements)
    )
