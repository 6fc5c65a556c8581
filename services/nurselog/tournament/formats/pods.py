"""Pods: rounds at tables of three and more; equals meet, nobody twice if possible, seats are evened out."""

from collections.abc import Mapping, Sequence
from math import ceil, log

from nurselog.rules.chance import shuffle
from nurselog.tournament.formats.api import Sheet, TableOrder
from nurselog.tournament.formats.checks import check, require
from nurselog.tournament.formats.series import orders
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.luck import Luck, round_luck
from nurselog.tournament.pairing import byes
from nurselog.tournament.pairing.evening import evened
from nurselog.tournament.pairing.pods import Member, Weights, divided, partnerships
from nurselog.tournament.pairing.records import Record, records
from nurselog.tournament.pairing.seats import assigned, assigned_in_pairs, seat_past
from nurselog.tournament.pairing.sizes import pod_sizes
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.lines import Histories, Line
from nurselog.tournament.standings.points import FULL
from nurselog.tournament.standings.sheet import sheet
from nurselog.tournament.values import (
    EntrantId,
    Event,
    Pairing,
    PlayedPairing,
    Reason,
    ReasonKind,
    Refused,
)

BLOCKED = 1_000
"""Two whom the organiser keeps apart count as having met so often."""


class Pods:
    """See `pairing/pods.py` for who meets whom and `pairing/seats.py` for the seats."""

    def check(self, terms: Terms, entrants: int) -> None:
        check(terms, entrants)
        if terms.rotating_partners:
            require(terms.seats == (4,), "seats", "Partners rotate at tables of four")
        if entrants:
            pod_sizes(entrants, terms.seats, terms.size)
            most = most_rounds(entrants, terms.size)
            fits = not terms.avoid_meetings or terms.rounds <= most
            require(fits, "rounds", f"{entrants} entrants have at most {most} rounds without meeting twice")

    def rounds(self, terms: Terms, entrants: int) -> int:
        if terms.rounds:
            return terms.rounds
        wanted = default_rounds(entrants, terms.size)
        return min(wanted, most_rounds(entrants, terms.size)) if terms.avoid_meetings else wanted

    def pair(self, terms: Terms, event: Event) -> tuple[Pairing, ...]:
        past = histories(terms, event)
        resting, players = byes.apart(event)
        field = records(players, past, extra=event.carried)
        tables = pods_of(terms, event, field, past)
        return (*tables, *byes.requested(resting, len(tables)))

    def standings(self, terms: Terms, event: Event) -> Sheet:
        return sheet(terms, event)

    def finished(self, terms: Terms, event: Event) -> bool:
        return len(event.rounds) >= self.rounds(terms, event.starters)

    def orders(self, terms: Terms, _event: Event, played: PlayedPairing, /) -> tuple[TableOrder, ...]:
        return orders(terms, played)


def default_rounds(entrants: int, size: int) -> int:
    """ceil(log_p n) + 2."""
    return ceil(round(log(max(entrants, 1), size), 9)) + 2


