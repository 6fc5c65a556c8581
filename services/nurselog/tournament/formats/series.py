"""The tables a pairing needs, one after another or board by board; seats change after every table."""

from nurselog.tournament.formats.api import TableOrder
from nurselog.tournament.formats.terms import Terms
from nurselog.tournament.standings.verdicts import boards_with_players, decided, too_short
from nurselog.tournament.values import Pairing, PairingKind, PlayedPairing


def orders(terms: Terms, played: PlayedPairing) -> tuple[TableOrder, ...]:
    """The tables to be created now: those of all boards at once, else the next of the series.

    To be asked after publishing and after each result; a table that was ordered and still runs is not
    counted, so it must not be asked while one runs.
    """
    if decided(terms, played):
        return ()
    if terms.boards:
        return board_orders(terms, played.pairing) if not played.tables else ()
    number = len(played.tables) + 1
    return (TableOrder(seats=rotated(played.pairing.seats, number), number=number),)


def rotated(seats: tuple[str, ...], number: int) -> tuple[str, ...]:
    """The seat order of the number-th table: everybody moves on by one seat, in duels they change."""
    shift = (number - 1) % len(seats)
    return seats[shift:] + seats[:shift]


def board_orders(terms: Terms, pairing: Pairing) -> tuple[TableOrder, ...]:
    """One table per board both teams can man; the first team has the first seat on odd boards."""
    if pairing.kind is not PairingKind.TABLE or too_short(terms, pairing):
        return ()
    one, other = pairing.lineups
    return tuple(
        TableOrder(
            seats=(one[board - 1], other[board - 1]) if board % 2 else (other[board - 1], one[board - 1]),
            number=board,
            board=board,
        )
        for board in boards_with_players(terms, pairing)
    )
