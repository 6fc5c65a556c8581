"""A ladder made anew from its ledger, on a copy beside the one in use, which it then replaces.

Results keep coming in meanwhile: the copy reads on until it knows them all at the moment of the switch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nurselog.chassis.errors import Aborted
from nurselog.scoring.copy_store import Change, CopyStore, Overtaken, Switched
from nurselog.scoring.ladder_store import LadderStore
from nurselog.scoring.ledger import Cause, Entry, Line
from nurselog.scoring.model import BETA
from nurselog.scoring.replay import Replay, visible_changes

ATTEMPTS = 100
"""How often a copy catches up with a ledger that goes on before giving up."""

Note = Callable[[Sequence[Line]], Entry]
"""Makes the entry that says why, from the lines of those who will see a change."""


async def remade(ladders: LadderStore, copies: CopyStore, ladder: str, without: Entry | None = None) -> Copy:
    """A written copy of a ladder as its ledger makes it, without one table more; nobody reads it yet."""
    past = {one.table async for one in ladders.ledger(ladder) if one.cause is Cause.ANNUL}
    change = Change(ladder, await copies.generation(ladder), await copies.draft(ladder))
    before = Replay(ladder, past)
    after = before.branch(past | ({without.table} if without else set()))
    copy = Copy(ladders, copies, change, (before, after), without.beta if without else BETA)
    await copy.read_on()
    await copies.write(ladder, change.new, after, sorted(after.ratings))
    return copy


class Copy:
    """What a ladder is, and what it is to become, both at the same entry of the ledger."""

    def __init__(
        self,
        ladders: LadderStore,
        copies: CopyStore,
        change: Change,
        replays: tuple[Replay, Replay],
        beta: float,
    ) -> None:
        self._ladders = ladders
        self._copies = copies
        self._change = change
        self.before, self.after = replays
        self._beta = beta
        self._seq = 0

    async def read_on(self) -> set[str]:
        """Takes what the ledger has more; answers whom that touched."""
        touched: set[str] = set()
        async for one in self._ladders.ledger(self._change.ladder, after=self._seq):
            self.before.take(one)
            touched |= {line.player for made in self.after.take(one) for line in made.lines}
            self._seq = one.seq
        return touched

    async def replace(self, note: Note | None = None) -> None:
        """Becomes the ladder. Aborted if the ladder is too busy, or another copy was faster."""
        for _ in range(ATTEMPTS):
            lines = visible_changes(self.before.ratings, self.after.ratings, self._beta)
            seasons = {*self.before.boards, *self.after.boards}
            done = await self._copies.switch(
                self._change, self._seq, sorted(seasons), note(lines) if note else None
            )
            if isinstance(done, Switched):
                return
            if isinstance(done, Overtaken):
                break
            touched = await self.read_on()
            await self._copies.write(self._change.ladder, self._change.new, self.after, sorted(touched))
        raise Aborted(
            "CONFLICT", f"{self._change.ladder} is changing; try again.", ladder=self._change.ladder
        )

    async def drop(self) -> None:
        """Removes the copy, which nobody read."""
        await self._copies.drop(self._change.ladder, self._change.new, sorted(self.after.boards))
