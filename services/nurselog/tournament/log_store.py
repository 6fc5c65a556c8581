"""Tournaments in the store: one log each, appended at an exact version. All Redis calls of the service.

Who is behind is told so by name (`Stale`), folds what came and decides again; a director whose lease was
taken over is `Fenced`. What belongs together (the change with the id of its request, its facts, the
director's alarm) happens in one function, so it happens once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from nurselog.api.log.v1.tournament_pb2 import TournamentCommit
from nurselog.chassis.gatherer import Gatherer
from nurselog.chassis.partitions import TAGS, key, tag_of
from nurselog.chassis.redis import Word

Told: TypeAlias = tuple[str, bytes]
"""A fact for the outbox: its kind, and its bytes."""

CHUNK = 500


@dataclass(frozen=True, slots=True)
class Committed:
    """Appended as this version at this time."""

    version: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Somebody was faster: the log stands at this version."""

    version: int


@dataclass(frozen=True, slots=True)
class Fenced:
    """Another holds the lease now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be appended; `token` is a director's."""

    commit: TournamentCommit
    after: int
    token: int = 0
    facts: Sequence[Told] = ()


@dataclass(frozen=True, slots=True)
class Logged:
    """One commit of a log."""

    version: int
    commit: TournamentCommit
    time_ms: int


@cache
def functions() -> str:
    """The function library of tournaments, for `Libraries.add`."""
    return files("nurselog.tournament").joinpath("tournament.lua").read_text()


class LogStore:
    """All calls that tournaments need."""

    def __init__(self, gatherer: Gatherer) -> None:
        self._store = gatherer

    async def commit(self, tournament: str, draft: Draft) -> Committed | Stale | Fenced:
        """Appends a commit if the log stands exactly at `draft.after`; `fence` waits for the disk."""
        tag = tag_of(tournament)
        keys = [
            *(_key(tournament, part) for part in ("log", "lease")),
            *(key(tag, part) for part in ("tournaments", "tournaments:due", "outbox")),
        ]
        args: list[Word] = [tournament, draft.after, draft.token or ""]
        args.append(draft.commit.SerializeToString(deterministic=True))
        for kind, fact in draft.facts:
            args += [kind, fact]
        answer = await self._store.fcall("nurselog_tournament_commit", keys, args)
        match answer[0]:
            case b"ok":
                return Committed(int(answer[1]), int(answer[2]))
            case b"stale":
                return Stale(int(answer[1]))
        return Fenced()

    async def fence(self, tournament: str) -> None:
        """Returns when all that was committed before is on disk; many who wait share one fsync."""
        where = _key(tournament, "log")
        await self._store.call("EXISTS", where, key=where, ack="disk")

    async def read(self, tournament: str, after: int = 0, upto: int | None = None) -> list[Logged]:
        """The commits behind a version, in order."""
        where, found = _key(tournament, "log"), list[Logged]()
        end = "+" if upto is None else f"{upto}-1"
        while True:
            page = await self._store.call("XRANGE", where, f"({after}-1", end, "COUNT", CHUNK, key=where)
            found += [_logged(*entry) for entry in page]
            if len(page) < CHUNK:
                return found
            after = found[-1].version

    # Finding tournaments ------------------------------------------------------------------------------------

    async def page(self, size: int, after: tuple[int, str] | None) -> list[tuple[int, str]]:
        """The newest tournaments behind `after`, as (made at, id); of all partitions."""
        pages = await asyncio.gather(*(self._page(tag, size, after) for tag in TAGS))
        return sorted((one for page in pages for one in page), reverse=True)[:size]

    async def _page(self, tag: str, size: int, after: tuple[int, str] | None) -> list[tuple[int, str]]:
        where = key(tag, "tournaments")
        top, skipped = ("+inf", 0) if after is None else (str(after[0]), 0)
        found: list[tuple[int, str]] = []
        while len(found) < size:
            flat = await self._store.call(
                "ZREVRANGEBYSCORE", where, top, "-inf", "WITHSCORES", "LIMIT", skipped, size, key=where
            )
            pairs = [
                (int(float(made)), name.decode()) for name, made in zip(flat[::2], flat[1::2], strict=True)
            ]
            found += [one for one in pairs if after is None or one < after]
            if len(pairs) < size:
                break
            skipped += size
        return found

    async def due(self, limit: int) -> tuple[int, list[str]]:
        """The store's time, and the tournaments at which a director should look now."""
        answers = await asyncio.gather(
            *(
                self._store.fcall("nurselog_tournament_due", [key(tag, "tournaments:due")], [limit])
                for tag in TAGS
            )
        )
        return max(int(one[0]) for one in answers), [name.decode() for one in answers for name in one[1:]]

    async def now_ms(self, tournament: str) -> int:
        """The clock of the store that holds the tournament."""
        seconds, micros = await self._store.call("TIME", key=_key(tournament, "log"))
        return int(seconds) * 1000 + int(micros) // 1000

    async def settle(self, tournament: str, version: int, at_ms: int | None) -> bool:
        """Nothing more is to be done at this version before `at_ms`; False if the log went on."""
        keys = [_key(tournament, "log"), key(tag_of(tournament), "tournaments:due")]
        args: list[Word] = [tournament, version, "" if at_ms is None else at_ms]
        return bool(await self._store.fcall("nurselog_tournament_settle", keys, args))

    # Directors ----------------------------------------------------------------------------------------------

    async def lease(self, tournament: str, holder: str, duration_ms: int) -> int:
        """Takes or renews the lease; the fencing token, or 0 if another holds it."""
        keys = [_key(tournament, "lease"), key(tag_of(tournament), "tournaments:tokens")]
        return int(await self._store.fcall("nurselog_tournament_lease", keys, [holder, duration_ms]))

    async def release(self, tournament: str, holder: str) -> None:
        """Gives the lease back."""
        await self._store.fcall("nurselog_tournament_release", [_key(tournament, "lease")], [holder])

    # Presence -----------------------------------------------------------------------------------------------

    async def present(self, tournament: str, player: str, duration_ms: int) -> None:
        """The player is here for so long."""
        keys = [_key(tournament, "present"), _key(tournament, "since")]
        await self._store.fcall("nurselog_tournament_present", keys, [player, duration_ms])

    async def who(self, tournament: str) -> dict[str, int]:
        """Who is present, and since when."""
        keys = [_key(tournament, "present"), _key(tournament, "since")]
        flat: list[bytes] = await self._store.fcall("nurselog_tournament_who", keys)
        return {name.decode(): int(since) for name, since in zip(flat[::2], flat[1::2], strict=True)}


def _key(tournament: str, part: str) -> str:
    return key(tag_of(tournament), "tournament", tournament, part)


def _logged(entry_id: bytes, flat: Sequence[Any]) -> Logged:
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    version = int(entry_id.partition(b"-")[0])
    return Logged(version, TournamentCommit.FromString(fields[b"c"]), int(fields[b"t"]))
