"""What remains of a finished table.

Its record and its score sheets, from the log while it is there, then the archive.
"""

from __future__ import annotations

from datetime import UTC, datetime

from nurselog.api.game.v1 import game_service_pb2
from nurselog.api.log.v1 import archive_pb2
from nurselog.chassis.errors import FailedPrecondition, NotFound
from nurselog.chassis.logs import get
from nurselog.engine import facts
from nurselog.engine.address import Address, Status, table_not_found
from nurselog.engine.archive import Archive, Archived
from nurselog.engine.commits import unpack
from nurselog.engine.keeper import Keeper
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Tale
from nurselog.engine.rendering import table_message
from nurselog.rules.record import Record, write_record

log = get(__name__)


class Records:
    """Finished tables of one game."""

    def __init__(self, keeper: Keeper, archive: Archive, ttl_ms: int) -> None:
        self._keeper = keeper
        self._archive = archive
        self._ttl_ms = ttl_ms

    async def archived(self, address: Address) -> Archived | None:
        """What the archive has, once the log may have forgotten the table."""
        return await self._archive.get(address)

    async def finished(self, address: Address) -> Archived:
        """A finished table from wherever it is; refuses one that is not finished."""
        try:
            table = await self._keeper.fresh(address)
        except NotFound:
            archived = await self._archive.get(address)
            if archived is None:
                raise
            return archived
        table.require_sound()
        if table.status is not Status.FINISHED:
            raise FailedPrecondition(
                "TABLE_NOT_FINISHED",
                "The table has not ended, so its record is still secret.",
                field="name",
                table=address.name,
            )
        return await self._from_log(table)

    async def archive(self, address: Address) -> bool:
        """Writes a finished table to the archive, then lets its log expire. False if it is not finished."""
        try:
            archived = await self.finished(address)
        except FailedPrecondition:
            return False
        await self._archive.put(address, archived)
        await self._keeper.log.seal(address, self._ttl_ms)
        log.info("table_archived", table=address.name)
        return True

    async def _from_log(self, table: LiveTable) -> Archived:
        tale = await self._keeper.log.read(table.address)
        if not isinstance(tale, Tale):
            archived = await self._archive.get(table.address)
            if archived is None:
                raise table_not_found(table.address.name)
            return archived
        sheets = [facts.sheet_message(sheet) for sheet in table.rules.score(table.play.state)]
        kept = archive_pb2.ArchivedTable(table=table_message(table, invite=True), sheets=sheets)
        return Archived(write_record(record_of(table, tale)), kept)


def record_of(table: LiveTable, tale: Tale) -> Record:
    """The record of a finished table, with the seed revealed."""
    setting = table.terms.setting
    salts = table.seating.salts
    return Record(
        game=setting.game,
        rules_version=setting.rules_version,
        seat_names=tuple(
            (sitter.name or sitter.player) if sitter else "" for sitter in table.seating.sitters
        ),
        entries=tuple(unpack(entry.commit)[0] for entry in tale.entries),
        table=table.address.name,
        date=datetime.fromtimestamp(tale.created_ms / 1000, UTC).strftime("%Y-%m-%d"),
        options=table.terms.options,
        policy=table.terms.policy,
        outcome=table.play.outcome,
        seed_hash=setting.seed_hash.hex(),
        seed=tale.seed,
        scope=setting.deal or table.address.table_id,
        deal=setting.deal,
        salts=salts if any(salts) else (),
        times=tuple(entry.at_ms for entry in tale.entries),
    )


def record_message(address: Address, archived: Archived) -> game_service_pb2.Record:
    """The record as callers get it."""
    return game_service_pb2.Record(name=f"{address.name}/record", text=archived.record)


def sheets_message(address: Address, archived: Archived) -> game_service_pb2.ScoreSheets:
    """The itemised scores as callers get them."""
    return game_service_pb2.ScoreSheets(
        name=f"{address.name}/scoreSheets", sheets=archived.table.sheets, outcome=archived.table.table.outcome
    )
