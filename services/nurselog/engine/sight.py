"""Who may see a table, and as whom they look."""

from __future__ import annotations

import hmac

from nurselog.chassis.errors import PermissionDenied
from nurselog.engine.deals import DealBook, check_deal
from nurselog.engine.live import LiveTable, not_your_seat
from nurselog.rules.api import SPECTATORS, Audience


def check_sight(table: LiveTable, player: str, invite: str) -> None:
    """Refuses strangers of a private table who show no invite code."""
    code = table.terms.setting.invite_code
    if not code or may_invite(table, player) or hmac.compare_digest(code.encode(), invite.encode()):
        return
    raise PermissionDenied(
        "INVITE_REQUIRED",
        "The table is private: show its invite code.",
        field="invite_code",
        table=table.address.name,
    )


def may_invite(table: LiveTable, player: str) -> bool:
    """Whether the player opened the table or sits at it."""
    return bool(player) and (table.terms.setting.creator == player or bool(table.seating.seats_of(player)))


def audience_of(table: LiveTable, player: str, wanted: int | None, *, as_spectator: bool = False) -> Audience:
    """As whom the player looks: the wanted seat, if it is the player's; else the own seat, or a spectator.

    Who left keeps the sight of the seat; so does who was taken over by a bot.
    """
    if as_spectator:
        return SPECTATORS
    own = table.seating.seats_of(player) if player else ()
    if wanted is not None:
        if wanted not in own:
            raise not_your_seat(table.address, wanted)
        return Audience(wanted)
    return own[0] if own else SPECTATORS


async def check_watching(deals: DealBook, table: LiveTable, audience: Audience) -> None:
    """Refuses spectators of a deal that others still play; who sits at the table may look at it."""
    if audience == SPECTATORS:
        await check_deal(deals, table.terms.setting.deal, table.address.name)
