"""Where finished tables go: the port, and folders of files as its default."""

from __future__ import annotations

import asyncio
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from nurselog.api.log.v1 import archive_pb2
from nurselog.engine.address import Address


@dataclass(frozen=True, slots=True)
class Archived:
    """A finished table as it is kept: what others may see of it, its record, its score sheets."""

    record: str
    table: archive_pb2.ArchivedTable


class Archive(Protocol):
    """Keeps finished tables for ever. Putting one twice keeps one."""

    async def put(self, address: Address, archived: Archived) -> None:
        """Returns when the table is safely kept."""
        ...

    async def get(self, address: Address) -> Archived | None:
        """The table, or None if it is not kept here."""
        ...


class FolderArchive:
    """`<root>/<game>/<tag>/<id>.record` is the record as text, `<id>.table` the rest; it takes both.

    A file appears under its name only when all of it is on disk.
    """

    def __init__(self, root: str | Path) -> None:
        self._root = Path(root)

    async def put(self, address: Address, archived: Archived) -> None:
        await asyncio.to_thread(self._put, address, archived)

    async def get(self, address: Address) -> Archived | None:
        return await asyncio.to_thread(self._get, address)

    def _put(self, address: Address, archived: Archived) -> None:
        record, table = self._paths(address)
        record.parent.mkdir(parents=True, exist_ok=True)
        _write(record, archived.record.encode())
        _write(table, archived.table.SerializeToString())

    def _get(self, address: Address) -> Archived | None:
        record, table = self._paths(address)
        try:
            kept = archive_pb2.ArchivedTable.FromString(table.read_bytes())
            return Archived(record.read_text(encoding="utf-8"), kept)
        except FileNotFoundError:
            return None

    def _paths(self, address: Address) -> tuple[Path, Path]:
        folder = self._root / address.game / address.tag
        return folder / f"{address.table_id}.record", folder / f"{address.table_id}.table"


class MemoryArchive:
    """Keeps tables as long as the process lives, for tests."""

    def __init__(self) -> None:
        self.kept: dict[str, Archived] = {}

    async def put(self, address: Address, archived: Archived) -> None:
        self.kept[address.name] = archived

    async def get(self, address: Address) -> Archived | None:
        return self.kept.get(address.name)


def _write(path: Path, data: bytes) -> None:
    """All of the file or nothing, also after a power cut."""
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