def most_rounds(entrants: int, size: int) -> int:
    """Everybody has n - 1 opponents and meets p - 1 a round."""
    return max(1, (entrants - 1) // (size - 1))


def pods_of(terms: Terms, event: Event, field: Sequence[Record], past: Histories) -> tuple[Pairing, ...]:
    """The pods and byes of an ordered field, best pod first.

    Raises:
        Refused: ENTRANTS_TOO_FEW; PAIRING_IMPOSSIBLE, the organiser's blocks cannot be kept.
    """
    sizes, over = pod_sizes(len(field), terms.seats, terms.size)
    playing, idle = _with_byes(field, over)
    members = _members(terms, playing, past)
    weights = Weights(FULL[terms.preset], terms.size, terms.rotating_partners)
    pods: Sequence[Sequence[int]] = divided(members, sizes, weights, round_luck(event, "pods"))
    if not terms.rotating_partners:
        pods = evened(pods, members, [seat_past(past[record.entrant.id]) for record in playing])
    luck = round_luck(event, "seats")
    tables = [
        _pairing(terms, index, [playing[one] for one in pod], past, luck) for index, pod in enumerate(pods)
    ]
    return (*tables, *(byes.bye(len(tables) + index, record) for index, record in enumerate(idle)))


def _with_byes(field: Sequence[Record], over: int) -> tuple[list[Record], list[Record]]:
    """Who plays, and who has a bye: the lowest who had none, then the lowest at all."""
    if not over:
        return list(field), []
    idle = sorted(field, key=lambda record: (record.had_bye, -record.place))[:over]
    resting = {record.place for record in idle}
    return [record for record in field if record.place not in resting], idle


def _members(terms: Terms, playing: Sequence[Record], past: Histories) -> list[Member]:
    index = {record.entrant.id: at for at, record in enumerate(playing)}
    blocks = _blocks(playing)
    return [_member(terms, record, past[record.entrant.id], index, blocks) for record in playing]


def _member(
    terms: Terms,
    record: Record,
    lines: Sequence[Line],
    index: Mapping[EntrantId, int],
    blocks: Mapping[str, Sequence[int]],
) -> Member:
    met: dict[int, int] = {}
    partnered: dict[int, int] = {}
    for line in lines:
        for other in line.opponents if line.played else ():
            if other in index:
                met[index[other]] = met.get(index[other], 0) + 1
        for other in line.partners:
            if other in index:
                partnered[index[other]] = partnered.get(index[other], 0) + 1
    for block in sorted(record.barred):
        met.update({at: BLOCKED for at in blocks[block] if at != index[record.entrant.id]})
    short = sum(size < terms.size for line in lines if line.played for _, size in line.seats)
    return Member(record.score, met, partnered, short)


def _blocks(playing: Sequence[Record]) -> dict[str, list[int]]:
    blocks: dict[str, list[int]] = {}
    for at, record in enumerate(playing):
        for block in record.barred:
            blocks.setdefault(block, []).append(at)
    return blocks


def _pairing(terms: Terms, index: int, pod: Sequence[Record], past: Histories, luck: Luck) -> Pairing:
    _refuse_blocked(pod)
    drawn = shuffle(luck, pod)
    pasts = [seat_past(past[record.entrant.id]) for record in drawn]
    if terms.rotating_partners:
        met = [_partner_counts(record, drawn, past) for record in drawn]
        order, cost = assigned_in_pairs(pasts, partnerships(met, range(len(drawn))))
    else:
        order, cost = assigned(pasts)
    return Pairing(
        id=f"p{index + 1}",
        seats=tuple(drawn[one].entrant.id for one in order),
        reasons=(*_reasons(terms, pod), Reason(ReasonKind.SEATS_LEAST_COST, cost // 1764)),
    )


def _partner_counts(record: Record, pod: Sequence[Record], past: Histories) -> Member:
    partners = [other for line in past[record.entrant.id] for other in line.partners]
    counts = {at: partners.count(other.entrant.id) for at, other in enumerate(pod)}
    return Member(record.score, {}, counts, 0)


def _refuse_blocked(pod: Sequence[Record]) -> None:
    seen: set[str] = set()
    for record in pod:
        if not seen.isdisjoint(record.barred):
            raise Refused("PAIRING_IMPOSSIBLE", "No pods keep the organiser's blocks.", "blocks")
        seen |= record.barred


def _reasons(terms: Terms, pod: Sequence[Record]) -> list[Reason]:
    scores = [record.score for record in pod]
    reasons = [Reason(ReasonKind.DIFFERENCE, max(scores) - min(scores))]
    meetings = [record.met[other.place] for record in pod for other in pod if other.place in record.met]
    if meetings:
        reasons.append(Reason(ReasonKind.MEETINGS, len(meetings) // 2))
    if len(pod) < terms.size:
        reasons.append(Reason(ReasonKind.SHORT_POD, len(pod)))
    return reasons
