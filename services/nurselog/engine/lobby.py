"""Tables before they start: opening, sitting down, getting up, bots, the start."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

from nurselog.chassis.errors import (
    Aborted,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    PermissionDenied,
)
from nurselog.chassis.partitions import requested_table_id
from nurselog.engine import facts
from nurselog.engine.address import Address, Status
from nurselog.engine.clock_settings import HouseClocks
from nurselog.engine.keeper import Keeper, new_epoch
from nurselog.engine.live import LiveTable
from nurselog.engine.log import Amended, Amendment, Committed, Created, Opening
from nurselog.engine.opening import Wish, check_salt, setting_of
from nurselog.engine.seating import BOT_PREFIX, STAND_IN, Seating, Sitter, empty_seating
from nurselog.engine.steward import Steward
from nurselog.rules.api import Audience, Seat
from nurselog.rules.fold import begin

ATTEMPTS = 4
BOTS = (STAND_IN,)
"""The bots of the house."""

Change = Callable[[Seating], Seating]


class Lobby:
    """Seats change by compare-and-set: whoever was slower looks again and tries again."""

    def __init__(self, keeper: Keeper, open_ttl_ms: int, clocks: HouseClocks, steward: Steward) -> None:
        self._keeper = keeper
        self._steward = steward
        self._clocks = clocks
        self._open_ttl_ms = open_ttl_ms
        self._rules = keeper.rules

    # Opening

    async def open(self, wish: Wish, seated: Sequence[Sitter], salt: str = "") -> LiveTable:
        """Opens a table, or finds the one that this request opened before."""
        for attempt in range(ATTEMPTS):
            table = await self._open(wish, seated, salt, attempt)
            if table is not None:
                break
        else:
            raise Aborted("CONFLICT", "No free name for the table was found; try again.")
        if table.terms.setting.start_when_full or table.terms.setting.seats_assigned:
            await self._start_if_full(table)
        return table

    def check(self, wish: Wish) -> None:
        """Refuses what `open` would refuse, and opens nothing."""
        setting_of(self._rules, wish, b"", self._clocks)

    async def _open(self, wish: Wish, seated: Sequence[Sitter], salt: str, attempt: int) -> LiveTable | None:
        """None if another request's table has the name already."""
        request_id = wish.request_id or secrets.token_hex(16)
        game = self._rules.spec.name
        address = Address(game, requested_table_id(game, wish.creator, request_id, attempt))
        seed = wish.deal.seed if wish.deal else secrets.token_bytes(32)
        setting = setting_of(self._rules, wish, seed, self._clocks)
        seating = empty_seating(setting.seat_count).with_creator_salt(check_salt(salt))
        for index, sitter in enumerate(seated):
            seating = seating.with_sitter(Seat(Audience(index)), sitter)
        told = [facts.opened(address, wish.creator)]
        if seated:
            told.append(facts.seated(address, seating))
        opening = Opening(
            epoch=new_epoch(),
            setting=setting.SerializeToString(),
            seating=seating.to_bytes(),
            seed=seed,
            public=not setting.invite_code,
            ttl_ms=self._open_ttl_ms,
            facts=told,
        )
        if isinstance(await self._keeper.log.create(address, opening), Created):
            return await self._keeper.get(address)
        with suppress(NotFound):  # another game has the name, or it became free just now
            table = await self._keeper.get(address)
            stored = table.terms.setting
            if (stored.creator, stored.request_id) == (wish.creator, wish.request_id):
                return table
        return None

    # Seats

    async def take_seat(self, address: Address, sitter: Sitter, wanted: int | None, salt: str) -> LiveTable:
        """Sits somebody down; who sits there already changes nothing."""
        check_salt(salt)

        def change(seating: Seating) -> Seating:
            own = seating.seats_of(sitter.player)
            if own and wanted in (None, own[0]):
                return seating
            if own:
                raise FailedPrecondition(
                    "ALREADY_SEATED", f"You sit on seat {own[0]} already.", field="seat", seat=own[0]
                )
            return seating.with_sitter(_free_seat(seating, wanted), sitter, salt)

        table = await self._change(address, change)
        return await self._start_if_wished(table)

    async def leave_seat(self, address: Address, player: str) -> LiveTable:
        """Gets somebody up; the last one to leave leaves an open table behind."""

        def change(seating: Seating) -> Seating:
            own = seating.seats_of(player)
            if not own:
                raise PermissionDenied(
                    "NOT_YOUR_SEAT", "You have no seat at this table.", field="name", table=address.name
                )
            return seating.with_sitter(own[0], None)

        return await self._change(address, change)

    async def add_bot(self, address: Address, player: str, wanted: int | None, bot: str) -> LiveTable:
        """Puts a bot on an empty seat, for the table's creator."""
        table = await self._keeper.get(address)
        if table.terms.setting.creator != player:
            raise PermissionDenied(
                "NOT_OWNER", "Only who opened the table may add bots.", field="name", table=address.name
            )
        name = bot or STAND_IN
        if name not in BOTS:
            raise NotFound(
                "BOT_NOT_FOUND", f"The house has the bots {', '.join(BOTS)}.", field="bot", bot=name[:64]
            )
        sitter = Sitter(name, f"Bot {name.removeprefix(BOT_PREFIX)}")
        table = await self._change(
            address, lambda seating: seating.with_sitter(_free_seat(seating, wanted), sitter)
        )
        return await self._start_if_wished(table)

    async def _change(self, address: Address, change: Change) -> LiveTable:
        table = await self._keeper.get(address)
        async with table.lock:
            for attempt in range(ATTEMPTS):
                if attempt or table.status is not Status.OPEN:
                    await self._keeper.catch_up(table)
                _require_open(table)
                before = table.seating
                after = change(before)
                if after is before or await self._amend(table, after):
                    return table
        raise Aborted(
            "CONFLICT", "Others changed the seats at the same time; look again.", table=address.name
        )

    async def _amend(self, table: LiveTable, seating: Seating) -> bool:
        told = [facts.seated(table.address, seating)]
        amendment = Amendment(
            epoch=table.epoch, revision=table.revision, seating=seating.to_bytes(), facts=told
        )
        if not isinstance(await self._keeper.log.amend(table.address, amendment), Amended):
            return False
        await self._keeper.catch_up(table)
        return True

    # The start

    async def start(self, address: Address, player: str) -> LiveTable:
        """Starts a full table for somebody who sits there or opened it.

        A table that runs already stays as it is.
        """
        table = await self._keeper.fresh(address)
        if not table.seating.seats_of(player) and table.terms.setting.creator != player:
            raise PermissionDenied(
                "NOT_YOUR_SEAT", "Only who sits at the table may start it.", field="name", table=address.name
            )
        if not table.seating.is_full and table.status is Status.OPEN:
            raise FailedPrecondition(
                "SEATS_EMPTY", "Some seats are still empty.", field="name", table=address.name
            )
        return await self._start_if_full(table)

    async def _start_if_wished(self, table: LiveTable) -> LiveTable:
        return await self._start_if_full(table) if table.terms.setting.start_when_full else table

    async def _start_if_full(self, table: LiveTable) -> LiveTable:
        """Commits version 0, unless somebody else did or a seat became empty meanwhile."""
        async with table.lock:
            for _ in range(ATTEMPTS):
                table.require_sound()
                if table.status is not Status.OPEN or not table.seating.is_full:
                    return table
                terms = table.terms
                await self._steward.expect(table)
                made = begin(self._rules, terms.options, terms.seat_count, table.chance())
                if isinstance(await self._keeper.store(table, made), Committed):
                    return table
        raise Aborted(
            "CONFLICT", "Others changed the table at the same time; look again.", table=table.address.name
        )


def _require_open(table: LiveTable) -> None:
    table.require_sound()
    if table.status is not Status.OPEN:
        raise FailedPrecondition(
            "TABLE_STARTED",
            "The table has started, so its seats stay as they are.",
            field="name",
            table=table.address.name,
        )


def _free_seat(seating: Seating, wanted: int | None) -> Seat:
    if wanted is None:
        seat = seating.first_empty()
        if seat is None:
            raise FailedPrecondition("SEAT_TAKEN", "All seats of this table are taken.", field="name")
        return seat
    if not 0 <= wanted < len(seating.sitters):
        raise InvalidArgument("SEAT_UNKNOWN", f"The table has no seat {wanted}.", field="seat", seat=wanted)
    if seating.sitters[wanted] is not None:
        raise FailedPrecondition("SEAT_TAKEN", f"Seat {wanted} is taken.", field="seat", seat=wanted)
    return Seat(Audience(wanted))
