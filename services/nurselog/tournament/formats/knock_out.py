"""What a knock-out pairing has decided: replays of level matches, and who advances after the last of them."""

from collections.abc import Mapping, Sequence

from nurselog.tournament.formats.api import TableOrder
from nurselog.tournament.formats.series import orders, rotated
from nurselog.tournament.formats.terms import LevelMatch, Terms
from nurselog.tournament.standings.verdicts import Verdict, Way, decided, table_share, verdicts
from nurselog.tournament.values import EntrantId, PairingKind, PlayedPairing, SeatKind


def knock_out_orders(terms: Terms, played: PlayedPairing, advance: int = 1) -> tuple[TableOrder, ...]:
    """The tables of the series, then a replay with seats exchanged while it is level who advances."""
    if not decided(terms, played):
        return orders(terms, played)
    if not _to_replay(terms, played, advance):
        return ()
    number = len(played.tables) + 1
    return (TableOrder(seats=rotated(played.pairing.seats, number), number=number, replay=True),)


def ranking(
    terms: Terms, played: PlayedPairing, seeds: Mapping[EntrantId, int], advance: int = 1
) -> tuple[EntrantId, ...] | None:
    """The entrants of a decided pairing, who advances first; None while tables or replays are to come.

    After the last replay the later seat at the last table advances, or the better seed.
    """
    found = verdicts(terms, played)
    if found is None or _to_replay(terms, played, advance):
        return None
    late = _late(played) if terms.level_match is LevelMatch.LATER_SEAT else {}
    order = sorted(
        found,
        key=lambda verdict: (
            _standing(terms, played, verdict),
            -late.get(verdict.entrant, 0),
            seeds[verdict.entrant],
        ),
    )
    return tuple(verdict.entrant for verdict in order)


def _to_replay(terms: Terms, played: PlayedPairing, advance: int) -> bool:
    """Whether the line of those who advance is level, replays are left, and all came to play them."""
    found = verdicts(terms, played) or ()
    if played.pairing.kind is not PairingKind.TABLE or any(one.way is not Way.PLAYED for one in found):
        return False
    standings = sorted(_standing(terms, played, verdict) for verdict in found)
    level = len(standings) > advance and standings[advance - 1] == standings[advance]
    return level and len(played.tables) - _series(terms) < terms.max_replays


def _series(terms: Terms) -> int:
    """How many tables come before replays."""
    return max(terms.best_of, terms.games)


def _standing(terms: Terms, played: PlayedPairing, verdict: Verdict) -> tuple[int, ...]:
    """Less is better: who came at all, then the shares of the series, then those of each replay."""
    absent = int(verdict.way is Way.FORFEIT_LOSS)
    shares = [-_share(played, verdict.entrant, index) for index in range(len(played.tables))]
    return absent, sum(shares[: _series(terms)]), *shares[_series(terms) :]


def _share(played: PlayedPairing, entrant: EntrantId, index: int) -> int:
    table = played.tables[index]
    return sum(table_share(table, line) for line in table.seats if line.entrant == entrant)


def _late(played: PlayedPairing) -> dict[EntrantId, int]:
    """Seats at the last table."""
    lines: Sequence[tuple[EntrantId, int]] = ()
    if played.tables:
        table = played.tables[-1]
        lines = [(line.entrant, line.seat) for line in table.seats if line.kind is SeatKind.PLAYED]
    return dict(lines)
