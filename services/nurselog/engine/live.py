"""One table in memory.

The fold of its log so far, its people, its recent past. Changed only under its lock.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nurselog.chassis.errors import FailedPrecondition, PermissionDenied, Unavailable
from nurselog.engine.address import Address, Status
from nurselog.engine.history import Moment
from nurselog.engine.log import Glance, Tale
from nurselog.engine.seating import STAND_IN, Seating, Sitter, read_seating
from nurselog.engine.terms import Terms
from nurselog.rules.api import AnyRules, Audience, Seat, seats
from nurselog.rules.chance import SeededChance, luck_key
from nurselog.rules.fold import LeaverPolicy, OpenDecision, Play

if TYPE_CHECKING:
    from nurselog.engine.watch import Watchers

PAST = 48
"""How many moments are kept at hand for watchers that resume; older ones are folded from the log."""


class LiveTable:
    """What an engine knows of a table. Another process may know more: the log decides."""

    __slots__ = (
        "_key",
        "address",
        "created_ms",
        "doubtful",
        "ended_ms",
        "epoch",
        "lock",
        "log_version",
        "moment",
        "past",
        "requests",
        "revision",
        "rules",
        "seating",
        "seed",
        "status",
        "terms",
        "used_at",
        "watchers",
    )

    def __init__(self, address: Address, rules: AnyRules, terms: Terms, tale: Tale) -> None:
        self.address = address
        self.rules = rules
        self.terms = terms
        self.lock = asyncio.Lock()
        self.watchers: Watchers | None = None
        self.used_at = 0.0
        self.doubtful = False
        """Whether something of the log may not be as safe yet as the table demands."""
        self.begin_anew(tale)

    def begin_anew(self, tale: Tale) -> None:
        """Forgets what was folded: the table lives another life, or for the first time."""
        self.seed = tale.seed or getattr(self, "seed", b"")
        self.created_ms = tale.created_ms
        self.moment: Moment | None = None
        self.past: deque[Moment] = deque()
        self.requests: dict[tuple[Seat, str], tuple[int, int]] = {}
        self.note(tale)

    def note(self, tale: Tale) -> bool:
        """Takes over all but the entries; tells whether the seats changed."""
        self.epoch = tale.epoch
        self.status = tale.status
        self.ended_ms = tale.ended_ms
        self.log_version = tale.version
        changed = getattr(self, "revision", None) != tale.revision
        if changed:
            self.revision = tale.revision
            self.seating: Seating = read_seating(tale.seating)
            self._key: bytes | None = None
        return changed

    def append(self, moment: Moment, request_id: str) -> None:
        """One version on."""
        self.moment = moment
        self.log_version = moment.version
        self.past.append(moment)
        while len(self.past) > PAST:
            self.past.popleft()
        if request_id:
            self.requests[moment.mover, request_id] = (moment.version, moment.at_ms)
        if moment.play.outcome is not None:
            self.status = Status.FINISHED
            self.ended_ms = moment.at_ms
        elif self.status is Status.OPEN:
            self.status = Status.PLAYING

    def remember(self, older: Sequence[Moment]) -> None:
        """Moments right before the oldest at hand, folded again."""
        self.past = deque([*older, *self.past])

    @property
    def version(self) -> int:
        """The number of the last known commit; -1 before the start."""
        return -1 if self.moment is None else self.moment.play.version

    @property
    def glance(self) -> Glance:
        """What a look at the log would show if nothing had happened since."""
        return Glance(self.epoch, self.log_version, self.revision, self.status)

    @property
    def play(self) -> Play[Any]:
        """The play; only of a table that has started."""
        assert self.moment is not None
        return self.moment.play

    def chance(self) -> SeededChance:
        """The luck of the next version: whoever commits it draws the same, for a deal at all its tables."""
        if self._key is None:
            self._key = luck_key(self.seed, self.seating.salts)
        if deal := self.terms.setting.deal:
            return SeededChance(self._key, deal, 0 if self.moment is None else self.moment.play.ply + 1)
        return SeededChance(self._key, self.address.table_id, self.version + 1)

    # People

    def departed(self, seat: Seat) -> bool:
        """Whether the seat's sitter resigned, left, ran out of time or was removed."""
        return self.moment is not None and bool(self.play.departures) and self.play.house.departed(seat)

    def acting(self, seat: Seat, play: Play[Any] | None) -> Sitter | None:
        """Who may play the seat at this point of the play: its sitter, or who took it over."""
        if play is not None and play.departures and self.terms.policy is LeaverPolicy.BOT:
            if play.house.departed(seat):
                return self.seating.substitute(seat) or Sitter(STAND_IN)
            return self.seating.sitters[seat]
        return self.seating.sitters[seat]

    def bot_decisions(self, play: Play[Any]) -> list[tuple[str, OpenDecision]]:
        """The open decisions that wait for bots, with the bots."""
        if not self.seating.has_bots and not play.departures:
            return []
        acting = ((self.acting(decision.seat, play), decision) for decision in play.decisions)
        return [(who.player, decision) for who, decision in acting if who is not None and who.is_bot]

    def absent(self, play: Play[Any]) -> Seat | None:
        """The first departed seat with a decision that the house answers at once."""
        if not play.departures or self.terms.policy is LeaverPolicy.BOT:
            return None
        return next((one.seat for one in play.decisions if play.house.departed(one.seat)), None)

    def seat_for(self, player: str, wanted: int | None) -> Seat:
        """The seat that `player` may play: the wanted one, or the only one, or the one that has to decide."""
        play = None if self.moment is None else self.moment.play
        if play is None or not play.departures:
            own = self.seating.seats_of(player)
        else:
            own = tuple(seat for seat in seats(self.terms.seat_count) if self._plays(player, seat, play))
        if wanted is not None:
            own = (Seat(Audience(wanted)),) if wanted in own else ()
        if not own:
            raise not_your_seat(self.address, wanted)
        if len(own) > 1 and play is not None:
            return next((seat for seat in own if play.decision_of(seat) is not None), own[0])
        return own[0]

    def _plays(self, player: str, seat: Seat, play: Play[Any] | None) -> bool:
        sitter = self.acting(seat, play)
        return sitter is not None and sitter.player == player

    # Refusals

    def require_sound(self) -> None:
        """Refuses a table that waits for an operator."""
        if self.status is Status.QUARANTINED:
            raise quarantined(self.address)

    def require_started(self) -> Moment:
        """The present moment; refuses a table that has none."""
        self.require_sound()
        if self.moment is None:
            raise FailedPrecondition(
                "TABLE_NOT_STARTED", "The table has not started yet.", field="name", table=self.address.name
            )
        return self.moment

    def require_playing(self) -> Moment:
        """The present moment of a running table."""
        moment = self.require_started()
        if moment.play.outcome is not None:
            raise finished(self.address)
        return moment


def quarantined(address: Address) -> Unavailable:
    """The table waits for an operator."""
    return Unavailable(
        "TABLE_QUARANTINED",
        "The table is stopped: its log and the rules disagree. An operator has to look at it.",
        table=address.name,
    )


def finished(address: Address) -> FailedPrecondition:
    """The table has ended."""
    return FailedPrecondition("TABLE_FINISHED", "The table has ended.", field="name", table=address.name)


def not_your_seat(address: Address, seat: int | None) -> PermissionDenied:
    """The caller may not play this seat, or none at this table."""
    if seat is None:
        return PermissionDenied(
            "NOT_YOUR_SEAT", "You have no seat at this table.", field="name", table=address.name
        )
    return PermissionDenied(
        "NOT_YOUR_SEAT",
        f"Seat {seat} of this table is not yours.",
        field="seat",
        table=address.name,
        seat=seat,
    )
