"""Ratings computed again from the archived results: says what differs, and on demand makes it right.

A ladder whose ratings or boards are not the fold of its ledger is made anew on a copy, which then takes its
place. What the ledger itself says is never changed here: a wrong entry is a matter for an annulment.
"""

from __future__ import annotations

from pathlib import Path

from nurselog.chassis.gatherer import Gatherer
from nurselog.scoring.archive import compare_archive
from nurselog.scoring.copy_store import CopyStore
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.remake import remade
from nurselog.scoring.verify import Proof, Report


async def rebuild(gatherer: Gatherer, archive: Path | None = None) -> Report:
    """Computes everything again, changes nothing, and reports."""
    report = await Proof(gatherer).run()
    if archive is not None:
        await compare_archive(gatherer, archive, report)
    return report


async def mend(gatherer: Gatherer, report: Report) -> list[str]:
    """Makes the ladders anew that differ from their ledgers; answers which. Raises `Refusal`."""
    ladders, copies = LadderStore(gatherer), CopyStore(gatherer)
    for ladder in sorted(report.different):
        copy = await remade(ladders, copies, ladder)
        try:
            await copy.replace()
        except BaseException:
            await copy.drop()
            raise
    return sorted(report.different)
