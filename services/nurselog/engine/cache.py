"""The tables an engine has in memory: a bounded number, the longest unused goes first; watched ones stay."""

from __future__ import annotations

from collections import OrderedDict

from nurselog.engine.address import Address
from nurselog.engine.live import LiveTable


class TableCache:
    """By name. More than `limit` only while more than `limit` are watched or busy."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()

    def get(self, address: Address) -> LiveTable | None:
        """The table, which counts as used now."""
        table = self._tables.get(address.name)
        if table is not None:
            self._tables.move_to_end(address.name)
        return table

    def put(self, table: LiveTable) -> None:
        """Keeps the table; one that nobody uses may go for it."""
        self._tables[table.address.name] = table
        excess = len(self._tables) - self._limit
        if excess > 0:
            idle = (one for one in self._tables.values() if one.watchers is None and not one.lock.locked())
            for table_gone in [one for one, _ in zip(idle, range(excess), strict=False) if one is not table]:
                del self._tables[table_gone.address.name]

    def drop(self, table: LiveTable) -> None:
        """Forgets a table that is gone from the log."""
        self._tables.pop(table.address.name, None)

    def __len__(self) -> int:
        return len(self._tables)
