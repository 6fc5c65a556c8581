"""Whole games played by small clients, with what each of them saw."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.support.clients import Client, Json, Refused, Seen

LATE = frozenset({"DECISION_CLOSED", "TABLE_FINISHED", "TURN_EXPIRED"})
"""Refusals that say: the table went on without this move. The next update tells how."""


def is_late(refusal: Refused, seen: Seen) -> bool:
    """Whether somebody was faster: also a partner, who changed what is legal while the seat was choosing."""
    newer = int(refusal.metadata.get("version", seen.version)) > seen.version
    return refusal.reason in LATE or (refusal.reason == "MOVE_ILLEGAL" and newer)


def gaps_in(updates: Sequence[Seen]) -> list[tuple[int, int]]:
    """Steps that did not follow on the version before, although nobody said RESYNC or SNAPSHOT."""
    told = [seen for seen in updates if seen.kind != "HEARTBEAT"]
    return [
        (a.version, b.version) for a, b in pairwise(told) if b.kind == "STEP" and b.version != a.version + 1
    ]


@dataclass(slots=True)
class Watched:
    """What one watcher saw, in order."""

    updates: list[Seen] = field(default_factory=list)

    @property
    def last(self) -> Seen:
        return self.updates[-1]

    def gaps(self) -> list[tuple[int, int]]:
        """Steps that did not follow on the version before, although nobody said RESYNC or SNAPSHOT."""
        return gaps_in(self.updates)

    def hidden_hands(self) -> list[Json]:
        """Hands of others that were shown before the end."""
        return [
            hand
            for seen in self.updates
            if not seen.finished
            for hand in seen.view.get("gameView", {}).get("hands", ())
            if hand.get("cards") and hand.get("seat", 0) != seen.seat
        ]


async def play_seat(client: Client, table: str, luck: random.Random) -> Watched:
    """Answers each decision of the client's seat with a random legal move, to the end of the table."""
    watched = Watched()
    async for seen in client.watch(table):
        watched.updates.append(seen)
        if seen.moves and seen.decision is not None:
            move = {
                "seat": seen.seat,
                "decisionId": seen.decision,
                "requestId": f"r{seen.decision}",
                "notation": luck.choice(seen.moves),
            }
            try:
                await client.submit(table, move)
            except Refused as refusal:
                if not is_late(refusal, seen):
                    raise
    return watched


async def watch_all(client: Client, table: str) -> Watched:
    """Follows a table as a spectator, to its end."""
    watched = Watched()
    async for seen in client.watch(table, spectator=True):
        watched.updates.append(seen)
    return watched


async def play_table(players: Sequence[Client], spectator: Client, table: str, seed: int) -> list[Watched]:
    """All seats and the spectator, who comes last in the answer."""
    seats = (play_seat(player, table, random.Random(f"{seed} {n}")) for n, player in enumerate(players))
    return list(await asyncio.gather(*seats, watch_all(spectator, table)))
