"""Knock-out pods whose round ended before they began: who sat there is not out."""

from __future__ import annotations

from dataclasses import replace

from nurselog.tournament.formats.registry import FORMATS
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.values import EntrantId, Event, PairingKind, PlayedPairing, Round
from tests.support.tournaments import eid, event, played_out, pod

TERMS, FORM = Terms(format=FormatName.SINGLE, seats=(3, 4), advance=2), FORMATS[FormatName.SINGLE]


def half_decided() -> Event:
    """The first of two pods never began; the second is won by whoever sat first, the next one is second."""
    start = event(8)
    never, other = FORM.pair(TERMS, start)
    seats = [int(one[1:]) for one in other.seats]
    decided = replace(pod(*seats, placements=(1, 2, 3, 4)), pairing=other)
    return replace(start, rounds=(Round(number=1, pairings=(PlayedPairing(pairing=never), decided)),))


def seated(now: Event) -> set[EntrantId]:
    return {one for pairing in FORM.pair(TERMS, now) for one in pairing.seats}


def test_all_of_a_pod_that_decided_nothing_go_on() -> None:
    now = half_decided()
    never, decided = (one.pairing.seats for one in now.rounds[0].pairings)

    assert not FORM.finished(TERMS, now)
    assert seated(now) == {*never, *decided[:2]}


def test_who_lost_elsewhere_in_that_round_is_out_and_everybody_stands_once() -> None:
    now = half_decided()
    out = now.rounds[0].pairings[1].pairing.seats[2:]

    over = played_out(TERMS, now)

    rows = FORM.standings(TERMS, over).rows
    assert sorted(row.entrant for row in rows) == sorted(eid(number) for number in range(1, 9))
    assert {row.entrant for row in rows[-2:]} == set(out)
    later = [pairing for number in over.rounds[1:] for pairing in number.pairings]
    assert not any(set(out) & set(one.pairing.seats) for one in later)
    assert any(one.pairing.kind is PairingKind.TABLE for one in later)
