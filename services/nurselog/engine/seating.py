"""Who sits where, as a value; how it is stored. Who may change it is decided in `lobby`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nurselog.api.common.v1 import seat_pb2
from nurselog.api.log.v1 import commit_pb2
from nurselog.rules.api import Audience, Seat, seats

BOT_PREFIX = "bots/"
STAND_IN = "bots/random"
"""Who takes over the seat of a leaver under the policy `bot`."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player or a bot, and the name to show."""

    player: str
    name: str = ""

    @property
    def is_bot(self) -> bool:
        return self.player.startswith(BOT_PREFIX)


@dataclass(frozen=True, slots=True)
class Seating:
    """The sitters in seat order (None: empty), and the salts of the seats, the creator's last."""

    sitters: tuple[Sitter | None, ...]
    salts: tuple[str, ...]
    substitutes: tuple[Sitter | None, ...] = ()
    """Who plays in place of sitters that left, in seat order; empty for nobody."""
    has_bots: bool = field(init=False, compare=False)
    """Whether any seat was given to a bot."""
    _seats: Mapping[str, tuple[Seat, ...]] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        found: dict[str, tuple[Seat, ...]] = {}
        for seat, original in zip(seats(len(self.sitters)), self.sitters, strict=True):
            sitter = self.substitute(seat) or original
            if sitter is not None:
                found[sitter.player] = (*found.get(sitter.player, ()), seat)
        object.__setattr__(self, "_seats", found)
        object.__setattr__(self, "has_bots", any(player.startswith(BOT_PREFIX) for player in found))

    @property
    def is_full(self) -> bool:
        return None not in self.sitters

    def seats_of(self, player: str) -> tuple[Seat, ...]:
        """All seats of a player, in order."""
        return self._seats.get(player, ())

    def substitute(self, seat: Seat) -> Sitter | None:
        """Who plays the seat in place of its sitter that left; the sitter has no sight of it then."""
        return self.substitutes[seat] if self.substitutes else None

    def with_substitute(self, seat: Seat, sitter: Sitter | None) -> Seating:
        """The same with somebody (or nobody any more) in place of the sitter of a seat."""
        others = list(self.substitutes or (None,) * len(self.sitters))
        others[seat] = sitter
        return replace(self, substitutes=tuple(others))

    def first_empty(self) -> Seat | None:
        """The first seat without a sitter."""
        return next((seat for seat in seats(len(self.sitters)) if self.sitters[seat] is None), None)

    def with_sitter(self, seat: Seat, sitter: Sitter | None, salt: str = "") -> Seating:
        """The same with somebody else (or nobody) in one seat; salts leave with their seats."""
        sitters, salts = list(self.sitters), list(self.salts)
        sitters[seat], salts[seat] = sitter, salt
        return Seating(tuple(sitters), tuple(salts))

    def with_creator_salt(self, salt: str) -> Seating:
        """The same with the creator's salt."""
        return replace(self, salts=(*self.salts[:-1], salt))

    def to_bytes(self) -> bytes:
        """As it is stored."""
        stored = commit_pb2.Seating(salts=self.salts)
        for seat, sitter in enumerate(self.sitters):
            stored.seats.append(seat_message(Seat(Audience(seat)), sitter))
        for seat, sitter in enumerate(self.substitutes):
            if sitter is not None:
                stored.substitutes.append(seat_message(Seat(Audience(seat)), sitter))
        return stored.SerializeToString()


def empty_seating(seat_count: int) -> Seating:
    """Nobody sits yet."""
    return Seating((None,) * seat_count, ("",) * (seat_count + 1))


def read_seating(stored: bytes) -> Seating:
    """The inverse of `Seating.to_bytes`."""
    message = commit_pb2.Seating.FromString(stored)
    seating = Seating(tuple(_sitter(seat) for seat in message.seats), tuple(message.salts))
    for seat in message.substitutes:
        seating = seating.with_substitute(
            Seat(Audience(seat.index)), Sitter(seat.occupant.player, seat.occupant.display_name)
        )
    return seating


def seat_message(
    seat: Seat, sitter: Sitter | None, *, left: bool = False, substitute: Sitter | None = None
) -> seat_pb2.Seat:
    """A seat as others see it."""
    return seat_pb2.Seat(index=seat, occupant=_occupant(sitter), left=left, substitute=_occupant(substitute))


def _occupant(sitter: Sitter | None) -> seat_pb2.Occupant | None:
    return None if sitter is None else seat_pb2.Occupant(player=sitter.player, display_name=sitter.name)


def _sitter(seat: seat_pb2.Seat) -> Sitter | None:
    if not seat.HasField("occupant"):
        return None
    return Sitter(seat.occupant.player, seat.occupant.display_name)
