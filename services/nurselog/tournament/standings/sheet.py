"""The standings: everybody in order, with rank, points and every term that put one there."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from nurselog.rules.chance import shuffle
from nurselog.tournament.formats.api import Row, Sheet, Term
from nurselog.tournament.formats.terms import FormatName, Preset, Terms, TieBreak
from nurselog.tournament.luck import luck_of
from nurselog.tournament.standings.book import Book, book
from nurselog.tournament.standings.meetings import head_to_head
from nurselog.tournament.standings.tiebreaks import better_first, term
from nurselog.tournament.values import Entrant, EntrantId, EntrantState, Event, Units

SWISS: Final = (
    TieBreak.POINTS,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.BUCHHOLZ_CUT1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.WINS,
    TieBreak.LATE_FIRST,
)
TCG: Final = (TieBreak.POINTS, TieBreak.OMW, TieBreak.HEAD_TO_HEAD)
PODS: Final = (
    TieBreak.POINTS,
    TieBreak.WINS,
    TieBreak.OPP_SHARE,
    TieBreak.SCORE_SHARE,
    TieBreak.SEAT_LUCK,
)
ROUND_ROBIN: Final = (TieBreak.POINTS, TieBreak.HEAD_TO_HEAD, TieBreak.WINS, TieBreak.SONNEBORN_BERGER)
DUPLICATE: Final = (TieBreak.POINTS, TieBreak.BEST_DEAL)
ARENA: Final = (TieBreak.POINTS, TieBreak.PERFORMANCE)


def tie_breaks(terms: Terms) -> tuple[TieBreak, ...]:
    """The list of the terms, or the default of the format; teams: board points follow the match points."""
    if terms.tie_breaks:
        return terms.tie_breaks
    chosen = _default(terms)
    return (chosen[0], TieBreak.BOARD_POINTS, *chosen[1:]) if terms.boards else chosen


def sheet(terms: Terms, event: Event, members: Iterable[Entrant] | None = None, group: int = 0) -> Sheet:
    """The standings of the event, or of some of its entrants (a group)."""
    opened = book(terms, event)
    some = event.entrants if members is None else tuple(members)
    return Sheet(tie_breaks(terms), tuple(_rows(opened, event, some, group)))


def _default(terms: Terms) -> tuple[TieBreak, ...]:
    match terms.format:
        case FormatName.PODS:
            return PODS
        case FormatName.ROUND_ROBIN:
            return ROUND_ROBIN
        case FormatName.DUPLICATE:
            return DUPLICATE
        case FormatName.ARENA:
            return ARENA
        case _:
            return TCG if terms.preset is Preset.TCG else SWISS


def _rows(opened: Book, event: Event, members: Sequence[Entrant], group: int) -> Iterable[Row]:
    terms_of: dict[EntrantId, list[Term]] = {one.id: [] for one in members}
    rank = 1
    for level in _order(opened, event, members, terms_of):
        for one in level:
            yield _row(opened, event, one, rank, tuple(terms_of[one.id]), group)
        rank += len(level)


def _order(
    opened: Book, event: Event, members: Sequence[Entrant], terms_of: dict[EntrantId, list[Term]]
) -> list[list[Entrant]]:
    """Groups of level entrants, best first; fills in each one's terms on the way."""
    groups = _split([list(members)], {one.id: _class(opened, one) for one in members})
    for name in tie_breaks(opened.terms):
        found = _terms(opened, name, groups)
        for entrant, own in found.items():
            terms_of[entrant].append(own)
        keys = {entrant: better_first(opened, own) for entrant, own in found.items()}
        groups = _split(groups, keys)
    if opened.terms.draw_ties:
        drawn = shuffle(luck_of(event.seed, "ties", 0, event.stage), sorted(one.id for one in event.entrants))
        groups = _split(groups, {entrant: place for place, entrant in enumerate(drawn)})
    return groups


def _class(opened: Book, one: Entrant) -> tuple[bool, bool]:
    """Who was disqualified stands last, before them those without a single move."""
    return one.state is EntrantState.DISQUALIFIED, one.id not in opened.moved


def _terms(opened: Book, name: TieBreak, groups: Iterable[Sequence[Entrant]]) -> dict[EntrantId, Term]:
    found: dict[EntrantId, Term] = {}
    for level in groups:
        if name is not TieBreak.HEAD_TO_HEAD:
            found.update({one.id: term(opened, name, one.id) for one in level})
        elif len(level) == 1:
            found[level[0].id] = Term(name, None)
        else:
            found.update(head_to_head(opened, [one.id for one in level]))
    return found


def _split(groups: Iterable[list[Entrant]], keys: Mapping[EntrantId, Any]) -> list[list[Entrant]]:
    """Each group in order of its keys, cut where they change; inside a group by start number."""
    return [
        list(level)
        for group in groups
        for _, level in groupby(
            sorted(group, key=lambda one: (keys[one.id], one.number)), key=lambda one: keys[one.id]
        )
    ]


def _row(opened: Book, event: Event, one: Entrant, rank: int, terms: tuple[Term, ...], group: int) -> Row:
    lines = opened.past[one.id]
    return Row(
        entrant=one.id,
        number=one.number,
        rank=rank,
        points=opened.points[one.id],
        game_points=sum(line.game_points for line in lines),
        rounds=_by_round(event, opened, one),
        terms=terms,
        moved=one.id in opened.moved,
        group=group,
    )


def _by_round(event: Event, opened: Book, one: Entrant) -> tuple[Units, ...]:
    sums = {number.number: 0 for number in event.rounds}
    for line in opened.past[one.id]:
        sums[line.round] += line.points
    return tuple(sums.values())
