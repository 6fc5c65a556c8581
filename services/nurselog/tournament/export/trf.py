"""TRF(16), the text that chess organisers' tools read (FIDE C.04, annex 2), for events of two seats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from nurselog.tournament.formats.api import Row, Sheet
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.standings.history import histories
from nurselog.tournament.standings.lines import Line
from nurselog.tournament.standings.points import FULL, LEVEL
from nurselog.tournament.standings.verdicts import Way
from nurselog.tournament.values import POINT, Entrant, EntrantId, Event, Pairing, Refused, Units


@dataclass(frozen=True, slots=True, kw_only=True)
class TrfHeader:
    """What a TRF says of the event; dates as YYYY/MM/DD, empty where not known."""

    name: str
    start: str = ""
    end: str = ""
    time_control: str = ""
    rounds: int = 0
    """How many are to be played; 0 where not known."""


WITHOUT_PLAY: Final = {
    Way.BYE: "U",
    Way.REQUESTED_BYE: "H",
    Way.LATE_BYE: "H",
    Way.WALKOVER: "F",
    Way.ABSENT: "Z",
}


def trf(terms: Terms, event: Event, sheet: Sheet, header: TrfHeader) -> str:
    """The event so far, one `001` line per entrant in order of start numbers.

    Raises:
        Refused: EXPORT_NOT_FOUND for events of more seats, of teams, or without rounds of one table each.
    """
    if not terms.duel or terms.boards or terms.format is FormatName.ARENA:
        raise Refused(
            "EXPORT_NOT_FOUND", "TRF knows events of two seats that are played in rounds.", "format"
        )
    past = histories(terms, event)
    numbers = {one.id: one.number for one in event.entrants}
    pairings = {
        (number.number, one.pairing.id): one.pairing for number in event.rounds for one in number.pairings
    }
    places = {row.entrant: (place, row) for place, row in enumerate(sheet.rows, 1)}
    lines = [*_head(event, header)]
    for one in event.entrants:
        rounds = {line.round: _round(terms, line, numbers, pairings, one.id) for line in past[one.id]}
        blocks = [rounds.get(number.number, NOTHING) for number in event.rounds]
        lines.append(_player(one, *places[one.id], blocks))
    return "".join(f"{line.rstrip()}\n" for line in lines)


NOTHING: Final = " " * 10
"""A round that is not decided yet."""


def _head(event: Event, header: TrfHeader) -> Iterator[str]:
    yield f"012 {_plain(header.name)}"
    for code, value in (("042", header.start), ("052", header.end)):
        if value:
            yield f"{code} {value}"
    yield f"062 {len(event.entrants)}"
    if header.time_control:
        yield f"122 {_plain(header.time_control)}"
    yield f"XXR {max(header.rounds, len(event.rounds))}"


def _player(one: Entrant, place: int, row: Row, blocks: Sequence[str]) -> str:
    name = _plain(one.shown)[:33]
    rating = max(0, min(one.rating, 9999))
    empty = ""
    front = f"001 {one.number:>4} {empty:1}{empty:3} {name:<33} {rating:>4} {empty:3} {empty:>11} {empty:10}"
    return f"{front} {_points(row.points):>4} {place:>4}{empty.join(blocks)}"


def _round(
    terms: Terms,
    line: Line,
    numbers: Mapping[EntrantId, int],
    pairings: Mapping[tuple[int, str], Pairing],
    entrant: EntrantId,
) -> str:
    """Opponent, colour and result in ten columns."""
    if line.way in WITHOUT_PLAY:
        return f"  0000 - {WITHOUT_PLAY[line.way]}"
    colour = "wb"[pairings[line.round, line.pairing].seats.index(entrant)]
    return f"  {numbers[line.opponents[0]]:>4} {colour} {_result(terms, line)}"


def _result(terms: Terms, line: Line) -> str:
    if line.way is Way.FORFEIT_WIN:
        return "+"
    if line.way is Way.FORFEIT_LOSS:
        return "-"
    if line.points == FULL[terms.preset]:
        return "1"
    return "=" if line.points == LEVEL[terms.preset] else "0"


def _points(units: Units) -> str:
    """To one decimal, rounded half up."""
    tenths = (2 * 10 * units + POINT) // (2 * POINT)
    return f"{tenths // 10}.{tenths % 10}"


def _plain(text: str) -> str:
    """One line without control characters."""
    return "".join(character if character.isprintable() else " " for character in text)
