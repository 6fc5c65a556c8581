"""The tables an engine has in memory: a bounded number, the longest unused goes first; watched ones stay."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from nurselog.engine.address import Address
from nurselog.engine.live import LiveTable


class TableCache:
    """By name. More than `limit` only while more than `limit` are watched or busy."""

    def __init__(self, limit: int, idle_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._idle_s = idle_s
        self._now = now
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()

    def get(self, address: Address) -> LiveTable | None:
        """The table, which counts as used now."""
        table = self._tables.get(address.name)
        if table is not None:
            table.used_at = self._now()
            self._tables.move_to_end(address.name)
        return table

    def put(self, table: LiveTable) -> None:
        """Keeps the table; ones that nobody uses may go for it."""
        table.used_at = self._now()
        self._tables[table.address.name] = table
        self._tables.move_to_end(table.address.name)
        self._forget(len(self._tables) - self._limit, used_before=table.used_at)

    def forget_idle(self) -> None:
        """Lets go of what was not used for a while: an idle table costs no memory."""
        self._forget(len(self._tables), used_before=self._now() - self._idle_s)

    def drop(self, table: LiveTable) -> None:
        """Forgets a table that is gone from the log."""
        self._tables.pop(table.address.name, None)

    def __len__(self) -> int:
        return len(self._tables)

    def _forget(self, count: int, used_before: float) -> None:
        going: list[str] = []
        for name, table in self._tables.items():
            if len(going) >= count or table.used_at >= used_before:
                break
            if table.watchers is None and not table.lock.locked():
                going.append(name)
        for name in going:
            del self._tables[name]
