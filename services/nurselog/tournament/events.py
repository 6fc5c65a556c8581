"""What the pure half works on, made of a book: entrants, rounds and results of one stage. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from itertools import chain

from nurselog.tournament.book import Book, Entry, RoundBook, RoundState, StageBook, TableBook
from nurselog.tournament.formats.terms import FormatName, Terms
from nurselog.tournament.stage_terms import terms_of
from nurselog.tournament.values import Entrant, EntrantId, Event, PlayedPairing, Round, Waiting


def stage_terms(book: Book, stage: int | None = None) -> Terms:
    """The terms of a stage; of the current one if none is named."""
    return terms_of(book.settings, stage or len(book.stages) or 1)


def event_of(
    book: Book, stage: StageBook, *, running: bool = False, waiting: Sequence[Waiting] = ()
) -> Event:
    """A stage with its closed rounds, and with the one that is played where it counts as far as decided."""
    rounds = [
        one for one in book.rounds_of(stage.number) if running or one.state == RoundState.ROUND_STATE_CLOSED
    ]
    published = [one for one in rounds if one.state != RoundState.ROUND_STATE_PAIRING]
    return Event(
        entrants=tuple(_entrants(book, stage)),
        rounds=tuple(_round(one) for one in published),
        seed=book.seed,
        stage=stage.number,
        carried=stage.carried,
        requested_byes=frozenset(_byes(book, stage)),
        waiting=tuple(waiting),
        moved=frozenset(_moved(book, stage, published)),
    )


def _entrants(book: Book, stage: StageBook) -> list[Entrant]:
    blocks: dict[EntrantId, list[str]] = {}
    for number, (members, _) in enumerate(book.blocks, 1):
        for member in members:
            blocks.setdefault(member, []).append(f"block {number}")
    first_of_stage = stage.number == 1
    return [
        _entrant(
            book.entrants[name],
            number,
            tuple(blocks.get(name, ())),
            late=first_of_stage,
            teams=book.settings.entry.boards > 0,
        )
        for number, name in enumerate(stage.entrants, 1)
    ]


def _entrant(entry: Entry, number: int, blocks: tuple[str, ...], *, late: bool, teams: bool) -> Entrant:
    return Entrant(
        id=entry.id,
        number=number,
        rating=entry.rating,
        name=entry.name,
        state=entry.state,
        club=entry.club,
        blocks=blocks,
        entered=entry.first_round if late else 1,
        lineup=entry.lineup if teams else (),
    )


def _round(one: RoundBook) -> Round:
    pairings = tuple(
        PlayedPairing(pairing=each.pairing, tables=each.results) for each in one.pairings.values()
    )
    return Round(number=one.of_stage, pairings=pairings)


def _moved(book: Book, stage: StageBook, rounds: Sequence[RoundBook]) -> set[EntrantId]:
    """Who moved in the stages before, or in these rounds of this one at a table that play did not decide."""
    before = [one for one in book.rounds if one.stage < stage.number]
    found = {EntrantId(name) for one in before for table in _tables(one) for name in table.movers}
    return found.union(EntrantId(name) for one in rounds for table in _tables(one) for name in table.moved)


def _tables(one: RoundBook) -> Iterator[TableBook]:
    return chain.from_iterable(pairing.tables for pairing in one.pairings.values())


def _byes(book: Book, stage: StageBook) -> list[EntrantId]:
    """Who asked for a bye in the round that is paired next."""
    closed = [one for one in book.rounds if one.state == RoundState.ROUND_STATE_CLOSED]
    coming = len(closed) + 1
    return [name for name in stage.entrants if coming in book.entrants[name].byes]


def inputs_json(terms: Terms, event: Event) -> str:
    """All that decides a pairing but the seed, in one canonical text.

    Who moved is left out but in arenas: nowhere else do places decide who meets.
    """
    shown = {**_plain(event), "seed": None}
    if terms.format is not FormatName.ARENA:
        del shown["moved"]
    plain = {"terms": _plain(terms), "event": shown}
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def inputs_hash(text: str) -> str:
    """The SHA-256 of the inputs, in hex."""
    return sha256(text.encode()).hexdigest()


def _plain(value: object) -> dict[str, object]:
    plain = _value(value)
    assert isinstance(plain, dict)
    return plain


def _value(value: object) -> object:
    if is_dataclass(value):
        return {one.name: _value(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {str(name): _value(one) for name, one in value.items()}
    if isinstance(value, frozenset | set):
        return sorted(str(one) for one in value)
    if isinstance(value, tuple | list):
        return [_value(one) for one in value]
    return None if isinstance(value, bytes) else value
