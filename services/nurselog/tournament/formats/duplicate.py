"""Duplicate: each round is a deal that all tables play, and everybody is compared seat by seat."""

from dataclasses import replace

from nurselog.tournament.formats.api import Sheet, TableOrder
from nurselog.tournament.formats.checks import check
from nurselog.tournament.formats.pods import pods_of
from nurselog.tournament.formats.series import orders
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.pairing import byes
from nurselog.tournament.pairing.records import records
from nurselog.tournament.pairing.sizes import pod_sizes
from nurselog.tournament.standings.deals import histories_of_deals
from nurselog.tournament.standings.sheet import sheet
from nurselog.tournament.values import Event, Pairing, PairingKind, PlayedPairing, Reason, ReasonKind, Refused


class Duplicate:
    """Tables are filled as pods are, seats evened out over the deals; solo tables have one seat each."""

    def check(self, terms: Terms, entrants: int) -> None:
        check(terms, entrants)
        if entrants:
            pod_sizes(entrants, terms.seats, terms.size)

    def rounds(self, terms: Terms, entrants: int) -> int:  # noqa: ARG002 - the protocol asks
        return terms.rounds or 1

    def pair(self, terms: Terms, event: Event) -> tuple[Pairing, ...]:
        past = histories_of_deals(terms, event)
        if terms.size == 1:
            return tuple(_with_deal(event, one) for one in _solo(event))
        resting, players = byes.apart(event)
        tables = pods_of(terms, event, records(players, past, extra=event.carried), past)
        return tuple(_with_deal(event, one) for one in (*tables, *byes.requested(resting, len(tables))))

    def standings(self, terms: Terms, event: Event) -> Sheet:
        return sheet(terms, event)

    def finished(self, terms: Terms, event: Event) -> bool:
        return len(event.rounds) >= self.rounds(terms, event.starters)

    def orders(self, terms: Terms, _event: Event, played: PlayedPairing, /) -> tuple[TableOrder, ...]:
        return orders(terms, played)


def _solo(event: Event) -> tuple[Pairing, ...]:
    if not event.actives:
        raise Refused("ENTRANTS_TOO_FEW", "Nobody is active.")
    return tuple(Pairing(id=f"p{index}", seats=(one.id,)) for index, one in enumerate(event.actives, 1))


def _with_deal(event: Event, pairing: Pairing) -> Pairing:
    """Names the deal a table plays: one per round of the stage."""
    if pairing.kind is not PairingKind.TABLE:
        return pairing
    deal = f"s{event.stage}d{event.next_round}"
    why = Reason(ReasonKind.DEAL, event.next_round, text=deal)
    return replace(pairing, deal=deal, reasons=(why, *pairing.reasons))
