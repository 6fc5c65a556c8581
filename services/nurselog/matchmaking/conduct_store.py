"""Records of players in the store: a finished table enters them once, whoever tells it and however often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from nurselog.chassis.errors import Aborted
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.redis import Word
from nurselog.matchmaking.answers import Foretold
from nurselog.matchmaking.conduct import Conduct, Noted
from nurselog.matchmaking.matching.table_plan import TablePlan
from nurselog.matchmaking.pools import Pool
from nurselog.matchmaking.ticket_store import ROOT

ATTEMPTS = 16
MARKER_MS = 30 * 86_400_000
"""How long it is remembered that a table was noted: far longer than a fact can be on its way."""

Change = Callable[[str, Conduct], Noted]
"""What a table makes of a player's record."""


class ConductStore:
    """`note` is the only writer."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._gatherer = gatherer

    async def records(self, players: list[str]) -> dict[str, Conduct]:
        """The records of players; empty for who has none."""
        return {player: Conduct.decode(data) for player, data in (await self._records(players)).items()}

    async def note(self, table: str, players: list[str], change: Change) -> Foretold | None:
        """Enters a table in the records of its players, once.

        Answers what had been foretold of it, at the first time, if matchmaking had opened it.
        """
        for _ in range(ATTEMPTS):
            before = await self._records(players)
            words: list[Word] = []
            for player, data in before.items():
                noted = change(player, Conduct.decode(data))
                words += [player, data, noted.conduct.encode(), noted.closed_s * 1000]
            answer = await self._call("nurselog_conduct_note", table, MARKER_MS, *words)
            if answer[0] != b"conflict":
                return _foretold(answer)
        raise Aborted("CONFLICT", f"The records of the players at {table} changed too often.", table=table)

    async def _records(self, players: list[str]) -> Mapping[str, bytes]:
        found = await self._call("nurselog_conduct_records", *players) if players else []
        return dict(zip(players, found, strict=True))

    async def _call(self, function: str, *args: Word) -> Any:
        return await self._gatherer.fcall(function, [ROOT], args)


def _foretold(answer: list[bytes]) -> Foretold | None:
    if answer[0] != b"noted" or not answer[1]:
        return None
    return Foretold(Pool.decode(answer[1]), TablePlan.decode(answer[2]))
