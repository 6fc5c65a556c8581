"""Rounds without play: byes that were asked for, and the bye nobody asked for."""

from collections.abc import Iterable

from nurselog.tournament.pairing.records import Record
from nurselog.tournament.values import (
    Entrant,
    Event,
    Pairing,
    PairingKind,
    Reason,
    ReasonKind,
    Refused,
)


def apart(event: Event) -> tuple[tuple[Entrant, ...], tuple[Entrant, ...]]:
    """The actives in two: who rests by request, and who is to be paired.

    Raises:
        Refused: ENTRANTS_TOO_FEW, fewer than two to pair.
    """
    actives = event.actives
    resting = tuple(one for one in actives if one.id in event.requested_byes)
    players = tuple(one for one in actives if one.id not in event.requested_byes)
    if len(players) < 2:
        raise Refused("ENTRANTS_TOO_FEW", f"{len(players)} active entrants cannot be paired.")
    return resting, players


def requested(resting: Iterable[Entrant], after: int) -> list[Pairing]:
    """The pairings of those who rest, numbered on."""
    return [
        Pairing(
            id=f"p{after + index}",
            seats=(one.id,),
            kind=PairingKind.REQUESTED_BYE,
            reasons=(Reason(ReasonKind.REQUESTED, 0, one.id),),
        )
        for index, one in enumerate(resting, 1)
    ]


def bye(index: int, record: Record) -> Pairing:
    """The bye of an odd field, for the `index`-th pairing (0-based)."""
    reasons = [Reason(ReasonKind.LOWEST_WITHOUT_BYE, record.place + 1, record.entrant.id)]
    if record.had_bye:
        reasons.append(Reason(ReasonKind.RELAXED_SECOND_BYE, 0, record.entrant.id))
    return Pairing(
        id=f"p{index + 1}", seats=(record.entrant.id,), kind=PairingKind.BYE, reasons=tuple(reasons)
    )
